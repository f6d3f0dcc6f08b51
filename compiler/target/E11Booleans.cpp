// SPDX-License-Identifier: Apache-2.0
//===- E11Booleans.cpp - i1 values to registers ---------------------------===//
//
// A boolean in a register is 0 or -1 in an i32. Afterwards i1 exists only
// between a comparison and its users (sext, select, br) in the same block, so
// that selection never has to normalise one.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11Intrinsics.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"

using namespace llvm;

#define DEBUG_TYPE "e11-booleans"
#define PASS_NAME "E11 booleans in registers"

namespace {

class E11Booleans : public FunctionPass {
public:
  static char ID;
  E11Booleans() : FunctionPass(ID) {}
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
  }
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnFunction(Function &F) override;

private:
  Value *getMask(Value *Bool);
  Value *makeMask(Instruction *Bool);
  Value *getCondition(IRBuilder<> &B, Value *Cond);
  void rewriteUser(Instruction *I);

  DenseMap<Value *, Value *> Masks;
  SmallVector<std::pair<PHINode *, PHINode *>, 8> Phis;
  Type *I32 = nullptr;
};

} // namespace

char E11Booleans::ID = 0;
INITIALIZE_PASS(E11Booleans, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11BooleansPass() { return new E11Booleans(); }

static bool isBool(const Value *V) { return V->getType()->isIntegerTy(1); }

Value *E11Booleans::getMask(Value *Bool) {
  if (isa<PoisonValue>(Bool))
    return PoisonValue::get(I32);
  if (isa<UndefValue>(Bool))
    return UndefValue::get(I32);
  if (auto *C = dyn_cast<ConstantInt>(Bool))
    return ConstantInt::getSigned(I32, C->isZero() ? 0 : -1);
  if (Value *Known = Masks.lookup(Bool))
    return Known;
  Value *Mask = makeMask(cast<Instruction>(Bool));
  Masks[Bool] = Mask;
  return Mask;
}

Value *E11Booleans::makeMask(Instruction *Bool) {
  if (auto *Phi = dyn_cast<PHINode>(Bool)) {
    PHINode *Mask = PHINode::Create(I32, Phi->getNumIncomingValues(),
                                    Phi->getName() + ".mask",
                                    Phi->getIterator());
    Phis.push_back({Phi, Mask}); // operands follow when all masks exist
    return Mask;
  }
  IRBuilder<> B(Bool->getParent(), std::next(Bool->getIterator()));
  if (auto *Compare = dyn_cast<CmpInst>(Bool)) {
    // Masks compare like the booleans, signed and unsigned.
    Value *L = Compare->getOperand(0), *R = Compare->getOperand(1);
    if (isBool(L))
      return B.CreateSExt(
          B.CreateICmp(Compare->getPredicate(), getMask(L), getMask(R)), I32);
    return B.CreateSExt(Bool, I32);
  }
  if (auto *Op = dyn_cast<BinaryOperator>(Bool)) {
    Value *L = getMask(Op->getOperand(0)), *R = getMask(Op->getOperand(1));
    switch (Op->getOpcode()) {
    case Instruction::And:
    case Instruction::Mul:
      return B.CreateAnd(L, R);
    case Instruction::Or:
      return B.CreateOr(L, R);
    case Instruction::Xor:
    case Instruction::Add:
    case Instruction::Sub:
      return B.CreateXor(L, R);
    default:
      break;
    }
  }
  if (auto *Select = dyn_cast<SelectInst>(Bool))
    return B.CreateSelect(getCondition(B, Select->getCondition()),
                          getMask(Select->getTrueValue()),
                          getMask(Select->getFalseValue()));
  if (auto *Freeze = dyn_cast<FreezeInst>(Bool))
    return B.CreateFreeze(getMask(Freeze->getOperand(0)));
  if (auto *Trunc = dyn_cast<TruncInst>(Bool)) {
    Value *Wide = B.CreateZExtOrTrunc(Trunc->getOperand(0), I32);
    return B.CreateAShr(B.CreateShl(Wide, 31), 31);
  }
  return B.CreateSExt(Bool, I32);
}

// Conditions stay i1, but are made in the block that uses them.
Value *E11Booleans::getCondition(IRBuilder<> &B, Value *Cond) {
  auto *Compare = dyn_cast<CmpInst>(Cond);
  if (isa<Constant>(Cond) ||
      (Compare && Compare->getParent() == B.GetInsertBlock() &&
       !isBool(Compare->getOperand(0))))
    return Cond;
  return B.CreateICmpNE(getMask(Cond), B.getInt32(0));
}

// What reads a boolean reads its mask instead.
void E11Booleans::rewriteUser(Instruction *I) {
  IRBuilder<> B(I);
  if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<SIToFPInst>(I) ||
      isa<UIToFPInst>(I)) {
    Value *Bool = I->getOperand(0);
    if (!isBool(Bool) || Masks.lookup(Bool) == I)
      return;
    Value *Mask = getMask(Bool), *Result = nullptr;
    if (isa<SExtInst>(I))
      Result = B.CreateSExtOrTrunc(Mask, I->getType());
    else if (isa<SIToFPInst>(I))
      Result = B.CreateSIToFP(Mask, I->getType());
    else if (isa<ZExtInst>(I))
      Result = B.CreateZExtOrTrunc(B.CreateAnd(Mask, 1), I->getType());
    else
      Result = B.CreateUIToFP(B.CreateAnd(Mask, 1), I->getType());
    I->replaceAllUsesWith(Result);
    return;
  }
  const E11::IntrinsicInfo *Info = E11::getIntrinsic(I);
  if (Info && Info->Id == E11::IntrinsicID::Discard) {
    FunctionCallee Callee = I->getModule()->getOrInsertFunction(
        "e11.discard.mask", B.getVoidTy(), I32);
    cast<Function>(Callee.getCallee())->setConvergent();
    cast<Function>(Callee.getCallee())->setDoesNotThrow();
    cast<Function>(Callee.getCallee())->setWillReturn();
    B.CreateCall(Callee, getMask(I->getOperand(0)));
    return;
  }
  if (auto *Branch = dyn_cast<BranchInst>(I); Branch && Branch->isConditional())
    Branch->setCondition(getCondition(B, Branch->getCondition()));
  else if (auto *Select = dyn_cast<SelectInst>(I); Select && !isBool(I))
    Select->setCondition(getCondition(B, Select->getCondition()));
}

bool E11Booleans::runOnFunction(Function &F) {
  Masks.clear();
  Phis.clear();
  I32 = Type::getInt32Ty(F.getContext());
  SmallVector<Instruction *, 32> Worklist;
  for (Instruction &I : instructions(F))
    if (isBool(&I) || any_of(I.operands(), [](Use &U) { return isBool(U); }))
      Worklist.push_back(&I);
  for (Instruction *I : Worklist)
    rewriteUser(I);
  for (size_t Next = 0; Next != Phis.size(); ++Next) {
    auto [Old, New] = Phis[Next];
    for (unsigned I = 0; I != Old->getNumIncomingValues(); ++I)
      New->addIncoming(getMask(Old->getIncomingValue(I)),
                       Old->getIncomingBlock(I));
  }
  // What is left without users, backwards, then cycles of phis.
  for (PHINode *Phi : make_first_range(Phis))
    Phi->replaceAllUsesWith(PoisonValue::get(Phi->getType()));
  bool Erased = true;
  while (Erased) {
    Erased = false;
    for (Instruction *&I : reverse(Worklist)) {
      if (!I || !I->use_empty() || I->isTerminator())
        continue;
      const E11::IntrinsicInfo *Info = E11::getIntrinsic(I);
      if (I->mayHaveSideEffects() &&
          !(Info && Info->Id == E11::IntrinsicID::Discard))
        continue;
      I->eraseFromParent();
      I = nullptr;
      Erased = true;
    }
  }
  return !Worklist.empty();
}
