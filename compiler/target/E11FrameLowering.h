// SPDX-License-Identifier: Apache-2.0
//===- E11FrameLowering.h - scratch memory of a shader ----------*- C++ -*-===//
//
// There is no stack: slots lie at fixed offsets of the lane's scratch, above the
// indexable temporaries, or of the wave's scalar scratch.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/CodeGen/TargetFrameLowering.h"

namespace llvm {

class E11FrameLowering : public TargetFrameLowering {
public:
  E11FrameLowering()
      : TargetFrameLowering(StackGrowsUp, Align(4), /*LocalAreaOffset=*/0) {}

  void emitPrologue(MachineFunction &, MachineBasicBlock &) const override {}
  void emitEpilogue(MachineFunction &, MachineBasicBlock &) const override {}
  bool hasFP(const MachineFunction &) const override { return false; }
  bool isSupportedStackID(TargetStackID::Value ID) const override {
    return ID == TargetStackID::Default || ID == TargetStackID::SGPRSpill;
  }
  void processFunctionBeforeFrameFinalized(MachineFunction &MF,
                                           RegScavenger *) const override;

  /// Bytes of scratch that the translator's indexable temporaries take.
  static unsigned getIndexableBytes(const MachineFunction &MF);
};

} // namespace llvm
