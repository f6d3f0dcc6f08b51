// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparison, bit, conversion and move instructions (spec 22.6, 22.9 to 22.13).
#include "translate/translator.h"

namespace e11::translate {
namespace {

using dxbc::Opcode;
using llvm::CmpInst;
using llvm::Value;

// Shift counts, widths and offsets use the low five bits (spec 22.11).
constexpr uint32_t kShiftMask = 31;

}  // namespace

void Translator::writeFloat(const Instruction& instruction, const Operand& destination,
                            Vector values) {
  if (instruction.saturate()) {
    for (Value*& value : values) {
      if (value != nullptr) value = emit_.floatCall("sat", {emit_.asFloat(value)});
    }
  }
  write(destination, values);
}

// Applies function(sources of one component) to each written component. All sources are read
// before anything is written.
template <typename Function>
void Translator::mapFloat(const Instruction& instruction, Function function) {
  const uint32_t mask = destinationMask(instruction.operands[0]);
  std::array<Vector, 4> sources = {};
  const size_t count = instruction.operands.size() - 1;
  for (size_t i = 0; i < count; ++i) sources[i] = readFloat(instruction.operands[i + 1], mask);
  Vector results = {};
  for (uint32_t c = 0; c < 4; ++c) {
    if ((mask >> c & 1) == 0) continue;
    results[c] = function(Vector{sources[0][c], sources[1][c], sources[2][c], sources[3][c]});
  }
  writeFloat(instruction, instruction.operands[0], results);
}

template <typename Function>
void Translator::mapInt(const Instruction& instruction, Function function) {
  const uint32_t mask = destinationMask(instruction.operands[0]);
  std::array<Vector, 4> sources = {};
  const size_t count = instruction.operands.size() - 1;
  for (size_t i = 0; i < count; ++i) sources[i] = readInt(instruction.operands[i + 1], mask);
  Vector results = {};
  for (uint32_t c = 0; c < 4; ++c) {
    if ((mask >> c & 1) == 0) continue;
    results[c] = function(Vector{sources[0][c], sources[1][c], sources[2][c], sources[3][c]});
  }
  write(instruction.operands[0], results);
}

void Translator::compareFloat(const Instruction& instruction, CmpInst::Predicate predicate) {
  const uint32_t mask = destinationMask(instruction.operands[0]);
  const Vector a = readFloat(instruction.operands[1], mask);
  const Vector b = readFloat(instruction.operands[2], mask);
  Vector results = {};
  for (uint32_t c = 0; c < 4; ++c) {
    if (a[c] != nullptr) results[c] = emit_.asMask(emit_.fcompare(predicate, a[c], b[c]));
  }
  write(instruction.operands[0], results);
}

void Translator::compareInt(const Instruction& instruction, CmpInst::Predicate predicate) {
  mapInt(instruction,
         [&](const Vector& s) { return emit_.asMask(builder().CreateICmp(predicate, s[0], s[1])); });
}

// Products are summed from x on, each addition rounded (as mul and mad would).
void Translator::dotProduct(const Instruction& instruction, uint32_t components) {
  const uint32_t used = (1u << components) - 1;
  const Vector a = readFloat(instruction.operands[1], used);
  const Vector b = readFloat(instruction.operands[2], used);
  Value* sum = emit_.fmul(a[0], b[0]);
  for (uint32_t c = 1; c < components; ++c) sum = emit_.fmad(a[c], b[c], sum);
  writeFloat(instruction, instruction.operands[0], {sum, sum, sum, sum});
}

bool Translator::floatOperation(const Instruction& instruction) {
  const auto table = [&](const char* name) {
    mapFloat(instruction, [&](const Vector& s) { return emit_.floatCall(name, {s[0]}); });
    return true;
  };
  const auto rounded = [&](llvm::Intrinsic::ID id) {
    mapFloat(instruction, [&](const Vector& s) { return emit_.llvmCall(id, {s[0]}); });
    return true;
  };
  const auto pair = [&](const char* name) {
    mapFloat(instruction, [&](const Vector& s) { return emit_.floatCall(name, {s[0], s[1]}); });
    return true;
  };
  switch (instruction.opcode) {
    case Opcode::Add:
      mapFloat(instruction, [&](const Vector& s) { return emit_.fadd(s[0], s[1]); });
      return true;
    case Opcode::Mul:
      mapFloat(instruction, [&](const Vector& s) { return emit_.fmul(s[0], s[1]); });
      return true;
    case Opcode::Mad:
      mapFloat(instruction, [&](const Vector& s) { return emit_.fmad(s[0], s[1], s[2]); });
      return true;
    case Opcode::Div:
      return pair("fdiv");
    case Opcode::Min:
      return pair("fmin");
    case Opcode::Max:
      return pair("fmax");
    case Opcode::Dp2:
      dotProduct(instruction, 2);
      return true;
    case Opcode::Dp3:
      dotProduct(instruction, 3);
      return true;
    case Opcode::Dp4:
      dotProduct(instruction, 4);
      return true;
    case Opcode::Rcp:
      return table("rcp");
    case Opcode::Rsq:
      return table("rsq");
    case Opcode::Sqrt:
      return table("sqrt");
    case Opcode::Exp:
      return table("exp2");
    case Opcode::Log:
      return table("log2");
    case Opcode::Frc:
      return table("frc");
    case Opcode::RoundNe:
      return rounded(llvm::Intrinsic::roundeven);
    case Opcode::RoundNi:
      return rounded(llvm::Intrinsic::floor);
    case Opcode::RoundPi:
      return rounded(llvm::Intrinsic::ceil);
    case Opcode::RoundZ:
      return rounded(llvm::Intrinsic::trunc);
    case Opcode::Lt:
      compareFloat(instruction, CmpInst::FCMP_OLT);
      return true;
    case Opcode::Ge:
      compareFloat(instruction, CmpInst::FCMP_OGE);
      return true;
    case Opcode::Eq:
      compareFloat(instruction, CmpInst::FCMP_OEQ);
      return true;
    case Opcode::Ne:
      compareFloat(instruction, CmpInst::FCMP_UNE);
      return true;
    default:
      return false;
  }
}

bool Translator::intOperation(const Instruction& instruction) {
  auto& b = builder();
  const auto minMax = [&](llvm::Intrinsic::ID id) {
    mapInt(instruction, [&](const Vector& s) { return emit_.llvmCall(id, {s[0], s[1]}); });
    return true;
  };
  const auto compare = [&](CmpInst::Predicate predicate) {
    compareInt(instruction, predicate);
    return true;
  };
  switch (instruction.opcode) {
    case Opcode::Iadd:
      mapInt(instruction, [&](const Vector& s) { return b.CreateAdd(s[0], s[1]); });
      return true;
    case Opcode::Ineg:
      mapInt(instruction, [&](const Vector& s) { return b.CreateNeg(s[0]); });
      return true;
    case Opcode::Imad:
    case Opcode::Umad:
      mapInt(instruction,
             [&](const Vector& s) { return b.CreateAdd(b.CreateMul(s[0], s[1]), s[2]); });
      return true;
    case Opcode::Imin:
      return minMax(llvm::Intrinsic::smin);
    case Opcode::Imax:
      return minMax(llvm::Intrinsic::smax);
    case Opcode::Umin:
      return minMax(llvm::Intrinsic::umin);
    case Opcode::Umax:
      return minMax(llvm::Intrinsic::umax);
    case Opcode::Ieq:
      return compare(CmpInst::ICMP_EQ);
    case Opcode::Ine:
      return compare(CmpInst::ICMP_NE);
    case Opcode::Ilt:
      return compare(CmpInst::ICMP_SLT);
    case Opcode::Ige:
      return compare(CmpInst::ICMP_SGE);
    case Opcode::Ult:
      return compare(CmpInst::ICMP_ULT);
    case Opcode::Uge:
      return compare(CmpInst::ICMP_UGE);
    case Opcode::Msad:
      mapInt(instruction, [&](const Vector& s) { return emit_.intCall("msad", {s[0], s[1], s[2]}); });
      return true;
    default:
      return false;
  }
}

bool Translator::bitOperation(const Instruction& instruction) {
  auto& b = builder();
  const auto lowBits = [&](Value* count) { return b.CreateAnd(count, kShiftMask); };
  const auto unary = [&](const char* name) {
    mapInt(instruction, [&](const Vector& s) { return emit_.intCall(name, {s[0]}); });
    return true;
  };
  const auto ternary = [&](const char* name) {
    mapInt(instruction, [&](const Vector& s) { return emit_.intCall(name, {s[0], s[1], s[2]}); });
    return true;
  };
  switch (instruction.opcode) {
    case Opcode::And:
      mapInt(instruction, [&](const Vector& s) { return b.CreateAnd(s[0], s[1]); });
      return true;
    case Opcode::Or:
      mapInt(instruction, [&](const Vector& s) { return b.CreateOr(s[0], s[1]); });
      return true;
    case Opcode::Xor:
      mapInt(instruction, [&](const Vector& s) { return b.CreateXor(s[0], s[1]); });
      return true;
    case Opcode::Not:
      mapInt(instruction, [&](const Vector& s) { return b.CreateNot(s[0]); });
      return true;
    case Opcode::Ishl:
      mapInt(instruction, [&](const Vector& s) { return b.CreateShl(s[0], lowBits(s[1])); });
      return true;
    case Opcode::Ishr:
      mapInt(instruction, [&](const Vector& s) { return b.CreateAShr(s[0], lowBits(s[1])); });
      return true;
    case Opcode::Ushr:
      mapInt(instruction, [&](const Vector& s) { return b.CreateLShr(s[0], lowBits(s[1])); });
      return true;
    case Opcode::Bfi:
      mapInt(instruction, [&](const Vector& s) {
        Value* field = emit_.bitFieldMask(s[0], s[1]);
        Value* inserted = b.CreateAnd(b.CreateShl(s[2], lowBits(s[1])), field);
        return b.CreateOr(inserted, b.CreateAnd(s[3], b.CreateNot(field)));
      });
      return true;
    case Opcode::Ubfe:
      return ternary("ubfe");
    case Opcode::Ibfe:
      return ternary("ibfe");
    case Opcode::Bfrev:
      mapInt(instruction,
             [&](const Vector& s) { return emit_.llvmCall(llvm::Intrinsic::bitreverse, {s[0]}); });
      return true;
    case Opcode::CountBits:
      mapInt(instruction,
             [&](const Vector& s) { return emit_.llvmCall(llvm::Intrinsic::ctpop, {s[0]}); });
      return true;
    case Opcode::FirstBitHi:
      return unary("fbhi");
    case Opcode::FirstBitLo:
      return unary("fblo");
    case Opcode::FirstBitShi:
      return unary("fbshi");
    default:
      return false;
  }
}

bool Translator::conversion(const Instruction& instruction) {
  auto& b = builder();
  const auto toInt = [&](const char* name) {
    const uint32_t mask = destinationMask(instruction.operands[0]);
    Vector values = readFloat(instruction.operands[1], mask);
    for (Value*& value : values) {
      if (value != nullptr) value = emit_.intCall(name, {value});
    }
    write(instruction.operands[0], values);
    return true;
  };
  const auto toFloat = [&](auto convert) {
    const uint32_t mask = destinationMask(instruction.operands[0]);
    Vector values = readInt(instruction.operands[1], mask);
    for (Value*& value : values) {
      if (value != nullptr) value = convert(value);
    }
    writeFloat(instruction, instruction.operands[0], values);
    return true;
  };
  switch (instruction.opcode) {
    case Opcode::Ftoi:
      return toInt("ftoi");
    case Opcode::Ftou:
      return toInt("ftou");
    case Opcode::F32tof16:
      return toInt("f32tof16");
    case Opcode::F16tof32:
      return toFloat([&](Value* v) { return emit_.floatCall("f16tof32", {v}); });
    case Opcode::Itof:
      return toFloat([&](Value* v) { return b.CreateSIToFP(v, emit_.f32()); });
    case Opcode::Utof:
      return toFloat([&](Value* v) { return b.CreateUIToFP(v, emit_.f32()); });
    default:
      return false;
  }
}

bool Translator::moveOperation(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::Nop:
    case Opcode::Abort:       // both for debuggers only
    case Opcode::DebugBreak:
      return true;
    case Opcode::Mov: {
      const uint32_t mask = destinationMask(instruction.operands[0]);
      writeFloat(instruction, instruction.operands[0], readMoved(instruction.operands[1], mask));
      return true;
    }
    case Opcode::Movc: {
      const uint32_t mask = destinationMask(instruction.operands[0]);
      const Vector condition = readInt(instruction.operands[1], mask);
      const Vector yes = readMoved(instruction.operands[2], mask);
      const Vector no = readMoved(instruction.operands[3], mask);
      Vector values = {};
      for (uint32_t c = 0; c < 4; ++c) {
        if (condition[c] == nullptr) continue;
        values[c] = builder().CreateSelect(builder().CreateIsNotNull(condition[c]), yes[c], no[c]);
      }
      writeFloat(instruction, instruction.operands[0], values);
      return true;
    }
    default:
      return false;
  }
}

// Instructions with two destinations, each with its own mask; either may be null.
bool Translator::pairOperation(const Instruction& instruction) {
  if (dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode))->destCount() != 2) return false;
  auto& b = builder();
  const Operand& first = instruction.operands[0];
  const Operand& second = instruction.operands[1];
  const uint32_t firstMask = destinationMask(first), secondMask = destinationMask(second);
  const uint32_t mask = firstMask | secondMask;
  Vector firsts = {}, seconds = {};
  const auto each = [&](const Vector& s0, const Vector& s1, auto function) {
    for (uint32_t c = 0; c < 4; ++c) {
      if ((mask >> c & 1) == 0) continue;
      function(c, s0[c], s1[c]);
    }
  };
  const auto ints = [&](auto function) {
    const Vector s0 = readInt(instruction.operands[2], mask);
    each(s0, readInt(instruction.operands[3], mask), function);
  };
  switch (instruction.opcode) {
    case Opcode::Imul:
    case Opcode::Umul: {
      const char* high = instruction.opcode == Opcode::Imul ? "imulh" : "umulh";
      ints([&](uint32_t c, Value* x, Value* y) {
        if ((firstMask >> c & 1) != 0) firsts[c] = emit_.intCall(high, {x, y});
        seconds[c] = b.CreateMul(x, y);
      });
      break;
    }
    case Opcode::Udiv:
      ints([&](uint32_t c, Value* x, Value* y) {
        const Emitter::Division division = emit_.udiv(x, y);
        firsts[c] = division.quotient;
        seconds[c] = division.remainder;
      });
      break;
    case Opcode::Uaddc:
      ints([&](uint32_t c, Value* x, Value* y) {
        firsts[c] = b.CreateAdd(x, y);
        seconds[c] = emit_.intCall("uaddc", {x, y});
      });
      break;
    case Opcode::Usubb:
      ints([&](uint32_t c, Value* x, Value* y) {
        firsts[c] = b.CreateSub(x, y);
        seconds[c] = emit_.intCall("usubb", {x, y});
      });
      break;
    case Opcode::SinCos: {
      const Vector angle = readFloat(instruction.operands[2], mask);
      each(angle, angle, [&](uint32_t c, Value* x, Value*) {
        if ((firstMask >> c & 1) != 0) firsts[c] = emit_.floatCall("sin", {x});
        if ((secondMask >> c & 1) != 0) seconds[c] = emit_.floatCall("cos", {x});
      });
      writeFloat(instruction, first, firsts);
      writeFloat(instruction, second, seconds);
      return true;
    }
    case Opcode::Swapc: {
      const Vector condition = readInt(instruction.operands[2], mask);
      const Vector x = readMoved(instruction.operands[3], mask);
      const Vector y = readMoved(instruction.operands[4], mask);
      each(x, y, [&](uint32_t c, Value* left, Value* right) {
        Value* swap = b.CreateIsNotNull(condition[c]);
        firsts[c] = b.CreateSelect(swap, right, left);
        seconds[c] = b.CreateSelect(swap, left, right);
      });
      break;
    }
    default:
      return false;
  }
  write(first, firsts);
  write(second, seconds);
  return true;
}

// spec 16.8.2: the derivative of an input is right in any control flow. So it is taken at the
// start, where all lanes of the quad run.
bool Translator::derivative(const Instruction& instruction) {
  const char* name = nullptr;
  switch (instruction.opcode) {
    case Opcode::DerivRtx:
    case Opcode::DerivRtxCoarse:
      name = "ddx.coarse";
      break;
    case Opcode::DerivRty:
    case Opcode::DerivRtyCoarse:
      name = "ddy.coarse";
      break;
    case Opcode::DerivRtxFine:
      name = "ddx.fine";
      break;
    case Opcode::DerivRtyFine:
      name = "ddy.fine";
      break;
    default:
      return false;
  }
  if (layout_.stage != compiler::Stage::kPixel) return !fail("not supported in this stage");
  const Operand& source = instruction.operands[1];
  const uint32_t mask = destinationMask(instruction.operands[0]);
  const bool early = source.type == dxbc::OperandType::Input && !source.index[0].relative;
  std::optional<llvm::IRBuilder<>::InsertPointGuard> guard;
  if (early) {
    guard.emplace(builder());
    builder().SetInsertPoint(inputsEnd_);
    setCurrent(instruction);
  }
  Vector values = readFloat(source, mask);
  for (Value*& value : values) {
    if (value == nullptr) continue;
    value = emit_.call(name, emit_.f32(), {value}, Emitter::Effect::ConvergentNone);
  }
  guard.reset();
  writeFloat(instruction, instruction.operands[0], values);
  return true;
}

bool Translator::translateOperation(const Instruction& instruction) {
  if (floatOperation(instruction) || moveOperation(instruction) || intOperation(instruction) ||
      bitOperation(instruction) || conversion(instruction) || derivative(instruction) ||
      bufferOperation(instruction) || atomicOperation(instruction) ||
      textureOperation(instruction) || pairOperation(instruction)) {
    return error_.empty();
  }
  if (instruction.opcode == Opcode::Discard) {
    if (layout_.stage != compiler::Stage::kPixel) return fail("not supported in this stage");
    emit_.call("discard", builder().getVoidTy(), {condition(instruction)},
               Emitter::Effect::Convergent);
    return error_.empty();
  }
  return fail("not supported");
}

}  // namespace e11::translate
