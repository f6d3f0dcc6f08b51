// SPDX-License-Identifier: Apache-2.0
//===- E11InstPrinter.cpp - MCInst to assembly ----------------------------===//

#include "MCTargetDesc/E11InstPrinter.h"
#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

#include "E11GenAsmWriter.inc"

void E11InstPrinter::printInst(const MCInst *MI, uint64_t Address,
                               StringRef Annot, const MCSubtargetInfo &,
                               raw_ostream &O) {
  printInstruction(MI, Address, O);
  printAnnotation(O, Annot);
}

// Tuples print as a range: v[4:7].
void E11InstPrinter::printRegName(raw_ostream &O, MCRegister Reg) const {
  unsigned Count = 0;
  for (unsigned I : {E11::sub0, E11::sub1, E11::sub2, E11::sub3, E11::sub4,
                     E11::sub5, E11::sub6, E11::sub7})
    Count += MRI.getSubReg(Reg, I) != 0;
  if (Count == 0) {
    O << getRegisterName(Reg);
    return;
  }
  unsigned Code = MRI.getEncodingValue(Reg);
  O << (Code < 128 ? 'v' : 's') << '[' << Code % 128 << ':'
    << Code % 128 + Count - 1 << ']';
}

void E11InstPrinter::printOperand(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(OpNo);
  if (Op.isReg())
    printRegName(O, Op.getReg());
  else if (Op.isImm())
    O << Op.getImm();
  else
    Op.getExpr()->print(O, &MAI);
}

template <unsigned Position>
void E11InstPrinter::printSrc(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
  unsigned Mods = 0;
  if (MII.get(MI->getOpcode()).TSFlags & E11::FlagHasMods)
    Mods = MI->getOperand(MI->getNumOperands() - 1).getImm();
  bool Neg = Mods & (E11::ModNeg0 << Position);
  bool Abs = Mods & (E11::ModAbs0 << Position);
  O << (Neg ? "-" : "") << (Abs ? "|" : "");
  printOperand(MI, OpNo, O);
  O << (Abs ? "|" : "");
}

void E11InstPrinter::printMods(const MCInst *MI, unsigned OpNo,
                               raw_ostream &O) {
  if (MI->getOperand(OpNo).getImm() & E11::ModSat)
    O << " sat";
}

void E11InstPrinter::printLiteral(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(OpNo);
  if (Op.isImm())
    O << format("0x%08x", static_cast<uint32_t>(Op.getImm()));
  else
    Op.getExpr()->print(O, &MAI);
}

void E11InstPrinter::printAtomicOp(const MCInst *MI, unsigned OpNo,
                                   raw_ostream &O) {
  O << E11::getAtomicName(MI->getOperand(OpNo).getImm());
}

void E11InstPrinter::printBranchTarget(const MCInst *MI, uint64_t Address,
                                       unsigned OpNo, raw_ostream &O) {
  const MCOperand &Op = MI->getOperand(OpNo);
  if (!Op.isImm()) {
    Op.getExpr()->print(O, &MAI);
    return;
  }
  int64_t Distance = SignExtend64<32>(Op.getImm());
  if (PrintBranchImmAsAddress)
    O << formatHex(static_cast<uint64_t>(Address + 8 + Distance * 8));
  else
    O << Distance;
}
