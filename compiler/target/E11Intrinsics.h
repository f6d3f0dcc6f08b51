// SPDX-License-Identifier: Apache-2.0
//===- E11Intrinsics.h - what is known of the @e11.* functions --*- C++ -*-===//

#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Value;

namespace E11 {

enum class IntrinsicID {
  Alu,    // Node holds the E11ISD node; all operands are values
  Vector, // likewise, one operand
  Sat, InputV, InputS, Lane, Itp1, Itp2, ItpMul, ItpSel, Desc, SLdBuf, LdRaw,
  LdTyped, LdScr, StScr, StGlb, Export, Discard, DiscardMask, ReadFirst,
};

enum class Divergence { Default, Divergent, Uniform };

struct IntrinsicInfo {
  IntrinsicID Id;
  Divergence Result; // Default: divergent if an operand is
  unsigned Node;
  unsigned Operands; // Alu and Vector only
};

/// The entry for a function's name; null if it is not an @e11 function.
const IntrinsicInfo *lookupIntrinsic(StringRef Name);
/// The entry for the function that V calls; null if V is no such call.
const IntrinsicInfo *getIntrinsic(const Value *V);

} // namespace E11
} // namespace llvm
