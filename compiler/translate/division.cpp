// SPDX-License-Identifier: Apache-2.0
// Unsigned division: the machine has none.
#include "llvm/IR/Constants.h"
#include "llvm/Support/DivisionByConstantInfo.h"
#include "translate/emitter.h"

namespace e11::translate {

Emitter::Division Emitter::udiv(llvm::Value* dividend, llvm::Value* divisor) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  if (known == nullptr) return divideByEstimate(dividend, divisor);
  const uint32_t value = static_cast<uint32_t>(known->getZExtValue());
  if (value == 0) return {constant(~0u), constant(~0u)};
  llvm::Value* quotient = quotientByConstant(dividend, value);
  if ((value & (value - 1)) == 0) {
    return {quotient, builder_.CreateAnd(dividend, constant(value - 1))};
  }
  llvm::Value* product = builder_.CreateMul(quotient, constant(value));
  return {quotient, builder_.CreateSub(dividend, product)};
}

// Multiplication by a reciprocal of enough bits.
llvm::Value* Emitter::quotientByConstant(llvm::Value* dividend, uint32_t divisor) {
  if ((divisor & (divisor - 1)) == 0) {
    return builder_.CreateLShr(dividend, llvm::Log2_32(divisor));
  }
  const auto info =
      llvm::UnsignedDivisionByConstantInfo::get(llvm::APInt(32, divisor));
  llvm::Value* value = dividend;
  if (info.PreShift != 0) value = builder_.CreateLShr(value, info.PreShift);
  const uint32_t magic = static_cast<uint32_t>(info.Magic.getZExtValue());
  llvm::Value* high = intCall("umulh", {value, constant(magic)});
  if (info.IsAdd) {
    // The multiplier has 33 bits: add the dividend without overflow.
    llvm::Value* rest = builder_.CreateSub(value, high);
    high = builder_.CreateAdd(builder_.CreateLShr(rest, 1), high);
  }
  return info.PostShift == 0 ? high : builder_.CreateLShr(high, info.PostShift);
}

// An estimate z of 2^32 / divisor that is never too large: the reciprocal is scaled by
// 2^32 * (1 - 2^-20), which outweighs its error of at most 2^-21 (spec 22.10.18) and that of the
// conversion. Its relative error, below 2^-19, is squared by one Newton step; so the quotient is at
// most 2 too small and two corrections make it exact.
Emitter::Division Emitter::divideByEstimate(llvm::Value* dividend, llvm::Value* divisor) {
  constexpr uint32_t kScale = 0x4f7ffff0;  // 2^32 * (1 - 2^-20)
  llvm::Value* reciprocal = floatCall("rcp", {builder_.CreateUIToFP(divisor, f32())});
  llvm::Value* estimate =
      intCall("ftou", {builder_.CreateFMul(reciprocal, floatConstant(kScale))});
  llvm::Value* shortfall =
      builder_.CreateMul(builder_.CreateSub(constant(0), divisor), estimate);
  estimate = builder_.CreateAdd(estimate, intCall("umulh", {estimate, shortfall}));

  llvm::Value* quotient = intCall("umulh", {dividend, estimate});
  llvm::Value* remainder =
      builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
  for (int i = 0; i < 2; ++i) {
    llvm::Value* more = builder_.CreateICmpUGE(remainder, divisor);
    quotient = builder_.CreateSelect(more, builder_.CreateAdd(quotient, constant(1)), quotient);
    remainder = builder_.CreateSelect(more, builder_.CreateSub(remainder, divisor), remainder);
  }
  llvm::Value* byZero = builder_.CreateICmpEQ(divisor, constant(0));
  return {builder_.CreateSelect(byZero, constant(~0u), quotient),
          builder_.CreateSelect(byZero, constant(~0u), remainder)};
}

}  // namespace e11::translate
