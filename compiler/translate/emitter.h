// SPDX-License-Identifier: Apache-2.0
// Emission of LLVM IR by the rules of docs/shader-abi.md: one method for each operation that D3D
// defines differently from LLVM, and for each @e11 intrinsic.
#pragma once

#include <string>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace e11::translate {

/// The NaN that arithmetic gives (spec 3.1.3.2 leaves the bits open).
constexpr uint32_t kCanonicalNan = 0x7fc00000;

/// Shader values are i32 (raw bits) or float; each method says which it takes. Arithmetic on two
/// constants is folded here by D3D's rules (denormals flushed, one NaN), because LLVM's own folding
/// keeps denormals.
class Emitter {
 public:
  explicit Emitter(llvm::Module* module);

  llvm::IRBuilder<>& builder() { return builder_; }
  llvm::LLVMContext& context() { return module_.getContext(); }
  llvm::Type* i32() { return builder_.getInt32Ty(); }
  llvm::Type* f32() { return builder_.getFloatTy(); }
  llvm::ConstantInt* constant(uint32_t value) { return builder_.getInt32(value); }
  llvm::Constant* floatConstant(uint32_t bits);

  /// i32 to float and back, same bits.
  llvm::Value* asFloat(llvm::Value* bits);
  llvm::Value* asBits(llvm::Value* value);
  /// i1 to 0 or 0xffffffff.
  llvm::Value* asMask(llvm::Value* condition);

  // Float arithmetic on float values (spec 3.1.3, 22.10).
  llvm::Value* fadd(llvm::Value* a, llvm::Value* b);
  llvm::Value* fmul(llvm::Value* a, llvm::Value* b);
  llvm::Value* fmad(llvm::Value* a, llvm::Value* b, llvm::Value* c);
  llvm::Value* fneg(llvm::Value* a);
  llvm::Value* fabs(llvm::Value* a);
  llvm::Value* fcompare(llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b);
  /// A value after input flushing, as if multiplied by one.
  llvm::Value* flushed(llvm::Value* a);

  /// An LLVM intrinsic on one or two values of one type.
  llvm::Value* llvmCall(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments);

  /// What a call of an @e11 function may do, for its attributes.
  enum class Effect {
    None,
    ConvergentNone,
    Read,         ///< of memory that nothing changes while the shader runs
    ReadMutable,  ///< of memory that stores, atomics and barriers may change
    Scratch,      ///< the lane's own memory, read or written
    GroupRead,    ///< thread-group memory
    GroupWrite,
    Write,
    ReadWrite,
    Convergent,      ///< a side effect that stays where it is
    ConvergentRead,  ///< of invariant memory, with derivatives
  };
  /// Calls @e11.NAME with a type taken from the arguments and `result`.
  llvm::Value* call(const std::string& name, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments, Effect effect = Effect::None);
  llvm::Value* floatCall(const std::string& name, llvm::ArrayRef<llvm::Value*> arguments) {
    return call(name, f32(), arguments);
  }
  llvm::Value* intCall(const std::string& name, llvm::ArrayRef<llvm::Value*> arguments) {
    return call(name, i32(), arguments);
  }

  /// Entry k of the resource table; the two entries of a texture or sampler.
  llvm::Value* descriptor(uint32_t entry);
  llvm::Value* descriptorPair(uint32_t entry);
  /// i32, or a vector of `count`.
  llvm::Type* dwords(uint32_t count);
  /// Loads 1, 2 or 4 dwords of a raw buffer; i32 or a vector of it.
  llvm::Value* loadRaw(uint32_t count, llvm::Value* descriptor, llvm::Value* offset);
  llvm::Value* loadTyped(uint32_t count, llvm::Value* descriptor, llvm::Value* index);
  llvm::Value* loadScratch(llvm::Value* offset);
  void storeScratch(llvm::Value* value, llvm::Value* offset);
  /// Component `index` of what loadRaw or loadTyped returned.
  llvm::Value* component(llvm::Value* loaded, uint32_t index);

  /// ((1 << width) - 1) << offset, low five bits of each.
  llvm::Value* bitFieldMask(llvm::Value* width, llvm::Value* offset);

  /// Both results of udiv (i32; spec 22.12.9: division by 0 gives 0xffffffff twice).
  struct Division {
    llvm::Value* quotient;
    llvm::Value* remainder;
  };
  Division udiv(llvm::Value* dividend, llvm::Value* divisor);

 private:
  llvm::Value* quotientByConstant(llvm::Value* dividend, uint32_t divisor);
  Division divideByEstimate(llvm::Value* dividend, llvm::Value* divisor);

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
};

}  // namespace e11::translate
