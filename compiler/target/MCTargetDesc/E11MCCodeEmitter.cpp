// SPDX-License-Identifier: Apache-2.0
//===- E11MCCodeEmitter.cpp - MCInst to 64-bit words ----------------------===//

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;

namespace {
class E11MCCodeEmitter : public MCCodeEmitter {
public:
  explicit E11MCCodeEmitter(MCContext &Ctx) : Ctx(Ctx) {}

  void encodeInstruction(const MCInst &MI, SmallVectorImpl<char> &CB,
                         SmallVectorImpl<MCFixup> &Fixups,
                         const MCSubtargetInfo &STI) const override {
    uint64_t Word = getBinaryCodeForInstr(MI, Fixups, STI);
    support::endian::write(CB, Word, llvm::endianness::little);
  }

private:
  uint64_t getBinaryCodeForInstr(const MCInst &MI,
                                 SmallVectorImpl<MCFixup> &Fixups,
                                 const MCSubtargetInfo &STI) const;

  uint64_t getMachineOpValue(const MCInst &MI, const MCOperand &MO,
                             SmallVectorImpl<MCFixup> &,
                             const MCSubtargetInfo &) const {
    if (MO.isReg())
      return Ctx.getRegisterInfo()->getEncodingValue(MO.getReg());
    if (MO.isImm())
      return static_cast<uint64_t>(MO.getImm());
    int64_t Value = 0;
    if (!MO.getExpr()->evaluateAsAbsolute(Value))
      Ctx.reportError(MI.getLoc(), "operand must be a constant");
    return static_cast<uint64_t>(Value);
  }
  uint64_t getSrcEncoding(const MCInst &MI, unsigned OpNo,
                          SmallVectorImpl<MCFixup> &Fixups,
                          const MCSubtargetInfo &STI) const {
    return getMachineOpValue(MI, MI.getOperand(OpNo), Fixups, STI);
  }
  uint64_t getBranchTargetEncoding(const MCInst &MI, unsigned OpNo,
                                   SmallVectorImpl<MCFixup> &Fixups,
                                   const MCSubtargetInfo &) const {
    const MCOperand &MO = MI.getOperand(OpNo);
    if (MO.isImm())
      return static_cast<uint32_t>(MO.getImm());
    // The field is bytes 4 to 7 of the word; the target counts from byte 8.
    Fixups.push_back(MCFixup::create(
        4, MO.getExpr(), static_cast<MCFixupKind>(E11::FixupBranch),
        MI.getLoc()));
    return 0;
  }

  MCContext &Ctx;
};
} // namespace

#include "E11GenMCCodeEmitter.inc"

MCCodeEmitter *llvm::createE11MCCodeEmitter(const MCInstrInfo &,
                                            MCContext &Ctx) {
  return new E11MCCodeEmitter(Ctx);
}
