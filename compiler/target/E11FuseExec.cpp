// SPDX-License-Identifier: Apache-2.0
//===- E11FuseExec.cpp - mask operations to `if` and `else` ---------------===//
//
//   m = ballot c, !inv ; cutif m, J, c                if m, c, inv, J
//   execor m ; m = elsemask m ; cut m, K              else m, K
//   otherwise cut m, J                                loop m, +0 ; brz exec, J
//
// The first two only if nothing that depends on exec or on these registers
// stands between. Blocks are put in an order in which each follows what leads to
// it, and loops are not torn apart; branches to the next block go.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11InstrInfo.h"
#include "E11Subtarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

#define DEBUG_TYPE "e11-fuse-exec"
#define PASS_NAME "E11 control instructions"

namespace {

class E11FuseExec : public MachineFunctionPass {
public:
  static char ID;
  E11FuseExec() : MachineFunctionPass(ID) {}
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  void orderBlocks(MachineFunction &MF);
  void lowerCut(MachineInstr &Cut);
  void lowerElseMask(MachineInstr &MI);
  MachineInstr *findRestore(MachineInstr &ElseMask, MachineInstr &Cut) const;
  MachineInstr *findMaskDef(MachineInstr &Cut) const;

  const E11InstrInfo *TII = nullptr;
};

} // namespace

char E11FuseExec::ID = 0;
INITIALIZE_PASS_BEGIN(E11FuseExec, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_END(E11FuseExec, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11FuseExecPass() { return new E11FuseExec(); }

// The execor before an elsemask. `else` does its work too, but at the block's
// end: nothing in between may depend on exec.
MachineInstr *E11FuseExec::findRestore(MachineInstr &ElseMask,
                                       MachineInstr &Cut) const {
  MachineBasicBlock &MBB = *ElseMask.getParent();
  const TargetRegisterInfo &TRI = TII->getRegisterInfo();
  Register Mask = ElseMask.getOperand(0).getReg();
  for (auto I = std::next(ElseMask.getIterator()); &*I != &Cut; ++I)
    if (I->readsRegister(E11::EXEC, &TRI) || I->readsRegister(Mask, &TRI))
      return nullptr;
  for (auto I = ElseMask.getReverseIterator(); I != MBB.rend(); ++I) {
    if (&*I == &ElseMask)
      continue;
    if (I->getOpcode() == E11::EXECOR && I->getOperand(0).getReg() == Mask)
      return &*I;
    if (I->readsRegister(E11::EXEC, &TRI) ||
        I->modifiesRegister(E11::EXEC, &TRI) || I->readsRegister(Mask, &TRI) ||
        I->modifiesRegister(Mask, &TRI))
      return nullptr;
  }
  return nullptr;
}

// The ballot or elsemask of the cut's mask, if it can move down to the cut.
MachineInstr *E11FuseExec::findMaskDef(MachineInstr &Cut) const {
  MachineBasicBlock &MBB = *Cut.getParent();
  const TargetRegisterInfo &TRI = TII->getRegisterInfo();
  Register Mask = Cut.getOperand(0).getReg();
  MachineInstr *Def = nullptr;
  for (auto I = Cut.getReverseIterator(); I != MBB.rend() && !Def; ++I) {
    if (&*I == &Cut)
      continue;
    if (I->modifiesRegister(Mask, &TRI))
      Def = &*I;
    else if (I->readsRegister(Mask, &TRI) ||
             I->modifiesRegister(E11::EXEC, &TRI))
      return nullptr;
  }
  if (!Def)
    return nullptr;
  if (Def->getOpcode() == E11::ELSEMASK)
    return findRestore(*Def, Cut) ? Def : nullptr;
  if (Def->getOpcode() != E11::BALLOT || Cut.getOpcode() != E11::CUTIF)
    return nullptr;
  Register Cond = Def->getOperand(1).getReg();
  for (auto I = std::next(Def->getIterator()); &*I != &Cut; ++I)
    if (I->modifiesRegister(Cond, &TRI))
      return nullptr;
  return Def;
}

void E11FuseExec::lowerCut(MachineInstr &Cut) {
  MachineBasicBlock &MBB = *Cut.getParent();
  Register Mask = Cut.getOperand(0).getReg();
  MachineBasicBlock *Target = Cut.getOperand(1).getMBB();
  const DebugLoc &DL = Cut.getDebugLoc();
  MachineInstr *Def = findMaskDef(Cut);
  if (!Def) {
    BuildMI(MBB, Cut, DL, TII->get(E11::LOOP)).addReg(Mask).addImm(0);
    BuildMI(MBB, Cut, DL, TII->get(E11::BRZ)).addReg(E11::EXEC).addMBB(Target);
  } else if (Def->getOpcode() == E11::BALLOT) {
    BuildMI(MBB, Cut, DL, TII->get(E11::IF), Mask)
        .addReg(Def->getOperand(1).getReg())
        .addImm(Def->getOperand(2).getImm() == 0)
        .addMBB(Target);
    Def->eraseFromParent();
  } else {
    findRestore(*Def, Cut)->eraseFromParent();
    Def->eraseFromParent();
    BuildMI(MBB, Cut, DL, TII->get(E11::ELSE), Mask)
        .addReg(Mask)
        .addMBB(Target);
  }
  Cut.eraseFromParent();
}

void E11FuseExec::lowerElseMask(MachineInstr &MI) {
  Register Mask = MI.getOperand(0).getReg();
  BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII->get(E11::ANDN_S), Mask)
      .addReg(E11::EXEC)
      .addReg(Mask)
      .addImm(0);
  MI.eraseFromParent();
}

// Depth first, and backwards: of a block's successors, those outside its loop
// come last, and the one that the last branch names comes first.
void E11FuseExec::orderBlocks(MachineFunction &MF) {
  MachineLoopInfo &MLI = getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  for (MachineBasicBlock &MBB : MF)
    if (MachineBasicBlock *Next = MBB.getFallThrough(/*JumpToFallThrough=*/false))
      if (MBB.isSuccessor(Next) &&
          (MBB.empty() || !MBB.back().isUnconditionalBranch()))
        BuildMI(&MBB, DebugLoc(), TII->get(E11::BR)).addMBB(Next);

  struct Visit {
    MachineBasicBlock *MBB;
    SmallVector<MachineBasicBlock *, 2> Left; // from the back
  };
  SmallPtrSet<MachineBasicBlock *, 16> Seen;
  SmallVector<MachineBasicBlock *, 16> Order; // backwards
  SmallVector<Visit, 16> Stack;
  auto enter = [&](MachineBasicBlock *MBB) {
    if (!Seen.insert(MBB).second)
      return;
    Visit V = {MBB, {}};
    MachineBasicBlock *Last = nullptr;
    if (!MBB->empty() && MBB->back().getOpcode() == E11::BR)
      Last = MBB->back().getOperand(0).getMBB();
    const MachineLoop *Loop = MLI.getLoopFor(MBB);
    auto rank = [&](MachineBasicBlock *Succ) {
      return Loop && !Loop->contains(Succ) ? 2 : Succ == Last ? 0 : 1;
    };
    V.Left.append(MBB->succ_begin(), MBB->succ_end());
    stable_sort(V.Left, [&](MachineBasicBlock *A, MachineBasicBlock *B) {
      return rank(A) < rank(B);
    });
    Stack.push_back(std::move(V));
  };
  enter(&MF.front());
  while (!Stack.empty()) {
    Visit &Top = Stack.back();
    if (Top.Left.empty()) {
      Order.push_back(Top.MBB);
      Stack.pop_back();
    } else {
      enter(Top.Left.pop_back_val());
    }
  }
  for (MachineBasicBlock *MBB : reverse(Order))
    if (MBB != &MF.back())
      MBB->moveAfter(&MF.back());
}

bool E11FuseExec::runOnMachineFunction(MachineFunction &MF) {
  TII = MF.getSubtarget<E11Subtarget>().getInstrInfo();
  orderBlocks(MF);
  for (MachineBasicBlock &MBB : MF) {
    for (MachineInstr &MI : make_early_inc_range(MBB.terminators()))
      if (MI.getOpcode() == E11::CUT || MI.getOpcode() == E11::CUTIF)
        lowerCut(MI);
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (MI.getOpcode() == E11::ELSEMASK)
        lowerElseMask(MI);
    if (!MBB.empty() && MBB.back().getOpcode() == E11::BR &&
        MBB.isLayoutSuccessor(MBB.back().getOperand(0).getMBB()))
      MBB.back().eraseFromParent();
  }
  return true;
}
