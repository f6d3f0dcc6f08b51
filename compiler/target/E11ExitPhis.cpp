// SPDX-License-Identifier: Apache-2.0
//===- E11ExitPhis.cpp - phis that only look uniform ----------------------===//
//
// Where lanes leave a loop in different iterations, a phi behind it differs from
// lane to lane even if all its values are uniform: it tells by which edge a lane
// has left. LLVM's uniformity analysis sees that only for values that the loop
// itself defines. So each value from outside gets a definition inside, a freeze,
// which costs nothing.
//
// A phi of one uniform value and of undefined ones is uniform in theory, but a
// scalar register would not hold it: the allocator may use that register for
// something else where the value is undefined, and the wave runs that part
// after the part of the lanes that have the value. Undefined values become
// freezes as well, and the phi divergent where lanes part.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"

using namespace llvm;

#define DEBUG_TYPE "e11-exit-phis"
#define PASS_NAME "E11 phis that only look uniform"

namespace {
class E11ExitPhis : public FunctionPass {
public:
  static char ID;
  E11ExitPhis() : FunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LoopInfoWrapperPass>();
    AU.setPreservesCFG();
  }

  bool runOnFunction(Function &F) override {
    LoopInfo &LI = getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
    bool Changed = false;
    for (BasicBlock &BB : F)
      for (PHINode &Phi : BB.phis())
        for (Use &Incoming : Phi.incoming_values())
          Changed |= define(LI, Phi, Incoming);
    return Changed;
  }

private:
  static bool define(const LoopInfo &LI, PHINode &Phi, Use &Incoming) {
    BasicBlock *From = Phi.getIncomingBlock(Incoming);
    if (!isa<UndefValue>(Incoming.get())) {
      const Loop *Left = LI.getLoopFor(From);
      if (!Left || Left->contains(Phi.getParent()))
        return false;
      auto *Def = dyn_cast<Instruction>(Incoming.get());
      if (Def && Left->contains(Def))
        return false;
    } else if (Phi.getNumIncomingValues() == 1) {
      return false;
    }
    Incoming.set(new FreezeInst(Incoming.get(), "",
                                From->getTerminator()->getIterator()));
    return true;
  }
};
} // namespace

char E11ExitPhis::ID = 0;
INITIALIZE_PASS_BEGIN(E11ExitPhis, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(LoopInfoWrapperPass)
INITIALIZE_PASS_END(E11ExitPhis, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11ExitPhisPass() { return new E11ExitPhis(); }
