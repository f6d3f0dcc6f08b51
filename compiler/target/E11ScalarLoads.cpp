// SPDX-License-Identifier: Apache-2.0
//===- E11ScalarLoads.cpp - loads with uniform addresses ------------------===//
//
// The translator may load everything with @e11.ldraw. Where all lanes read the
// same address, one scalar load does; and constant addresses of one buffer in
// one block are read together, in aligned pieces of up to 8 dwords. A load past
// the buffer's end gives 0 dword by dword, so reading more is harmless. Only
// buffers that cannot change while the shader runs are read so: the caches of
// scalars do not see what the shader stores (docs/shader-abi.md).
//
// Where that is more than the scalar registers hold, each block loads what it
// reads, and again what it has not read for long.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11Intrinsics.h"
#include "E11RegisterInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

#define DEBUG_TYPE "e11-scalar-loads"
#define PASS_NAME "E11 scalar loads"

namespace {

/// One dword that something uses.
struct Access {
  CallInst *Load;
  ExtractElementInst *User; // null: the load itself is the dword
  uint32_t Dword;           // of the buffer
};

class E11ScalarLoads : public FunctionPass {
public:
  static char ID;
  E11ScalarLoads() : FunctionPass(ID) {}

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<UniformityInfoWrapperPass>();
    AU.setPreservesCFG();
  }
  StringRef getPassName() const override { return PASS_NAME; }
  bool runOnFunction(Function &F) override;

private:
  bool findAccesses(CallInst &Load, SmallVectorImpl<Access> &Accesses) const;
  unsigned countConstantDwords(Function &F) const;
  bool reloadConstant(Function &F, unsigned Capacity);
  bool mergeConstant(BasicBlock &BB);
  void emitPiece(ArrayRef<Access> Accesses, uint32_t First, unsigned Count);
  bool makeScalar(CallInst &Load);
};

} // namespace

char E11ScalarLoads::ID = 0;
INITIALIZE_PASS_BEGIN(E11ScalarLoads, DEBUG_TYPE, PASS_NAME, false, false)
INITIALIZE_PASS_DEPENDENCY(UniformityInfoWrapperPass)
INITIALIZE_PASS_END(E11ScalarLoads, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11ScalarLoadsPass() { return new E11ScalarLoads(); }

static bool isBufferLoad(const Instruction &I) {
  const E11::IntrinsicInfo *Info = E11::getIntrinsic(&I);
  return Info && Info->Memory == E11::Access::Invariant &&
         (Info->Id == E11::IntrinsicID::LdRaw ||
          Info->Id == E11::IntrinsicID::SLdBuf);
}

static unsigned countDwords(const CallInst &Load) {
  auto *VT = dyn_cast<FixedVectorType>(Load.getType());
  return VT ? VT->getNumElements() : 1;
}

/// The intrinsic that loads Count dwords at a uniform address.
static FunctionCallee getScalarLoad(Module &M, unsigned Count) {
  Type *I32 = Type::getInt32Ty(M.getContext());
  Type *Result = Count == 1 ? I32 : FixedVectorType::get(I32, Count);
  FunctionCallee Callee =
      M.getOrInsertFunction(("e11.sldbuf." + Twine(Count)).str(), Result,
                            FixedVectorType::get(I32, 4), I32);
  auto *F = cast<Function>(Callee.getCallee());
  F->setOnlyReadsMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::Speculatable);
  return Callee;
}

// Buffers are told apart by their index in the resource table.
static const Value *getBufferKey(const Value *Descriptor) {
  const E11::IntrinsicInfo *Info = E11::getIntrinsic(Descriptor);
  if (Info && Info->Id == E11::IntrinsicID::Desc)
    return cast<CallInst>(Descriptor)->getArgOperand(0);
  return Descriptor;
}

bool E11ScalarLoads::runOnFunction(Function &F) {
  // More would have to be spilled than there is memory for.
  unsigned FewScalars = F.getFnAttributeAsParsedInteger(E11::FewScalars, 0);
  if (FewScalars >= 2)
    return false;
  UniformityInfo &UI =
      getAnalysis<UniformityInfoWrapperPass>().getUniformityInfo();
  SmallVector<CallInst *, 16> Uniform;
  // Half as many again may be alive for other reasons.
  unsigned Last = F.getFnAttributeAsParsedInteger(E11::LastSizeClass, 2);
  unsigned Capacity =
      FewScalars ? 16 : E11RegisterInfo::getBudget(Last).Scalar * 5 / 8;
  bool Reload = countConstantDwords(F) > Capacity;
  bool Changed = Reload && reloadConstant(F, Capacity);
  if (Reload)
    F.addFnAttr(E11::Reloads);
  for (BasicBlock &BB : F) {
    if (!Reload)
      Changed |= mergeConstant(BB);
    for (Instruction &I : BB)
      if (isBufferLoad(I) && UI.isUniform(I.getOperand(1)) &&
          UI.isUniform(I.getOperand(0)))
        Uniform.push_back(cast<CallInst>(&I));
  }
  for (CallInst *Load : Uniform)
    Changed |= makeScalar(*Load);
  return Changed;
}

// A load at a uniform, but not constant address.
bool E11ScalarLoads::makeScalar(CallInst &Load) {
  if (E11::getIntrinsic(&Load)->Id == E11::IntrinsicID::SLdBuf)
    return false;
  unsigned Count = countDwords(Load);
  IRBuilder<> B(&Load);
  Value *Result = B.CreateCall(getScalarLoad(*Load.getModule(),
                                             Count == 3 ? 4 : Count),
                               {Load.getArgOperand(0), Load.getArgOperand(1)});
  if (Count == 3) {
    Value *Triple = PoisonValue::get(Load.getType());
    for (unsigned I = 0; I != 3; ++I)
      Triple =
          B.CreateInsertElement(Triple, B.CreateExtractElement(Result, I), I);
    Result = Triple;
  }
  Load.replaceAllUsesWith(Result);
  Load.eraseFromParent();
  return true;
}

// What is read of a load at a constant address; false if it is another load.
bool E11ScalarLoads::findAccesses(CallInst &Load,
                                  SmallVectorImpl<Access> &Accesses) const {
  auto *Offset = dyn_cast<ConstantInt>(Load.getArgOperand(1));
  if (!Offset || Offset->getZExtValue() % 4 != 0 ||
      Offset->getZExtValue() >= 1 << 20)
    return false;
  uint32_t First = Offset->getZExtValue() / 4;
  if (countDwords(Load) == 1) {
    Accesses.push_back({&Load, nullptr, First});
    return true;
  }
  for (User *U : Load.users()) {
    auto *Extract = dyn_cast<ExtractElementInst>(U);
    auto *Index =
        Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
    if (!Index || Index->getZExtValue() >= countDwords(Load))
      return false;
    Accesses.push_back(
        {&Load, Extract, First + static_cast<uint32_t>(Index->getZExtValue())});
  }
  return true;
}

// In quadruples, as registers hold them.
unsigned E11ScalarLoads::countConstantDwords(Function &F) const {
  DenseSet<std::pair<const Value *, uint32_t>> Quads;
  for (Instruction &I : instructions(F)) {
    SmallVector<Access, 8> Accesses;
    if (isBufferLoad(I) && findAccesses(cast<CallInst>(I), Accesses))
      for (const Access &A : Accesses)
        Quads.insert({getBufferKey(A.Load->getArgOperand(0)), A.Dword / 4});
  }
  return 4 * Quads.size();
}

namespace {
/// One load of a quadruple, and who reads it.
struct Quad {
  std::pair<const Value *, uint32_t> Key; // buffer and number
  Value *Descriptor;
  Instruction *Before;
  SmallVector<std::pair<Use *, uint32_t>, 4> Uses; // dword of the four
};
} // namespace

// Capacity: how many dwords to keep.
bool E11ScalarLoads::reloadConstant(Function &F, unsigned Capacity) {
  DenseMap<const Value *, Access> Dwords;
  for (Instruction &I : instructions(F)) {
    SmallVector<Access, 8> Accesses;
    if (!isBufferLoad(I) || !findAccesses(cast<CallInst>(I), Accesses))
      continue;
    for (const Access &A : Accesses) {
      Value *Dword = A.User ? static_cast<Value *>(A.User) : A.Load;
      Dwords[Dword] = A;
      for (User *U : Dword->users()) // as float
        if (isa<BitCastInst>(U))
          Dwords[U] = A;
    }
  }

  std::vector<Quad> Quads;
  for (BasicBlock &BB : F) {
    SmallVector<size_t, 32> Kept; // into Quads, the longest unread first
    for (Instruction &I : BB) {
      if (isa<PHINode>(I) || Dwords.contains(&I))
        continue;
      for (Use &U : I.operands()) {
        auto Found = Dwords.find(U.get());
        if (Found == Dwords.end())
          continue;
        const Access &A = Found->second;
        Value *Descriptor = A.Load->getArgOperand(0);
        std::pair<const Value *, uint32_t> Key = {getBufferKey(Descriptor),
                                                  A.Dword / 4};
        auto At = find_if(Kept, [&](size_t Q) { return Quads[Q].Key == Key; });
        size_t Number = Quads.size();
        if (At != Kept.end()) {
          Number = *At;
          Kept.erase(At);
        } else {
          Quads.push_back({Key, Descriptor, &I, {}});
          if (Kept.size() >= Capacity / 4)
            Kept.erase(Kept.begin());
        }
        Kept.push_back(Number);
        Quads[Number].Uses.push_back({&U, A.Dword % 4});
      }
    }
  }

  for (Quad &Q : Quads) {
    uint32_t Low = 3, High = 0;
    for (auto &[U, Dword] : Q.Uses) {
      Low = std::min(Low, Dword);
      High = std::max(High, Dword);
    }
    unsigned Count = Low == High ? 1 : Low / 2 == High / 2 ? 2 : 4;
    Low &= ~(Count - 1);
    IRBuilder<> B(Q.Before);
    Value *Piece =
        B.CreateCall(getScalarLoad(*F.getParent(), Count),
                     {Q.Descriptor, B.getInt32((Q.Key.second * 4 + Low) * 4)});
    Value *Parts[4] = {};
    for (auto &[U, Dword] : Q.Uses) {
      Value *&Part = Parts[Dword];
      if (!Part)
        Part = Count == 1 ? Piece : B.CreateExtractElement(Piece, Dword - Low);
      U->set(Part->getType() == U->get()->getType()
                 ? Part
                 : B.CreateBitCast(Part, U->get()->getType()));
    }
  }
  SmallVector<WeakTrackingVH, 16> Unread;
  for (auto &[Dword, A] : Dwords)
    Unread.push_back(const_cast<Value *>(Dword));
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unread);
  return true;
}

bool E11ScalarLoads::mergeConstant(BasicBlock &BB) {
  MapVector<const Value *, SmallVector<Access, 16>> Buffers;
  SmallVector<CallInst *, 16> Loads;
  for (Instruction &I : BB) {
    if (!isBufferLoad(I))
      continue;
    auto *Load = cast<CallInst>(&I);
    SmallVector<Access, 8> Accesses;
    if (!findAccesses(*Load, Accesses))
      continue;
    Loads.push_back(Load);
    append_range(Buffers[getBufferKey(Load->getArgOperand(0))], Accesses);
  }

  for (auto &[Key, Accesses] : Buffers) {
    // In order of address, but each piece in order of the program.
    stable_sort(Accesses, [](const Access &A, const Access &B) {
      return A.Dword / 8 < B.Dword / 8;
    });
    for (auto I = Accesses.begin(); I != Accesses.end();) {
      uint32_t Base = I->Dword & ~7u;
      auto End = std::find_if(
          I, Accesses.end(), [&](const Access &A) { return A.Dword / 8 != Base / 8; });
      SmallVector<Access, 16> Halves[2];
      for (; I != End; ++I)
        Halves[I->Dword % 8 / 4].push_back(*I);
      if (!Halves[0].empty() && !Halves[1].empty()) {
        SmallVector<Access, 16> All(Halves[0]);
        append_range(All, Halves[1]);
        emitPiece(All, Base, 8);
        continue;
      }
      ArrayRef<Access> Half = Halves[0].empty() ? Halves[1] : Halves[0];
      uint32_t Low = ~0u, High = 0;
      for (const Access &A : Half) {
        Low = std::min(Low, A.Dword);
        High = std::max(High, A.Dword);
      }
      if (Low == High)
        emitPiece(Half, Low, 1);
      else if (Low / 2 == High / 2)
        emitPiece(Half, Low & ~1u, 2);
      else
        emitPiece(Half, Low & ~3u, 4);
    }
  }
  for (CallInst *Load : Loads)
    if (Load->use_empty())
      Load->eraseFromParent();
  return !Loads.empty();
}

void E11ScalarLoads::emitPiece(ArrayRef<Access> Accesses, uint32_t First,
                               unsigned Count) {
  CallInst *Earliest = Accesses.front().Load;
  for (const Access &A : Accesses)
    if (A.Load->comesBefore(Earliest))
      Earliest = A.Load;
  IRBuilder<> B(Earliest);
  Value *Piece =
      B.CreateCall(getScalarLoad(*Earliest->getModule(), Count),
                   {Earliest->getArgOperand(0), B.getInt32(First * 4)});
  Value *Dwords[8] = {};
  for (const Access &A : Accesses) {
    Value *&Dword = Dwords[A.Dword - First];
    if (!Dword)
      Dword = Count == 1 ? Piece : B.CreateExtractElement(Piece, A.Dword - First);
    if (A.User) {
      A.User->replaceAllUsesWith(Dword);
      A.User->eraseFromParent();
    } else {
      A.Load->replaceAllUsesWith(Dword);
    }
  }
}
