// SPDX-License-Identifier: Apache-2.0
//===- E11ISel.h - the selection DAG to instructions ------------*- C++ -*-===//
//
// E11ISelDAGToDAG.cpp the pass, which node goes where, control
// E11ISelAlu.cpp      arithmetic: sources, modifiers, constants, literals
// E11ISelTuples.cpp   vectors, which are tuples of registers
// E11ISelMemory.cpp   loads, stores, atomics, textures
//
//===----------------------------------------------------------------------===//

#pragma once

#include "E11ISelLowering.h"
#include "E11TargetMachine.h"
#include "llvm/CodeGen/SelectionDAGISel.h"

namespace llvm {

/// The instructions of one operation.
struct AluOp {
  unsigned Vector, Scalar;               // registers
  unsigned VectorLiteral, ScalarLiteral; // 0: no such form
  unsigned Sources;
  bool Commutes; // sources 0 and 1
  bool Modifiers;
  bool FloatResult; // so that sat applies to it
};

/// A source as its instruction will see it.
struct Source {
  SDValue Value;  // what to read, unless it is a constant
  bool IsConstant = false;
  uint32_t Bits = 0;
  bool Neg = false, Abs = false;
};

class E11DAGToDAGISel : public SelectionDAGISel {
public:
  E11DAGToDAGISel(TargetMachine &TM, CodeGenOptLevel OL)
      : SelectionDAGISel(TM, OL) {}

  void Select(SDNode *N) override;

#define GET_DAGISEL_DECL
#include "E11GenDAGISel.inc"
#undef GET_DAGISEL_DECL

private:
  SDValue constantRegister(uint32_t Bits, const SDLoc &DL);
  SDValue imm(uint64_t Value, const SDLoc &DL) {
    return CurDAG->getTargetConstant(Value, DL, MVT::i32);
  }
  Source getSource(SDValue V, bool Modifiers);
  SDValue read(const Source &S, const SDLoc &DL);
  SDValue readPlain(SDValue V) { return read(getSource(V, false), SDLoc(V)); }

  SDNode *selectAlu(SDNode *N, bool Saturate);
  SDNode *emitAlu(SDNode *N, AluOp Op, MutableArrayRef<Source> Sources,
                  bool Saturate);
  void selectSat(SDNode *N);
  void selectBuildVector(SDNode *N);
  void selectExtract(SDNode *N);
  void selectInsert(SDNode *N);
  void selectBranch(SDNode *N);
  void selectMemory(SDNode *N);
  void selectDescriptor(SDNode *N);
  void selectLoad(SDNode *N);
  void selectStore(SDNode *N);
  void selectAtomic(SDNode *N);
  void selectTexture(SDNode *N);
  void setMemory(SDNode *N, MachineMemOperand::Flags Flags);
  void selectExport(SDNode *N);
  void selectDiscard(SDNode *N);
  void selectInterpolator(SDNode *N);

  static bool needsLiteral(const Source &S) {
    return S.IsConstant && !E11RegisterInfo::getConstant(S.Bits);
  }
  SDValue makeTuple(ArrayRef<SDValue> Parts, bool Vector, const SDLoc &DL);
  SDValue toVectorTuple(SDValue V);
  SDValue toVectorRegister(SDValue V, const SDLoc &DL);
  SDValue stripCondition(SDValue Cond, bool &Inverted);
  void selectAddress(SDValue Address, SDValue &Src0, SDValue &Offset,
                     const SDLoc &DL);
};

std::optional<uint32_t> getConstantBits(SDValue V);

} // namespace llvm
