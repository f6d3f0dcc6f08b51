// SPDX-License-Identifier: Apache-2.0
//===- E11FoldOperands.cpp - copies between the register files ------------===//
//
// Selection works block by block; values that cross blocks come through copies.
//   - scalar to vector: sources of vector instructions read scalars directly;
//     a constant becomes a move of that constant.
//   - a vector phi takes vector values only: what comes from a loop that lanes
//     leave in different iterations is copied in each of them, not behind it.
//   - vector to scalar: only where uniformity analysis has found one value for
//     all lanes; then rdfirst. Such copies must not reach the allocator.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11InstrInfo.h"
#include "E11Subtarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

#define DEBUG_TYPE "e11-fold-operands"
#define PASS_NAME "E11 operand folding"

namespace {

class E11FoldOperands : public MachineFunctionPass {
public:
  static char ID;
  E11FoldOperands() : MachineFunctionPass(ID) {}
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool readFirst(MachineInstr &Copy);
  bool foldScalar(MachineInstr &Copy);
  bool makeConstantMove(MachineInstr &Copy);
  bool makeVectorPhi(MachineInstr &Phi);

  MachineRegisterInfo *MRI = nullptr;
  MachineLoopInfo *MLI = nullptr;
  const E11InstrInfo *TII = nullptr;
};

} // namespace

char E11FoldOperands::ID = 0;
INITIALIZE_PASS_BEGIN(E11FoldOperands, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_END(E11FoldOperands, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11FoldOperandsPass() {
  return new E11FoldOperands();
}

// One rdfirst a register.
bool E11FoldOperands::readFirst(MachineInstr &Copy) {
  Register Dst = Copy.getOperand(0).getReg();
  const MachineOperand &Src = Copy.getOperand(1);
  const TargetRegisterInfo &TRI = TII->getRegisterInfo();
  unsigned Count = TRI.getRegSizeInBits(*MRI->getRegClass(Dst)) / 32;
  MachineBasicBlock &MBB = *Copy.getParent();
  const DebugLoc &DL = Copy.getDebugLoc();
  if (Count == 1) {
    BuildMI(MBB, Copy, DL, TII->get(E11::RDFIRST), Dst).add(Src);
  } else {
    SmallVector<Register, 8> Parts;
    for (unsigned I = 0; I != Count; ++I) {
      Parts.push_back(MRI->createVirtualRegister(&E11::SRegRegClass));
      BuildMI(MBB, Copy, DL, TII->get(E11::RDFIRST), Parts.back())
          .addReg(Src.getReg(), 0, E11RegisterInfo::getSubRegIndex(I));
    }
    auto Tuple = BuildMI(MBB, Copy, DL, TII->get(E11::REG_SEQUENCE), Dst);
    for (unsigned I = 0; I != Count; ++I)
      Tuple.addReg(Parts[I]).addImm(E11RegisterInfo::getSubRegIndex(I));
  }
  Copy.eraseFromParent();
  return true;
}

bool E11FoldOperands::makeConstantMove(MachineInstr &Copy) {
  const MachineOperand &Src = Copy.getOperand(1);
  MachineInstr *Def = MRI->getUniqueVRegDef(Src.getReg());
  if (!Def || Src.getSubReg())
    return false;
  bool Literal = Def->getOpcode() == E11::MOV_SL;
  if (!Literal) {
    if (Def->getOpcode() != E11::MOV_S)
      return false;
    Register From = Def->getOperand(1).getReg();
    if (!From.isPhysical() || !E11RegisterInfo::getConstantValue(From.asMCReg()))
      return false;
  }
  auto Move = BuildMI(*Copy.getParent(), Copy, Copy.getDebugLoc(),
                      TII->get(Literal ? E11::MOV_VL : E11::MOV_V),
                      Copy.getOperand(0).getReg());
  for (unsigned I = 1; I != Def->getNumExplicitOperands(); ++I)
    Move.add(Def->getOperand(I));
  Copy.eraseFromParent();
  return true;
}

// True if no user of the copy is left.
bool E11FoldOperands::foldScalar(MachineInstr &Copy) {
  Register Dst = Copy.getOperand(0).getReg();
  Register Src = Copy.getOperand(1).getReg();
  unsigned SubReg = Copy.getOperand(1).getSubReg();
  const TargetRegisterInfo &TRI = TII->getRegisterInfo();
  const MachineLoop *Loop = MLI->getLoopFor(Copy.getParent());
  for (MachineOperand &Use : make_early_inc_range(MRI->use_operands(Dst))) {
    MachineInstr &User = *Use.getParent();
    unsigned Index = Use.getOperandNo();
    // Behind its loop the scalar is no longer what the lane has seen.
    if (Loop && !Loop->contains(User.getParent()))
      continue;
    if (User.isPHI() || Index >= User.getDesc().getNumOperands() ||
        Use.isTied() || Use.getSubReg())
      continue;
    const TargetRegisterClass *RC =
        TII->getRegClass(User.getDesc(), Index, &TRI, *User.getMF());
    if (!RC || !RC->hasSubClassEq(&E11::SRegRegClass))
      continue;
    Use.setReg(Src);
    Use.setSubReg(SubReg);
    Use.setIsKill(false);
  }
  MRI->clearKillFlags(Src);
  if (!MRI->use_empty(Dst))
    return false;
  Copy.eraseFromParent();
  return true;
}

bool E11FoldOperands::makeVectorPhi(MachineInstr &Phi) {
  const TargetRegisterClass *RC = MRI->getRegClass(Phi.getOperand(0).getReg());
  if (!E11RegisterInfo::isVectorClass(RC))
    return false;
  bool Changed = false;
  for (unsigned I = 1; I < Phi.getNumOperands(); I += 2) {
    MachineOperand &Value = Phi.getOperand(I);
    if (E11RegisterInfo::isVector(*MRI, Value.getReg()))
      continue;
    MachineBasicBlock &Pred = *Phi.getOperand(I + 1).getMBB();
    const DebugLoc DL = Pred.findBranchDebugLoc();
    Register Copied = MRI->createVirtualRegister(RC);
    const MachineInstr *Def = MRI->getUniqueVRegDef(Value.getReg());
    while (Def && Def->isCopy() && Def->getOperand(1).getReg().isVirtual())
      Def = MRI->getUniqueVRegDef(Def->getOperand(1).getReg());
    if (Def && Def->isImplicitDef()) {
      BuildMI(Pred, Pred.getFirstTerminator(), DL,
              TII->get(TargetOpcode::IMPLICIT_DEF), Copied);
      Value.setReg(Copied);
      Value.setSubReg(0);
      Changed = true;
      continue;
    }
    MachineInstr *Copy =
        BuildMI(Pred, Pred.getFirstTerminator(), DL,
                TII->get(TargetOpcode::COPY), Copied)
            .addReg(Value.getReg(), 0, Value.getSubReg());
    MRI->clearKillFlags(Value.getReg());
    Value.setReg(Copied);
    Value.setSubReg(0);
    if (RC == &E11::VRegRegClass && !makeConstantMove(*Copy)) {
      BuildMI(Pred, *Copy, DL, TII->get(E11::MOV_V), Copied)
          .add(Copy->getOperand(1))
          .addImm(0);
      Copy->eraseFromParent();
    }
    Changed = true;
  }
  return Changed;
}

bool E11FoldOperands::runOnMachineFunction(MachineFunction &MF) {
  MRI = &MF.getRegInfo();
  TII = MF.getSubtarget<E11Subtarget>().getInstrInfo();
  MLI = &getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (MI.isPHI()) {
        Changed |= makeVectorPhi(MI);
        continue;
      }
      if (!MI.isCopy() || !MI.getOperand(0).getReg().isVirtual() ||
          !MI.getOperand(1).getReg().isVirtual() ||
          MI.getOperand(0).getSubReg())
        continue;
      const TargetRegisterClass *Dst = MRI->getRegClass(MI.getOperand(0).getReg());
      bool ToVector = E11RegisterInfo::isVectorClass(Dst);
      bool FromVector =
          E11RegisterInfo::isVector(*MRI, MI.getOperand(1).getReg());
      if (ToVector == FromVector)
        continue;
      if (!ToVector)
        Changed |= readFirst(MI);
      else if (Dst == &E11::VRegRegClass)
        Changed |= foldScalar(MI) || makeConstantMove(MI);
    }
  return Changed;
}
