// SPDX-License-Identifier: Apache-2.0
//===- E11AsmBackend.cpp - fixups and ELF objects of E11 ------------------===//

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAssembler.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCELFObjectWriter.h"
#include "llvm/MC/MCFixupKindInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCValue.h"
#include "llvm/Support/EndianStream.h"

using namespace llvm;

namespace {
static_assert(E11::FixupBranch == static_cast<int>(FirstTargetFixupKind));

class E11AsmBackend : public MCAsmBackend {
public:
  E11AsmBackend() : MCAsmBackend(llvm::endianness::little) {}

  unsigned getNumFixupKinds() const override { return E11::NumFixups; }

  const MCFixupKindInfo &getFixupKindInfo(MCFixupKind Kind) const override {
    static const MCFixupKindInfo Infos[E11::NumFixups] = {
        {"fixup_e11_branch", 0, 32, MCFixupKindInfo::FKF_IsPCRel},
    };
    if (Kind < FirstTargetFixupKind)
      return MCAsmBackend::getFixupKindInfo(Kind);
    return Infos[Kind - FirstTargetFixupKind];
  }

  void applyFixup(const MCAssembler &Asm, const MCFixup &Fixup, const MCValue &,
                  MutableArrayRef<char> Data, uint64_t Value, bool,
                  const MCSubtargetInfo *) const override {
    unsigned Bytes = getFixupKindInfo(Fixup.getKind()).TargetSize / 8;
    if (Fixup.getTargetKind() == E11::FixupBranch) {
      // Value counts from the field itself, four bytes before the next word.
      int64_t Distance = static_cast<int64_t>(Value) - 4;
      if (Distance % 8 != 0)
        Asm.getContext().reportError(Fixup.getLoc(),
                                     "branch target is not an instruction");
      Value = static_cast<uint64_t>(Distance / 8);
      Bytes = 4;
    }
    for (unsigned I = 0; I != Bytes; ++I)
      Data[Fixup.getOffset() + I] |= static_cast<char>(Value >> (8 * I));
  }

  bool fixupNeedsRelaxation(const MCFixup &, uint64_t) const override {
    return false;
  }

  bool writeNopData(raw_ostream &OS, uint64_t Count,
                    const MCSubtargetInfo *) const override {
    if (Count % 8 != 0)
      return false;
    for (uint64_t I = 0; I != Count; I += 8)
      support::endian::write<uint64_t>(OS, NopWord, llvm::endianness::little);
    return true;
  }

  std::unique_ptr<MCObjectTargetWriter>
  createObjectTargetWriter() const override {
    return createE11ELFObjectWriter();
  }

private:
  static constexpr uint64_t NopWord = 0x71;
};

class E11ELFObjectWriter : public MCELFObjectTargetWriter {
public:
  E11ELFObjectWriter()
      : MCELFObjectTargetWriter(/*Is64Bit=*/false, ELF::ELFOSABI_NONE,
                                E11::ElfMachine, /*HasRelocationAddend=*/true) {
  }

protected:
  // Code is position-independent and whole: nothing is left to a linker.
  unsigned getRelocType(MCContext &Ctx, const MCValue &, const MCFixup &Fixup,
                        bool) const override {
    if (Fixup.getKind() == FK_Data_4)
      return 1;
    Ctx.reportError(Fixup.getLoc(), "branch to an undefined label");
    return 0;
  }
};
} // namespace

MCAsmBackend *llvm::createE11AsmBackend(const Target &,
                                        const MCSubtargetInfo &,
                                        const MCRegisterInfo &,
                                        const MCTargetOptions &) {
  return new E11AsmBackend();
}

std::unique_ptr<MCObjectTargetWriter> llvm::createE11ELFObjectWriter() {
  return std::make_unique<E11ELFObjectWriter>();
}
