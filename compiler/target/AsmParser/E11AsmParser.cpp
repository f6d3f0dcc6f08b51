// SPDX-License-Identifier: Apache-2.0
//===- E11AsmParser.cpp - assembly to MCInst ------------------------------===//
//
// Operands are registers (v0, s[4:7], k1, exec) with sign modifiers (-|v1|),
// numbers and labels; a trailing `sat` saturates. The modifiers of all sources
// and sat are one operand of the instruction.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/E11MCTargetDesc.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Casting.h"

using namespace llvm;

namespace {

class E11Operand : public MCParsedAsmOperand {
public:
  static std::unique_ptr<E11Operand> token(StringRef Text, SMLoc Loc) {
    auto Op = std::make_unique<E11Operand>();
    Op->Kind = Token;
    Op->Text = Text;
    Op->Start = Op->End = Loc;
    return Op;
  }
  static std::unique_ptr<E11Operand> reg(MCRegister Reg, SMLoc S, SMLoc E) {
    auto Op = std::make_unique<E11Operand>();
    Op->Kind = Register;
    Op->Reg = Reg;
    Op->Start = S;
    Op->End = E;
    return Op;
  }
  enum KindTy { Token, Register, Immediate, Mods, AtomicOp };

  /// A number, or what the parser makes one of.
  static std::unique_ptr<E11Operand> imm(const MCExpr *Value, SMLoc S, SMLoc E,
                                         KindTy Kind = Immediate) {
    auto Op = std::make_unique<E11Operand>();
    Op->Kind = Kind;
    Op->Value = Value;
    Op->Start = S;
    Op->End = E;
    return Op;
  }

  bool isToken() const override { return Kind == Token; }
  bool isImm() const override { return Kind == Immediate; }
  bool isMods() const { return Kind == Mods; }
  bool isAtomicOp() const { return Kind == AtomicOp; }
  template <int64_t Low, int64_t High> bool isImmIn() const {
    int64_t Number = 0;
    return Kind == Immediate && Value->evaluateAsAbsolute(Number) &&
           Number >= Low && Number <= High;
  }
  bool isBranchTarget() const {
    const auto *C =
        Kind == Immediate ? dyn_cast<MCConstantExpr>(Value) : nullptr;
    return Kind == Immediate && (!C || isInt<32>(C->getValue()));
  }
  bool isReg() const override { return Kind == Register; }
  bool isMem() const override { return false; }
  MCRegister getReg() const override { return Reg; }
  StringRef getToken() const { return Text; }
  SMLoc getStartLoc() const override { return Start; }
  SMLoc getEndLoc() const override { return End; }
  void print(raw_ostream &) const override {}

  void addRegOperands(MCInst &Inst, unsigned) const {
    Inst.addOperand(MCOperand::createReg(Reg));
  }
  void addImmOperands(MCInst &Inst, unsigned) const {
    int64_t Number = 0;
    if (Value->evaluateAsAbsolute(Number))
      Inst.addOperand(MCOperand::createImm(Number));
    else
      Inst.addOperand(MCOperand::createExpr(Value));
  }

private:
  KindTy Kind = Token;
  StringRef Text;
  MCRegister Reg;
  const MCExpr *Value = nullptr;
  SMLoc Start, End;
};

class E11AsmParser : public MCTargetAsmParser {
public:
  enum E11MatchResultTy {
    Match_First = FIRST_TARGET_MATCH_RESULT_TY - 1,
#define GET_OPERAND_DIAGNOSTIC_TYPES
#include "E11GenAsmMatcher.inc"
  };

  E11AsmParser(const MCSubtargetInfo &STI, MCAsmParser &Parser,
               const MCInstrInfo &MII, const MCTargetOptions &Options)
      : MCTargetAsmParser(Options, STI, MII) {
    setAvailableFeatures(ComputeAvailableFeatures(STI.getFeatureBits()));
    MCAsmParserExtension::Initialize(Parser);
  }

#define GET_ASSEMBLER_HEADER
#include "E11GenAsmMatcher.inc"

private:
  bool parseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) override;
  ParseStatus tryParseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) override;
  bool ParseInstruction(ParseInstructionInfo &Info, StringRef Name,
                        SMLoc NameLoc, OperandVector &Operands) override;
  bool MatchAndEmitInstruction(SMLoc Loc, unsigned &Opcode,
                               OperandVector &Operands, MCStreamer &Out,
                               uint64_t &ErrorInfo,
                               bool MatchingInlineAsm) override;
  bool parseOperand(OperandVector &Operands, StringRef Mnemonic);
  ParseStatus parseAtomicOp(OperandVector &Operands);
  void addMods(OperandVector &Operands);

  // Of the instruction at hand: the registers that have a sign modifier, by
  // their number among the operands.
  SmallVector<std::pair<unsigned, unsigned>, 3> Signs; // operand, neg | abs << 1
  bool Saturate = false;
};

} // namespace

static MCRegister MatchRegisterName(StringRef Name);

// v0, kf0.5, exec; v[0:3] for a tuple.
ParseStatus E11AsmParser::tryParseRegister(MCRegister &Reg, SMLoc &S,
                                           SMLoc &E) {
  const AsmToken Name = getLexer().getTok();
  S = Name.getLoc();
  if (Name.isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  StringRef Text = Name.getIdentifier();
  bool Vector = Text == "v";
  if ((Vector || Text == "s") && getLexer().peekTok().is(AsmToken::LBrac)) {
    getLexer().Lex();
    int64_t First = 0, Last = 0;
    if (getParser().parseToken(AsmToken::LBrac) ||
        getParser().parseIntToken(First, "expected a register number") ||
        getParser().parseToken(AsmToken::Colon) ||
        getParser().parseIntToken(Last, "expected a register number"))
      return ParseStatus::Failure;
    E = getLexer().getTok().getEndLoc();
    if (getParser().parseToken(AsmToken::RBrac))
      return ParseStatus::Failure;
    Reg = E11::getTuple(*getContext().getRegisterInfo(), Vector, First,
                        Last - First + 1);
    if (Reg)
      return ParseStatus::Success;
    Error(S, "no such register tuple");
    return ParseStatus::Failure;
  }
  Reg = MatchRegisterName(Text);
  if (!Reg)
    return ParseStatus::NoMatch;
  E = Name.getEndLoc();
  getLexer().Lex();
  return ParseStatus::Success;
}

bool E11AsmParser::parseRegister(MCRegister &Reg, SMLoc &S, SMLoc &E) {
  ParseStatus Status = tryParseRegister(Reg, S, E);
  return Status.isNoMatch() ? Error(S, "expected a register")
                            : Status.isFailure();
}

ParseStatus E11AsmParser::parseAtomicOp(OperandVector &Operands) {
  const AsmToken Name = getLexer().getTok();
  if (Name.isNot(AsmToken::Identifier))
    return ParseStatus::NoMatch;
  std::optional<unsigned> Code = E11::getAtomicOp(Name.getIdentifier());
  if (!Code)
    return Error(Name.getLoc(), "no such atomic operation");
  getLexer().Lex();
  Operands.push_back(E11Operand::imm(
      MCConstantExpr::create(*Code, getContext()), Name.getLoc(),
      Name.getEndLoc(), E11Operand::AtomicOp));
  return ParseStatus::Success;
}

bool E11AsmParser::parseOperand(OperandVector &Operands, StringRef Mnemonic) {
  ParseStatus Custom = MatchOperandParserImpl(Operands, Mnemonic);
  if (!Custom.isNoMatch())
    return Custom.isFailure();
  MCAsmLexer &Lexer = getLexer();
  SMLoc S = Lexer.getTok().getLoc(), E;
  unsigned Sign = 0;
  if (Lexer.is(AsmToken::Minus) &&
      Lexer.peekTok().isNot(AsmToken::Integer)) {
    Sign |= 1;
    Lexer.Lex();
  }
  bool Abs = Lexer.is(AsmToken::Pipe);
  if (Abs) {
    Sign |= 2;
    Lexer.Lex();
  }
  MCRegister Reg;
  SMLoc RegStart;
  ParseStatus Status = tryParseRegister(Reg, RegStart, E);
  if (Status.isFailure())
    return true;
  if (Status.isNoMatch()) {
    if (Sign)
      return Error(RegStart, "expected a register");
    const MCExpr *Value = nullptr;
    if (getParser().parseExpression(Value, E))
      return true;
    Operands.push_back(E11Operand::imm(Value, S, E));
    return false;
  }
  if (Abs && getParser().parseToken(AsmToken::Pipe, "expected '|'"))
    return true;
  if (Sign)
    Signs.push_back({static_cast<unsigned>(Operands.size()), Sign});
  Operands.push_back(E11Operand::reg(Reg, S, E));
  return false;
}

bool E11AsmParser::ParseInstruction(ParseInstructionInfo &, StringRef Name,
                                    SMLoc NameLoc, OperandVector &Operands) {
  Signs.clear();
  Saturate = false;
  Operands.push_back(E11Operand::token(Name, NameLoc));
  while (getLexer().isNot(AsmToken::EndOfStatement)) {
    if (parseOperand(Operands, Name))
      return true;
    if (getLexer().is(AsmToken::Identifier) &&
        getLexer().getTok().getIdentifier() == "sat") {
      Saturate = true;
      getLexer().Lex();
      break;
    }
    if (!parseOptionalToken(AsmToken::Comma))
      break;
  }
  return getParser().parseEOL();
}

// Sources follow the mnemonic and the destination.
void E11AsmParser::addMods(OperandVector &Operands) {
  unsigned Mods = Saturate ? E11::ModSat : 0u;
  for (auto [Index, Sign] : Signs)
    Mods |= ((Sign & 1) ? E11::ModNeg0 << (Index - 2) : 0u) |
            ((Sign & 2) ? E11::ModAbs0 << (Index - 2) : 0u);
  SMLoc Loc = Operands.back()->getEndLoc();
  Operands.push_back(
      E11Operand::imm(MCConstantExpr::create(Mods, getContext()), Loc, Loc,
                      E11Operand::Mods));
}

static const char *getMatchKindDiag(E11AsmParser::E11MatchResultTy Result);

bool E11AsmParser::MatchAndEmitInstruction(SMLoc Loc, unsigned &,
                                           OperandVector &Operands,
                                           MCStreamer &Out,
                                           uint64_t &ErrorInfo,
                                           bool MatchingInlineAsm) {
  MCInst Inst;
  bool NeedsMods = Saturate || !Signs.empty();
  unsigned Result = Match_InvalidOperand;
  uint64_t Wrong = 0; // the operand that an immediate's range excludes
  unsigned Range = Match_InvalidOperand;
  auto Match = [&] {
    Result =
        MatchInstructionImpl(Operands, Inst, ErrorInfo, MatchingInlineAsm);
    if (Result > Match_First) {
      Range = Result;
      Wrong = ErrorInfo;
    }
  };
  if (!NeedsMods)
    Match();
  if (Result != Match_Success && Result != Match_MnemonicFail) {
    for (auto [Index, Sign] : Signs)
      if (Index < 2 || Index > 4)
        return Error(Operands[Index]->getStartLoc(),
                     "a destination has no sign");
    addMods(Operands);
    Inst.clear();
    Match();
    if (Result == Match_Success && NeedsMods &&
        !(MII.get(Inst.getOpcode()).TSFlags & E11::FlagFloatMods))
      return Error(Loc, "this instruction takes no modifiers");
  }
  if (Result == Match_Success) {
    Inst.setLoc(Loc);
    Out.emitInstruction(Inst, getSTI());
    return false;
  }
  if (Range > Match_First && Wrong < Operands.size() &&
      Operands[Wrong]->isImm())
    return Error(Operands[Wrong]->getStartLoc(),
                 getMatchKindDiag(static_cast<E11MatchResultTy>(Range)));
  return Error(Loc, Result == Match_MnemonicFail ? "unknown instruction"
                                                 : "wrong operands");
}

extern "C" void LLVMInitializeE11AsmParser() {
  RegisterMCAsmParser<E11AsmParser> X(getTheE11Target());
}

#define GET_REGISTER_MATCHER
#define GET_MATCHER_IMPLEMENTATION
#include "E11GenAsmMatcher.inc"
