// SPDX-License-Identifier: Apache-2.0
#include "ir_machine.h"

#include <bitset>
#include <cmath>
#include <cstring>
#include <functional>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace e11::translate::test {

float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t asBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

uint32_t flush(uint32_t bits) {
  if ((bits & 0x7f800000) == 0) return bits & 0x80000000;
  if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fc00000;
  return bits;
}

uint32_t addFloat(uint32_t a, uint32_t b) {
  return flush(asBits(asFloat(flush(a)) + asFloat(flush(b))));
}

uint32_t mulFloat(uint32_t a, uint32_t b) {
  return flush(asBits(asFloat(flush(a)) * asFloat(flush(b))));
}

namespace {

// A value: up to four dwords. i1 is 0 or 1 in the first.
using Value = std::array<uint32_t, 4>;

constexpr size_t kMaxSteps = 1u << 20;

bool isNan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

uint32_t minMax(uint32_t a, uint32_t b, bool wantMin) {
  a = flush(a);
  b = flush(b);
  if (isNan(a)) return b;
  if (isNan(b)) return a;
  const bool aZero = (a << 1) == 0, bZero = (b << 1) == 0;
  // spec 3.1.3.2: -0 is smaller than +0 here.
  const bool aSmaller = aZero && bZero ? (a >> 31) != 0 : asFloat(a) < asFloat(b);
  return aSmaller == wantMin ? a : b;
}

uint32_t saturate(uint32_t a) {
  return minMax(0x3f800000, minMax(0, a, false), true);
}

// One function of a double, result rounded once.
template <typename Function>
uint32_t table(uint32_t a, Function function) {
  return flush(asBits(static_cast<float>(function(static_cast<double>(asFloat(flush(a)))))));
}

uint32_t toSigned(uint32_t a) {
  const double value = asFloat(flush(a));
  if (std::isnan(value)) return 0;
  if (value <= -2147483648.0) return 0x80000000;
  if (value >= 2147483648.0) return 0x7fffffff;
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

uint32_t toUnsigned(uint32_t a) {
  const double value = asFloat(flush(a));
  if (std::isnan(value) || value <= 0) return 0;
  if (value >= 4294967296.0) return 0xffffffff;
  return static_cast<uint32_t>(value);
}

// Round to zero, no overflow to infinity (spec 3.2.2).
uint32_t toHalf(uint32_t a) {
  const uint32_t sign = a >> 16 & 0x8000;
  if (isNan(a)) return 0x7e00;
  const double value = std::fabs(asFloat(flush(a)));
  if (std::isinf(value)) return sign | 0x7c00;
  if (value >= 65504.0) return sign | 0x7bff;
  if (value < std::ldexp(1.0, -14)) {
    return sign | static_cast<uint32_t>(std::floor(std::ldexp(value, 24)));
  }
  int exponent;
  const double fraction = std::frexp(value, &exponent);  // 0.5 <= fraction < 1
  const uint32_t mantissa = static_cast<uint32_t>(std::floor(std::ldexp(fraction, 11))) & 0x3ff;
  return sign | static_cast<uint32_t>(exponent - 1 + 15) << 10 | mantissa;
}

uint32_t fromHalf(uint32_t a) {
  const int exponent = a >> 10 & 31;
  const uint32_t mantissa = a & 0x3ff;
  const double sign = (a & 0x8000) != 0 ? -1.0 : 1.0;
  if (exponent == 31) {
    return mantissa != 0 ? 0x7fc00000 : asBits(static_cast<float>(sign * INFINITY));
  }
  const double value = exponent == 0 ? std::ldexp(mantissa, -24)
                                     : std::ldexp(1024.0 + mantissa, exponent - 25);
  return asBits(static_cast<float>(sign * value));
}

uint32_t bitField(uint32_t width, uint32_t offset, uint32_t value, bool isSigned) {
  width &= 31;
  offset &= 31;
  if (width == 0) return 0;
  if (width + offset < 32) value <<= 32 - (width + offset);
  const uint32_t shift = width + offset < 32 ? 32 - width : offset;
  return isSigned ? static_cast<uint32_t>(static_cast<int32_t>(value) >> shift) : value >> shift;
}

uint32_t firstHigh(uint32_t a) {
  for (uint32_t i = 0; i < 32; ++i) {
    if ((a >> (31 - i) & 1) != 0) return i;
  }
  return ~0u;
}

uint32_t firstLow(uint32_t a) {
  for (uint32_t i = 0; i < 32; ++i) {
    if ((a >> i & 1) != 0) return i;
  }
  return ~0u;
}

uint32_t maskedSad(uint32_t reference, uint32_t source, uint32_t sum) {
  for (int shift = 0; shift < 32; shift += 8) {
    const int r = reference >> shift & 0xff, s = source >> shift & 0xff;
    if (r != 0) {
      const uint64_t wide = uint64_t{sum} + static_cast<uint64_t>(std::abs(r - s));
      sum = wide > 0xffffffff ? 0xffffffff : static_cast<uint32_t>(wide);
    }
  }
  return sum;
}

uint32_t reversed(uint32_t a) {
  uint32_t result = 0;
  for (int i = 0; i < 32; ++i) result |= (a >> i & 1) << (31 - i);
  return result;
}

using PureFunction = std::function<uint32_t(uint32_t, uint32_t, uint32_t)>;

const std::map<std::string, PureFunction>& pureFunctions() {
#define E11_PURE(expression) [](uint32_t a, uint32_t b, uint32_t c) -> uint32_t { \
    (void)a; (void)b; (void)c; return expression; }
  static const std::map<std::string, PureFunction> functions = {
      {"e11.fmin", E11_PURE(minMax(a, b, true))},
      {"e11.fmax", E11_PURE(minMax(a, b, false))},
      {"e11.sat", E11_PURE(saturate(a))},
      {"e11.rcp", E11_PURE(table(a, [](double x) { return 1 / x; }))},
      {"e11.rsq", E11_PURE(table(a, [](double x) { return 1 / std::sqrt(x); }))},
      {"e11.sqrt", E11_PURE(table(a, [](double x) { return std::sqrt(x); }))},
      {"e11.exp2", E11_PURE(table(a, [](double x) { return std::exp2(x); }))},
      {"e11.log2", E11_PURE(table(a, [](double x) { return std::log2(x); }))},
      {"e11.sin", E11_PURE(table(a, [](double x) { return std::sin(x); }))},
      {"e11.cos", E11_PURE(table(a, [](double x) { return std::cos(x); }))},
      {"e11.frc", E11_PURE(addFloat(a, asBits(-std::floor(asFloat(flush(a))))))},
      {"e11.fdiv", E11_PURE(flush(asBits(asFloat(flush(a)) / asFloat(flush(b)))))},
      {"e11.ftoi", E11_PURE(toSigned(a))},
      {"e11.ftou", E11_PURE(toUnsigned(a))},
      {"e11.f32tof16", E11_PURE(toHalf(a))},
      {"e11.f16tof32", E11_PURE(fromHalf(a))},
      {"e11.ubfe", E11_PURE(bitField(a, b, c, false))},
      {"e11.ibfe", E11_PURE(bitField(a, b, c, true))},
      {"e11.bfm", E11_PURE(((1u << (a & 31)) - 1) << (b & 31))},
      {"e11.fbhi", E11_PURE(firstHigh(a))},
      {"e11.fblo", E11_PURE(firstLow(a))},
      {"e11.fbshi", E11_PURE(firstHigh((a >> 31) != 0 ? ~a : a))},
      {"e11.imulh", E11_PURE(static_cast<uint32_t>(
                        (int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(b)) >> 32))},
      {"e11.umulh", E11_PURE(static_cast<uint32_t>((uint64_t{a} * b) >> 32))},
      {"e11.uaddc", E11_PURE(uint64_t{a} + b > 0xffffffff ? 1 : 0)},
      {"e11.usubb", E11_PURE(a < b ? 1 : 0)},
      {"e11.msad", E11_PURE(maskedSad(a, b, c))},
      {"llvm.fabs.f32", E11_PURE(a & 0x7fffffff)},
      {"llvm.floor.f32", E11_PURE(flush(asBits(std::floor(asFloat(flush(a))))))},
      {"llvm.ceil.f32", E11_PURE(flush(asBits(std::ceil(asFloat(flush(a))))))},
      {"llvm.trunc.f32", E11_PURE(flush(asBits(std::trunc(asFloat(flush(a))))))},
      {"llvm.roundeven.f32", E11_PURE(flush(asBits(std::nearbyint(asFloat(flush(a))))))},
      {"llvm.ctpop.i32", E11_PURE(static_cast<uint32_t>(std::bitset<32>(a).count()))},
      {"llvm.bitreverse.i32", E11_PURE(reversed(a))},
      {"llvm.smin.i32",
       E11_PURE(static_cast<int32_t>(a) < static_cast<int32_t>(b) ? a : b)},
      {"llvm.smax.i32",
       E11_PURE(static_cast<int32_t>(a) > static_cast<int32_t>(b) ? a : b)},
      {"llvm.umin.i32", E11_PURE(a < b ? a : b)},
      {"llvm.umax.i32", E11_PURE(a > b ? a : b)},
  };
#undef E11_PURE
  return functions;
}

// What a lane gave to derivative instructions: by instruction, one entry per execution.
using DerivativeTrace = std::map<const llvm::Instruction*, std::vector<uint32_t>>;

class Lane {
 public:
  Lane(const llvm::Module& module, const Environment& environment, const LaneInput& input)
      : module_(module), environment_(environment), input_(input) {}

  LaneOutput run() {
    const llvm::Function* function = module_.getFunction("main");
    const llvm::BasicBlock* block = &function->getEntryBlock();
    const llvm::BasicBlock* previous = nullptr;
    while (block != nullptr) {
      enter(block, previous);
      previous = block;
      block = execute(block);
    }
    return output_;
  }

  // Neighbours' traces of an earlier run, by lane in the quad; null for the first run.
  const std::array<DerivativeTrace, 4>* neighbours = nullptr;
  uint32_t quadLane = 0;
  bool quad = false;
  DerivativeTrace trace;

 private:
  Value get(const llvm::Value* value) const {
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      return {static_cast<uint32_t>(integer->getZExtValue())};
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(value)) {
      return {static_cast<uint32_t>(number->getValueAPF().bitcastToAPInt().getZExtValue())};
    }
    if (llvm::isa<llvm::PoisonValue>(value)) return {};
    const auto found = values_.find(value);
    if (found == values_.end()) throw MachineError("use of a value that was not computed");
    return found->second;
  }

  void enter(const llvm::BasicBlock* block, const llvm::BasicBlock* from) {
    std::vector<std::pair<const llvm::Value*, Value>> incoming;
    for (const llvm::PHINode& phi : block->phis()) {
      incoming.emplace_back(&phi, get(phi.getIncomingValueForBlock(from)));
    }
    for (const auto& [phi, value] : incoming) values_[phi] = value;
  }

  const llvm::BasicBlock* execute(const llvm::BasicBlock* block) {
    for (const llvm::Instruction& instruction : *block) {
      if (++steps_ > kMaxSteps) throw MachineError("shader does not end");
      if (llvm::isa<llvm::PHINode>(instruction)) continue;
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        const bool second = branch->isConditional() && get(branch->getCondition())[0] == 0;
        return branch->getSuccessor(second ? 1 : 0);
      }
      if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
        const uint32_t selector = get(choice->getCondition())[0];
        for (const auto& one : choice->cases()) {
          if (one.getCaseValue()->getZExtValue() == selector) return one.getCaseSuccessor();
        }
        return choice->getDefaultDest();
      }
      if (llvm::isa<llvm::ReturnInst>(instruction)) return nullptr;
      values_[&instruction] = compute(instruction);
    }
    throw MachineError("block without an end");
  }

  Value compute(const llvm::Instruction& instruction) {
    const auto operand = [&](unsigned i) { return get(instruction.getOperand(i)); };
    const auto bits = [&](unsigned i) { return operand(i)[0]; };
    switch (instruction.getOpcode()) {
      case llvm::Instruction::FAdd:
        return {addFloat(bits(0), bits(1))};
      case llvm::Instruction::FMul:
        return {mulFloat(bits(0), bits(1))};
      case llvm::Instruction::FNeg:
        return {bits(0) ^ 0x80000000};
      case llvm::Instruction::Add:
        return {bits(0) + bits(1)};
      case llvm::Instruction::Sub:
        return {bits(0) - bits(1)};
      case llvm::Instruction::Mul:
        return {bits(0) * bits(1)};
      case llvm::Instruction::And:
        return {bits(0) & bits(1)};
      case llvm::Instruction::Or:
        return {bits(0) | bits(1)};
      case llvm::Instruction::Xor:
        return {bits(0) ^ bits(1)};
      case llvm::Instruction::Shl:
        return {bits(0) << shift(bits(1))};
      case llvm::Instruction::LShr:
        return {bits(0) >> shift(bits(1))};
      case llvm::Instruction::AShr:
        return {static_cast<uint32_t>(static_cast<int32_t>(bits(0)) >> shift(bits(1)))};
      case llvm::Instruction::ICmp:
        return {compareInt(llvm::cast<llvm::ICmpInst>(instruction).getPredicate(), bits(0),
                           bits(1))};
      case llvm::Instruction::FCmp:
        return {compareFloat(llvm::cast<llvm::FCmpInst>(instruction).getPredicate(), bits(0),
                             bits(1))};
      case llvm::Instruction::Select:
        return bits(0) != 0 ? operand(1) : operand(2);
      case llvm::Instruction::SExt:
        return {bits(0) != 0 ? ~0u : 0u};
      case llvm::Instruction::BitCast:
        return operand(0);
      case llvm::Instruction::UIToFP:
        return {asBits(static_cast<float>(bits(0)))};
      case llvm::Instruction::SIToFP:
        return {asBits(static_cast<float>(static_cast<int32_t>(bits(0))))};
      case llvm::Instruction::ExtractElement:
        return {operand(0)[bits(1)]};
      case llvm::Instruction::InsertElement: {
        Value vector = operand(0);
        vector[bits(2)] = bits(1);
        return vector;
      }
      case llvm::Instruction::Call:
        return call(llvm::cast<llvm::CallInst>(instruction));
      default:
        throw MachineError(std::string("instruction not expected: ") +
                           instruction.getOpcodeName());
    }
  }

  static uint32_t shift(uint32_t count) {
    if (count > 31) throw MachineError("shift by 32 or more");
    return count;
  }

  static uint32_t compareInt(llvm::CmpInst::Predicate predicate, uint32_t a, uint32_t b) {
    return llvm::ICmpInst::compare(llvm::APInt(32, a), llvm::APInt(32, b), predicate) ? 1 : 0;
  }

  static uint32_t compareFloat(llvm::CmpInst::Predicate predicate, uint32_t a, uint32_t b) {
    return llvm::FCmpInst::compare(llvm::APFloat(asFloat(flush(a))),
                                   llvm::APFloat(asFloat(flush(b))), predicate)
               ? 1
               : 0;
  }

  uint32_t word(uint32_t index, uint32_t coefficient) const {
    const auto found = environment_.words.find(index);
    if (found == environment_.words.end()) throw MachineError("interpolator word not expected");
    return found->second.at(coefficient);
  }

  Value call(const llvm::CallInst& instruction) {
    const std::string name = instruction.getCalledFunction()->getName().str();
    std::array<Value, 4> arguments = {};
    for (unsigned i = 0; i < instruction.arg_size(); ++i) {
      arguments.at(i) = get(instruction.getArgOperand(i));
    }
    const auto a = [&](unsigned i) { return arguments[i][0]; };
    const auto pure = pureFunctions().find(name);
    if (pure != pureFunctions().end()) return {pure->second(a(0), a(1), a(2))};
    if (name == "e11.input.v") return {input_.vectors.at(a(0))};
    if (name == "e11.input.s") return {input_.scalars.at(a(0))};
    if (name == "e11.lane") return {input_.lane};
    if (name == "e11.itp1") return {addFloat(mulFloat(a(0), word(a(1), 1)), word(a(1), 0))};
    if (name == "e11.itp2") return {addFloat(mulFloat(a(0), word(a(2), 2)), a(1))};
    if (name == "e11.itpmul") return {mulFloat(a(0), word(a(1), a(2)))};
    if (name == "e11.itpsel") return {word(a(0), a(1))};
    if (name == "e11.desc") return {a(0)};
    if (name.compare(0, 10, "e11.ldraw.") == 0) return loadRaw(a(0), a(1), name[10] - '0');
    if (name.compare(0, 12, "e11.ldtyped.") == 0) return loadTyped(a(0), a(1));
    if (name == "e11.ldscr") return {scratch_[a(0)]};
    if (name == "e11.stscr") {
      scratch_[a(1)] = a(0);
      return {};
    }
    if (name == "e11.stglb.4") {
      for (uint32_t i = 0; i < 4; ++i) output_.memory[a(1) + a(2) + a(3) + 4 * i] = arguments[0][i];
      return {};
    }
    if (name == "e11.export") {
      if (output_.done) throw MachineError("export after the last one");
      output_.exports[a(1)] = arguments[0];
      output_.exportMasks[a(1)] = a(2);
      output_.done = a(3) != 0;
      return {};
    }
    if (name == "e11.discard") {
      output_.discarded = output_.discarded || a(0) != 0;
      return {};
    }
    if (name.compare(0, 5, "e11.d") == 0) return {derivative(instruction, name, a(0))};
    throw MachineError("call not expected: " + name);
  }

  Value loadRaw(uint32_t entry, uint32_t offset, int count) const {
    const auto found = environment_.raw.find(entry);
    if (found == environment_.raw.end()) throw MachineError("no such raw buffer");
    Value value = {};
    for (int i = 0; i < count; ++i) {
      const uint64_t index = (uint64_t{offset} + 4 * static_cast<uint64_t>(i)) / 4;
      if (index < found->second.size()) value[static_cast<size_t>(i)] = found->second[index];
    }
    return value;
  }

  Value loadTyped(uint32_t entry, uint32_t index) const {
    const auto found = environment_.typed.find(entry);
    if (found == environment_.typed.end()) throw MachineError("no such typed buffer");
    return index < found->second.size() ? found->second[index] : Value{};
  }

  uint32_t derivative(const llvm::Instruction& instruction, const std::string& name, uint32_t value) {
    if (!quad) throw MachineError("derivative outside a quad");
    std::vector<uint32_t>& own = trace[&instruction];
    const size_t execution = own.size();
    own.push_back(value);
    if (neighbours == nullptr) return 0;
    const bool fine = name.find("fine") != std::string::npos;
    const uint32_t step = name.find("ddx") != std::string::npos ? 1 : 2;
    const uint32_t base = fine ? quadLane & ~step : 0;
    const auto of = [&](uint32_t lane) {
      const auto found = (*neighbours)[lane].find(&instruction);
      if (found == (*neighbours)[lane].end() || execution >= found->second.size()) {
        throw MachineError("derivative in divergent control flow");
      }
      return found->second[execution];
    };
    return addFloat(of(base | step), flush(of(base)) ^ 0x80000000);
  }

  const llvm::Module& module_;
  const Environment& environment_;
  const LaneInput& input_;
  std::map<const llvm::Value*, Value> values_;
  std::map<uint32_t, uint32_t> scratch_;
  LaneOutput output_;
  size_t steps_ = 0;
};

}  // namespace

LaneOutput IrMachine::run(const LaneInput& input) const {
  return Lane(module_, environment_, input).run();
}

std::array<LaneOutput, 4> IrMachine::runQuad(const std::array<LaneInput, 4>& inputs) const {
  std::array<DerivativeTrace, 4> traces;
  std::array<LaneOutput, 4> outputs;
  // Twice: the second time with the first one's operands of derivatives.
  for (int pass = 0; pass < 2; ++pass) {
    std::array<DerivativeTrace, 4> seen;
    for (uint32_t i = 0; i < 4; ++i) {
      Lane lane(module_, environment_, inputs[i]);
      lane.quad = true;
      lane.quadLane = i;
      lane.neighbours = pass == 0 ? nullptr : &traces;
      outputs[i] = lane.run();
      seen[i] = lane.trace;
    }
    traces = seen;
  }
  return outputs;
}

}  // namespace e11::translate::test
