// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <vector>

#include "translate/layout_parts.h"

namespace e11::translate {
namespace {

using dxbc::Instruction;
using dxbc::Opcode;
using dxbc::OperandType;

/// A subroutine or main: its length, and whom it calls.
struct Body {
  uint64_t length = 0;
  std::vector<uint64_t> calls;
  uint64_t expanded = 0;  ///< with everything it calls; 0: not known yet
  bool open = false;
};

// Fills in `expanded`; false for a circle.
bool measure(std::map<uint64_t, Body>* bodies, uint64_t name) {
  const auto found = bodies->find(name);
  if (found == bodies->end() || found->second.expanded != 0) return true;
  Body& body = found->second;
  if (body.open) return false;
  body.open = true;
  uint64_t total = body.length + 1;
  for (uint64_t callee : body.calls) {
    if (!measure(bodies, callee)) return false;
    const auto called = bodies->find(callee);
    if (called != bodies->end()) total += called->second.expanded;
    total = std::min<uint64_t>(total, 1u << 30);
  }
  body.open = false;
  body.expanded = total;
  return true;
}

}  // namespace

bool keepsCalls(const dxbc::Program& program) {
  constexpr uint64_t kMain = ~uint64_t{0};
  constexpr uint64_t kMostExpanded = 20000;  // instructions, unless the program itself has more
  std::map<uint64_t, Body> bodies;
  uint64_t current = kMain;
  for (const Instruction& instruction : program.instructions) {
    if (instruction.opcode == Opcode::Label) {
      current = instruction.operands[0].index[0].immediate;
      if (instruction.operands[0].type == OperandType::FunctionBody) current |= 1ull << 32;
    }
    Body& body = bodies[current];
    ++body.length;
    if (instruction.opcode == Opcode::Call || instruction.opcode == Opcode::Callc) {
      body.calls.push_back(instruction.operands.back().index[0].immediate);
    }
  }
  bool circle = false;
  for (auto& [name, body] : bodies) circle = circle || !measure(&bodies, name);
  const uint64_t most = std::max<uint64_t>(kMostExpanded, 2 * program.instructions.size());
  return circle || bodies[kMain].expanded > most;
}

}  // namespace e11::translate
