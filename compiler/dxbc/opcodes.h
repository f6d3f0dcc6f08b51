// SPDX-License-Identifier: Apache-2.0
// Opcodes of the SM4/SM5 token format and what is known about each; the list is opcodes.def.
#pragma once

#include <cstdint>

namespace e11::dxbc {

enum class Opcode : uint32_t {
#define E11_DXBC_OPCODE(number, name, mnemonic, operands, extraWords) name = number,
#include "dxbc/opcodes.def"
#undef E11_DXBC_OPCODE
};

/// How an instruction understands the bits of an operand.
enum class DataKind : char {
  Float = 'f',
  Int = 'i',
  UInt = 'u',
  Double = 'd',
  Raw = 'x',       ///< moved, not interpreted
  Resource = 'r',  ///< a name: resource, sampler, label, ...
  Declared = 'o',  ///< the operand of a declaration
};

struct OpcodeInfo {
  Opcode opcode;
  const char* mnemonic;
  const char* kinds;  ///< DataKind letters of destinations, then '=', then of sources
  int extraWords;     ///< words behind the operands; -1: the rest of the instruction

  int destCount() const;
  int operandCount() const;
  /// Kind of operand `index` (destinations first).
  DataKind kind(int index) const;
  /// True for everything that declares and does not execute (custom data included).
  bool isDeclaration() const;
};

/// Null for numbers that are not an opcode.
const OpcodeInfo* findOpcode(uint32_t number);

/// The mnemonic; for opcodes of this enum only.
const char* mnemonic(Opcode opcode);

}  // namespace e11::dxbc
