// SPDX-License-Identifier: Apache-2.0
//===- E11MCTargetDesc.cpp - machine code description of E11 --------------===//

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "MCTargetDesc/E11InstPrinter.h"
#include "llvm/MC/MCAsmInfoELF.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

#define GET_INSTRINFO_MC_DESC
#define ENABLE_INSTR_PREDICATE_VERIFIER
#include "E11GenInstrInfo.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "E11GenSubtargetInfo.inc"

#define GET_REGINFO_MC_DESC
#include "E11GenRegisterInfo.inc"

using namespace llvm;

namespace {
struct AtomicEntry {
  uint8_t Code;
  const char *Name;
};
#define GET_AtomicTable_DECL
#define GET_AtomicTable_IMPL
#include "E11GenSearchableTables.inc"

class E11MCAsmInfo : public MCAsmInfoELF {
public:
  E11MCAsmInfo() {
    CodePointerSize = 4;
    MinInstAlignment = 8;
    MaxInstLength = 8;
    CommentString = ";";
    SeparatorString = "\n";
    HasDotTypeDotSizeDirective = false;
    HasSingleParameterDotFile = false;
    HasIdentDirective = false;
    UsesELFSectionDirectiveForBSS = true;
    SupportsDebugInformation = false;
  }
  bool shouldOmitSectionDirective(StringRef Name) const override {
    return Name == ".text" || MCAsmInfo::shouldOmitSectionDirective(Name);
  }
};
} // namespace

const MCRegisterClass &E11::getClass(unsigned ID) {
  return E11MCRegisterClasses[ID];
}

MCRegister E11::getTuple(const MCRegisterInfo &MRI, bool Vector, int64_t First,
                         int64_t Count) {
  unsigned ID;
  switch (Count) {
  case 2:
    ID = Vector ? E11::VReg2RegClassID : E11::SReg2RegClassID;
    break;
  case 3:
    if (!Vector)
      return MCRegister();
    ID = E11::VReg3RegClassID;
    break;
  case 4:
    ID = Vector ? E11::VReg4RegClassID : E11::SReg4RegClassID;
    break;
  case 8:
    if (Vector)
      return MCRegister();
    ID = E11::SReg8RegClassID;
    break;
  default:
    return MCRegister();
  }
  if (First < 0 || First + Count > 128)
    return MCRegister();
  MCRegister Start =
      getClass(Vector ? E11::VRegRegClassID : E11::SRegRegClassID)
          .getRegister(First);
  return MRI.getMatchingSuperReg(Start, E11::sub0, &getClass(ID));
}

std::optional<unsigned> E11::getAtomicOp(StringRef Name) {
  for (const AtomicEntry &Entry : AtomicTable)
    if (Name == Entry.Name)
      return Entry.Code;
  return std::nullopt;
}

StringRef E11::getAtomicName(uint64_t Code) {
  for (const AtomicEntry &Entry : AtomicTable)
    if (Code == Entry.Code)
      return Entry.Name;
  return StringRef();
}

Target &llvm::getTheE11Target() {
  static Target TheTarget;
  return TheTarget;
}

static MCRegisterInfo *createRegisterInfo(const Triple &) {
  auto *Info = new MCRegisterInfo();
  InitE11MCRegisterInfo(Info, E11::K0);
  return Info;
}

static MCInstrInfo *createInstrInfo() {
  auto *Info = new MCInstrInfo();
  InitE11MCInstrInfo(Info);
  return Info;
}

static MCSubtargetInfo *createSubtargetInfo(const Triple &TT, StringRef CPU,
                                            StringRef FS) {
  if (CPU.empty())
    CPU = "e11";
  return createE11MCSubtargetInfoImpl(TT, CPU, CPU, FS);
}

static MCInstPrinter *createInstPrinter(const Triple &, unsigned,
                                        const MCAsmInfo &MAI,
                                        const MCInstrInfo &MII,
                                        const MCRegisterInfo &MRI) {
  return new E11InstPrinter(MAI, MII, MRI);
}

static MCAsmInfo *createAsmInfo(const MCRegisterInfo &, const Triple &,
                                const MCTargetOptions &) {
  return new E11MCAsmInfo();
}

extern "C" void LLVMInitializeE11TargetInfo() {
  // No triple names this architecture: it is found by name.
  TargetRegistry::RegisterTarget(
      getTheE11Target(), "e11", "Eleven shader cores", "E11",
      [](Triple::ArchType Arch) { return Arch == Triple::UnknownArch; });
}

extern "C" void LLVMInitializeE11TargetMC() {
  Target &T = getTheE11Target();
  TargetRegistry::RegisterMCAsmInfo(T, createAsmInfo);
  TargetRegistry::RegisterMCInstrInfo(T, createInstrInfo);
  TargetRegistry::RegisterMCRegInfo(T, createRegisterInfo);
  TargetRegistry::RegisterMCSubtargetInfo(T, createSubtargetInfo);
  TargetRegistry::RegisterMCInstPrinter(T, createInstPrinter);
  TargetRegistry::RegisterMCCodeEmitter(T, createE11MCCodeEmitter);
  TargetRegistry::RegisterMCAsmBackend(T, createE11AsmBackend);
}
