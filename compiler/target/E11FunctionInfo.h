// SPDX-License-Identifier: Apache-2.0
//===- E11FunctionInfo.h - what passes know of a function -------*- C++ -*-===//

#pragma once

#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

class E11FunctionInfo : public MachineFunctionInfo {
public:
  E11FunctionInfo(const Function &, const TargetSubtargetInfo *) {}

  /// In a long function the allocator takes so many registers of a file
  /// (scalars, vectors) in turn: those whose turn it is have been free for
  /// longest. To try them all from the first one on takes long where most are
  /// taken. 0: the first ones that are free.
  unsigned Turns[2] = {};
  mutable unsigned Turn[2] = {};
};

} // namespace llvm
