// SPDX-License-Identifier: Apache-2.0
//===- E11ControlFlow.cpp - divergent branches to mask operations ---------===//
//
// The structurizer has left two shapes of divergent branch:
//
//   if:    B branches to T, which B dominates, or past it to J, which
//          postdominates B.
//            B:  m = ballot(lanes that go to J); cutif m, J; br T
//            J:  execor m
//          If J branches again on a phi that says whether a lane came from B,
//          it is the `else`: its lanes are those of m.
//            J:  execor m; n = elsemask m; cut n, K; br E
//            K:  execor n
//   loop:  B branches back to H, which dominates it, or out to X.
//            H:  b = phi [0, outside], [b', B]
//            B:  b' = brk b, condition; loop b', H; br X
//            X:  execor b'
//
// It runs on SSA form right after selection. What narrows exec (cut, loop) is a
// terminator that defines no register, so that copies and spills of the
// allocator cannot come behind it.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11InstrInfo.h"
#include "E11Subtarget.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachinePostDominators.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

#define DEBUG_TYPE "e11-control-flow"
#define PASS_NAME "E11 divergent control flow"

namespace {

/// A divergent branch at the end of a block.
struct Branch {
  MachineInstr *MI = nullptr;
  MachineBasicBlock *NonZero = nullptr, *Zero = nullptr;
};

class E11ControlFlow : public MachineFunctionPass {
public:
  static char ID;
  E11ControlFlow() : MachineFunctionPass(ID) {}
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineDominatorTreeWrapperPass>();
    AU.addRequired<MachinePostDominatorTreeWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  Branch getBranch(MachineBasicBlock &MBB) const;
  void lowerIf(MachineBasicBlock &MBB, Branch B);
  void lowerLoop(MachineBasicBlock &MBB, Branch B);
  Register makeElseMask(MachineBasicBlock &MBB, Branch B,
                        MachineBasicBlock *Then);
  void replaceBranch(MachineBasicBlock &MBB, unsigned Opcode, Register Mask,
                     MachineBasicBlock *Target, MachineBasicBlock *Other);
  void restore(MachineBasicBlock &MBB, Register Mask);
  void fail(MachineBasicBlock &MBB, const char *Why) const;

  MachineDominatorTree *DT = nullptr;
  MachinePostDominatorTree *PDT = nullptr;
  MachineRegisterInfo *MRI = nullptr;
  const E11InstrInfo *TII = nullptr;
  DebugLoc DL; // of the branch that is being lowered
  /// For a block that an `if` skips to: the block of the `if` and its mask.
  DenseMap<MachineBasicBlock *,
           SmallVector<std::pair<MachineBasicBlock *, Register>, 2>>
      Joins;
};

} // namespace

char E11ControlFlow::ID = 0;
INITIALIZE_PASS_BEGIN(E11ControlFlow, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(MachineDominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachinePostDominatorTreeWrapperPass)
INITIALIZE_PASS_END(E11ControlFlow, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11ControlFlowPass() { return new E11ControlFlow(); }

void E11ControlFlow::fail(MachineBasicBlock &MBB, const char *Why) const {
  const Function &F = MBB.getParent()->getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Why));
}

Branch E11ControlFlow::getBranch(MachineBasicBlock &MBB) const {
  Branch B;
  for (MachineInstr &MI : MBB.terminators()) {
    if (MI.getOpcode() != E11::VBRNZ && MI.getOpcode() != E11::VBRZ)
      continue;
    B.MI = &MI;
    MachineBasicBlock *Taken = MI.getOperand(1).getMBB();
    MachineBasicBlock *Other = nullptr;
    for (MachineBasicBlock *Succ : MBB.successors())
      if (Succ != Taken)
        Other = Succ;
    if (!Other)
      Other = Taken;
    B.NonZero = MI.getOpcode() == E11::VBRNZ ? Taken : Other;
    B.Zero = MI.getOpcode() == E11::VBRNZ ? Other : Taken;
    break;
  }
  return B;
}

void E11ControlFlow::replaceBranch(MachineBasicBlock &MBB, unsigned Opcode,
                                   Register Mask, MachineBasicBlock *Target,
                                   MachineBasicBlock *Other) {
  while (MBB.getFirstTerminator() != MBB.end())
    MBB.getFirstTerminator()->eraseFromParent();
  BuildMI(&MBB, DL, TII->get(Opcode)).addReg(Mask).addMBB(Target);
  BuildMI(&MBB, DL, TII->get(E11::BR)).addMBB(Other);
}

void E11ControlFlow::restore(MachineBasicBlock &MBB, Register Mask) {
  BuildMI(MBB, MBB.getFirstNonPHI(), DL, TII->get(E11::EXECOR))
      .addReg(Mask);
}

/// Whether the register is known to be zero or not.
static std::optional<bool> getKnownCondition(const MachineRegisterInfo &MRI,
                                             Register Reg) {
  while (Reg.isVirtual()) {
    const MachineInstr *Def = MRI.getUniqueVRegDef(Reg);
    if (!Def)
      return std::nullopt;
    switch (Def->getOpcode()) {
    case TargetOpcode::COPY:
      if (Def->getOperand(1).getSubReg())
        return std::nullopt;
      Reg = Def->getOperand(1).getReg();
      continue;
    case E11::MOV_V:
    case E11::MOV_S:
      if (Def->getOperand(2).getImm() != 0)
        return std::nullopt;
      Reg = Def->getOperand(1).getReg();
      continue;
    case E11::MOV_VL:
    case E11::MOV_SL:
      return static_cast<uint32_t>(Def->getOperand(1).getImm()) != 0;
    default:
      return std::nullopt;
    }
  }
  if (auto Value = E11RegisterInfo::getConstantValue(Reg))
    return *Value != 0;
  return std::nullopt;
}

// The mask of the lanes that skip an `else`, if the branch is one: its
// condition is a phi that has one known value where a lane has skipped the
// `then` part of an `if` that ends here, and the other where it has not.
Register E11ControlFlow::makeElseMask(MachineBasicBlock &MBB, Branch B,
                                      MachineBasicBlock *Then) {
  const MachineInstr *Phi =
      MRI->getUniqueVRegDef(B.MI->getOperand(0).getReg());
  while (Phi && Phi->isCopy() && Phi->getOperand(1).getReg().isVirtual() &&
         !Phi->getOperand(1).getSubReg())
    Phi = MRI->getUniqueVRegDef(Phi->getOperand(1).getReg());
  if (!Phi || !Phi->isPHI() || Phi->getParent() != &MBB)
    return Register();
  bool ThenValue = B.NonZero == Then;
  for (auto &[If, Mask] : Joins.lookup(&MBB)) {
    bool Fits = true;
    for (unsigned I = 1; I < Phi->getNumOperands() && Fits; I += 2) {
      auto Known = getKnownCondition(*MRI, Phi->getOperand(I).getReg());
      bool Skipped = Phi->getOperand(I + 1).getMBB() == If;
      Fits = Known && (*Known == ThenValue) == Skipped;
    }
    if (!Fits)
      continue;
    Register Else = MRI->createVirtualRegister(&E11::SRegRegClass);
    BuildMI(MBB, MBB.getFirstTerminator(), DL,
            TII->get(E11::ELSEMASK), Else)
        .addReg(Mask);
    return Else;
  }
  return Register();
}

void E11ControlFlow::lowerIf(MachineBasicBlock &MBB, Branch B) {
  MachineBasicBlock *Join = nullptr;
  if (PDT->dominates(B.Zero, &MBB))
    Join = B.Zero;
  else if (PDT->dominates(B.NonZero, &MBB))
    Join = B.NonZero;
  if (!Join) {
    fail(MBB, "a divergent branch is not structured");
    return;
  }
  MachineBasicBlock *Then = Join == B.Zero ? B.NonZero : B.Zero;
  Register Mask = makeElseMask(MBB, B, Then);
  Register Cond;
  if (!Mask) {
    Cond = B.MI->getOperand(0).getReg();
    MRI->clearKillFlags(Cond);
    Mask = MRI->createVirtualRegister(&E11::SRegRegClass);
    BuildMI(MBB, MBB.getFirstTerminator(), DL, TII->get(E11::BALLOT),
            Mask)
        .addReg(Cond)
        .addImm(Join == B.Zero); // the lanes whose condition is zero skip
  }
  replaceBranch(MBB, Cond ? E11::CUTIF : E11::CUT, Mask, Join, Then);
  if (Cond)
    MBB.getFirstTerminator()->addOperand(
        *MBB.getParent(), MachineOperand::CreateReg(Cond, /*isDef=*/false));
  restore(*Join, Mask);
  Joins[Join].push_back({&MBB, Mask});
}

void E11ControlFlow::lowerLoop(MachineBasicBlock &MBB, Branch B) {
  MachineBasicBlock *Header =
      DT->dominates(B.Zero, &MBB) ? B.Zero : B.NonZero;
  MachineBasicBlock *Exit = Header == B.Zero ? B.NonZero : B.Zero;
  if (Exit->pred_size() != 1) {
    fail(MBB, "a divergent loop has more than one exit");
    return;
  }
  Register Before = MRI->createVirtualRegister(&E11::SRegRegClass);
  Register After = MRI->createVirtualRegister(&E11::SRegRegClass);
  auto Phi =
      BuildMI(*Header, Header->begin(), DL, TII->get(E11::PHI), Before);
  for (MachineBasicBlock *Pred : Header->predecessors()) {
    if (Pred == &MBB) {
      Phi.addReg(After).addMBB(Pred);
      continue;
    }
    if (DT->dominates(Header, Pred)) {
      fail(MBB, "a divergent loop has more than one latch");
      return;
    }
    Register None = MRI->createVirtualRegister(&E11::SRegRegClass);
    BuildMI(*Pred, Pred->getFirstTerminator(), DL,
            TII->get(E11::MOV_S), None)
        .addReg(E11::K0)
        .addImm(0);
    Phi.addReg(None).addMBB(Pred);
  }
  BuildMI(MBB, MBB.getFirstTerminator(), DL, TII->get(E11::BRK), After)
      .addReg(Before)
      .addReg(B.MI->getOperand(0).getReg())
      .addImm(Exit == B.Zero);
  replaceBranch(MBB, E11::LOOP, After, Header, Exit);
  restore(*Exit, After);
}

bool E11ControlFlow::runOnMachineFunction(MachineFunction &MF) {
  DT = &getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree();
  PDT = &getAnalysis<MachinePostDominatorTreeWrapperPass>().getPostDomTree();
  MRI = &MF.getRegInfo();
  TII = MF.getSubtarget<E11Subtarget>().getInstrInfo();
  Joins.clear();
  bool Changed = false;
  ReversePostOrderTraversal<MachineFunction *> Order(&MF);
  for (MachineBasicBlock *MBB : Order) {
    Branch B = getBranch(*MBB);
    if (!B.MI)
      continue;
    Changed = true;
    DL = B.MI->getDebugLoc();
    if (B.Zero == B.NonZero)
      replaceBranch(*MBB, E11::BRZ, E11::K0, B.Zero, B.Zero);
    else if (DT->dominates(B.Zero, MBB) || DT->dominates(B.NonZero, MBB))
      lowerLoop(*MBB, B);
    else
      lowerIf(*MBB, B);
  }
  return Changed;
}
