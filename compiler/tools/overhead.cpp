// SPDX-License-Identifier: Apache-2.0
#include "overhead.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "dxbc/opcodes.h"
#include "dxbc/scalar_operations.h"
#include "e11/isa.h"

namespace e11::compiler {
namespace {

using Counts = std::array<uint32_t, kKinds>;

uint32_t& at(Counts& counts, Kind kind) {
  return counts[static_cast<size_t>(kind)];
}

bool readsRegister(uint64_t word) {
  constexpr uint32_t kLiteralForm = 0x80, kFirstConstant = 256, kFirstSpecial = 384;
  const uint64_t source = isa::get(word, isa::kRSrc0);
  return (word & kLiteralForm) == 0 && (source < kFirstConstant || source >= kFirstSpecial);
}

Kind kindOf(uint64_t word) {
  constexpr uint32_t kFirstTextureOp = 0xd0;
  if ((word & 0xff) >= kFirstTextureOp) return Kind::kMemory;
  const isa::Op op = static_cast<isa::Op>(word & 0x7f);
  switch (op) {
    case isa::Op::kMov:
      return readsRegister(word) ? Kind::kCopy : Kind::kConstant;
    case isa::Op::kLdscr:
    case isa::Op::kStscr:
    case isa::Op::kSldscr:
    case isa::Op::kSstscr:
      return Kind::kSpill;
    case isa::Op::kRdfirst:
      return Kind::kCopy;
    default:
      break;
  }
  switch (isa::kOpInfo[word & 0x7f].unit) {
    case isa::Unit::kItp:
      return Kind::kInterpolation;
    case isa::Unit::kVmem:
      return Kind::kMemory;
    case isa::Unit::kSmem:
      return Kind::kUniformLoad;
    case isa::Unit::kExp:
      return Kind::kExport;
    case isa::Unit::kCtl:
      return Kind::kControl;
    default:
      return Kind::kArithmetic;
  }
}

// Takes what stands for the instruction's own operations out of the counts of its code; how many
// operations nothing stands for.
uint32_t takeOperations(const dxbc::Instruction& instruction, bool memory, Counts* counts) {
  const dxbc::OpcodeInfo* info = dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode));
  uint32_t left = dxbc::scalarOperations(instruction);
  const auto take = [&](std::initializer_list<Kind> kinds) {
    for (Kind kind : kinds) {
      const uint32_t taken = std::min(left, at(*counts, kind));
      at(*counts, kind) -= taken;
      left -= taken;
    }
  };
  if (memory)
    take({Kind::kMemory, Kind::kUniformLoad});
  else if (info->destCount() == 0)
    take({Kind::kControl});
  take({Kind::kArithmetic, Kind::kCopy, Kind::kConstant, Kind::kSpill, Kind::kControl});
  return left;
}

bool accessesMemory(const dxbc::Instruction& instruction) {
  const dxbc::OpcodeInfo* info = dxbc::findOpcode(static_cast<uint32_t>(instruction.opcode));
  for (int i = 0; i < info->operandCount(); ++i) {
    if (info->kind(i) == dxbc::DataKind::Resource) return true;
  }
  return false;
}

}  // namespace

const char* kindName(Kind kind) {
  static constexpr const char* kNames[kKinds] = {
      "arithmetic", "address", "copy",    "constant", "uniform-load", "interpolation",
      "memory",     "spill",   "control", "export",   "setup"};
  return kNames[static_cast<size_t>(kind)];
}

Breakdown breakDown(const dxbc::Program& program, const Shader& shader) {
  // Element n: the code of the program's n-th instruction; element 0: the rest.
  std::vector<Counts> counts(program.instructions.size() + 1, Counts{});
  auto line = shader.lines.begin();
  size_t source = 0;
  for (size_t i = 0; i + 1 < shader.code.size(); i += 2) {
    for (; line != shader.lines.end() && line->codeOffset <= i * 4; ++line) {
      source = line->instruction < counts.size() ? line->instruction : 0;
    }
    ++at(counts[source], kindOf(shader.code[i] | uint64_t{shader.code[i + 1]} << 32));
  }
  Breakdown result;
  for (size_t n = 0; n < counts.size(); ++n) {
    Kind rest = Kind::kSetup;  // what arithmetic is that is no operation
    if (n > 0) {
      const dxbc::Instruction& instruction = program.instructions[n - 1];
      const bool memory = accessesMemory(instruction);
      result.folded += takeOperations(instruction, memory, &counts[n]);
      rest = memory ? Kind::kAddress : Kind::kArithmetic;
    }
    const uint32_t arithmetic = std::exchange(at(counts[n], Kind::kArithmetic), 0);
    at(counts[n], rest) += arithmetic;
    for (int kind = 0; kind < kKinds; ++kind) {
      result.overhead[static_cast<size_t>(kind)] += counts[n][static_cast<size_t>(kind)];
    }
  }
  return result;
}

}  // namespace e11::compiler
