// SPDX-License-Identifier: Apache-2.0
// Float arithmetic flushes denormals and makes NaN the canonical one (spec 3.1.3.2). LLVM takes x *
// 1 and x + -0 for x. These functions find where it would and x is not flushed already.
#pragma once

#include "llvm/IR/Instruction.h"

namespace e11::translate {

/// What LLVM would replace the instruction by, and wrongly: a product by 1, a sum with -0. Null if
/// it is no such one.
llvm::Value* onlyFlushed(const llvm::Instruction& instruction);

/// True if the instruction is a sum or product of a constant NaN: LLVM would keep the NaN's bits.
bool hasConstantNan(const llvm::Instruction& instruction);

/// The number of the operand that must be flushed where LLVM cannot see it, because later passes
/// might find that one operand is 1 (of a product) or -0 (of a sum) while the other one is not
/// flushed yet. -1 if the instruction is no sum or product, or is safe.
int operandToHide(const llvm::Instruction& instruction);

}  // namespace e11::translate
