// SPDX-License-Identifier: Apache-2.0
//===- E11AsmPrinter.cpp - machine instructions to MC ---------------------===//
//
// Next to the code, section .e11.info says what the driver must know about it:
// words in the order of E11ShaderInfo.h. Section .e11.lines says which line of
// IR the code comes from, where that changes.
//
//===----------------------------------------------------------------------===//

#include "E11.h"
#include "E11FrameLowering.h"
#include "E11InstrInfo.h"
#include "E11ShaderInfo.h"
#include "E11TargetMachine.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace {

class E11AsmPrinter : public AsmPrinter {
public:
  E11AsmPrinter(TargetMachine &TM, std::unique_ptr<MCStreamer> Streamer)
      : AsmPrinter(TM, std::move(Streamer)) {}

  StringRef getPassName() const override { return "E11 assembly printer"; }
  void emitFunctionBodyStart() override;
  void emitInstruction(const MachineInstr *MI) override;
  void emitFunctionBodyEnd() override;

private:
  void emit(const MachineInstr &MI, const MCInst &Inst);
  void emitTexture(const MachineInstr &MI);
  E11::ShaderInfo getShaderInfo() const;

  SmallVector<uint32_t, 0> Lines; // the section's words
  uint32_t CodeBytes = 0;
};

} // namespace

void E11AsmPrinter::emitFunctionBodyStart() {
  Lines.clear();
  CodeBytes = 0;
}

void E11AsmPrinter::emit(const MachineInstr &MI, const MCInst &Inst) {
  uint32_t Line = MI.getDebugLoc() ? MI.getDebugLoc().getLine() : 0;
  if (Lines.empty() ? Line != 0 : Lines.back() != Line) {
    Lines.append({CodeBytes, Line});
    if (OutStreamer->hasRawTextSupport())
      OutStreamer->emitRawComment(" " + Twine(E11::SourceComment) + Twine(Line));
  }
  CodeBytes += MF->getSubtarget().getInstrInfo()->get(Inst.getOpcode()).getSize();
  EmitToStreamer(*OutStreamer, Inst);
}

void E11AsmPrinter::emitInstruction(const MachineInstr *MI) {
  if (MI->getOpcode() == E11::DONE)
    return;
  switch (MI->getOpcode()) {
  case E11::TEX_1:
  case E11::TEX_2:
  case E11::TEX_3:
  case E11::TEX_4:
  case E11::TEX_8:
  case E11::TEXST:
  case E11::TEXATM:
  case E11::TEXATM_1:
  case E11::TEXATM_2:
    emitTexture(*MI);
    return;
  default:
    break;
  }
  MCInst Inst;
  Inst.setOpcode(MI->getOpcode());
  for (const MachineOperand &MO : MI->explicit_operands()) {
    switch (MO.getType()) {
    case MachineOperand::MO_Register:
      Inst.addOperand(MCOperand::createReg(MO.getReg()));
      break;
    case MachineOperand::MO_Immediate:
      Inst.addOperand(MCOperand::createImm(MO.getImm()));
      break;
    case MachineOperand::MO_MachineBasicBlock:
      Inst.addOperand(MCOperand::createExpr(
          MCSymbolRefExpr::create(MO.getMBB()->getSymbol(), OutContext)));
      break;
    default:
      llvm_unreachable("operand that E11 instructions do not have");
    }
  }
  emit(*MI, Inst);
}

// The pseudo instruction's operands: E11Pseudos.td.
void E11AsmPrinter::emitTexture(const MachineInstr &MI) {
  const TargetRegisterInfo &TRI = *MF->getSubtarget().getRegisterInfo();
  auto first = [&](const MachineOperand &MO) {
    MCRegister Reg = MO.getReg();
    MCRegister Part = TRI.getSubReg(Reg, E11::sub0);
    return MCOperand::createReg(Part ? Part : Reg);
  };
  unsigned Fixed = MI.getNumExplicitDefs();
  if (Fixed && MI.getOperand(1).isReg()) // the tied data of an atomic
    ++Fixed;
  auto immediate = [&](unsigned I) { return MI.getOperand(Fixed + I).getImm(); };
  unsigned Opcode = immediate(0);
  const MCInstrDesc &Desc = MF->getSubtarget().getInstrInfo()->get(Opcode);
  uint64_t Word = immediate(4);
  unsigned Next = Fixed + 5;

  MCInst Inst;
  Inst.setOpcode(Opcode);
  Inst.addOperand(Fixed ? first(MI.getOperand(0)) : first(MI.getOperand(Next++)));
  for (uint64_t Flag : {E11::FlagHasAddress, E11::FlagHasExtra})
    if (Desc.TSFlags & Flag)
      Inst.addOperand(first(MI.getOperand(Next++)));
  Inst.addOperand(MCOperand::createReg(MI.getOperand(Fixed + 1).getReg()));
  if (Desc.TSFlags & E11::FlagHasSampler)
    Inst.addOperand(MCOperand::createReg(MI.getOperand(Next++).getReg()));
  Inst.addOperand(MCOperand::createImm(immediate(2)));
  Inst.addOperand(MCOperand::createImm(immediate(3)));
  switch (Desc.getNumOperands() - Inst.getNumOperands()) {
  case 4: // three offsets and the status
    for (unsigned I : {0u, 4u, 8u})
      Inst.addOperand(MCOperand::createImm(SignExtend64<4>(Word >> I)));
    Inst.addOperand(MCOperand::createImm(Word >> 12 & 1));
    break;
  case 1: // the status, or a kind or operation
    Inst.addOperand(
        MCOperand::createImm(Opcode == E11::IMGLD ? Word >> 12 & 1 : Word & 15));
    break;
  default:
    break;
  }
  emit(MI, Inst);
}

E11::ShaderInfo E11AsmPrinter::getShaderInfo() const {
  E11::ShaderInfo Info = {};
  const TargetRegisterInfo &TRI = *MF->getSubtarget().getRegisterInfo();
  for (const MachineBasicBlock &MBB : *MF)
    for (const MachineInstr &MI : MBB)
      for (const MachineOperand &MO : MI.explicit_operands()) {
        if (!MO.isReg() || !MO.getReg().isPhysical())
          continue;
        unsigned Code = TRI.getEncodingValue(MO.getReg());
        if (Code >= 256)
          continue;
        unsigned Count = TRI.getRegSizeInBits(
                             *TRI.getMinimalPhysRegClass(MO.getReg())) / 32;
        uint32_t &Used =
            Code < 128 ? Info.VectorRegisters : Info.ScalarRegisters;
        Used = std::max(Used, Code % 128 + Count);
      }
  const MachineFrameInfo &MFI = MF->getFrameInfo();
  uint32_t VectorSpills = 0;
  for (int I = 0, E = MFI.getObjectIndexEnd(); I != E; ++I) {
    if (MFI.isDeadObjectIndex(I))
      continue;
    uint32_t End = MFI.getObjectOffset(I) + MFI.getObjectSize(I);
    uint32_t &Bytes = MFI.getStackID(I) == TargetStackID::SGPRSpill
                          ? Info.ScalarScratchBytes
                          : VectorSpills;
    Bytes = std::max(Bytes, End);
  }
  // With so much of the program's own, spills are at its beginning
  // (E11RegisterInfo.cpp).
  constexpr uint32_t SpillsBehind = 12288;
  Info.ScratchBytes = E11FrameLowering::getIndexableBytes(*MF);
  if (Info.ScratchBytes <= SpillsBehind)
    Info.ScratchBytes += VectorSpills;
  Info.Spilled = VectorSpills != 0 || Info.ScalarScratchBytes != 0;
  Info.SizeClass =
      MF->getFunction().getFnAttributeAsParsedInteger(E11::SizeClass, 2);
  return Info;
}

void E11AsmPrinter::emitFunctionBodyEnd() {
  E11::ShaderInfo Info = getShaderInfo();
  OutStreamer->pushSection();
  OutStreamer->switchSection(
      OutContext.getELFSection(E11::ShaderInfoSection, ELF::SHT_PROGBITS, 0));
  const uint32_t Words[] = {Info.VectorRegisters, Info.ScalarRegisters,
                            Info.ScratchBytes, Info.ScalarScratchBytes,
                            Info.Spilled,         Info.SizeClass};
  static_assert(sizeof(Words) == sizeof(E11::ShaderInfo));
  for (uint32_t Word : Words)
    OutStreamer->emitInt32(Word);
  if (!OutStreamer->hasRawTextSupport() && !Lines.empty()) {
    OutStreamer->switchSection(
        OutContext.getELFSection(E11::SourceLinesSection, ELF::SHT_PROGBITS, 0));
    for (uint32_t Word : Lines)
      OutStreamer->emitInt32(Word);
  }
  OutStreamer->popSection();
}

extern "C" void LLVMInitializeE11AsmPrinter() {
  RegisterAsmPrinter<E11AsmPrinter> X(getTheE11Target());
}
