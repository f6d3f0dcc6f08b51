// SPDX-License-Identifier: Apache-2.0
//===- E11ISelLowering.h - LLVM IR to the selection DAG ---------*- C++ -*-===//

#pragma once

#include "llvm/CodeGen/TargetLowering.h"

namespace llvm {
class E11Subtarget;

namespace E11 {
struct IntrinsicInfo;
}

namespace E11ISD {
enum NodeType : unsigned {
  FIRST_NUMBER = ISD::BUILTIN_OP_END,
// One node an ALU operation that LLVM has no node for.
#define E11_ALU(Family, Sources, Name) Family,
#define E11_VECTOR(Node, Name) Node,
#include "E11Intrinsics.def"
  SAT,     // value
  LANE,    // 0
  ITP1,    // value, attribute
  ITP2,    // value, addend, attribute
  ITPMUL,  // value, attribute
  ITPSEL,  // attribute
  DESC,    // resource table, byte offset, constant byte offset
  RDFIRST, // value
  // Chained: the chain comes first.
  SLDBUF,  // descriptor, offset
  LDRAW,   // descriptor, offset, access
  LDTYPED, // descriptor, index, access
  LDSTRUCT, // descriptor, index, offset, access
  LDLDS,   // offset
  LDSCR,   // offset
  STSCR,   // value, offset
  STLDS,   // value, offset
  STGLB,   // four values, base, offset, immediate
  STRAW,   // value, descriptor, offset, access
  STTYPED, // value, descriptor, index, access
  STSTRUCT, // value, descriptor, index, offset, access
  // operation, value, compare, address as loads have it
  ATMRAW, ATMTYPED, ATMSTRUCT, ATMLDS,
  TEX,     // see E11ISelMemory.cpp
  BAR,
  FENCE,
  EXPORT,  // four values, target, mask, done
  DISCARD, // mask
  END,     // the wave ends
  DONE,    // the function ends; the wave has ended
};
} // namespace E11ISD

class E11TargetLowering : public TargetLowering {
public:
  E11TargetLowering(const TargetMachine &TM, const E11Subtarget &STI);

  const char *getTargetNodeName(unsigned Opcode) const override;
  EVT getSetCCResultType(const DataLayout &, LLVMContext &,
                         EVT VT) const override {
    return VT.isVector() ? VT.changeVectorElementTypeToInteger()
                         : EVT(MVT::i32);
  }
  MVT getScalarShiftAmountTy(const DataLayout &, EVT) const override {
    return MVT::i32;
  }
  const TargetRegisterClass *getRegClassFor(MVT VT,
                                            bool IsDivergent) const override;
  bool isSDNodeSourceOfDivergence(const SDNode *N, FunctionLoweringInfo *FLI,
                                  UniformityInfo *UA) const override;
  bool isSDNodeAlwaysUniform(const SDNode *N) const override;

  SDValue LowerOperation(SDValue Op, SelectionDAG &DAG) const override;
  SDValue LowerFormalArguments(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                               const SmallVectorImpl<ISD::InputArg> &Ins,
                               const SDLoc &DL, SelectionDAG &DAG,
                               SmallVectorImpl<SDValue> &InVals) const override;
  SDValue LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      const SmallVectorImpl<SDValue> &OutVals, const SDLoc &DL,
                      SelectionDAG &DAG) const override;
  SDValue LowerCall(CallLoweringInfo &CLI,
                    SmallVectorImpl<SDValue> &InVals) const override;

  bool isFNegFree(EVT) const override { return true; }
  bool isFAbsFree(EVT) const override { return true; }
  bool isFPImmLegal(const APFloat &, EVT, bool) const override { return true; }
  bool isFMAFasterThanFMulAndFAdd(const MachineFunction &, EVT) const override {
    return false; // fma rounds once; there is none
  }
  SDValue getNegatedExpression(SDValue Op, SelectionDAG &DAG, bool LegalOps,
                               bool OptForSize, NegatibleCost &Cost,
                               unsigned Depth) const override;
  bool convertSetCCLogicToBitwiseLogic(EVT) const override { return false; }
  bool shouldConvertConstantLoadToIntImm(const APInt &, Type *) const override {
    return true;
  }

private:
  const E11Subtarget &Subtarget;

  SDValue lowerTexture(CallLoweringInfo &CLI, EVT VT) const;
  SDValue lowerIntrinsic(const E11::IntrinsicInfo &Info, CallLoweringInfo &CLI,
                         EVT VT) const;
};

} // namespace llvm
