// SPDX-License-Identifier: Apache-2.0
#include "translate/flushing.h"

#include <algorithm>
#include <cstdint>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace e11::translate {
namespace {

bool isProduct(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FMul;
}
bool isSum(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FAdd;
}

// 1 for products, -0 for sums, as float or as its bits.
bool isNeutral(const llvm::Value* value, bool product) {
  constexpr uint64_t kOne = 0x3f800000, kMinusZero = 0x80000000;
  const uint64_t neutral = product ? kOne : kMinusZero;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant->getZExtValue() == neutral;
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value);
  return constant != nullptr && constant->getValueAPF().bitcastToAPInt().getZExtValue() == neutral;
}

/// The @e11 function that is called; empty if it is another instruction.
llvm::StringRef calledOperation(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  const llvm::Function* function = call != nullptr ? call->getCalledFunction() : nullptr;
  llvm::StringRef name = function != nullptr ? function->getName() : "";
  return name.consume_front("e11.") ? name : "";
}

// Code that LLVM knows nothing of: it cannot find its result to be a constant.
bool isOpaque(const llvm::Value* value) {
  return !calledOperation(value).empty() || llvm::isa<llvm::ExtractElementInst>(value);
}

constexpr int kDeepest = 5;

/// Values that an integer takes, over all that opaque code might give.
struct Range {
  uint32_t bits = 0;    ///< it is 0 and, for each of these, that bit alone; ~0: any number
  bool varies = false;  ///< it is no constant; false: not known
};
constexpr uint32_t kAll = ~0u;

Range rangeWithConstant(unsigned opcode, Range range, uint32_t constant) {
  const auto ofBits = [](uint32_t bits) { return Range{bits, bits != 0}; };
  switch (opcode) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Xor:
      return {range.bits == kAll ? kAll : 0, range.varies};
    case llvm::Instruction::And:
      return ofBits(range.bits & constant);
    case llvm::Instruction::Shl:
      return ofBits(constant < 32 ? range.bits << constant : 0);
    case llvm::Instruction::LShr:
      return ofBits(constant < 32 ? range.bits >> constant : 0);
    case llvm::Instruction::Mul:  // by the lowest bit alone: not 0
      return {0, (range.bits & -range.bits) * constant != 0};
    default:
      return {};
  }
}

// `seen`: opaque values that were met. One that is met twice might cancel itself out.
Range rangeOf(const llvm::Value* value, llvm::SmallPtrSetImpl<const llvm::Value*>* seen,
              int depth = 0) {
  if (isOpaque(value)) return seen->insert(value).second ? Range{kAll, true} : Range{};
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (operation == nullptr || depth == kDeepest) return {};
  const Range first = rangeOf(operation->getOperand(0), seen, depth + 1);
  const unsigned opcode = operation->getOpcode();
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1)))
    return rangeWithConstant(opcode, first, static_cast<uint32_t>(constant->getZExtValue()));
  if (opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Sub) return {};
  // What is not understood might depend on the same values.
  const Range second = rangeOf(operation->getOperand(1), seen, depth + 1);
  if (!first.varies || !second.varies) return {};
  return {first.bits == kAll || second.bits == kAll ? kAll : 0, true};
}

bool mayBeConstantNumber(const llvm::Value* value) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  return !rangeOf(value, &seen).varies;
}

// Whether LLVM might find that a float is a constant.
bool mayBecomeConstant(const llvm::Value* value, int depth) {
  if (llvm::isa<llvm::Constant>(value)) return true;
  if (isOpaque(value)) return false;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth >= kDeepest) return true;
  switch (instruction->getOpcode()) {
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return mayBeConstantNumber(instruction->getOperand(0));
    case llvm::Instruction::Call:  // of LLVM's own: rounding, fabs
      return !value->getType()->isFloatTy() ||
             mayBecomeConstant(instruction->getOperand(0), depth + 1);
    case llvm::Instruction::BitCast:
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FMul:
      return llvm::all_of(instruction->operand_values(), [&](const llvm::Value* operand) {
        return mayBecomeConstant(operand, depth + 1);
      });
    default:
      return true;
  }
}

// Likewise that it is 1 or -0.
bool mayBecomeNeutral(const llvm::Value* value, bool product, int depth = 0) {
  if (llvm::isa<llvm::Constant>(value)) return isNeutral(value, product);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || depth == kDeepest) return true;
  const auto may = [&](const llvm::Value* operand) {
    return mayBecomeNeutral(operand, product, depth + 1);
  };
  switch (instruction->getOpcode()) {
    case llvm::Instruction::SExt:  // of a comparison: 0 or -1
      return false;
    case llvm::Instruction::BitCast:
      return may(instruction->getOperand(0));
    case llvm::Instruction::And:  // a number or 0
      for (unsigned i : {0u, 1u}) {
        if (llvm::isa<llvm::SExtInst>(instruction->getOperand(i)))
          return may(instruction->getOperand(1 - i));
      }
      return true;
    case llvm::Instruction::Select:
      return may(instruction->getOperand(1)) || may(instruction->getOperand(2));
    case llvm::Instruction::PHI:
      return llvm::any_of(instruction->operand_values(), may);
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      if (!product) return false;
      [[fallthrough]];
    default:
      return mayBecomeConstant(value, depth);
  }
}

// A float as arithmetic leaves it, so that to flush it changes nothing.
bool isFlushed(const llvm::Value* value, llvm::SmallPtrSetImpl<const llvm::Value*>* seen) {
  constexpr unsigned kMost = 16;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    return !constant->getValueAPF().isDenormal() && !constant->isNaN();
  }
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    const llvm::APFloat number(llvm::APFloat::IEEEsingle(), constant->getValue());
    return !number.isDenormal() && !number.isNaN();
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || seen->size() > kMost) return false;
  if (!seen->insert(instruction).second) return true;  // a loop's value: what else comes in decides
  const auto flushed = [&](const llvm::Value* operand) { return isFlushed(operand, seen); };
  switch (instruction->getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FMul:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return true;
    case llvm::Instruction::BitCast:
    case llvm::Instruction::FNeg:  // the sign of NaN is open
      return flushed(instruction->getOperand(0));
    case llvm::Instruction::And:  // a number or 0
      for (unsigned i : {0u, 1u}) {
        const auto* mask = llvm::dyn_cast<llvm::SExtInst>(instruction->getOperand(i));
        if (mask != nullptr && mask->getSrcTy()->isIntegerTy(1))
          return flushed(instruction->getOperand(1 - i));
      }
      return false;
    case llvm::Instruction::Select:
      return flushed(instruction->getOperand(1)) && flushed(instruction->getOperand(2));
    case llvm::Instruction::PHI:
      return llvm::all_of(instruction->operand_values(), flushed);
    default:
      return llvm::StringSwitch<bool>(calledOperation(value))
          .Cases("fmin", "fmax", "frc", "rcp", "rsq", "sqrt", true)
          .Cases("exp2", "log2", "sin", "cos", "fdiv", "sat", true)
          .Cases("itp1", "itp2", "itpmul", true)
          .Default(false);
  }
}

}  // namespace

llvm::Value* onlyFlushed(const llvm::Instruction& instruction) {
  const bool product = isProduct(instruction);
  if (!product && !isSum(instruction)) return nullptr;
  for (unsigned i : {0u, 1u}) {
    if (isNeutral(instruction.getOperand(i), product)) return instruction.getOperand(1 - i);
  }
  return nullptr;
}

bool hasConstantNan(const llvm::Instruction& instruction) {
  return (isProduct(instruction) || isSum(instruction)) &&
         llvm::any_of(instruction.operand_values(), [](const llvm::Value* operand) {
           const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(operand);
           return constant != nullptr && constant->isNaN();
         });
}

int operandToHide(const llvm::Instruction& instruction) {
  const bool product = isProduct(instruction);
  if (!product && !isSum(instruction)) return -1;
  for (int i : {0, 1}) {
    llvm::SmallPtrSet<const llvm::Value*, 32> seen;
    const llvm::Value* other = instruction.getOperand(1 - i);
    if (isFlushed(instruction.getOperand(i), &seen) || !mayBecomeNeutral(other, product)) continue;
    // A product that is hidden cannot become one instruction with its sum.
    const auto* result = llvm::dyn_cast<llvm::Instruction>(other);
    return result != nullptr && isProduct(*result) ? i : 1 - i;
  }
  return -1;
}

}  // namespace e11::translate
