// SPDX-License-Identifier: Apache-2.0
//===- E11ISelDAGToDAG.cpp - the selection DAG to instructions ------------===//
//
// A node that is the same in all lanes becomes a scalar instruction, any other
// a vector one. A vector instruction reads scalars and constants directly.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11ISel.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/InitializePasses.h"

using namespace llvm;

#define DEBUG_TYPE "e11-isel"
#define PASS_NAME "E11 instruction selection"

namespace {

class E11DAGToDAGISelLegacy : public SelectionDAGISelLegacy {
public:
  static char ID;
  E11DAGToDAGISelLegacy(TargetMachine &TM, CodeGenOptLevel OL)
      : SelectionDAGISelLegacy(ID, std::make_unique<E11DAGToDAGISel>(TM, OL)) {}

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<UniformityInfoWrapperPass>();
    SelectionDAGISelLegacy::getAnalysisUsage(AU);
  }
};

} // namespace

char E11DAGToDAGISelLegacy::ID = 0;
INITIALIZE_PASS_BEGIN(E11DAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false,
                      false)
INITIALIZE_PASS_DEPENDENCY(UniformityInfoWrapperPass)
INITIALIZE_PASS_END(E11DAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createE11ISelDag(E11TargetMachine &TM,
                                     CodeGenOptLevel OL) {
  return new E11DAGToDAGISelLegacy(TM, OL);
}

#define GET_DAGISEL_BODY E11DAGToDAGISel
#include "E11GenDAGISel.inc"

//===-- Control -----------------------------------------------------------===//

void E11DAGToDAGISel::selectBranch(SDNode *N) {
  SDLoc DL(N);
  bool Inverted = false;
  SDValue Cond = stripCondition(N->getOperand(1), Inverted);
  bool Divergent = Cond->isDivergent();
  unsigned Opcode = Divergent ? (Inverted ? E11::VBRZ : E11::VBRNZ)
                              : (Inverted ? E11::BRZ : E11::BRNZ);
  CurDAG->SelectNodeTo(N, Opcode, MVT::Other, readPlain(Cond),
                       N->getOperand(2), N->getOperand(0));
}

void E11DAGToDAGISel::selectDiscard(SDNode *N) {
  SDLoc DL(N);
  bool Inverted = false;
  SDValue Cond = stripCondition(N->getOperand(1), Inverted);
  CurDAG->SelectNodeTo(N, E11::DISCARD, MVT::Other,
                       {readPlain(Cond), imm(Inverted, DL), N->getOperand(0)});
}

void E11DAGToDAGISel::selectExport(SDNode *N) {
  SDLoc DL(N);
  SDValue Done = N->getOperand(4);
  CurDAG->SelectNodeTo(N, E11::EXP, MVT::Other,
                       {toVectorTuple(N->getOperand(1)), N->getOperand(2),
                        N->getOperand(3), Done, Done, N->getOperand(0)});
}

void E11DAGToDAGISel::selectInterpolator(SDNode *N) {
  SDLoc DL(N);
  EVT VT = N->getValueType(0);
  switch (N->getOpcode()) {
  case E11ISD::ITP1:
  case E11ISD::ITPMUL:
    CurDAG->SelectNodeTo(
        N, N->getOpcode() == E11ISD::ITP1 ? E11::ITP1_V : E11::ITPMUL_V, VT,
        readPlain(N->getOperand(0)), N->getOperand(1));
    break;
  case E11ISD::ITP2:
    CurDAG->SelectNodeTo(N, E11::ITP2_V, VT, readPlain(N->getOperand(0)),
                         readPlain(N->getOperand(1)), N->getOperand(2));
    break;
  default:
    CurDAG->SelectNodeTo(N, E11::ITPSEL_V, VT, N->getOperand(0));
    break;
  }
}

//===-- Select ------------------------------------------------------------===//

void E11DAGToDAGISel::Select(SDNode *N) {
  if (N->isMachineOpcode()) {
    N->setNodeId(-1);
    return;
  }
  SDLoc DL(N);
  switch (N->getOpcode()) {
  case ISD::Constant:
  case ISD::ConstantFP: {
    if (!N->getValueType(0).isSimple() || N->getValueType(0) == MVT::Other)
      break;
    uint32_t Bits = *getConstantBits(SDValue(N, 0));
    if (auto Reg = E11RegisterInfo::getConstant(Bits))
      ReplaceNode(N, CurDAG->getMachineNode(
                         E11::MOV_S, DL, N->getValueType(0),
                         CurDAG->getRegister(*Reg, MVT::i32), imm(0, DL)));
    else
      ReplaceNode(N, CurDAG->getMachineNode(E11::MOV_SL, DL,
                                            N->getValueType(0), imm(Bits, DL)));
    return;
  }
  case ISD::BITCAST:
  case ISD::FREEZE:
    ReplaceUses(SDValue(N, 0), N->getOperand(0));
    CurDAG->RemoveDeadNode(N);
    return;
  case ISD::FNEG:
  case ISD::FABS: {
    Source S = getSource(SDValue(N, 0), true);
    unsigned Mods =
        (S.Neg ? E11::ModNeg0 : 0u) | (S.Abs ? E11::ModAbs0 : 0u);
    ReplaceNode(N, CurDAG->getMachineNode(
                       N->isDivergent() ? E11::MOV_V : E11::MOV_S, DL,
                       N->getValueType(0), read(S, DL), imm(Mods, DL)));
    return;
  }
  case ISD::BUILD_VECTOR:
    selectBuildVector(N);
    return;
  case ISD::EXTRACT_VECTOR_ELT:
    selectExtract(N);
    return;
  case ISD::INSERT_VECTOR_ELT:
    selectInsert(N);
    return;
  case ISD::BRCOND:
    selectBranch(N);
    return;
  case E11ISD::SAT:
    selectSat(N);
    return;
  case E11ISD::LANE:
    ReplaceNode(N, CurDAG->getMachineNode(
                       E11::MOV_V, DL, N->getValueType(0),
                       CurDAG->getRegister(E11::LANE, MVT::i32), imm(0, DL)));
    return;
  case E11ISD::ITP1:
  case E11ISD::ITP2:
  case E11ISD::ITPMUL:
  case E11ISD::ITPSEL:
    selectInterpolator(N);
    return;
  case E11ISD::DESC:
  case E11ISD::SLDBUF:
  case E11ISD::LDRAW:
  case E11ISD::LDTYPED:
  case E11ISD::LDSTRUCT:
  case E11ISD::LDLDS:
  case E11ISD::LDSCR:
  case E11ISD::STSCR:
  case E11ISD::STLDS:
  case E11ISD::STGLB:
  case E11ISD::STRAW:
  case E11ISD::STTYPED:
  case E11ISD::STSTRUCT:
  case E11ISD::ATMRAW:
  case E11ISD::ATMTYPED:
  case E11ISD::ATMSTRUCT:
  case E11ISD::ATMLDS:
  case E11ISD::TEX:
    selectMemory(N);
    return;
  case E11ISD::EXPORT:
    selectExport(N);
    return;
  case E11ISD::DISCARD:
    selectDiscard(N);
    return;
  case E11ISD::BAR:
    CurDAG->SelectNodeTo(N, E11::BAR, MVT::Other, N->getOperand(0));
    return;
  case E11ISD::FENCE:
    CurDAG->SelectNodeTo(N, E11::FENCE, MVT::Other, N->getOperand(0));
    return;
  default:
    if (SDNode *Selected = selectAlu(N, false)) {
      ReplaceNode(N, Selected);
      return;
    }
    break;
  }
  SelectCode(N);
}
