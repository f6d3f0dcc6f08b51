// SPDX-License-Identifier: Apache-2.0
//===- E11AsmPrinter.cpp - machine instructions to MC ---------------------===//
//
// Next to the code, section .e11.info says what the driver must know about it:
// words in the order of E11ShaderInfo.h.
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
  void emitInstruction(const MachineInstr *MI) override;
  void emitFunctionBodyEnd() override;

private:
  E11::ShaderInfo getShaderInfo() const;
};

} // namespace

void E11AsmPrinter::emitInstruction(const MachineInstr *MI) {
  if (MI->getOpcode() == E11::DONE)
    return;
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
  EmitToStreamer(*OutStreamer, Inst);
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
  Info.ScratchBytes = E11FrameLowering::getIndexableBytes(*MF) + VectorSpills;
  Info.Spilled = VectorSpills != 0 || Info.ScalarScratchBytes != 0;
  return Info;
}

void E11AsmPrinter::emitFunctionBodyEnd() {
  E11::ShaderInfo Info = getShaderInfo();
  OutStreamer->pushSection();
  OutStreamer->switchSection(
      OutContext.getELFSection(E11::ShaderInfoSection, ELF::SHT_PROGBITS, 0));
  const uint32_t Words[] = {Info.VectorRegisters, Info.ScalarRegisters,
                            Info.ScratchBytes, Info.ScalarScratchBytes,
                            Info.Spilled};
  static_assert(sizeof(Words) == sizeof(E11::ShaderInfo));
  for (uint32_t Word : Words)
    OutStreamer->emitInt32(Word);
  OutStreamer->popSection();
}

extern "C" void LLVMInitializeE11AsmPrinter() {
  RegisterAsmPrinter<E11AsmPrinter> X(getTheE11Target());
}
