// SPDX-License-Identifier: Apache-2.0
//===- E11RegisterInfo.cpp - registers and scratch of E11 -----------------===//

#include "E11RegisterInfo.h"
#include "E11.h"
#include "E11FrameLowering.h"
#include "E11FunctionInfo.h"
#include "E11InstrInfo.h"
#include "E11Subtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

#define GET_REGINFO_TARGET_DESC
#include "E11GenRegisterInfo.inc"

namespace {
struct ConstantEntry {
  uint16_t HWEncoding;
  uint32_t Value;
};
#define GET_ConstantTable_DECL
#define GET_ConstantTable_IMPL
#include "E11GenSearchableTables.inc"
} // namespace

E11RegisterInfo::E11RegisterInfo() : E11GenRegisterInfo(E11::K0) {}

const MCPhysReg *
E11RegisterInfo::getCalleeSavedRegs(const MachineFunction *) const {
  static const MCPhysReg None[] = {0};
  return None;
}

E11RegisterInfo::Budget E11RegisterInfo::getBudget(const MachineFunction &MF) {
  return getBudget(
      MF.getFunction().getFnAttributeAsParsedInteger(E11::SizeClass, 2));
}

E11RegisterInfo::Budget E11RegisterInfo::getBudget(unsigned SizeClass) {
  switch (SizeClass) {
  case 0:
    return {32, 64};
  case 1:
    return {64, 128};
  default:
    return {128, 128};
  }
}

BitVector E11RegisterInfo::getReservedRegs(const MachineFunction &MF) const {
  BitVector Reserved(getNumRegs());
  Budget Limit = getBudget(MF);
  for (unsigned Reg = 1; Reg != getNumRegs(); ++Reg) {
    unsigned Code = getEncodingValue(Reg);
    if (Code >= 256)
      Reserved.set(Reg);
    else if (!getSubReg(Reg, E11::sub0) &&
             Code % 128 >= (Code < 128 ? Limit.Vector : Limit.Scalar))
      for (MCSuperRegIterator Super(Reg, this, /*IncludeSelf=*/true);
           Super.isValid(); ++Super)
        Reserved.set(*Super);
  }
  return Reserved;
}

unsigned
E11RegisterInfo::getRegPressureLimit(const TargetRegisterClass *RC,
                                     MachineFunction &MF) const {
  Budget Limit = getBudget(MF);
  return isVectorClass(RC) ? Limit.Vector : Limit.Scalar;
}

bool E11RegisterInfo::getRegAllocationHints(
    Register VirtReg, ArrayRef<MCPhysReg> Order,
    SmallVectorImpl<MCPhysReg> &Hints, const MachineFunction &MF,
    const VirtRegMap *VRM, const LiveRegMatrix *Matrix) const {
  bool Hard = TargetRegisterInfo::getRegAllocationHints(VirtReg, Order, Hints,
                                                        MF, VRM, Matrix);
  const TargetRegisterClass *RC = MF.getRegInfo().getRegClass(VirtReg);
  const auto &Info = *MF.getInfo<E11FunctionInfo>();
  bool Vector = isVectorClass(RC);
  unsigned Turns = Info.Turns[Vector], Size = getRegSizeInBits(*RC) / 32;
  if (Turns < 2 * Size)
    return Hard;
  // Scalar tuples are aligned, and so numbered.
  unsigned Step = Vector ? 1 : std::min(Size, 4u);
  unsigned Choices = (Turns - Size) / Step + 1;
  unsigned Next = Info.Turn[Vector];
  Info.Turn[Vector] = (Next + Size) % Turns;
  constexpr unsigned Tries = 8;
  for (unsigned I = 0; I != std::min(Tries, Choices); ++I)
    Hints.push_back(RC->getRegister((Next / Step + I) % Choices));
  return Hard;
}

bool E11RegisterInfo::isVectorClass(const TargetRegisterClass *RC) {
  return E11::VRegRegClass.hasSubClassEq(RC) ||
         E11::VReg2RegClass.hasSubClassEq(RC) ||
         E11::VReg3RegClass.hasSubClassEq(RC) ||
         E11::VReg4RegClass.hasSubClassEq(RC) ||
         E11::VReg8RegClass.hasSubClassEq(RC);
}

bool E11RegisterInfo::isVector(const MachineRegisterInfo &MRI, Register Reg) {
  if (Reg.isVirtual())
    return isVectorClass(MRI.getRegClass(Reg));
  const TargetRegisterInfo *TRI = MRI.getTargetRegisterInfo();
  return Reg == E11::LANE || TRI->getEncodingValue(Reg) < 128;
}

const TargetRegisterClass *E11RegisterInfo::getTupleClass(unsigned N,
                                                          bool Vector) {
  switch (N) {
  case 1:
    return Vector ? &E11::VRegRegClass : &E11::SRegRegClass;
  case 2:
    return Vector ? &E11::VReg2RegClass : &E11::SReg2RegClass;
  case 3: // scalar triples are quadruples with a free end
    return Vector ? &E11::VReg3RegClass : nullptr;
  case 4:
    return Vector ? &E11::VReg4RegClass : &E11::SReg4RegClass;
  case 5: // likewise vectors
  case 6:
  case 7:
    return Vector ? &E11::VReg8RegClass : nullptr;
  case 8:
    return Vector ? &E11::VReg8RegClass : &E11::SReg8RegClass;
  default:
    return nullptr;
  }
}

unsigned E11RegisterInfo::getSubRegIndex(unsigned I) {
  static const unsigned Indices[] = {E11::sub0, E11::sub1, E11::sub2,
                                     E11::sub3, E11::sub4, E11::sub5,
                                     E11::sub6, E11::sub7};
  return Indices[I];
}

std::optional<MCRegister> E11RegisterInfo::getConstant(uint32_t Bits) {
  const ConstantEntry *Entry = lookupConstantByValue(Bits);
  if (!Entry)
    return std::nullopt;
  return MCRegister(E11::KRegRegClass.getRegister(Entry->HWEncoding - 256));
}

std::optional<uint32_t> E11RegisterInfo::getConstantValue(MCRegister Reg) {
  if (!E11::KRegRegClass.contains(Reg))
    return std::nullopt;
  for (const ConstantEntry &Entry : ConstantTable)
    if (E11::KRegRegClass.getRegister(Entry.HWEncoding - 256) == Reg)
      return Entry.Value;
  return std::nullopt;
}

// Eight registers go in two halves.
void E11RegisterInfo::expandVectorSpill(MachineInstr &MI,
                                        int64_t Offset) const {
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  bool Stores = MI.mayStore();
  const MachineOperand &Tuple = MI.getOperand(0);
  for (unsigned Half : {0u, 1u}) {
    MCRegister Part = getMatchingSuperReg(
        getSubReg(Tuple.getReg(), getSubRegIndex(4 * Half)), E11::sub0,
        &E11::VReg4RegClass);
    auto Access = BuildMI(*MI.getParent(), MI, MI.getDebugLoc(),
                          TII.get(Stores ? E11::STSCR_4 : E11::LDSCR_4));
    if (Stores)
      Access.addReg(Part, getKillRegState(Tuple.isKill()));
    else
      Access.addReg(Part, RegState::Define);
    Access.addReg(E11::K0).addReg(E11::K0).addImm(Offset + 16 * Half);
  }
  MI.eraseFromParent();
}

bool E11RegisterInfo::eliminateFrameIndex(MachineBasicBlock::iterator MI,
                                          int, unsigned FIOperandNum,
                                          RegScavenger *) const {
  MachineFunction &MF = *MI->getMF();
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  int Index = MI->getOperand(FIOperandNum).getIndex();
  int64_t Offset = MFI.getObjectOffset(Index);
  bool Scalar = MFI.getStackID(Index) == TargetStackID::SGPRSpill;
  // Spills follow the program's own scratch, unless that ends beyond what an
  // instruction's offset reaches: then the program leaves them the beginning.
  constexpr unsigned SpillsBehind = 12288, SpillReserve = 4096;
  unsigned Indexable = E11FrameLowering::getIndexableBytes(MF);
  int64_t Limit = 1 << 14;
  if (!Scalar && Indexable > SpillsBehind)
    Limit = SpillReserve;
  else if (!Scalar)
    Offset += Indexable;

  if (Offset + 32 > Limit) {
    MF.getFunction().getContext().diagnose(DiagnosticInfoResourceLimit(
        MF.getFunction(), "bytes of scratch memory", Offset, Limit, DS_Error,
        DK_ResourceLimit));
    Offset = 0;
  }
  MI->getOperand(FIOperandNum).ChangeToImmediate(Offset);

  // Scalar tuples go one by one.
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  unsigned Count = 0;
  switch (MI->getOpcode()) {
  case E11::SSPILL_2:
  case E11::SRELOAD_2:
    Count = 2;
    break;
  case E11::SSPILL_4:
  case E11::SRELOAD_4:
    Count = 4;
    break;
  case E11::SSPILL_8:
  case E11::SRELOAD_8:
    Count = 8;
    break;
  case E11::VSPILL_8:
  case E11::VRELOAD_8:
    expandVectorSpill(*MI, Offset);
    return true;
  default:
    return false;
  }
  Register Tuple = MI->getOperand(0).getReg();
  bool Kill = MI->getOperand(0).isUse() && MI->getOperand(0).isKill();
  for (unsigned I = 0; I != Count; ++I) {
    Register Part = getSubReg(Tuple, getSubRegIndex(I));
    if (MI->mayStore())
      BuildMI(*MI->getParent(), MI, MI->getDebugLoc(), TII.get(E11::SSTSCR_1))
          .addReg(Part, getKillRegState(Kill))
          .addImm(Offset + 4 * I);
    else
      BuildMI(*MI->getParent(), MI, MI->getDebugLoc(), TII.get(E11::SLDSCR_1),
              Part)
          .addImm(Offset + 4 * I);
  }
  MI->eraseFromParent();
  return true;
}

unsigned E11FrameLowering::getIndexableBytes(const MachineFunction &MF) {
  return alignTo(
      MF.getFunction().getFnAttributeAsParsedInteger("e11-scratch", 0), 4);
}

void E11FrameLowering::processFunctionBeforeFrameFinalized(
    MachineFunction &MF, RegScavenger *) const {
  MachineFrameInfo &MFI = MF.getFrameInfo();
  int64_t Offset = 0;
  for (int I = 0, E = MFI.getObjectIndexEnd(); I != E; ++I) {
    if (MFI.isDeadObjectIndex(I) ||
        MFI.getStackID(I) != TargetStackID::SGPRSpill)
      continue;
    MFI.setObjectOffset(I, Offset);
    Offset += MFI.getObjectSize(I);
  }
}
