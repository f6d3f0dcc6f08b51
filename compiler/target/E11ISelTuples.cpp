// SPDX-License-Identifier: Apache-2.0
//===- E11ISelTuples.cpp - tuples of registers ----------------------------===//

#include "E11ISel.h"

using namespace llvm;

//===-- Tuples ------------------------------------------------------------===//

SDValue E11DAGToDAGISel::toVectorRegister(SDValue V, const SDLoc &DL) {
  Source S = getSource(V, false);
  if (needsLiteral(S))
    return SDValue(CurDAG->getMachineNode(E11::MOV_VL, DL, MVT::i32,
                                          imm(S.Bits, DL)),
                   0);
  if (!S.IsConstant && S.Value->isDivergent())
    return S.Value;
  return SDValue(CurDAG->getMachineNode(E11::MOV_V, DL, MVT::i32, read(S, DL),
                                        imm(0, DL)),
                 0);
}

// Parts that are undefined are left out.
SDValue E11DAGToDAGISel::makeTuple(ArrayRef<SDValue> Parts, bool Vector,
                                   const SDLoc &DL) {
  const TargetRegisterClass *RC =
      E11RegisterInfo::getTupleClass(Parts.size(), Vector);
  MVT VT = MVT::getVectorVT(MVT::i32, Parts.size());
  SmallVector<SDValue, 17> Operands = {imm(RC->getID(), DL)};
  for (unsigned I = 0; I != Parts.size(); ++I) {
    if (Parts[I].isUndef())
      continue;
    SDValue Part = Parts[I];
    if (Vector) {
      Part = toVectorRegister(Part, DL);
    } else {
      Source S = getSource(Part, false);
      Part = read(S, DL);
      if (S.IsConstant && !needsLiteral(S))
        Part = SDValue(CurDAG->getMachineNode(E11::MOV_S, DL, MVT::i32, Part,
                                              imm(0, DL)),
                       0);
    }
    Operands.push_back(Part);
    Operands.push_back(imm(E11RegisterInfo::getSubRegIndex(I), DL));
  }
  unsigned Opcode = Operands.size() == 1 ? TargetOpcode::IMPLICIT_DEF
                                         : TargetOpcode::REG_SEQUENCE;
  if (Operands.size() == 1)
    Operands.clear();
  return SDValue(CurDAG->getMachineNode(Opcode, DL, VT, Operands), 0);
}

void E11DAGToDAGISel::selectBuildVector(SDNode *N) {
  SmallVector<SDValue, 8> Parts(N->op_values());
  ReplaceNode(N, makeTuple(Parts, N->isDivergent(), SDLoc(N)).getNode());
}

// Stores and exports take vector registers, whatever they are made of.
SDValue E11DAGToDAGISel::toVectorTuple(SDValue V) {
  while (V.getOpcode() == ISD::BITCAST && V.getValueType().isVector())
    V = V.getOperand(0);
  SDLoc DL(V);
  if (V->isDivergent())
    return V;
  SmallVector<SDValue, 4> Parts;
  if (V.getOpcode() == ISD::BUILD_VECTOR) {
    Parts.append(V->op_values().begin(), V->op_values().end());
  } else if (V.isUndef()) {
    Parts.assign(4, CurDAG->getUNDEF(MVT::i32));
  } else {
    for (unsigned I = 0, E = V.getValueType().getVectorNumElements(); I != E;
         ++I)
      Parts.push_back(CurDAG->getTargetExtractSubreg(
          E11RegisterInfo::getSubRegIndex(I), DL, MVT::i32, V));
  }
  return makeTuple(Parts, true, DL);
}

void E11DAGToDAGISel::selectExtract(SDNode *N) {
  unsigned Index = N->getConstantOperandVal(1);
  ReplaceNode(N, CurDAG
                     ->getTargetExtractSubreg(
                         E11RegisterInfo::getSubRegIndex(Index), SDLoc(N),
                         N->getValueType(0), N->getOperand(0))
                     .getNode());
}

void E11DAGToDAGISel::selectInsert(SDNode *N) {
  SDLoc DL(N);
  unsigned Index = N->getConstantOperandVal(2);
  SDValue Part = N->getOperand(1), Whole = N->getOperand(0);
  if (N->isDivergent()) {
    Part = toVectorRegister(Part, DL);
    Whole = toVectorTuple(Whole);
  } else {
    Part = SDValue(CurDAG->getMachineNode(E11::MOV_S, DL, MVT::i32,
                                          readPlain(Part), imm(0, DL)),
                   0);
  }
  ReplaceNode(N, CurDAG
                     ->getTargetInsertSubreg(
                         E11RegisterInfo::getSubRegIndex(Index), DL,
                         N->getValueType(0), Whole, Part)
                     .getNode());
}
