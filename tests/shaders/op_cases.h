// SPDX-License-Identifier: Apache-2.0
// Expected results of the shaders in float_ops.hlsl and int_ops.hlsl, from the functional
// specification (chapters 3 and 22), for whatever runs them: IR on the host, model, RTL.
//
// Pixel (x, y) of such a shader works on operand x of table a, y of table b, x ^ y of table c, and
// returns the 32 bits of its result as four bytes / 255.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace e11::test {

inline constexpr uint32_t kOperandCount = 16;

using Operand4 = std::array<uint32_t, 4>;

/// The constant buffer of these shaders.
struct OperandTables {
  std::array<Operand4, kOperandCount> a, b, c;
  /// As dwords in buffer order.
  std::vector<uint32_t> dwords() const;
};

struct OpCase {
  std::string name;    ///< "float_ops.add", without the profile
  bool sm5Only = false;
  /// Expected bits; a NaN stands for every NaN.
  std::function<uint32_t(const Operand4& a, const Operand4& b, const Operand4& c)> expected;
  /// Allowed difference of float results: relative error, absolute error. 0: exact.
  double relative = 0;
  double absolute = 0;
  bool isFloat = false;  ///< the result is a float (else compared as bits)
};

const std::vector<OpCase>& opCases();

/// Operands: edge values in component x of all three tables, random ones elsewhere.
OperandTables floatOperands(uint64_t seed);
OperandTables intOperands(uint64_t seed);

/// Whether `actual` is what the case expects; denormal results may also come flushed where the
/// specification leaves that open (moves through min and max).
bool matches(const OpCase& op, uint32_t expected, uint32_t actual);

}  // namespace e11::test
