// SPDX-License-Identifier: Apache-2.0
//===- E11Subtarget.h - the one E11 processor -------------------*- C++ -*-===//

#pragma once

#include "E11FrameLowering.h"
#include "E11ISelLowering.h"
#include "E11InstrInfo.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define GET_SUBTARGETINFO_HEADER
#include "E11GenSubtargetInfo.inc"

namespace llvm {

class E11Subtarget : public E11GenSubtargetInfo {
public:
  E11Subtarget(const Triple &TT, StringRef CPU, StringRef FS,
               const TargetMachine &TM);

  void ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS);

  const E11InstrInfo *getInstrInfo() const override { return &InstrInfo; }
  const E11RegisterInfo *getRegisterInfo() const override {
    return &InstrInfo.getRegisterInfo();
  }
  const E11FrameLowering *getFrameLowering() const override {
    return &FrameLowering;
  }
  const E11TargetLowering *getTargetLowering() const override {
    return &Lowering;
  }
  const SelectionDAGTargetInfo *getSelectionDAGInfo() const override {
    return &DAGInfo;
  }
  bool enableMachineScheduler() const override { return true; }
  void overrideSchedPolicy(MachineSchedPolicy &Policy,
                           unsigned NumRegionInstrs) const override;

private:
  E11InstrInfo InstrInfo;
  E11FrameLowering FrameLowering;
  E11TargetLowering Lowering;
  SelectionDAGTargetInfo DAGInfo;
};

} // namespace llvm
