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
  Texture, // any name that starts with "tex."
  Sat, InputV, InputS, Lane, Itp1, Itp2, ItpMul, ItpSel, Desc, DescAt, SLdBuf,
  LdRaw, LdTyped, LdStruct, StRaw, StStruct, StTyped, LdLds, StLds, AtmRaw,
  AtmStruct, AtmTyped, AtmLds, Bar, Fence, LdScr, StScr, StGlb, Export, Discard,
  DiscardMask, ReadFirst,
};

enum class Divergence { Default, Divergent, Uniform };

/// What may happen to the memory while the shader runs.
enum class Access { Invariant, Mutable, Coherent };

struct IntrinsicInfo {
  IntrinsicID Id;
  Divergence Result; // Default: divergent if an operand is
  unsigned Node;
  unsigned Operands; // Alu and Vector only
  Access Memory = Access::Invariant;
};

/// The entry for a function's name; null if it is not an @e11 function.
const IntrinsicInfo *lookupIntrinsic(StringRef Name);
/// The entry for the function that V calls; null if V is no such call.
const IntrinsicInfo *getIntrinsic(const Value *V);

} // namespace E11
} // namespace llvm
