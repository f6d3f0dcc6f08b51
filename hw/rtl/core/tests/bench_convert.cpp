// SPDX-License-Identifier: Apache-2.0
//
// Typed channels to shader values, all inputs of less than 32 bits of all kinds, against
// the definitions of spec 3.2.3 in double precision.
#include <cmath>
#include <deque>

#include "V_core_convert.h"
#include "e11/bench.h"

namespace {

using namespace e11::bench;

// channel_e of e11_formats_pkg.
enum Kind { kNone, kUnorm, kSnorm, kUint, kSint, kFloat };

uint32_t bitsOf(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

/// A float with 5 bits of exponent; 16 bits: with a sign (spec 3.1.5, 3.1.6).
uint32_t expectedSmallFloat(uint32_t bits, int width) {
  const bool negative = width == 16 && bits >> 15;
  const int mantissaBits = width == 16 ? 10 : width - 5;
  const int exponent = static_cast<int>(bits >> mantissaBits & 31);
  const double mantissa = bits & ((1u << mantissaBits) - 1);
  if (exponent == 31) return mantissa != 0 ? 0x7fc00000 : negative ? 0xff800000 : 0x7f800000;
  const double value = exponent ? std::ldexp(1 + std::ldexp(mantissa, -mantissaBits), exponent - 15)
                                : std::ldexp(mantissa, -14 - mantissaBits);
  return bitsOf(static_cast<float>(negative ? -value : value));
}

uint32_t expected(Kind kind, int width, uint32_t bits) {
  const int32_t value = static_cast<int32_t>(bits << (32 - width)) >> (32 - width);
  switch (kind) {
    case kUnorm:
      return bitsOf(static_cast<float>(bits / (std::ldexp(1, width) - 1)));
    case kSnorm: {
      const double one = std::ldexp(1, width - 1) - 1;
      return bitsOf(static_cast<float>(std::fmax(value / one, -1)));
    }
    case kUint:
      return bits;
    case kSint:
      return static_cast<uint32_t>(value);
    default:
      return expectedSmallFloat(bits, width);
  }
}

}  // namespace

TEST_CASE("every channel value of less than 32 bits") {
  Clocked<V_core_convert> top;
  top->en_i = 1;
  uint64_t compared = 0;
  const std::pair<Kind, int> cases[] = {{kUnorm, 8},  {kSnorm, 8},  {kUint, 8},   {kSint, 8},
                                        {kUnorm, 16}, {kSnorm, 16}, {kUint, 16},  {kSint, 16},
                                        {kFloat, 16}, {kUnorm, 2},  {kUnorm, 10}, {kUint, 2},
                                        {kUint, 10},  {kFloat, 11}, {kFloat, 10}};
  for (const auto& [kind, width] : cases) {
    std::deque<uint32_t> inside;
    for (uint32_t bits = 0; bits < (1u << width) + 2; ++bits) {
      top->kind_i = kind;
      top->width_i = static_cast<uint8_t>(width);
      top->bits_i = bits & ((1u << width) - 1);
      top.tick();
      inside.push_back(top->bits_i);
      if (inside.size() < 2) continue;
      const uint32_t input = inside.front();
      inside.pop_front();
      const uint32_t want = expected(kind, width, input);
      if (top->value_o != want) {
        CAPTURE(kind, width, input);
        REQUIRE(top->value_o == want);
      }
      ++compared;
    }
  }
  CHECK(compared > 5 * 65536);
}

TEST_CASE("32-bit channels pass unchanged") {
  Clocked<V_core_convert> top;
  Random random(seed());
  top->en_i = 1;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t bits = static_cast<uint32_t>(random());
    static const Kind kKinds[] = {kUint, kSint, kFloat, kNone};
    top->kind_i = kKinds[i % 4];
    top->width_i = 0;
    top->bits_i = bits;
    top.tick();
    top.tick();
    REQUIRE(top->value_o == bits);
  }
}
