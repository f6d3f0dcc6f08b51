// SPDX-License-Identifier: Apache-2.0
//===- E11ISelMemory.cpp - memory accesses --------------------------------===//
//
// Every access gets a memory operand: without one the scheduler would take each
// load for a barrier. What a shader cannot change is invariant; for the rest
// nothing is known of the address, so that loads keep to their side of stores.
//
//===----------------------------------------------------------------------===//

#include "E11ISel.h"
#include "E11.h"
#include "E11Intrinsics.h"

using namespace llvm;

static constexpr auto Load = MachineMemOperand::MOLoad;
static constexpr auto Store = MachineMemOperand::MOStore;
static constexpr auto Invariant = MachineMemOperand::MOLoad |
                                  MachineMemOperand::MODereferenceable |
                                  MachineMemOperand::MOInvariant;

void E11DAGToDAGISel::setMemory(SDNode *N, MachineMemOperand::Flags Flags) {
  MachineMemOperand *Operand = MF->getMachineMemOperand(
      MachinePointerInfo(), Flags, LocationSize::beforeOrAfterPointer(),
      Align(4));
  CurDAG->setNodeMemRefs(cast<MachineSDNode>(N), {Operand});
}

// The machine adds without wrapping: a constant goes into the offset field
// only if the sum cannot wrap in the program's 32 bits either.
void E11DAGToDAGISel::selectAddress(SDValue Address, SDValue &Src0,
                                    SDValue &Offset, const SDLoc &DL) {
  constexpr uint32_t Limit = 1 << 14;
  Source S = getSource(Address, false);
  uint32_t Constant = 0;
  if (S.IsConstant) {
    Constant = S.Bits % Limit;
    S.Bits -= Constant;
  } else if (S.Value.getOpcode() == ISD::ADD ||
             S.Value.getOpcode() == ISD::OR) {
    SDValue Base = S.Value.getOperand(0), Addend = S.Value.getOperand(1);
    auto Bits = getConstantBits(Addend);
    bool NoWrap = S.Value.getOpcode() == ISD::OR
                      ? CurDAG->haveNoCommonBitsSet(Base, Addend)
                      : S.Value->getFlags().hasNoUnsignedWrap() ||
                            CurDAG->computeOverflowForUnsignedAdd(
                                Base, Addend) == SelectionDAG::OFK_Never;
    if (Bits && *Bits < Limit && NoWrap) {
      Constant = *Bits;
      S = getSource(Base, false);
    }
  }
  Src0 = read(S, DL);
  Offset = imm(Constant, DL);
}

// The instruction of Count registers among four.
#define BY_COUNT(Name)                                                         \
  { E11::Name##_1, E11::Name##_2, E11::Name##_3, E11::Name##_4 }
static unsigned byCount(const unsigned (&Opcodes)[4], unsigned Count) {
  return Opcodes[Count - 1];
}

static unsigned countRegisters(EVT VT) {
  return VT.isVector() ? VT.getVectorNumElements() : 1;
}

void E11DAGToDAGISel::selectDescriptor(SDNode *N) {
  SDLoc DL(N);
  EVT VT = N->getValueType(0);
  unsigned Opcode = countRegisters(VT) == 4 ? E11::SLDPTR_4 : E11::SLDPTR_8;
  SDNode *Result = CurDAG->getMachineNode(
      Opcode, DL, VT, readPlain(N->getOperand(1)), N->getOperand(0),
      N->getOperand(2));
  setMemory(Result, Invariant);
  ReplaceNode(N, Result);
}

void E11DAGToDAGISel::selectLoad(SDNode *N) {
  static const unsigned Raw[] = BY_COUNT(LDRAW);
  static const unsigned Typed[] = BY_COUNT(LDTYPED);
  static const unsigned Struct[] = BY_COUNT(LDSTRUCT);
  static const unsigned Group[] = BY_COUNT(LDLDS);
  SDLoc DL(N);
  EVT VT = N->getValueType(0);
  unsigned Count = countRegisters(VT);
  SDValue Chain = N->getOperand(0);
  SDValue K0 = CurDAG->getRegister(E11::K0, MVT::i32);
  SDVTList Types = CurDAG->getVTList(VT, MVT::Other);
  SDValue Src0, Src2 = K0, Offset = imm(0, DL);
  SDNode *Result = nullptr;
  auto Flags = Load;

  switch (N->getOpcode()) {
  case E11ISD::SLDBUF: {
    unsigned Opcode = Count == 1   ? E11::SLDBUF_1
                      : Count == 2 ? E11::SLDBUF_2
                      : Count == 4 ? E11::SLDBUF_4
                                   : E11::SLDBUF_8;
    selectAddress(N->getOperand(2), Src0, Offset, DL);
    Result = CurDAG->getMachineNode(Opcode, DL, Types,
                                    {Src0, N->getOperand(1), Offset, Chain});
    // What is loaded again on purpose must not become one load again.
    if (!MF->getFunction().hasFnAttribute(E11::Reloads))
      Flags = Invariant;
    break;
  }
  case E11ISD::LDSCR:
    selectAddress(N->getOperand(1), Src0, Offset, DL);
    Result = CurDAG->getMachineNode(E11::LDSCR_1, DL, Types,
                                    {Src0, K0, Offset, Chain});
    break;
  case E11ISD::LDLDS:
    selectAddress(N->getOperand(1), Src0, Offset, DL);
    Result = CurDAG->getMachineNode(byCount(Group, Count), DL, Types,
                                    {Src0, K0, Offset, Chain});
    break;
  default: { // descriptor, offset or index, offset (structured), access
    auto Access = static_cast<E11::Access>(
        N->getConstantOperandVal(N->getNumOperands() - 1));
    unsigned Opcode;
    if (N->getOpcode() == E11ISD::LDRAW) {
      Opcode = byCount(Raw, Count);
      selectAddress(N->getOperand(2), Src0, Offset, DL);
    } else if (N->getOpcode() == E11ISD::LDTYPED) {
      Opcode = byCount(Typed, Count);
      Src0 = readPlain(N->getOperand(2));
    } else {
      Opcode = byCount(Struct, Count);
      Src0 = readPlain(N->getOperand(2));
      selectAddress(N->getOperand(3), Src2, Offset, DL);
    }
    Result = CurDAG->getMachineNode(
        Opcode, DL, Types,
        {Src0, N->getOperand(1), Src2, Offset,
         imm(Access == E11::Access::Coherent, DL), Chain});
    if (Access == E11::Access::Invariant)
      Flags = Invariant;
    break;
  }
  }
  setMemory(Result, Flags);
  ReplaceNode(N, Result);
}

// Operands: chain, value, [descriptor, offset or index, [offset,] access].
void E11DAGToDAGISel::selectStore(SDNode *N) {
  static const unsigned Raw[] = BY_COUNT(STRAW);
  static const unsigned Struct[] = BY_COUNT(STSTRUCT);
  static const unsigned Group[] = BY_COUNT(STLDS);
  SDLoc DL(N);
  SDValue Chain = N->getOperand(0), Value = N->getOperand(1);
  unsigned Count = countRegisters(Value.getValueType());
  SDValue Data =
      Count == 1 ? toVectorRegister(Value, DL) : toVectorTuple(Value);
  SDValue K0 = CurDAG->getRegister(E11::K0, MVT::i32);
  SDValue Src0, Src2 = K0, Offset = imm(0, DL);
  SmallVector<SDValue, 8> Operands;
  unsigned Opcode;

  switch (N->getOpcode()) {
  case E11ISD::STSCR:
  case E11ISD::STLDS:
    Opcode = N->getOpcode() == E11ISD::STSCR ? unsigned(E11::STSCR_1)
                                             : byCount(Group, Count);
    selectAddress(N->getOperand(2), Src0, Offset, DL);
    Operands = {Data, Src0, K0, Offset, Chain};
    break;
  case E11ISD::STGLB:
    Opcode = E11::STGLB_4;
    Operands = {Data,          readPlain(N->getOperand(3)),
                N->getOperand(2), K0,
                N->getOperand(4), imm(0, DL),
                Chain};
    break;
  default:
    if (N->getOpcode() == E11ISD::STRAW) {
      Opcode = byCount(Raw, Count);
      selectAddress(N->getOperand(3), Src0, Offset, DL);
    } else if (N->getOpcode() == E11ISD::STTYPED) {
      Opcode = E11::STTYPED_4;
      Src0 = readPlain(N->getOperand(3));
    } else {
      Opcode = byCount(Struct, Count);
      Src0 = readPlain(N->getOperand(3));
      selectAddress(N->getOperand(4), Src2, Offset, DL);
    }
    auto Access = static_cast<E11::Access>(
        N->getConstantOperandVal(N->getNumOperands() - 1));
    Operands = {Data,   Src0,
                N->getOperand(2), Src2,
                Offset, imm(Access == E11::Access::Coherent, DL),
                Chain};
    break;
  }
  SDNode *Result = CurDAG->getMachineNode(Opcode, DL, MVT::Other, Operands);
  setMemory(Result, Store);
  ReplaceNode(N, Result);
}

namespace {
/// Without and with the old value as result, for one and two registers.
struct AtomicOpcodes {
  unsigned One, OneReturn, Two, TwoReturn;
};
} // namespace
#define ATOMIC(Name)                                                           \
  AtomicOpcodes { E11::Name##_1, E11::Name##_1R, E11::Name##_2, E11::Name##_2R }

// Operands: chain, operation, value, compare, then the address as loads have it.
void E11DAGToDAGISel::selectAtomic(SDNode *N) {
  SDLoc DL(N);
  SDValue Chain = N->getOperand(0), Value = N->getOperand(2);
  unsigned Operation = N->getConstantOperandVal(1);
  bool Two = Operation == E11::getAtomicOp("cmpxchg");
  bool Return = N->hasAnyUseOfValue(0);
  SDValue Data = Two ? makeTuple({Value, N->getOperand(3)}, true, DL)
                     : toVectorRegister(Value, DL);
  SDValue K0 = CurDAG->getRegister(E11::K0, MVT::i32);
  SDValue Src0, Src2 = K0, Offset = imm(0, DL);
  AtomicOpcodes Opcodes;
  SmallVector<SDValue, 8> Operands = {Data};

  switch (N->getOpcode()) {
  case E11ISD::ATMLDS:
    Opcodes = ATOMIC(ATMLDS);
    selectAddress(N->getOperand(4), Src0, Offset, DL);
    Operands.append({Src0, Src2, Offset});
    break;
  case E11ISD::ATMRAW:
    Opcodes = ATOMIC(ATMRAW);
    selectAddress(N->getOperand(5), Src0, Offset, DL);
    Operands.append({Src0, N->getOperand(4), Src2, Offset});
    break;
  case E11ISD::ATMTYPED:
    Opcodes = ATOMIC(ATMTYPED);
    Src0 = readPlain(N->getOperand(5));
    Operands.append({Src0, N->getOperand(4), Src2, Offset});
    break;
  default:
    Opcodes = ATOMIC(ATMSTRUCT);
    Src0 = readPlain(N->getOperand(5));
    selectAddress(N->getOperand(6), Src2, Offset, DL);
    Operands.append({Src0, N->getOperand(4), Src2, Offset});
    break;
  }
  if (!Two)
    Operands.push_back(imm(Operation, DL));
  Operands.push_back(Chain);
  unsigned Opcode = Two ? (Return ? Opcodes.TwoReturn : Opcodes.Two)
                        : (Return ? Opcodes.OneReturn : Opcodes.One);
  SDNode *Result;
  if (!Return) {
    Result = CurDAG->getMachineNode(Opcode, DL, MVT::Other, Operands);
    ReplaceUses(SDValue(N, 1), SDValue(Result, 0));
  } else {
    MVT VT = Two ? MVT::v2i32 : MVT::i32;
    Result = CurDAG->getMachineNode(
        Opcode, DL, CurDAG->getVTList(VT, MVT::Other), Operands);
    SDValue Old(Result, 0);
    if (Two)
      Old = CurDAG->getTargetExtractSubreg(E11::sub0, DL, MVT::i32, Old);
    ReplaceUses(SDValue(N, 0), Old);
    ReplaceUses(SDValue(N, 1), SDValue(Result, 1));
  }
  setMemory(Result, Load | Store);
  CurDAG->RemoveDeadNode(N);
}

// Operands: chain, instruction, resource, sampler, components, dimension, word,
// number of data, number of coordinates, data.., coordinates.., the rest.
void E11DAGToDAGISel::selectTexture(SDNode *N) {
  SDLoc DL(N);
  enum { Instr = 1, Resource, Sampler, Mask, Dim, Word, DataCount, AddressCount, First };
  unsigned Opcode = N->getConstantOperandVal(Instr);
  uint64_t Flags = TII->get(Opcode).TSFlags;
  SmallVector<SDValue, 8> Values(N->op_begin() + First, N->op_end());
  ArrayRef<SDValue> Rest(Values);
  auto tuple = [&](size_t Count) {
    ArrayRef<SDValue> Parts = Rest.take_front(Count);
    Rest = Rest.drop_front(Count);
    return Parts.size() == 1 ? toVectorRegister(Parts[0], DL)
                             : makeTuple(Parts, true, DL);
  };
  SmallVector<SDValue, 12> Operands;
  unsigned Data = N->getConstantOperandVal(DataCount);
  SDValue DataTuple = Data ? tuple(Data) : SDValue();
  bool Atomic = Opcode == E11::IMGATM || Opcode == E11::IMGATM_RET;
  bool Return = Atomic && N->hasAnyUseOfValue(0);
  if (Atomic)
    Opcode = Return ? E11::IMGATM_RET : E11::IMGATM;
  if (Return)
    Operands.push_back(DataTuple);
  Operands.append({imm(Opcode, DL), N->getOperand(Resource), N->getOperand(Mask),
                   N->getOperand(Dim), N->getOperand(Word)});
  if (DataTuple && !Return)
    Operands.push_back(DataTuple);
  if (Flags & E11::FlagHasAddress)
    Operands.push_back(tuple(N->getConstantOperandVal(AddressCount)));
  if (Flags & E11::FlagHasExtra)
    Operands.push_back(tuple(Rest.size()));
  if (Flags & E11::FlagHasSampler)
    Operands.push_back(N->getOperand(Sampler));
  Operands.push_back(N->getOperand(0));

  EVT VT = N->getValueType(0);
  bool HasResult = N->getNumValues() == 2;
  unsigned Pseudo;
  if (Atomic) {
    Pseudo = !Return ? E11::TEXATM : Data == 1 ? E11::TEXATM_1 : E11::TEXATM_2;
    if (Data == 2)
      VT = MVT::v2i32;
  } else if (!HasResult) {
    Pseudo = E11::TEXST;
  } else {
    unsigned Count = countRegisters(VT);
    Pseudo = Count == 1   ? E11::TEX_1
             : Count == 2 ? E11::TEX_2
             : Count == 3 ? E11::TEX_3
             : Count == 4 ? E11::TEX_4
                          : E11::TEX_8;
  }
  SDNode *Result;
  if (HasResult && (!Atomic || Return)) {
    Result = CurDAG->getMachineNode(
        Pseudo, DL, CurDAG->getVTList(VT, MVT::Other), Operands);
    SDValue Value(Result, 0);
    if (Return && Data == 2)
      Value = CurDAG->getTargetExtractSubreg(E11::sub0, DL, MVT::i32, Value);
    ReplaceUses(SDValue(N, 0), Value);
    ReplaceUses(SDValue(N, 1), SDValue(Result, 1));
  } else {
    Result = CurDAG->getMachineNode(Pseudo, DL, MVT::Other, Operands);
    ReplaceUses(SDValue(N, N->getNumValues() - 1), SDValue(Result, 0));
  }
  setMemory(Result, Atomic ? Load | Store : HasResult ? Load : Store);
  CurDAG->RemoveDeadNode(N);
}

void E11DAGToDAGISel::selectMemory(SDNode *N) {
  switch (N->getOpcode()) {
  case E11ISD::DESC:
    return selectDescriptor(N);
  case E11ISD::SLDBUF:
  case E11ISD::LDRAW:
  case E11ISD::LDTYPED:
  case E11ISD::LDSTRUCT:
  case E11ISD::LDLDS:
  case E11ISD::LDSCR:
    return selectLoad(N);
  case E11ISD::ATMRAW:
  case E11ISD::ATMTYPED:
  case E11ISD::ATMSTRUCT:
  case E11ISD::ATMLDS:
    return selectAtomic(N);
  case E11ISD::TEX:
    return selectTexture(N);
  default:
    return selectStore(N);
  }
}
