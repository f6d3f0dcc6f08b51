// SPDX-License-Identifier: Apache-2.0
#include "dxbc/opcodes.h"

#include <array>
#include <cstring>

namespace e11::dxbc {
namespace {

constexpr OpcodeInfo kOpcodes[] = {
#define E11_DXBC_OPCODE(number, name, mnemonic, operands, extraWords) \
  {Opcode::name, mnemonic, operands, extraWords},
#include "dxbc/opcodes.def"
#undef E11_DXBC_OPCODE
};

constexpr size_t kTableSize = 256;

std::array<const OpcodeInfo*, kTableSize> makeTable() {
  std::array<const OpcodeInfo*, kTableSize> table = {};
  for (const OpcodeInfo& info : kOpcodes) table[static_cast<uint32_t>(info.opcode)] = &info;
  return table;
}

}  // namespace

int OpcodeInfo::destCount() const { return static_cast<int>(std::strchr(kinds, '=') - kinds); }

int OpcodeInfo::operandCount() const { return static_cast<int>(std::strlen(kinds)) - 1; }

DataKind OpcodeInfo::kind(int index) const {
  return static_cast<DataKind>(kinds[index < destCount() ? index : index + 1]);
}

bool OpcodeInfo::isDeclaration() const {
  return std::strncmp(mnemonic, "dcl_", 4) == 0 || opcode == Opcode::CustomData;
}

const OpcodeInfo* findOpcode(uint32_t number) {
  static const auto table = makeTable();
  return number < kTableSize ? table[number] : nullptr;
}

const char* mnemonic(Opcode opcode) {
  const OpcodeInfo* info = findOpcode(static_cast<uint32_t>(opcode));
  return info != nullptr ? info->mnemonic : "unknown";
}

}  // namespace e11::dxbc
