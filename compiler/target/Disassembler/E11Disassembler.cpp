// SPDX-License-Identifier: Apache-2.0
//===- E11Disassembler.cpp - 64-bit words to MCInst -----------------------===//

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDecoderOps.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

#define DEBUG_TYPE "e11-disassembler"

using DecodeStatus = MCDisassembler::DecodeStatus;

static DecodeStatus addRegister(MCInst &Inst, MCRegister Reg) {
  if (!Reg)
    return MCDisassembler::Fail;
  Inst.addOperand(MCOperand::createReg(Reg));
  return MCDisassembler::Success;
}

/// The register of a 9-bit source code; 0 if there is none.
static MCRegister getSource(uint64_t Code) {
  if (Code < 128)
    return E11::getClass(E11::VRegRegClassID).getRegister(Code);
  if (Code < 256)
    return E11::getClass(E11::SRegRegClassID).getRegister(Code - 128);
  if (Code - 256 < E11::getClass(E11::KRegRegClassID).getNumRegs())
    return E11::getClass(E11::KRegRegClassID).getRegister(Code - 256);
  for (MCPhysReg Reg : {E11::EXEC, E11::COV, E11::LANE})
    if (Code == 384u + (Reg == E11::COV ? 1 : Reg == E11::LANE ? 2 : 0))
      return Reg;
  return MCRegister();
}

static DecodeStatus DecodeVSrcRegSrc(MCInst &Inst, uint64_t Code, uint64_t,
                                     const MCDisassembler *) {
  return addRegister(Inst, getSource(Code));
}
static DecodeStatus DecodeSSrcRegSrc(MCInst &Inst, uint64_t Code, uint64_t,
                                     const MCDisassembler *) {
  MCRegister Reg = getSource(Code);
  if (!E11::getClass(E11::SSrcRegRegClassID).contains(Reg))
    return MCDisassembler::Fail;
  return addRegister(Inst, Reg);
}
static DecodeStatus DecodeVSRegRegisterClass(MCInst &Inst, uint64_t Code,
                                             uint64_t, const MCDisassembler *) {
  return addRegister(Inst, getSource(Code));
}
static DecodeStatus DecodeVRegRegisterClass(MCInst &Inst, uint64_t Code,
                                            uint64_t, const MCDisassembler *) {
  return addRegister(Inst, Code < 128 ? getSource(Code) : MCRegister());
}
// A destination has 7 bits; a source has the file's bit as well.
static DecodeStatus DecodeSRegRegisterClass(MCInst &Inst, uint64_t Code,
                                            uint64_t, const MCDisassembler *) {
  return addRegister(Inst, Code < 256 ? getSource(Code | 128) : MCRegister());
}

static DecodeStatus addTuple(MCInst &Inst, uint64_t Code, bool Vector,
                             unsigned Count, const MCDisassembler *Decoder) {
  if (Code >= 256 || (Vector && Code >= 128))
    return MCDisassembler::Fail;
  return addRegister(Inst,
                     E11::getTuple(*Decoder->getContext().getRegisterInfo(),
                                   Vector, Code % 128, Count));
}
#define TUPLE(File, Count, Vector)                                             \
  static DecodeStatus Decode##File##Count##RegisterClass(                      \
      MCInst &Inst, uint64_t Code, uint64_t, const MCDisassembler *Decoder) {  \
    return addTuple(Inst, Code, Vector, Count, Decoder);                       \
  }
TUPLE(VReg, 2, true)
TUPLE(VReg, 3, true)
TUPLE(VReg, 4, true)
TUPLE(SReg, 2, false)
TUPLE(SReg, 4, false)
TUPLE(SReg, 8, false)
#undef TUPLE

static DecodeStatus decodeSigned4(MCInst &Inst, uint64_t Value, uint64_t,
                                  const MCDisassembler *) {
  Inst.addOperand(MCOperand::createImm(SignExtend64<4>(Value)));
  return MCDisassembler::Success;
}

static DecodeStatus decodeAtomicOp(MCInst &Inst, uint64_t Value, uint64_t,
                                   const MCDisassembler *) {
  if (E11::getAtomicName(Value).empty())
    return MCDisassembler::Fail;
  Inst.addOperand(MCOperand::createImm(static_cast<int64_t>(Value)));
  return MCDisassembler::Success;
}

static DecodeStatus decodeBranchTarget(MCInst &Inst, uint64_t Value, uint64_t,
                                       const MCDisassembler *) {
  Inst.addOperand(MCOperand::createImm(SignExtend64<32>(Value)));
  return MCDisassembler::Success;
}

#include "E11GenDisassemblerTables.inc"

namespace {
class E11Disassembler : public MCDisassembler {
public:
  E11Disassembler(const MCSubtargetInfo &STI, MCContext &Ctx)
      : MCDisassembler(STI, Ctx) {}

  DecodeStatus getInstruction(MCInst &Inst, uint64_t &Size,
                              ArrayRef<uint8_t> Bytes, uint64_t Address,
                              raw_ostream &) const override {
    Size = std::min<uint64_t>(Bytes.size(), 8);
    if (Bytes.size() < 8)
      return MCDisassembler::Fail;
    uint64_t Word = support::endian::read64le(Bytes.data());
    return decodeInstruction(DecoderTableE1164, Inst, Word, Address, this, STI);
  }
};
} // namespace

static MCDisassembler *createDisassembler(const Target &,
                                          const MCSubtargetInfo &STI,
                                          MCContext &Ctx) {
  return new E11Disassembler(STI, Ctx);
}

extern "C" void LLVMInitializeE11Disassembler() {
  TargetRegistry::RegisterMCDisassembler(getTheE11Target(), createDisassembler);
}
