// SPDX-License-Identifier: Apache-2.0
#include "dxbc/scalar_operations.h"

#include <bitset>

namespace e11::dxbc {
namespace {

bool touchesResource(const OpcodeInfo& info) {
  for (int i = 0; i < info.operandCount(); ++i) {
    if (info.kind(i) == DataKind::Resource) return true;
  }
  return false;
}

uint32_t writtenComponents(const Instruction& instruction, const OpcodeInfo& info) {
  uint32_t count = 0;
  for (int i = 0; i < info.destCount() && i < static_cast<int>(instruction.operands.size()); ++i) {
    const Operand& operand = instruction.operands[i];
    if (operand.type == OperandType::Null) continue;
    // An operand without a mask (oDepth, oMask) is one value.
    count += operand.mask ? static_cast<uint32_t>(std::bitset<4>(operand.mask).count()) : 1;
  }
  return count;
}

}  // namespace

uint32_t scalarOperations(const Instruction& instruction) {
  const OpcodeInfo* info = findOpcode(static_cast<uint32_t>(instruction.opcode));
  if (info == nullptr || info->isDeclaration()) return 0;
  switch (instruction.opcode) {
    case Opcode::Nop:
    case Opcode::Label:
    case Opcode::EndIf:
    case Opcode::EndSwitch:
    case Opcode::Case:
    case Opcode::Default:
      return 0;
    case Opcode::Dp2:
      return 2;
    case Opcode::Dp3:
      return 3;
    case Opcode::Dp4:
      return 4;
    default:
      break;
  }
  if (info->destCount() == 0 || touchesResource(*info)) return 1;
  return writtenComponents(instruction, *info);
}

uint32_t scalarOperations(const Program& program) {
  uint32_t sum = 0;
  for (const Instruction& instruction : program.instructions) sum += scalarOperations(instruction);
  return sum;
}

}  // namespace e11::dxbc
