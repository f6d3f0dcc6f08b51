// SPDX-License-Identifier: Apache-2.0
//===- E11InstrInfo.cpp - copies, spills and branches of E11 --------------===//

#include "E11InstrInfo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/MachineCycleAnalysis.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

#define GET_INSTRINFO_CTOR_DTOR
#include "E11GenInstrInfo.inc"

E11InstrInfo::E11InstrInfo() : E11GenInstrInfo(-1, -1) {}

unsigned E11InstrInfo::getTextureOpcode(StringRef Name) const {
  static const StringMap<unsigned> Table = [this] {
    StringMap<unsigned> Opcodes;
    for (unsigned Opcode = 0; Opcode != getNumOpcodes(); ++Opcode)
      if (get(Opcode).TSFlags & E11::FlagTexture)
        Opcodes[getName(Opcode).lower()] = Opcode;
    return Opcodes;
  }();
  return Table.lookup(Name);
}

static unsigned countRegisters(const TargetRegisterInfo &TRI,
                               const TargetRegisterClass *RC) {
  return TRI.getRegSizeInBits(*RC) / 32;
}

void E11InstrInfo::copyPhysReg(MachineBasicBlock &MBB,
                               MachineBasicBlock::iterator MI,
                               const DebugLoc &DL, MCRegister Dst,
                               MCRegister Src, bool KillSrc) const {
  const MachineRegisterInfo &MRI = MBB.getParent()->getRegInfo();
  bool ToVector = E11RegisterInfo::isVector(MRI, Dst);
  // A lane's value is not the wave's: such copies are legalised as rdfirst
  // while the code is still in SSA form (E11FoldOperands.cpp).
  if (!ToVector && E11RegisterInfo::isVector(MRI, Src))
    report_fatal_error("copy of a vector register to a scalar one");

  unsigned Opcode = ToVector ? E11::MOV_V : E11::MOV_S;
  unsigned Count = 0;
  while (Count != 8 && RI.getSubReg(Dst, RI.getSubRegIndex(Count)))
    ++Count;
  if (Count == 0) {
    BuildMI(MBB, MI, DL, get(Opcode), Dst)
        .addReg(Src, getKillRegState(KillSrc))
        .addImm(0);
    return;
  }
  // Upwards or downwards, so that overlapping tuples keep their values; what
  // both have is not dead afterwards.
  KillSrc = KillSrc && !RI.regsOverlap(Dst, Src);
  bool Up = RI.getEncodingValue(Dst) <= RI.getEncodingValue(Src);
  for (unsigned I = 0; I != Count; ++I) {
    unsigned Part = RI.getSubRegIndex(Up ? I : Count - 1 - I);
    auto Move = BuildMI(MBB, MI, DL, get(Opcode), RI.getSubReg(Dst, Part))
                    .addReg(RI.getSubReg(Src, Part))
                    .addImm(0);
    if (I == 0)
      Move.addReg(Dst, RegState::ImplicitDefine);
    if (I == Count - 1)
      Move.addReg(Src, RegState::Implicit | getKillRegState(KillSrc));
  }
}

namespace {
/// Spills of one direction: by number of registers (vectors 1 to 4, then 8;
/// scalars 1, 2, 4 and 8).
struct SlotAccess {
  unsigned Vector[4], Vector8, Scalar[4];

  /// The operand that is the slot; 0 if it is no such instruction.
  unsigned getSlotOperand(unsigned Opcode) const {
    if (is_contained(Vector, Opcode))
      return 3;
    return Opcode == Vector8 || is_contained(Scalar, Opcode) ? 1 : 0;
  }
};
} // namespace

static const SlotAccess SlotStores = {
    {E11::STSCR_1, E11::STSCR_2, E11::STSCR_3, E11::STSCR_4},
    E11::VSPILL_8,
    {E11::SSTSCR_1, E11::SSPILL_2, E11::SSPILL_4, E11::SSPILL_8}};
static const SlotAccess SlotLoads = {
    {E11::LDSCR_1, E11::LDSCR_2, E11::LDSCR_3, E11::LDSCR_4},
    E11::VRELOAD_8,
    {E11::SLDSCR_1, E11::SRELOAD_2, E11::SRELOAD_4, E11::SRELOAD_8}};

// State: of the register, which is defined or read.
static void accessSlot(const E11InstrInfo &TII, const SlotAccess &Access,
                       MachineBasicBlock &MBB, MachineBasicBlock::iterator MI,
                       Register Reg, unsigned State, int FrameIndex,
                       const TargetRegisterClass *RC) {
  MachineFunction &MF = *MBB.getParent();
  MachineFrameInfo &MFI = MF.getFrameInfo();
  unsigned Count = countRegisters(TII.getRegisterInfo(), RC);
  bool Vector = E11RegisterInfo::isVectorClass(RC), Tuple8 = Count == 8;
  unsigned Opcode = !Vector  ? Access.Scalar[Log2_32(Count)]
                    : Tuple8 ? Access.Vector8
                             : Access.Vector[Count - 1];
  if (!Vector)
    MFI.setStackID(FrameIndex, TargetStackID::SGPRSpill);
  auto Built =
      BuildMI(MBB, MI, DebugLoc(), TII.get(Opcode)).addReg(Reg, State);
  if (Vector && !Tuple8)
    Built.addReg(E11::K0).addReg(E11::K0);
  Built.addFrameIndex(FrameIndex)
      .addMemOperand(MF.getMachineMemOperand(
          MachinePointerInfo::getFixedStack(MF, FrameIndex),
          State & RegState::Define ? MachineMemOperand::MOLoad
                                   : MachineMemOperand::MOStore,
          MFI.getObjectSize(FrameIndex), MFI.getObjectAlign(FrameIndex)));
}

void E11InstrInfo::storeRegToStackSlot(
    MachineBasicBlock &MBB, MachineBasicBlock::iterator MI, Register Src,
    bool IsKill, int FrameIndex, const TargetRegisterClass *RC,
    const TargetRegisterInfo *, Register) const {
  accessSlot(*this, SlotStores, MBB, MI, Src, getKillRegState(IsKill),
             FrameIndex, RC);
}

void E11InstrInfo::loadRegFromStackSlot(
    MachineBasicBlock &MBB, MachineBasicBlock::iterator MI, Register Dst,
    int FrameIndex, const TargetRegisterClass *RC, const TargetRegisterInfo *,
    Register) const {
  accessSlot(*this, SlotLoads, MBB, MI, Dst, RegState::Define, FrameIndex, RC);
}

static Register getSlotRegister(const SlotAccess &Access,
                                const MachineInstr &MI, int &FrameIndex) {
  unsigned Slot = Access.getSlotOperand(MI.getOpcode());
  if (!Slot || !MI.getOperand(Slot).isFI())
    return Register();
  FrameIndex = MI.getOperand(Slot).getIndex();
  return MI.getOperand(0).getReg();
}

Register E11InstrInfo::isLoadFromStackSlot(const MachineInstr &MI,
                                           int &FrameIndex) const {
  return getSlotRegister(SlotLoads, MI, FrameIndex);
}

Register E11InstrInfo::isStoreToStackSlot(const MachineInstr &MI,
                                          int &FrameIndex) const {
  return getSlotRegister(SlotStores, MI, FrameIndex);
}

//===-- Branches ----------------------------------------------------------===//

static bool isUniformBranch(unsigned Opcode) {
  return Opcode == E11::BRZ || Opcode == E11::BRNZ;
}

// Cond: the opcode and the condition's register.
bool E11InstrInfo::analyzeBranch(MachineBasicBlock &MBB,
                                 MachineBasicBlock *&TBB,
                                 MachineBasicBlock *&FBB,
                                 SmallVectorImpl<MachineOperand> &Cond,
                                 bool) const {
  TBB = FBB = nullptr;
  for (MachineInstr &MI : MBB.terminators()) {
    if (FBB || (TBB && Cond.empty()))
      return true;
    if (MI.getOpcode() == E11::BR) {
      (TBB ? FBB : TBB) = MI.getOperand(0).getMBB();
    } else if (isUniformBranch(MI.getOpcode()) && !TBB) {
      TBB = MI.getOperand(1).getMBB();
      Cond.push_back(MachineOperand::CreateImm(MI.getOpcode()));
      Cond.push_back(MI.getOperand(0));
      Cond.back().setIsKill(false);
    } else {
      return true;
    }
  }
  return false;
}

unsigned E11InstrInfo::removeBranch(MachineBasicBlock &MBB,
                                    int *BytesRemoved) const {
  unsigned Count = 0;
  for (MachineInstr &MI : make_early_inc_range(MBB.terminators())) {
    if (MI.getOpcode() != E11::BR && !isUniformBranch(MI.getOpcode()))
      continue;
    MI.eraseFromParent();
    ++Count;
  }
  if (BytesRemoved)
    *BytesRemoved = 8 * Count;
  return Count;
}

unsigned E11InstrInfo::insertBranch(MachineBasicBlock &MBB,
                                    MachineBasicBlock *TBB,
                                    MachineBasicBlock *FBB,
                                    ArrayRef<MachineOperand> Cond,
                                    const DebugLoc &DL, int *BytesAdded) const {
  unsigned Count = 0;
  if (!Cond.empty()) {
    BuildMI(&MBB, DL, get(Cond[0].getImm())).add(Cond[1]).addMBB(TBB);
    ++Count;
    TBB = FBB;
  }
  if (TBB) {
    BuildMI(&MBB, DL, get(E11::BR)).addMBB(TBB);
    ++Count;
  }
  if (BytesAdded)
    *BytesAdded = 8 * Count;
  return Count;
}

bool E11InstrInfo::reverseBranchCondition(
    SmallVectorImpl<MachineOperand> &Cond) const {
  Cond[0].setImm(Cond[0].getImm() == E11::BRZ ? E11::BRNZ : E11::BRZ);
  return false;
}

//===-- The execution mask ------------------------------------------------===//

// Where blocks join, exec grows first: whatever is put at a block's beginning
// (copies of phis, reloads) belongs behind that. Reloads of the mask itself do
// not depend on exec and may stand before.
bool E11InstrInfo::isBasicBlockPrologue(const MachineInstr &MI,
                                        Register) const {
  switch (MI.getOpcode()) {
  case E11::EXECOR:
  case E11::SLDSCR_1:
    break;
  default:
    return false;
  }
  if (MI.getOpcode() == E11::EXECOR)
    return true;
  // A scalar reload counts only if an EXECOR follows.
  const MachineBasicBlock &MBB = *MI.getParent();
  for (auto I = std::next(MI.getIterator()); I != MBB.end(); ++I) {
    if (I->getOpcode() == E11::EXECOR)
      return true;
    if (I->getOpcode() != E11::SLDSCR_1)
      return false;
  }
  return false;
}

// A scalar that a loop defines is, in the end, what the last lanes have seen: a
// vector instruction that reads it belongs to each lane's own last iteration.
bool E11InstrInfo::isSafeToSink(MachineInstr &MI, MachineBasicBlock *To,
                                MachineCycleInfo *CI) const {
  const MachineCycle *Cycle = CI->getCycle(MI.getParent());
  if (!Cycle || Cycle->contains(To))
    return true;
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  bool DefinesVector = any_of(MI.all_defs(), [&](const MachineOperand &Def) {
    return E11RegisterInfo::isVector(MRI, Def.getReg());
  });
  return !DefinesVector || none_of(MI.uses(), [&](const MachineOperand &Use) {
    return Use.isReg() && Use.getReg().isVirtual() &&
           !E11RegisterInfo::isVector(MRI, Use.getReg());
  });
}

// Scalar loads read what cannot change while the shader runs: a register may
// be loaded again instead of being spilled, where its address is still there.
bool E11InstrInfo::isReallyTriviallyReMaterializable(
    const MachineInstr &MI) const {
  switch (MI.getOpcode()) {
  case E11::SLDBUF_1:
  case E11::SLDBUF_2:
  case E11::SLDBUF_4:
  case E11::SLDBUF_8:
  case E11::SLDPTR_1:
  case E11::SLDPTR_2:
  case E11::SLDPTR_4:
  case E11::SLDPTR_8:
    return true;
  default:
    return TargetInstrInfo::isReallyTriviallyReMaterializable(MI);
  }
}

// That a vector instruction reads exec does not tie it to its place: a lane's
// result is the same wherever the lane executes it.
bool E11InstrInfo::isIgnorableUse(const MachineOperand &MO) const {
  return MO.isReg() && MO.getReg() == E11::EXEC && MO.isImplicit() &&
         !MO.getParent()->isConvergent() &&
         !MO.getParent()->hasUnmodeledSideEffects();
}

bool E11InstrInfo::isSchedulingBoundary(const MachineInstr &MI,
                                        const MachineBasicBlock *MBB,
                                        const MachineFunction &MF) const {
  return TargetInstrInfo::isSchedulingBoundary(MI, MBB, MF) ||
         MI.modifiesRegister(E11::EXEC, &RI);
}

InstructionUniformity
E11InstrInfo::getInstructionUniformity(const MachineInstr &MI) const {
  switch (MI.getOpcode()) {
  case E11::ITP1_V:
  case E11::ITP2_V:
  case E11::ITPMUL_V:
  case E11::ITPSEL_V:
    return InstructionUniformity::NeverUniform;
  case E11::RDFIRST:
  case E11::BALLOT:
  case E11::BRK:
  case E11::ELSEMASK:
    return InstructionUniformity::AlwaysUniform;
  default:
    if (MI.mayLoad())
      for (const MachineOperand &Def : MI.all_defs())
        if (E11RegisterInfo::isVector(MI.getMF()->getRegInfo(), Def.getReg()))
          return InstructionUniformity::NeverUniform;
    return InstructionUniformity::Default;
  }
}
