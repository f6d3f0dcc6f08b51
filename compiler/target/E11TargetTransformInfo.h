// SPDX-License-Identifier: Apache-2.0
//===- E11TargetTransformInfo.h - divergence of values ----------*- C++ -*-===//

#pragma once

#include "E11Intrinsics.h"
#include "E11TargetMachine.h"
#include "llvm/CodeGen/BasicTTIImpl.h"

namespace llvm {

class E11TTIImpl : public BasicTTIImplBase<E11TTIImpl> {
  using BaseT = BasicTTIImplBase<E11TTIImpl>;
  friend BaseT;

public:
  E11TTIImpl(const E11TargetMachine *TM, const Function &F)
      : BaseT(TM, F.getDataLayout()), ST(TM->getSubtargetImpl(F)),
        TLI(ST->getTargetLowering()) {}

  bool hasBranchDivergence(const Function * = nullptr) const { return true; }
  bool isSourceOfDivergence(const Value *V) const {
    const E11::IntrinsicInfo *Info = E11::getIntrinsic(V);
    return Info && Info->Result == E11::Divergence::Divergent;
  }
  bool isAlwaysUniform(const Value *V) const {
    const E11::IntrinsicInfo *Info = E11::getIntrinsic(V);
    return Info && Info->Result == E11::Divergence::Uniform;
  }
  bool isLoweredToCall(const Function *) const { return false; }

private:
  const E11Subtarget *getST() const { return ST; }
  const E11TargetLowering *getTLI() const { return TLI; }

  const E11Subtarget *ST;
  const E11TargetLowering *TLI;
};

} // namespace llvm
