// SPDX-License-Identifier: Apache-2.0
// Hand-made pixel shaders, for instruction forms that Microsoft's compiler does not make. Each has
// cb0[16], o0.xyzw, r0..r7 and x0[4], with signatures borrowed from a committed blob.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "dxbc/opcodes.h"

namespace e11::translate::test {

/// One operand's tokens.
using Tokens = std::vector<uint32_t>;

// Destinations; mask bit 0 = x.
Tokens tempDest(uint32_t number, uint32_t mask = 0xf);
Tokens outputDest(uint32_t mask = 0xf);
Tokens arrayDest(uint32_t index, uint32_t mask = 0xf);
Tokens nullDest();
// Sources; the swizzle is xyzw unless one component is selected.
Tokens temp(uint32_t number);
Tokens temp(uint32_t number, uint32_t component);
Tokens constant(uint32_t row);
Tokens constant(uint32_t row, uint32_t component);
Tokens immediate(uint32_t value);
Tokens immediate(uint32_t x, uint32_t y, uint32_t z, uint32_t w);
/// x0[r#.component + offset]
Tokens arrayAt(uint32_t number, uint32_t component, uint32_t offset);
Tokens label(uint32_t number);
Tokens negated(Tokens source);
Tokens absolute(Tokens source);

class ProgramBuilder {
 public:
  ProgramBuilder();

  /// Control bits of the opcode token (11 up).
  static constexpr uint32_t kSaturate = 1u << 13;
  static constexpr uint32_t kNonZero = 1u << 18;

  ProgramBuilder& add(dxbc::Opcode opcode, std::initializer_list<Tokens> operands = {},
                      uint32_t controls = 0);
  /// Puts raw words in.
  ProgramBuilder& raw(std::initializer_list<uint32_t> words);
  /// The finished container.
  std::vector<uint8_t> blob() const;

 private:
  std::vector<uint32_t> words_;
};

}  // namespace e11::translate::test
