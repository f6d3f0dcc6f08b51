// SPDX-License-Identifier: Apache-2.0
//===- E11MCTargetDesc.h - machine code description of E11 ------*- C++ -*-===//

#pragma once

#include "llvm/MC/MCRegister.h"
#include "llvm/Support/DataTypes.h"
#include <memory>

namespace llvm {
class MCAsmBackend;
class MCCodeEmitter;
class MCContext;
class MCInstrInfo;
class MCObjectTargetWriter;
class MCRegisterClass;
class MCRegisterInfo;
class MCSubtargetInfo;
class MCTargetOptions;
class Target;

Target &getTheE11Target();

MCCodeEmitter *createE11MCCodeEmitter(const MCInstrInfo &MII, MCContext &Ctx);
MCAsmBackend *createE11AsmBackend(const Target &T, const MCSubtargetInfo &STI,
                                  const MCRegisterInfo &MRI,
                                  const MCTargetOptions &Options);
std::unique_ptr<MCObjectTargetWriter> createE11ELFObjectWriter();

namespace E11 {
/// A register class of E11RegisterInfo.td, by its number.
const MCRegisterClass &getClass(unsigned ID);
/// Count registers from number First on; 0 if there is no such tuple.
MCRegister getTuple(const MCRegisterInfo &MRI, bool Vector, int64_t First,
                    int64_t Count);

/// Atomic operations of E11InstrInfo.td: code by name, and back (empty if there
/// is none).
std::optional<unsigned> getAtomicOp(StringRef Name);
StringRef getAtomicName(uint64_t Code);

/// Free in the ELF registry; private use.
constexpr unsigned ElfMachine = 0xE11;

/// MCInstrDesc::TSFlags, as E11InstrFormats.td sets them.
enum TargetFlags : uint64_t {
  FlagHasMods = 1,    // the last operand is a `mods` immediate
  FlagFloatMods = 2,  // and its bits may be set
  FlagLiteral = 4,    // form L
  FlagHasAddress = 8, // form T: operands that it has
  FlagHasExtra = 16,
  FlagHasSampler = 32,
  FlagTexture = 64,   // form T
};
/// Bits of a `mods` operand.
enum Modifiers : unsigned { ModNeg0 = 1, ModAbs0 = 8, ModSat = 64 };

/// Fixups: a branch target, counted in instructions from the next one.
enum Fixups { FixupBranch = 128 /* FirstTargetFixupKind */, LastFixup };
constexpr unsigned NumFixups = LastFixup - FixupBranch;
} // namespace E11
} // namespace llvm

#define GET_REGINFO_ENUM
#include "E11GenRegisterInfo.inc"

#define GET_INSTRINFO_ENUM
#define GET_INSTRINFO_MC_HELPER_DECLS
#include "E11GenInstrInfo.inc"

#define GET_SUBTARGETINFO_ENUM
#include "E11GenSubtargetInfo.inc"
