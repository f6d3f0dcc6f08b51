// SPDX-License-Identifier: Apache-2.0
//===- E11ISelLowering.cpp - LLVM IR to the selection DAG -----------------===//

#include "E11ISelLowering.h"
#include "E11Intrinsics.h"
#include "E11Subtarget.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/CodeGen/FunctionLoweringInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

E11TargetLowering::E11TargetLowering(const TargetMachine &TM,
                                     const E11Subtarget &STI)
    : TargetLowering(TM), Subtarget(STI) {
  addRegisterClass(MVT::i32, &E11::VRegRegClass);
  addRegisterClass(MVT::f32, &E11::VRegRegClass);
  for (MVT VT : {MVT::v2i32, MVT::v2f32})
    addRegisterClass(VT, &E11::VReg2RegClass);
  for (MVT VT : {MVT::v3i32, MVT::v3f32})
    addRegisterClass(VT, &E11::VReg3RegClass);
  for (MVT VT : {MVT::v4i32, MVT::v4f32})
    addRegisterClass(VT, &E11::VReg4RegClass);
  for (MVT VT : {MVT::v8i32, MVT::v8f32})
    addRegisterClass(VT, &E11::VReg8RegClass);
  computeRegisterProperties(STI.getRegisterInfo());

  setBooleanContents(ZeroOrNegativeOneBooleanContent);
  setBooleanVectorContents(ZeroOrNegativeOneBooleanContent);
  setSchedulingPreference(Sched::Source);
  setJumpIsExpensive(true); // one branch, not a chain of them
  setMinFunctionAlignment(Align(64));
  MaxStoresPerMemcpy = MaxStoresPerMemset = MaxStoresPerMemmove = 0;

  for (unsigned Op :
       {ISD::BR_CC, ISD::SELECT_CC, ISD::BRIND, ISD::BR_JT, ISD::SDIV,
        ISD::UDIV, ISD::SREM, ISD::UREM, ISD::SDIVREM, ISD::UDIVREM,
        ISD::SMUL_LOHI, ISD::UMUL_LOHI, ISD::ROTL, ISD::ROTR, ISD::BSWAP,
        ISD::CTTZ, ISD::CTLZ, ISD::CTTZ_ZERO_UNDEF, ISD::CTLZ_ZERO_UNDEF,
        ISD::SHL_PARTS, ISD::SRA_PARTS, ISD::SRL_PARTS, ISD::ABS,
        ISD::UADDO, ISD::USUBO, ISD::SADDO, ISD::SSUBO, ISD::UADDO_CARRY,
        ISD::USUBO_CARRY, ISD::FSHL, ISD::FSHR, ISD::SIGN_EXTEND_INREG})
    setOperationAction(Op, MVT::i32, Expand);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i1, Expand);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i8, Expand);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i16, Expand);
  for (unsigned Op : {ISD::CTPOP, ISD::BITREVERSE, ISD::SMIN, ISD::SMAX,
                      ISD::UMIN, ISD::UMAX, ISD::MULHS, ISD::MULHU})
    setOperationAction(Op, MVT::i32, Legal);

  for (unsigned Op : {ISD::FFLOOR, ISD::FCEIL, ISD::FTRUNC, ISD::FROUNDEVEN,
                      ISD::FMAD, ISD::FSUB, ISD::FNEG, ISD::FABS})
    setOperationAction(Op, MVT::f32, Legal);
  setOperationAction(ISD::FRINT, MVT::f32, Legal);
  setOperationAction(ISD::FNEARBYINT, MVT::f32, Legal);
  for (unsigned Op :
       {ISD::BR_CC, ISD::SELECT_CC, ISD::FCOPYSIGN, ISD::FMA, ISD::FREM,
        ISD::FDIV, ISD::FSQRT, ISD::FSIN, ISD::FCOS, ISD::FPOW, ISD::FMINNUM,
        ISD::FMAXNUM})
    setOperationAction(Op, MVT::f32, Expand);

  // The machine compares eq, ne, lt, ge; the rest is swapped or inverted.
  for (ISD::CondCode CC : {ISD::SETGT, ISD::SETLE, ISD::SETUGT, ISD::SETULE})
    setCondCodeAction(CC, MVT::i32, Expand);
  for (ISD::CondCode CC :
       {ISD::SETOGT, ISD::SETOLE, ISD::SETONE, ISD::SETO, ISD::SETUO,
        ISD::SETUEQ, ISD::SETUGT, ISD::SETUGE, ISD::SETULT, ISD::SETULE,
        ISD::SETGT, ISD::SETLE})
    setCondCodeAction(CC, MVT::f32, Expand);

  // Vectors are tuples of registers: they are made and taken apart only.
  for (MVT VT : {MVT::v2i32, MVT::v2f32, MVT::v3i32, MVT::v3f32, MVT::v4i32,
                 MVT::v4f32, MVT::v8i32, MVT::v8f32}) {
    for (unsigned Op = 0; Op != ISD::BUILTIN_OP_END; ++Op)
      setOperationAction(Op, VT, Expand);
    for (unsigned Op : {ISD::BUILD_VECTOR, ISD::EXTRACT_VECTOR_ELT,
                        ISD::INSERT_VECTOR_ELT, ISD::BITCAST, ISD::UNDEF,
                        ISD::CopyFromReg, ISD::CopyToReg, ISD::FREEZE})
      setOperationAction(Op, VT, Legal);
    // What the combiner makes of parts of several tuples.
    for (unsigned Op : {ISD::CONCAT_VECTORS, ISD::VECTOR_SHUFFLE,
                        ISD::EXTRACT_SUBVECTOR, ISD::INSERT_SUBVECTOR,
                        ISD::SCALAR_TO_VECTOR})
      setOperationAction(Op, VT, Custom);
  }
}

const char *E11TargetLowering::getTargetNodeName(unsigned Opcode) const {
  switch (Opcode) {
#define NODE(Name)                                                             \
  case E11ISD::Name:                                                           \
    return "E11ISD::" #Name;
#define E11_ALU(Family, Sources, Name) NODE(Family)
#define E11_VECTOR(Node, Name) NODE(Node)
#include "E11Intrinsics.def"
    NODE(SAT)
    NODE(LANE)
    NODE(ITP1)
    NODE(ITP2)
    NODE(ITPMUL)
    NODE(ITPSEL)
    NODE(DESC)
    NODE(RDFIRST)
    NODE(SLDBUF)
    NODE(LDRAW)
    NODE(LDTYPED)
    NODE(LDSCR)
    NODE(STSCR)
    NODE(STGLB)
    NODE(LDSTRUCT)
    NODE(LDLDS)
    NODE(STLDS)
    NODE(STRAW)
    NODE(STTYPED)
    NODE(STSTRUCT)
    NODE(ATMRAW)
    NODE(ATMTYPED)
    NODE(ATMSTRUCT)
    NODE(ATMLDS)
    NODE(TEX)
    NODE(BAR)
    NODE(FENCE)
    NODE(EXPORT)
    NODE(DISCARD)
    NODE(END)
    NODE(DONE)
#undef NODE
  default:
    return nullptr;
  }
}

// Each element of a vector operation, put together again.
SDValue E11TargetLowering::LowerOperation(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  EVT VT = Op.getValueType(), Element = VT.getVectorElementType();
  auto get = [&](SDValue Vector, unsigned I) {
    return DAG.getNode(ISD::EXTRACT_VECTOR_ELT, DL, Element, Vector,
                       DAG.getConstant(I, DL, MVT::i32));
  };
  auto count = [](SDValue Vector) {
    return Vector.getValueType().getVectorNumElements();
  };
  SmallVector<SDValue, 8> Parts;
  switch (Op.getOpcode()) {
  case ISD::CONCAT_VECTORS:
    for (SDValue Vector : Op->op_values())
      for (unsigned I = 0, E = count(Vector); I != E; ++I)
        Parts.push_back(get(Vector, I));
    break;
  case ISD::VECTOR_SHUFFLE: {
    unsigned Length = VT.getVectorNumElements();
    for (int I : cast<ShuffleVectorSDNode>(Op)->getMask())
      Parts.push_back(I < 0 ? DAG.getUNDEF(Element)
                            : get(Op.getOperand(unsigned(I) / Length),
                                  unsigned(I) % Length));
    break;
  }
  case ISD::EXTRACT_SUBVECTOR:
    for (unsigned I = 0; I != VT.getVectorNumElements(); ++I)
      Parts.push_back(get(Op.getOperand(0), Op.getConstantOperandVal(1) + I));
    break;
  case ISD::INSERT_SUBVECTOR: {
    unsigned First = Op.getConstantOperandVal(2);
    unsigned Length = count(Op.getOperand(1));
    for (unsigned I = 0; I != VT.getVectorNumElements(); ++I)
      Parts.push_back(I - First < Length ? get(Op.getOperand(1), I - First)
                                         : get(Op.getOperand(0), I));
    break;
  }
  case ISD::SCALAR_TO_VECTOR:
    Parts.assign(VT.getVectorNumElements(), DAG.getUNDEF(Element));
    Parts[0] = Op.getOperand(0);
    break;
  default:
    return SDValue();
  }
  return DAG.getBuildVector(VT, DL, Parts);
}

//===-- Divergence --------------------------------------------------------===//

const TargetRegisterClass *
E11TargetLowering::getRegClassFor(MVT VT, bool IsDivergent) const {
  unsigned Count = VT.isVector() ? VT.getVectorNumElements() : 1;
  if (!IsDivergent && Count == 3)
    Count = 4;
  const TargetRegisterClass *RC =
      E11RegisterInfo::getTupleClass(Count, IsDivergent);
  return RC ? RC : TargetLowering::getRegClassFor(VT, IsDivergent);
}

/// The class of the first result of a selected node; null if there is none.
static const TargetRegisterClass *getResultClass(const SDNode *N,
                                                 const E11Subtarget &STI) {
  if (!N->isMachineOpcode())
    return nullptr;
  const MCInstrDesc &Desc = STI.getInstrInfo()->get(N->getMachineOpcode());
  if (Desc.getNumDefs() == 0 || Desc.operands()[0].RegClass < 0)
    return nullptr;
  return STI.getRegisterInfo()->getRegClass(Desc.operands()[0].RegClass);
}

bool E11TargetLowering::isSDNodeSourceOfDivergence(const SDNode *N,
                                                   FunctionLoweringInfo *FLI,
                                                   UniformityInfo *UA) const {
  if (const TargetRegisterClass *RC = getResultClass(N, Subtarget))
    return E11RegisterInfo::isVectorClass(RC);
  switch (N->getOpcode()) {
  case ISD::CopyFromReg: {
    Register Reg = cast<RegisterSDNode>(N->getOperand(1))->getReg();
    const MachineRegisterInfo &MRI = FLI->MF->getRegInfo();
    if (Reg.isPhysical() || MRI.isLiveIn(Reg))
      return E11RegisterInfo::isVector(MRI, Reg);
    if (const Value *V = FLI->getValueFromVirtualReg(Reg))
      return UA->isDivergent(V);
    return E11RegisterInfo::isVector(MRI, Reg);
  }
  case E11ISD::DDXC:
  case E11ISD::DDYC:
  case E11ISD::DDXF:
  case E11ISD::DDYF:
  case E11ISD::LANE:
  case E11ISD::ITP1:
  case E11ISD::ITP2:
  case E11ISD::ITPMUL:
  case E11ISD::ITPSEL:
  case E11ISD::LDRAW:
  case E11ISD::LDTYPED:
  case E11ISD::LDSTRUCT:
  case E11ISD::LDLDS:
  case E11ISD::LDSCR:
  case E11ISD::ATMRAW:
  case E11ISD::ATMTYPED:
  case E11ISD::ATMSTRUCT:
  case E11ISD::ATMLDS:
  case E11ISD::TEX:
    return true;
  default:
    return false;
  }
}

bool E11TargetLowering::isSDNodeAlwaysUniform(const SDNode *N) const {
  if (const TargetRegisterClass *RC = getResultClass(N, Subtarget))
    return !E11RegisterInfo::isVectorClass(RC);
  return N->getOpcode() == E11ISD::RDFIRST || N->getOpcode() == E11ISD::DESC;
}

//===-- Function boundaries -----------------------------------------------===//

static void diagnose(SelectionDAG &DAG, const SDLoc &DL, const Twine &Text) {
  const Function &F = DAG.getMachineFunction().getFunction();
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Text, DL.getDebugLoc()));
}

SDValue E11TargetLowering::LowerFormalArguments(
    SDValue Chain, CallingConv::ID, bool,
    const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
    SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const {
  if (!Ins.empty()) {
    diagnose(DAG, DL, "a shader has no arguments");
    for (const ISD::InputArg &In : Ins)
      InVals.push_back(DAG.getUNDEF(In.VT));
  }
  return Chain;
}

// The last export ends the wave itself.
SDValue E11TargetLowering::LowerReturn(
    SDValue Chain, CallingConv::ID, bool,
    const SmallVectorImpl<ISD::OutputArg> &Outs,
    const SmallVectorImpl<SDValue> &, const SDLoc &DL,
    SelectionDAG &DAG) const {
  if (!Outs.empty())
    diagnose(DAG, DL, "a shader returns nothing");
  bool EndedByExport = false;
  for (SDValue Before = Chain; Before.getNode();) {
    if (Before.getOpcode() == E11ISD::EXPORT) {
      EndedByExport = Before.getConstantOperandVal(4) != 0;
      break;
    }
    if (Before.getOpcode() != ISD::TokenFactor || Before.getNumOperands() != 1)
      break;
    Before = Before.getOperand(0);
  }
  return DAG.getNode(EndedByExport ? E11ISD::DONE : E11ISD::END, DL, MVT::Other,
                     Chain);
}

//===-- Calls of @e11.* ---------------------------------------------------===//

SDValue
E11TargetLowering::LowerCall(CallLoweringInfo &CLI,
                             SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  CLI.IsTailCall = false;
  const E11::IntrinsicInfo *Info =
      CLI.CB ? E11::getIntrinsic(CLI.CB) : nullptr;
  EVT VT = CLI.Ins.empty() ? EVT(MVT::Other) : EVT(CLI.Ins[0].VT);

  SDValue Result;
  if (Info && CLI.Ins.size() <= 1)
    Result = lowerIntrinsic(*Info, CLI, VT);
  if (!Result) {
    StringRef Name = "an address";
    if (CLI.CB && CLI.CB->getCalledFunction())
      Name = CLI.CB->getCalledFunction()->getName();
    diagnose(DAG, CLI.DL, "cannot call " + Name);
    for (const ISD::InputArg &In : CLI.Ins)
      InVals.push_back(DAG.getUNDEF(In.VT));
    return CLI.Chain;
  }
  if (!CLI.Ins.empty())
    InVals.push_back(Result);
  return CLI.Chain;
}

// Negation is a bit of the instruction that reads. To look through sums of
// products for one takes long; it is enough to find those that are near.
SDValue E11TargetLowering::getNegatedExpression(
    SDValue Op, SelectionDAG &DAG, bool LegalOps, bool OptForSize,
    NegatibleCost &Cost, unsigned Depth) const {
  auto near = [](SDValue V) {
    return V.getOpcode() == ISD::FNEG || isa<ConstantFPSDNode>(V);
  };
  if (near(Op) || (Op.getOpcode() == ISD::FMUL &&
                   (near(Op.getOperand(0)) || near(Op.getOperand(1)))))
    return TargetLowering::getNegatedExpression(Op, DAG, LegalOps, OptForSize,
                                                Cost, Depth);
  return SDValue();
}

// A live-in register as a value that every block may read.
static SDValue readInput(SelectionDAG &DAG, const SDLoc &DL, MCRegister Reg,
                         const TargetRegisterClass *RC) {
  Register Virtual = DAG.getMachineFunction().addLiveIn(Reg, RC);
  return DAG.getCopyFromReg(DAG.getEntryNode(), DL, Virtual, MVT::i32);
}

// Updates CLI.Chain where the node has a chain. Null: wrong operands.
SDValue E11TargetLowering::lowerIntrinsic(const E11::IntrinsicInfo &Info,
                                          CallLoweringInfo &CLI,
                                          EVT VT) const {
  using E11::IntrinsicID;
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  ArrayRef<SDValue> Args = CLI.OutVals;

  auto constant = [&](unsigned I, uint64_t Limit) -> std::optional<uint64_t> {
    if (I >= Args.size())
      return std::nullopt;
    auto *C = dyn_cast<ConstantSDNode>(Args[I]);
    if (!C || C->getZExtValue() >= Limit)
      return std::nullopt;
    return C->getZExtValue();
  };
  auto immediate = [&](uint64_t Value) {
    return DAG.getTargetConstant(Value, DL, MVT::i32);
  };
  // A node with a chain and a result.
  auto load = [&](unsigned Node, ArrayRef<SDValue> Rest) {
    SmallVector<SDValue, 8> Operands = {CLI.Chain};
    append_range(Operands, Rest);
    SDValue N = DAG.getNode(Node, DL, DAG.getVTList(VT, MVT::Other), Operands);
    CLI.Chain = N.getValue(1);
    return N;
  };
  auto effect = [&](unsigned Node, ArrayRef<SDValue> Rest) {
    SmallVector<SDValue, 8> Operands = {CLI.Chain};
    append_range(Operands, Rest);
    CLI.Chain = DAG.getNode(Node, DL, MVT::Other, Operands);
    return CLI.Chain;
  };
  // The arguments, and what is known of the memory.
  auto withAccess = [&] {
    SmallVector<SDValue, 8> Operands(Args);
    Operands.push_back(immediate(static_cast<uint64_t>(Info.Memory)));
    return Operands;
  };
  // Operation, value and compare come first in the node, last in the call.
  auto atomic = [&](unsigned Node) {
    auto Operation = constant(0, 10);
    if (!Operation)
      return SDValue();
    SmallVector<SDValue, 8> Operands = {immediate(*Operation)};
    append_range(Operands, Args.take_back(2));
    append_range(Operands, Args.drop_front().drop_back(2));
    return load(Node, Operands);
  };
  auto table = [&] { return readInput(DAG, DL, E11::S0, &E11::SRegRegClass); };

  switch (Info.Id) {
  case IntrinsicID::Alu:
  case IntrinsicID::Vector:
    if (Args.size() != Info.Operands)
      return SDValue();
    return DAG.getNode(Info.Node, DL, VT, Args);
  case IntrinsicID::Sat:
    return DAG.getNode(E11ISD::SAT, DL, VT, Args);
  case IntrinsicID::InputV:
    if (auto N = constant(0, 128))
      return readInput(DAG, DL, E11::VRegRegClass.getRegister(*N),
                       &E11::VRegRegClass);
    return SDValue();
  case IntrinsicID::InputS:
    if (auto N = constant(0, 128))
      return readInput(DAG, DL, E11::SRegRegClass.getRegister(*N),
                       &E11::SRegRegClass);
    return SDValue();
  case IntrinsicID::Lane:
    // Divergence is computed for nodes with operands only.
    return DAG.getNode(E11ISD::LANE, DL, VT, immediate(0));
  case IntrinsicID::Itp1:
    if (auto Word = constant(1, 4096))
      return DAG.getNode(E11ISD::ITP1, DL, VT, Args[0], immediate(*Word));
    return SDValue();
  case IntrinsicID::Itp2:
    if (auto Word = constant(2, 4096))
      return DAG.getNode(E11ISD::ITP2, DL, VT, Args[0], Args[1],
                         immediate(*Word));
    return SDValue();
  case IntrinsicID::ItpMul:
    if (auto Word = constant(1, 4096))
      if (auto C = constant(2, 3))
        return DAG.getNode(E11ISD::ITPMUL, DL, VT, Args[0],
                           immediate(*Word | *C << 12));
    return SDValue();
  case IntrinsicID::ItpSel:
    if (auto Word = constant(0, 4096))
      if (auto C = constant(1, 3))
        return DAG.getNode(E11ISD::ITPSEL, DL, VT,
                           immediate(*Word | *C << 12));
    return SDValue();
  case IntrinsicID::Desc:
    if (auto K = constant(0, 1024))
      return DAG.getNode(E11ISD::DESC, DL, VT, table(),
                         DAG.getConstant(0, DL, MVT::i32), immediate(*K * 16));
    return SDValue();
  case IntrinsicID::DescAt:
    return DAG.getNode(E11ISD::DESC, DL, VT, table(), Args[0], immediate(0));
  case IntrinsicID::SLdBuf:
    // A scalar load needs a scalar address.
    if (!Args[1]->isDivergent())
      return load(E11ISD::SLDBUF, Args);
    if (VT == MVT::v8i32)
      return SDValue();
    return load(E11ISD::LDRAW, withAccess());
  case IntrinsicID::LdRaw:
    return load(E11ISD::LDRAW, withAccess());
  case IntrinsicID::LdTyped:
    return load(E11ISD::LDTYPED, withAccess());
  case IntrinsicID::LdStruct:
    return load(E11ISD::LDSTRUCT, withAccess());
  case IntrinsicID::LdLds:
    return load(E11ISD::LDLDS, Args);
  case IntrinsicID::LdScr:
    return load(E11ISD::LDSCR, Args);
  case IntrinsicID::StScr:
    return effect(E11ISD::STSCR, Args);
  case IntrinsicID::StLds:
    return effect(E11ISD::STLDS, Args);
  case IntrinsicID::StRaw:
    return effect(E11ISD::STRAW, withAccess());
  case IntrinsicID::StTyped:
    return effect(E11ISD::STTYPED, withAccess());
  case IntrinsicID::StStruct:
    return effect(E11ISD::STSTRUCT, withAccess());
  case IntrinsicID::AtmRaw:
    return atomic(E11ISD::ATMRAW);
  case IntrinsicID::AtmTyped:
    return atomic(E11ISD::ATMTYPED);
  case IntrinsicID::AtmStruct:
    return atomic(E11ISD::ATMSTRUCT);
  case IntrinsicID::AtmLds:
    return atomic(E11ISD::ATMLDS);
  case IntrinsicID::Bar:
    return effect(E11ISD::BAR, {});
  case IntrinsicID::Fence:
    return effect(E11ISD::FENCE, {});
  case IntrinsicID::Texture:
    return lowerTexture(CLI, VT);
  case IntrinsicID::StGlb:
    if (auto Offset = constant(3, 1 << 14))
      return effect(E11ISD::STGLB,
                    {Args[0], Args[1], Args[2], immediate(*Offset)});
    return SDValue();
  case IntrinsicID::Export: {
    auto Target = constant(1, 16), Mask = constant(2, 16), Done = constant(3, 2);
    if (!Target || !Mask || !Done)
      return SDValue();
    return effect(E11ISD::EXPORT, {Args[0], immediate(*Target),
                                   immediate(*Mask), immediate(*Done)});
  }
  case IntrinsicID::DiscardMask:
    return effect(E11ISD::DISCARD, Args);
  case IntrinsicID::ReadFirst:
    return DAG.getNode(E11ISD::RDFIRST, DL, VT, Args);
  case IntrinsicID::Discard: // E11Booleans has made discard.mask of it
    return SDValue();
  }
  return SDValue();
}

// Arguments: name of the instruction (in the function's name: e11.tex.NAME,
// then anything), resource, sampler, components, dimension, bits 63:51 of the
// instruction, number of data, number of coordinates, then these and the rest.
SDValue E11TargetLowering::lowerTexture(CallLoweringInfo &CLI, EVT VT) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  StringRef Name = CLI.CB->getCalledFunction()->getName();
  Name.consume_front("e11.tex.");
  const auto &TII = *DAG.getSubtarget<E11Subtarget>().getInstrInfo();
  unsigned Opcode = TII.getTextureOpcode(
      Name.take_until([](char C) { return C == '.'; }));
  if (!Opcode || CLI.OutVals.size() < 7)
    return SDValue();
  SmallVector<SDValue, 16> Operands = {
      CLI.Chain, DAG.getTargetConstant(Opcode, DL, MVT::i32), CLI.OutVals[0],
      CLI.OutVals[1]};
  for (unsigned I = 2; I != 7; ++I) {
    auto *C = dyn_cast<ConstantSDNode>(CLI.OutVals[I]);
    if (!C || C->getZExtValue() >= 1 << 13)
      return SDValue();
    Operands.push_back(DAG.getTargetConstant(C->getZExtValue(), DL, MVT::i32));
  }
  append_range(Operands, ArrayRef(CLI.OutVals).drop_front(7));
  if (VT == MVT::Other) {
    CLI.Chain = DAG.getNode(E11ISD::TEX, DL, MVT::Other, Operands);
    return CLI.Chain;
  }
  SDValue N =
      DAG.getNode(E11ISD::TEX, DL, DAG.getVTList(VT, MVT::Other), Operands);
  CLI.Chain = N.getValue(1);
  return N;
}
