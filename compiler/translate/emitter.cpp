// SPDX-License-Identifier: Apache-2.0
#include "translate/emitter.h"

#include <cmath>
#include <cstring>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

namespace e11::translate {
namespace {

constexpr uint32_t kSignBit = 0x80000000;

uint32_t flushedBits(uint32_t bits) {
  const uint32_t exponent = bits & 0x7f800000;
  if (exponent == 0) return bits & kSignBit;
  if (exponent == 0x7f800000 && (bits & 0x7fffff) != 0) return kCanonicalNan;
  return bits;
}

float toFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

bool constantBits(llvm::Value* value, uint32_t* bits) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
  if (constant == nullptr) return false;
  *bits = static_cast<uint32_t>(constant->getValueAPF().bitcastToAPInt().getZExtValue());
  return true;
}

bool isConstant(llvm::Value* value, uint32_t bits) {
  uint32_t actual = 0;
  return constantBits(value, &actual) && actual == bits;
}

}  // namespace

Emitter::Emitter(llvm::Module* module) : module_(*module), builder_(module->getContext()) {}

llvm::Constant* Emitter::floatConstant(uint32_t bits) {
  return llvm::ConstantFP::get(context(),
                               llvm::APFloat(llvm::APFloat::IEEEsingle(), llvm::APInt(32, bits)));
}

llvm::Value* Emitter::asFloat(llvm::Value* bits) {
  if (bits->getType()->isFloatTy()) return bits;
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(bits)) {
    return floatConstant(static_cast<uint32_t>(constant->getZExtValue()));
  }
  auto* cast = llvm::dyn_cast<llvm::BitCastInst>(bits);
  if (cast != nullptr && cast->getSrcTy()->isFloatTy()) return cast->getOperand(0);
  return builder_.CreateBitCast(bits, f32());
}

llvm::Value* Emitter::asBits(llvm::Value* value) {
  if (value->getType()->isIntegerTy(32)) return value;
  uint32_t bits = 0;
  if (constantBits(value, &bits)) return constant(bits);
  auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value);
  if (cast != nullptr && cast->getSrcTy()->isIntegerTy(32)) return cast->getOperand(0);
  return builder_.CreateBitCast(value, i32());
}

llvm::Value* Emitter::asMask(llvm::Value* condition) {
  return builder_.CreateSExt(condition, i32());
}

llvm::Value* Emitter::flushed(llvm::Value* a) {
  uint32_t bits = 0;
  if (constantBits(a, &bits)) return floatConstant(flushedBits(bits));
  // LLVM would drop a multiplication by one. max(a, a) is a, flushed.
  return floatCall("fmax", {a, a});
}

llvm::Value* Emitter::fadd(llvm::Value* a, llvm::Value* b) {
  uint32_t x = 0, y = 0;
  if (constantBits(a, &x) && constantBits(b, &y)) {
    return floatConstant(flushedBits(toBits(toFloat(flushedBits(x)) + toFloat(flushedBits(y)))));
  }
  // LLVM drops the addition of -0, and flushing with it.
  if (isConstant(b, kSignBit)) return flushed(a);
  if (isConstant(a, kSignBit)) return flushed(b);
  return builder_.CreateFAdd(a, b);
}

llvm::Value* Emitter::fmul(llvm::Value* a, llvm::Value* b) {
  constexpr uint32_t kOne = 0x3f800000;
  uint32_t x = 0, y = 0;
  if (constantBits(a, &x) && constantBits(b, &y)) {
    return floatConstant(flushedBits(toBits(toFloat(flushedBits(x)) * toFloat(flushedBits(y)))));
  }
  if (isConstant(b, kOne)) return flushed(a);
  if (isConstant(a, kOne)) return flushed(b);
  return builder_.CreateFMul(a, b);
}

llvm::Value* Emitter::fmad(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
  return fadd(fmul(a, b), c);
}

llvm::Value* Emitter::fneg(llvm::Value* a) {
  uint32_t bits = 0;
  if (constantBits(a, &bits)) return floatConstant(bits ^ kSignBit);
  return builder_.CreateFNeg(a);
}

llvm::Value* Emitter::fabs(llvm::Value* a) {
  uint32_t bits = 0;
  if (constantBits(a, &bits)) return floatConstant(bits & ~kSignBit);
  return llvmCall(llvm::Intrinsic::fabs, {a});
}

llvm::Value* Emitter::fcompare(llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b) {
  uint32_t x = 0, y = 0;
  if (constantBits(a, &x) && constantBits(b, &y)) {
    a = floatConstant(flushedBits(x));
    b = floatConstant(flushedBits(y));
  }
  return builder_.CreateFCmp(predicate, a, b);
}

llvm::Value* Emitter::llvmCall(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Function* function =
      llvm::Intrinsic::getDeclaration(&module_, id, {arguments[0]->getType()});
  return builder_.CreateCall(function, arguments);
}

llvm::Value* Emitter::call(const std::string& name, llvm::Type* result,
                           llvm::ArrayRef<llvm::Value*> arguments, Effect effect) {
  const std::string fullName = "e11." + name;
  llvm::Function* function = module_.getFunction(fullName);
  if (function == nullptr) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    function = llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                                      llvm::GlobalValue::ExternalLinkage, fullName, module_);
    function->setDoesNotThrow();
    function->addFnAttr(llvm::Attribute::WillReturn);
    switch (effect) {
      case Effect::None:
        function->setMemoryEffects(llvm::MemoryEffects::none());
        break;
      case Effect::ConvergentNone:
        function->setMemoryEffects(llvm::MemoryEffects::none());
        function->setConvergent();
        break;
      case Effect::Read:
        function->setMemoryEffects(llvm::MemoryEffects::readOnly());
        function->addFnAttr(llvm::Attribute::Speculatable);
        break;
      case Effect::ReadMutable:
        function->setMemoryEffects(llvm::MemoryEffects::readOnly());
        break;
      case Effect::ConvergentRead:
        function->setMemoryEffects(llvm::MemoryEffects::readOnly());
        function->setConvergent();
        break;
      case Effect::GroupRead:
        function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref));
        break;
      case Effect::GroupWrite:
        function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Mod));
        break;
      case Effect::ReadWrite:
        break;
      case Effect::Scratch:
        function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
        break;
      case Effect::Write:
        function->setMemoryEffects(llvm::MemoryEffects::writeOnly());
        break;
      case Effect::Convergent:
        function->setConvergent();
        break;
    }
  }
  return builder_.CreateCall(function, arguments);
}

llvm::Value* Emitter::descriptor(uint32_t entry) {
  return call("desc", dwords(4), {constant(entry)});
}

llvm::Value* Emitter::descriptorPair(uint32_t entry) {
  return call("desc.8", dwords(8), {constant(entry)});
}

llvm::Type* Emitter::dwords(uint32_t count) {
  return count == 1 ? i32() : llvm::FixedVectorType::get(i32(), count);
}

llvm::Value* Emitter::loadRaw(uint32_t count, llvm::Value* descriptor, llvm::Value* offset) {
  return call("ldraw." + std::to_string(count), dwords(count), {descriptor, offset}, Effect::Read);
}

llvm::Value* Emitter::loadTyped(uint32_t count, llvm::Value* descriptor, llvm::Value* index) {
  return call("ldtyped." + std::to_string(count), dwords(count), {descriptor, index}, Effect::Read);
}

llvm::Value* Emitter::loadScratch(llvm::Value* offset) {
  return call("ldscr", i32(), {offset}, Effect::Scratch);
}

void Emitter::storeScratch(llvm::Value* value, llvm::Value* offset) {
  call("stscr", builder_.getVoidTy(), {value, offset}, Effect::Scratch);
}

llvm::Value* Emitter::bitFieldMask(llvm::Value* width, llvm::Value* offset) {
  const auto* w = llvm::dyn_cast<llvm::ConstantInt>(width);
  const auto* o = llvm::dyn_cast<llvm::ConstantInt>(offset);
  if (w == nullptr || o == nullptr) return intCall("bfm", {width, offset});
  return constant(((1u << (w->getZExtValue() & 31)) - 1) << (o->getZExtValue() & 31));
}

llvm::Value* Emitter::component(llvm::Value* loaded, uint32_t index) {
  if (!loaded->getType()->isVectorTy()) return loaded;
  return builder_.CreateExtractElement(loaded, index);
}

}  // namespace e11::translate
