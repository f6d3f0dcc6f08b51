// SPDX-License-Identifier: Apache-2.0
//===- E11InstrInfo.h - instructions of E11 ---------------------*- C++ -*-===//

#pragma once

#include "E11RegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

#define GET_INSTRINFO_HEADER
#include "E11GenInstrInfo.inc"

namespace llvm {

class E11InstrInfo : public E11GenInstrInfo {
public:
  E11InstrInfo();
  const E11RegisterInfo &getRegisterInfo() const { return RI; }

  /// The instruction of form T with this assembly name; 0 if there is none.
  unsigned getTextureOpcode(StringRef Name) const;

  void copyPhysReg(MachineBasicBlock &MBB, MachineBasicBlock::iterator MI,
                   const DebugLoc &DL, MCRegister Dst, MCRegister Src,
                   bool KillSrc) const override;
  void storeRegToStackSlot(MachineBasicBlock &MBB,
                           MachineBasicBlock::iterator MI, Register Src,
                           bool IsKill, int FrameIndex,
                           const TargetRegisterClass *RC,
                           const TargetRegisterInfo *TRI,
                           Register VReg) const override;
  void loadRegFromStackSlot(MachineBasicBlock &MBB,
                            MachineBasicBlock::iterator MI, Register Dst,
                            int FrameIndex, const TargetRegisterClass *RC,
                            const TargetRegisterInfo *TRI,
                            Register VReg) const override;
  Register isLoadFromStackSlot(const MachineInstr &MI,
                               int &FrameIndex) const override;
  Register isStoreToStackSlot(const MachineInstr &MI,
                              int &FrameIndex) const override;

  // Uniform branches only: what touches exec stays where it is.
  bool analyzeBranch(MachineBasicBlock &MBB, MachineBasicBlock *&TBB,
                     MachineBasicBlock *&FBB,
                     SmallVectorImpl<MachineOperand> &Cond,
                     bool AllowModify) const override;
  unsigned removeBranch(MachineBasicBlock &MBB,
                        int *BytesRemoved) const override;
  unsigned insertBranch(MachineBasicBlock &MBB, MachineBasicBlock *TBB,
                        MachineBasicBlock *FBB, ArrayRef<MachineOperand> Cond,
                        const DebugLoc &DL, int *BytesAdded) const override;
  bool reverseBranchCondition(
      SmallVectorImpl<MachineOperand> &Cond) const override;

  bool isBasicBlockPrologue(const MachineInstr &MI,
                            Register Reg) const override;
  bool isSafeToSink(MachineInstr &MI, MachineBasicBlock *To,
                    MachineCycleInfo *CI) const override;
  bool isReallyTriviallyReMaterializable(const MachineInstr &MI) const override;
  bool isIgnorableUse(const MachineOperand &MO) const override;
  bool isSchedulingBoundary(const MachineInstr &MI,
                            const MachineBasicBlock *MBB,
                            const MachineFunction &MF) const override;
  InstructionUniformity
  getInstructionUniformity(const MachineInstr &MI) const override;

private:
  const E11RegisterInfo RI;
};

} // namespace llvm
