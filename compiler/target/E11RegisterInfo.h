// SPDX-License-Identifier: Apache-2.0
//===- E11RegisterInfo.h - registers of E11 ---------------------*- C++ -*-===//

#pragma once

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <optional>

#define GET_REGINFO_HEADER
#include "E11GenRegisterInfo.inc"

namespace llvm {

class E11RegisterInfo : public E11GenRegisterInfo {
public:
  E11RegisterInfo();

  const MCPhysReg *getCalleeSavedRegs(const MachineFunction *) const override;
  BitVector getReservedRegs(const MachineFunction &MF) const override;
  bool eliminateFrameIndex(MachineBasicBlock::iterator MI, int SPAdj,
                           unsigned FIOperandNum,
                           RegScavenger *RS) const override;
  void expandVectorSpill(MachineInstr &MI, int64_t Offset) const;
  Register getFrameRegister(const MachineFunction &) const override {
    return Register();
  }
  bool isDivergentRegClass(const TargetRegisterClass *RC) const override {
    return isVectorClass(RC);
  }
  unsigned getRegPressureLimit(const TargetRegisterClass *RC,
                               MachineFunction &MF) const override;
  bool getRegAllocationHints(Register VirtReg, ArrayRef<MCPhysReg> Order,
                             SmallVectorImpl<MCPhysReg> &Hints,
                             const MachineFunction &MF, const VirtRegMap *VRM,
                             const LiveRegMatrix *Matrix) const override;

  static bool isVectorClass(const TargetRegisterClass *RC);
  static bool isVector(const MachineRegisterInfo &MRI, Register Reg);
  /// The class of N registers of one file; null if there is none.
  static const TargetRegisterClass *getTupleClass(unsigned N, bool Vector);
  /// The constant register that holds these bits.
  static std::optional<MCRegister> getConstant(uint32_t Bits);
  /// What a constant register holds.
  static std::optional<uint32_t> getConstantValue(MCRegister Reg);
  static unsigned getSubRegIndex(unsigned I);

  struct Budget {
    unsigned Vector, Scalar;
  };
  /// Registers of the function's size class (docs/shader-abi.md).
  static Budget getBudget(unsigned SizeClass);
  static Budget getBudget(const MachineFunction &MF);
};

} // namespace llvm
