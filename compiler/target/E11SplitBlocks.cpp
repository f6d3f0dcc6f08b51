// SPDX-License-Identifier: Apache-2.0
//===- E11SplitBlocks.cpp - long blocks in pieces -------------------------===//
//
// Selection and scheduling take a block at a time, and more than proportional
// time for long ones. What could be folded or scheduled across a seam is little.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"

using namespace llvm;

#define DEBUG_TYPE "e11-split-blocks"
#define PASS_NAME "E11 long blocks"

namespace {
class E11SplitBlocks : public FunctionPass {
public:
  static char ID;
  E11SplitBlocks() : FunctionPass(ID) {}
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnFunction(Function &F) override;
};
} // namespace

char E11SplitBlocks::ID = 0;
INITIALIZE_PASS(E11SplitBlocks, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11SplitBlocksPass() { return new E11SplitBlocks(); }

// A product stays with its sum, which follows it (fmad), a comparison with what
// it decides.
static bool isSeam(const Instruction &I) {
  const Instruction *Before = I.getPrevNode();
  return Before && !isa<PHINode>(I) && !I.isTerminator() &&
         Before->getOpcode() != Instruction::FMul && !isa<CmpInst>(Before) &&
         !is_contained(I.operands(), Before);
}

bool E11SplitBlocks::runOnFunction(Function &F) {
  // Short pieces: where values do not fit, the allocator chooses for each piece
  // what stays in registers, in half the time and with fewer spills.
  constexpr unsigned Long = 600, Piece = 60; // instructions
  bool Changed = false;
  for (BasicBlock &BB : make_early_inc_range(F)) {
    if (BB.size() < Long)
      continue;
    SmallVector<Instruction *, 16> Seams;
    unsigned Length = 0;
    for (Instruction &I : BB) {
      if (++Length <= Piece || !isSeam(I))
        continue;
      Seams.push_back(&I);
      Length = 0;
    }
    // From the back, so that each instruction moves once.
    for (Instruction *I : reverse(Seams))
      BB.splitBasicBlock(I);
    Changed |= !Seams.empty();
  }
  return Changed;
}
