// SPDX-License-Identifier: Apache-2.0
//===- E11ISelAlu.cpp - arithmetic ----------------------------------------===//

#include "E11ISel.h"

using namespace llvm;

//===-- Operations --------------------------------------------------------===//

#define ALU1(F, Mods, Float)                                                   \
  AluOp { E11::F##_V, E11::F##_S, 0, 0, 1, false, Mods, Float }
#define ALU2(F, Commutes, Mods, Float)                                         \
  AluOp {                                                                      \
    E11::F##_V, E11::F##_S, E11::F##_VL, E11::F##_SL, 2, Commutes, Mods, Float \
  }
#define ALU3(F, Commutes, Mods, Float)                                         \
  AluOp {                                                                      \
    E11::F##_V, E11::F##_S, E11::F##_VL, E11::F##_SL, 3, Commutes, Mods, Float \
  }

static std::optional<AluOp> getCompare(ISD::CondCode CC, bool Float) {
  if (Float)
    switch (CC) {
    case ISD::SETOEQ:
    case ISD::SETEQ:
      return ALU2(FEQ, true, true, false);
    case ISD::SETUNE:
    case ISD::SETNE:
      return ALU2(FNE, true, true, false);
    case ISD::SETOLT:
    case ISD::SETLT:
      return ALU2(FLT, false, true, false);
    case ISD::SETOGE:
    case ISD::SETGE:
      return ALU2(FGE, false, true, false);
    default:
      return std::nullopt;
    }
  switch (CC) {
  case ISD::SETEQ:
    return ALU2(IEQ, true, false, false);
  case ISD::SETNE:
    return ALU2(INE, true, false, false);
  case ISD::SETLT:
    return ALU2(ILT, false, false, false);
  case ISD::SETGE:
    return ALU2(IGE, false, false, false);
  case ISD::SETULT:
    return ALU2(ULT, false, false, false);
  case ISD::SETUGE:
    return ALU2(UGE, false, false, false);
  default:
    return std::nullopt;
  }
}

static std::optional<AluOp> getAluOp(const SDNode *N) {
  if (N->getValueType(0).isVector())
    return std::nullopt;
  switch (N->getOpcode()) {
  case ISD::FADD:
  case ISD::FSUB: // with its second source negated
    return ALU2(FADD, true, true, true);
  case ISD::FMUL:
    return ALU2(FMUL, true, true, true);
  case ISD::FMAD:
    return ALU3(FMAD, true, true, true);
  case ISD::FFLOOR:
    return ALU1(FRNDN, true, true);
  case ISD::FCEIL:
    return ALU1(FRNDP, true, true);
  case ISD::FTRUNC:
    return ALU1(FRNDZ, true, true);
  case ISD::FROUNDEVEN:
  case ISD::FRINT:
  case ISD::FNEARBYINT:
    return ALU1(FRNDE, true, true);
  case ISD::SINT_TO_FP:
    return ALU1(ITOF, false, false);
  case ISD::UINT_TO_FP:
    return ALU1(UTOF, false, false);
  case ISD::ADD:
    return ALU2(IADD, true, false, false);
  case ISD::SUB:
    return ALU2(ISUB, false, false, false);
  case ISD::MUL:
    return ALU2(IMUL, true, false, false);
  case ISD::MULHS:
    return ALU2(IMULH, true, false, false);
  case ISD::MULHU:
    return ALU2(UMULH, true, false, false);
  case ISD::SMIN:
    return ALU2(IMIN, true, false, false);
  case ISD::SMAX:
    return ALU2(IMAX, true, false, false);
  case ISD::UMIN:
    return ALU2(UMIN, true, false, false);
  case ISD::UMAX:
    return ALU2(UMAX, true, false, false);
  case ISD::AND:
    return ALU2(AND, true, false, false);
  case ISD::OR:
    return ALU2(OR, true, false, false);
  case ISD::XOR:
    return ALU2(XOR, true, false, false);
  case ISD::SHL:
    return ALU2(SHL, false, false, false);
  case ISD::SRA:
    return ALU2(ISHR, false, false, false);
  case ISD::SRL:
    return ALU2(USHR, false, false, false);
  case ISD::CTPOP:
    return ALU1(BCNT, false, false);
  case ISD::BITREVERSE:
    return ALU1(BFREV, false, false);
  case ISD::SELECT:
    return ALU3(SEL, false, true, false);
  case ISD::SETCC:
    return getCompare(cast<CondCodeSDNode>(N->getOperand(2))->get(),
                      N->getOperand(0).getValueType().isFloatingPoint());
  case E11ISD::FMIN:
    return ALU2(FMIN, true, true, true);
  case E11ISD::FMAX:
    return ALU2(FMAX, true, true, true);
  case E11ISD::FFRC:
    return ALU1(FFRC, true, true);
  case E11ISD::FTOI:
    return ALU1(FTOI, true, false);
  case E11ISD::FTOU:
    return ALU1(FTOU, true, false);
  case E11ISD::F32TOF16:
    return ALU1(F32TOF16, true, false);
  case E11ISD::F16TOF32:
    return ALU1(F16TOF32, false, false);
  case E11ISD::FRCP:
    return ALU1(FRCP, true, true);
  case E11ISD::FRSQ:
    return ALU1(FRSQ, true, true);
  case E11ISD::FSQRT:
    return ALU1(FSQRT, true, true);
  case E11ISD::FEXP2:
    return ALU1(FEXP2, true, true);
  case E11ISD::FLOG2:
    return ALU1(FLOG2, true, true);
  case E11ISD::FSIN:
    return ALU1(FSIN, true, true);
  case E11ISD::FCOS:
    return ALU1(FCOS, true, true);
  case E11ISD::FDIV:
    return ALU2(FDIV, false, true, true);
  case E11ISD::IMULH:
    return ALU2(IMULH, true, false, false);
  case E11ISD::UMULH:
    return ALU2(UMULH, true, false, false);
  case E11ISD::UADDC:
    return ALU2(UADDC, true, false, false);
  case E11ISD::USUBB:
    return ALU2(USUBB, false, false, false);
  case E11ISD::UBFE:
    return ALU3(UBFE, false, false, false);
  case E11ISD::IBFE:
    return ALU3(IBFE, false, false, false);
  case E11ISD::BFM:
    return ALU2(BFM, false, false, false);
  case E11ISD::FBHI:
    return ALU1(FBHI, false, false);
  case E11ISD::FBLO:
    return ALU1(FBLO, false, false);
  case E11ISD::FBSHI:
    return ALU1(FBSHI, false, false);
  case E11ISD::MSAD:
    return ALU3(MSAD, false, false, false);
  case E11ISD::DDXC:
    return AluOp{E11::DDXC_V, 0, 0, 0, 1, false, true, true};
  case E11ISD::DDYC:
    return AluOp{E11::DDYC_V, 0, 0, 0, 1, false, true, true};
  case E11ISD::DDXF:
    return AluOp{E11::DDXF_V, 0, 0, 0, 1, false, true, true};
  case E11ISD::DDYF:
    return AluOp{E11::DDYF_V, 0, 0, 0, 1, false, true, true};
  default:
    return std::nullopt;
  }
}

//===-- Sources -----------------------------------------------------------===//

std::optional<uint32_t> llvm::getConstantBits(SDValue V) {
  if (auto *C = dyn_cast<ConstantSDNode>(V))
    return C->getAPIntValue().zextOrTrunc(32).getZExtValue();
  if (auto *C = dyn_cast<ConstantFPSDNode>(V))
    return C->getValueAPF().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}

// Looks through bitcasts and, for float operations, through neg and abs,
// which may have been written as integer operations on the sign bit.
Source E11DAGToDAGISel::getSource(SDValue V, bool Modifiers) {
  Source S;
  constexpr uint32_t Sign = 0x80000000;
  for (;;) {
    if (V.getOpcode() == ISD::BITCAST && !V.getValueType().isVector() &&
        !V.getOperand(0).getValueType().isVector()) {
      V = V.getOperand(0);
      continue;
    }
    if (auto Bits = getConstantBits(V)) {
      S.IsConstant = true;
      S.Bits = *Bits;
      if (S.Abs)
        S.Bits &= ~Sign;
      if (S.Neg)
        S.Bits ^= Sign;
      S.Abs = S.Neg = false;
      return S;
    }
    if (!Modifiers)
      break;
    uint32_t Mask = 0;
    if (V.getOpcode() == ISD::XOR || V.getOpcode() == ISD::AND)
      Mask = getConstantBits(V.getOperand(1)).value_or(0);
    if (V.getOpcode() == ISD::FNEG ||
        (V.getOpcode() == ISD::XOR && Mask == Sign)) {
      S.Neg ^= !S.Abs;
    } else if (V.getOpcode() == ISD::FABS ||
               (V.getOpcode() == ISD::AND && Mask == ~Sign)) {
      S.Abs = true;
    } else {
      break;
    }
    V = V.getOperand(0);
  }
  S.Value = V;
  return S;
}

// A constant always has a scalar register: all lanes agree on it.
SDValue E11DAGToDAGISel::constantRegister(uint32_t Bits, const SDLoc &DL) {
  if (auto Reg = E11RegisterInfo::getConstant(Bits))
    return CurDAG->getRegister(*Reg, MVT::i32);
  return SDValue(
      CurDAG->getMachineNode(E11::MOV_SL, DL, MVT::i32, imm(Bits, DL)), 0);
}

SDValue E11DAGToDAGISel::read(const Source &S, const SDLoc &DL) {
  return S.IsConstant ? constantRegister(S.Bits, DL) : S.Value;
}

//===-- ALU ---------------------------------------------------------------===//

SDNode *E11DAGToDAGISel::emitAlu(SDNode *N, AluOp Op,
                                 MutableArrayRef<Source> Sources,
                                 bool Saturate) {
  SDLoc DL(N);
  bool Vector = N->isDivergent();
  EVT VT = N->getValueType(0);

  if (Op.Commutes && needsLiteral(Sources[0]) && !needsLiteral(Sources[1]))
    std::swap(Sources[0], Sources[1]);

  unsigned Mods = Saturate ? E11::ModSat : 0u;
  for (unsigned I = 0; I != Op.Sources; ++I)
    Mods |= (Sources[I].Neg ? E11::ModNeg0 << I : 0u) |
            (Sources[I].Abs ? E11::ModAbs0 << I : 0u);

  unsigned Literal = Vector ? Op.VectorLiteral : Op.ScalarLiteral;
  if (Literal && Mods == 0 && needsLiteral(Sources[1]) &&
      !Sources[0].IsConstant && (Op.Sources < 3 || !Sources[2].IsConstant)) {
    SmallVector<SDValue, 3> Operands = {Sources[0].Value,
                                        imm(Sources[1].Bits, DL)};
    if (Op.Sources == 3)
      Operands.push_back(Sources[2].Value);
    return CurDAG->getMachineNode(Literal, DL, VT, Operands);
  }

  SmallVector<SDValue, 4> Operands;
  for (unsigned I = 0; I != Op.Sources; ++I)
    Operands.push_back(read(Sources[I], DL));
  Operands.push_back(imm(Mods, DL));
  return CurDAG->getMachineNode(Vector ? Op.Vector : Op.Scalar, DL, VT,
                                Operands);
}

SDNode *E11DAGToDAGISel::selectAlu(SDNode *N, bool Saturate) {
  std::optional<AluOp> Op = getAluOp(N);
  if (!Op)
    return nullptr;
  Source Sources[3];
  for (unsigned I = 0; I != Op->Sources; ++I)
    Sources[I] = getSource(N->getOperand(I), Op->Modifiers);

  switch (N->getOpcode()) {
  case ISD::FSUB:
    if (Sources[1].IsConstant)
      Sources[1].Bits ^= 0x80000000;
    else
      Sources[1].Neg ^= true;
    break;
  case ISD::SELECT: {
    // The condition is tested for zero as it is; the others are bits.
    bool Inverted = false;
    Sources[0] = getSource(stripCondition(N->getOperand(0), Inverted), false);
    bool Float = N->getValueType(0).isFloatingPoint();
    for (unsigned I : {1u, 2u})
      Sources[I] = getSource(N->getOperand(I), Float);
    if (Inverted)
      std::swap(Sources[1], Sources[2]);
    // A comparison as a number is the comparison itself.
    if (!Sources[0].IsConstant && Sources[1].IsConstant &&
        Sources[2].IsConstant && Sources[1].Bits == ~0u &&
        Sources[2].Bits == 0 && Sources[0].Value.getValueType() == MVT::i32 &&
        CurDAG->ComputeNumSignBits(Sources[0].Value) == 32) {
      unsigned Class =
          N->isDivergent() ? E11::VRegRegClassID : E11::SRegRegClassID;
      return CurDAG->getMachineNode(TargetOpcode::COPY_TO_REGCLASS, SDLoc(N),
                                    N->getValueType(0), Sources[0].Value,
                                    imm(Class, SDLoc(N)));
    }
    break;
  }
  case ISD::SHL:
  case ISD::SRA:
  case ISD::SRL: {
    // The machine takes the amount's low five bits itself.
    SDValue Amount = N->getOperand(1);
    if (Amount.getOpcode() == ISD::AND)
      if (auto Mask = getConstantBits(Amount.getOperand(1)))
        if ((*Mask & 31) == 31)
          Sources[1] = getSource(Amount.getOperand(0), false);
    break;
  }
  case ISD::ADD:
    // a * b + c
    for (unsigned I : {0u, 1u}) {
      SDValue Product = N->getOperand(I);
      if (Product.getOpcode() != ISD::MUL || !Product.hasOneUse())
        continue;
      Source Mad[3] = {getSource(Product.getOperand(0), false),
                       getSource(Product.getOperand(1), false),
                       Sources[1 - I]};
      return emitAlu(N, ALU3(IMAD, true, false, false), Mad, Saturate);
    }
    break;
  case ISD::AND:
    // a & ~b
    for (unsigned I : {0u, 1u}) {
      SDValue Not = N->getOperand(I);
      if (Not.getOpcode() != ISD::XOR || !isAllOnesConstant(Not.getOperand(1)))
        continue;
      Source Parts[2] = {Sources[1 - I], getSource(Not.getOperand(0), false)};
      return emitAlu(N, ALU2(ANDN, false, false, false), Parts, Saturate);
    }
    break;
  case ISD::SETCC:
    // A literal can be the second source only: c < x is x >= c + 1.
    if (needsLiteral(Sources[0]) && !needsLiteral(Sources[1])) {
      bool Scalar = Op->Scalar == E11::ILT_S || Op->Scalar == E11::IGE_S;
      uint32_t Last = Scalar ? 0x7fffffff : 0xffffffff;
      bool Integer = Scalar || Op->Scalar == E11::ULT_S ||
                     Op->Scalar == E11::UGE_S;
      if (Integer && Sources[0].Bits != Last) {
        Source Swapped[2] = {Sources[1], Sources[0]};
        ++Swapped[1].Bits;
        bool Less = Op->Scalar == E11::ILT_S || Op->Scalar == E11::ULT_S;
        AluOp Other = Scalar ? (Less ? ALU2(IGE, false, false, false)
                                     : ALU2(ILT, false, false, false))
                             : (Less ? ALU2(UGE, false, false, false)
                                     : ALU2(ULT, false, false, false));
        return emitAlu(N, Other, Swapped, Saturate);
      }
    }
    break;
  default:
    break;
  }
  return emitAlu(N, *Op, Sources, Saturate);
}

// Saturation is a modifier of the operation before, if that has no other user.
void E11DAGToDAGISel::selectSat(SDNode *N) {
  SDValue Value = N->getOperand(0);
  std::optional<AluOp> Op = getAluOp(Value.getNode());
  if (Op && Op->FloatResult && Value.hasOneUse()) {
    ReplaceNode(N, selectAlu(Value.getNode(), true));
    return;
  }
  Source S = getSource(Value, true);
  bool Vector = N->isDivergent();
  unsigned Mods = E11::ModSat | (S.Neg ? E11::ModNeg0 : 0u) |
                  (S.Abs ? E11::ModAbs0 : 0u);
  SDLoc DL(N);
  ReplaceNode(N, CurDAG->getMachineNode(Vector ? E11::MOV_V : E11::MOV_S, DL,
                                        N->getValueType(0), read(S, DL),
                                        imm(Mods, DL)));
}

// Conditions are tested for being nonzero, so normalising them is not needed.
SDValue E11DAGToDAGISel::stripCondition(SDValue Cond, bool &Inverted) {
  for (;;) {
    if (Cond.getOpcode() == ISD::SETCC &&
        Cond.getOperand(0).getValueType() == MVT::i32 &&
        isNullConstant(Cond.getOperand(1))) {
      ISD::CondCode CC = cast<CondCodeSDNode>(Cond.getOperand(2))->get();
      if (CC != ISD::SETNE && CC != ISD::SETEQ)
        return Cond;
      Inverted ^= CC == ISD::SETEQ;
      Cond = Cond.getOperand(0);
    } else if (Cond.getOpcode() == ISD::XOR &&
               isAllOnesConstant(Cond.getOperand(1)) &&
               CurDAG->ComputeNumSignBits(Cond.getOperand(0)) == 32) {
      Inverted ^= true;
      Cond = Cond.getOperand(0);
    } else {
      return Cond;
    }
  }
}
