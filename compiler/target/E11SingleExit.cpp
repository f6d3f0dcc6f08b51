// SPDX-License-Identifier: Apache-2.0
//===- E11SingleExit.cpp - one return a function --------------------------===//
//
// Lanes that return early must meet the others at the end: the structurizer
// needs one exit.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

using namespace llvm;

#define DEBUG_TYPE "e11-single-exit"
#define PASS_NAME "E11 single exit"

namespace {
class E11SingleExit : public FunctionPass {
public:
  static char ID;
  E11SingleExit() : FunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }

  bool runOnFunction(Function &F) override {
    SmallVector<ReturnInst *, 8> Returns;
    for (BasicBlock &BB : F)
      if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
        Returns.push_back(Return);
    if (Returns.size() < 2)
      return false;
    BasicBlock *Exit = BasicBlock::Create(F.getContext(), "exit", &F);
    ReturnInst::Create(F.getContext(), Exit);
    for (ReturnInst *Return : Returns) {
      BranchInst::Create(Exit, Return->getParent());
      Return->eraseFromParent();
    }
    return true;
  }
};
} // namespace

char E11SingleExit::ID = 0;
INITIALIZE_PASS(E11SingleExit, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11SingleExitPass() { return new E11SingleExit(); }
