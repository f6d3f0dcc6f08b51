// SPDX-License-Identifier: Apache-2.0
//
// Typed channels to shader values, all 8- and 16-bit inputs of all kinds, against
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

uint32_t expectedHalf(uint32_t h) {
  const bool negative = h >> 15;
  const int exponent = static_cast<int>(h >> 10 & 31);
  const double mantissa = h & 0x3ff;
  if (exponent == 31) return mantissa != 0 ? 0x7fc00000 : negative ? 0xff800000 : 0x7f800000;
  const double value =
      exponent ? std::ldexp(1 + mantissa / 1024, exponent - 15) : std::ldexp(mantissa, -24);
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
      return expectedHalf(bits);
  }
}

}  // namespace

TEST_CASE("every channel value of 8 and 16 bits") {
  Clocked<V_core_convert> top;
  top->en_i = 1;
  uint64_t compared = 0;
  for (const int log2 : {0, 1}) {
    const int width = 8 << log2;
    for (const Kind kind : {kUnorm, kSnorm, kUint, kSint, kFloat}) {
      if (kind == kFloat && width == 8) continue;
      std::deque<uint32_t> inside;
      for (uint32_t bits = 0; bits < (1u << width) + 2; ++bits) {
        top->kind_i = kind;
        top->log2_bytes_i = static_cast<uint8_t>(log2);
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
  }
  CHECK(compared > 4 * 65536);
}

TEST_CASE("32-bit channels pass unchanged") {
  Clocked<V_core_convert> top;
  Random random(seed());
  top->en_i = 1;
  for (int i = 0; i < 1000; ++i) {
    const uint32_t bits = static_cast<uint32_t>(random());
    static const Kind kKinds[] = {kUint, kSint, kFloat, kNone};
    top->kind_i = kKinds[i % 4];
    top->log2_bytes_i = 2;
    top->bits_i = bits;
    top.tick();
    top.tick();
    REQUIRE(top->value_o == bits);
  }
}
