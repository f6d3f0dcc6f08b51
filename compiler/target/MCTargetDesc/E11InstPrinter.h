// SPDX-License-Identifier: Apache-2.0
//===- E11InstPrinter.h - MCInst to assembly --------------------*- C++ -*-===//

#pragma once

#include "llvm/MC/MCInstPrinter.h"

namespace llvm {

class E11InstPrinter : public MCInstPrinter {
public:
  E11InstPrinter(const MCAsmInfo &MAI, const MCInstrInfo &MII,
                 const MCRegisterInfo &MRI)
      : MCInstPrinter(MAI, MII, MRI) {}

  void printInst(const MCInst *MI, uint64_t Address, StringRef Annot,
                 const MCSubtargetInfo &STI, raw_ostream &O) override;
  void printRegName(raw_ostream &O, MCRegister Reg) const override;

  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override;
  void printInstruction(const MCInst *MI, uint64_t Address, raw_ostream &O);
  static const char *getRegisterName(MCRegister Reg);

  void printOperand(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  // A source with its sign modifiers, which the last operand holds.
  template <unsigned Position>
  void printSrc(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printSrc0(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
    printSrc<0>(MI, OpNo, O);
  }
  void printSrc1(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
    printSrc<1>(MI, OpNo, O);
  }
  void printSrc2(const MCInst *MI, unsigned OpNo, raw_ostream &O) {
    printSrc<2>(MI, OpNo, O);
  }
  void printAtomicOp(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printMods(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printLiteral(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printBranchTarget(const MCInst *MI, uint64_t Address, unsigned OpNo,
                         raw_ostream &O);
};

} // namespace llvm
