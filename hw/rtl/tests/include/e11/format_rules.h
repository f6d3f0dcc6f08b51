// SPDX-License-Identifier: Apache-2.0
//
// Conversions between shader values and channels of typed elements, as spec 3.2.2, 3.2.3, 3.1.5 and
// 3.1.6 define them, in double precision: what tests of loads and stores expect.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "e11/formats.h"

namespace e11::bench {

using formats::ChannelType;

inline float floatOf(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

inline uint32_t bitsOf(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

/// A float with 5 bits of exponent; 16 bits: with a sign. The value of a 32-bit register.
inline uint32_t smallFloatLoaded(uint32_t bits, int width) {
  const bool negative = width == 16 && bits >> 15;
  const int mantissaBits = width == 16 ? 10 : width - 5;
  const int exponent = static_cast<int>(bits >> mantissaBits & 31);
  const double mantissa = bits & ((1u << mantissaBits) - 1);
  if (exponent == 31) return mantissa != 0 ? 0x7fc00000 : negative ? 0xff800000 : 0x7f800000;
  const double value = exponent ? std::ldexp(1 + std::ldexp(mantissa, -mantissaBits), exponent - 15)
                                : std::ldexp(mantissa, -14 - mantissaBits);
  return bitsOf(static_cast<float>(negative ? -value : value));
}

/// What a load makes of a channel's bits.
inline uint32_t loaded(ChannelType type, int width, uint32_t bits) {
  if (width == 32) return bits;
  const int32_t value = static_cast<int32_t>(bits << (32 - width)) >> (32 - width);
  switch (type) {
    case ChannelType::kUnorm:
      return bitsOf(static_cast<float>(bits / (std::ldexp(1, width) - 1)));
    case ChannelType::kSnorm: {
      const double one = std::ldexp(1, width - 1) - 1;
      return bitsOf(static_cast<float>(std::fmax(value / one, -1)));
    }
    case ChannelType::kUint:
      return bits;
    case ChannelType::kSint:
      return static_cast<uint32_t>(value);
    default:
      return smallFloatLoaded(bits, width);
  }
}

/// A float of `width` bits with 5 of exponent, towards zero.
inline uint32_t smallFloatStored(uint32_t value, int width) {
  const bool isSigned = width == 16;
  const int mantissaBits = isSigned ? 10 : width - 5;
  const double f = floatOf(value);
  const uint32_t sign = isSigned && value >> 31 ? 0x8000 : 0;
  const uint32_t infinity = 31u << mantissaBits;
  if (std::isnan(f)) return sign | infinity | 1u << (mantissaBits - 1);
  if (!isSigned && f < 0) return 0;
  if (std::isinf(f)) return sign | infinity;
  double magnitude = std::fabs(f);
  if (magnitude < std::ldexp(1, -126)) return sign;  // denormals are flushed
  const double largest = std::ldexp(2 - std::ldexp(1, -mantissaBits), 15);
  magnitude = std::fmin(magnitude, largest);
  int exponent = std::ilogb(magnitude);
  if (exponent < -14) return sign | static_cast<uint32_t>(std::ldexp(magnitude, 14 + mantissaBits));
  const auto digits = static_cast<uint32_t>(std::ldexp(magnitude, mantissaBits - exponent));
  return sign | static_cast<uint32_t>(exponent + 15) << mantissaBits |
         (digits & ((1u << mantissaBits) - 1));
}

/// The bits that a store leaves in a channel.
inline uint32_t stored(ChannelType type, int width, uint32_t value) {
  if (width == 32) return value;
  const uint32_t mask = static_cast<uint32_t>((uint64_t{1} << width) - 1);
  const double f = floatOf(value);
  switch (type) {
    case ChannelType::kUnorm:
      if (std::isnan(f)) return 0;
      return static_cast<uint32_t>(std::fmin(std::fmax(f, 0), 1) * mask + 0.5);
    case ChannelType::kSnorm: {
      if (std::isnan(f)) return 0;
      const double scaled = std::fmin(std::fmax(f, -1), 1) * (mask >> 1);
      return static_cast<uint32_t>(
                 static_cast<int32_t>(scaled >= 0 ? scaled + 0.5 : scaled - 0.5)) &
             mask;
    }
    case ChannelType::kUint:
      return std::min(value, mask);
    case ChannelType::kSint: {
      const int64_t limit = int64_t{1} << (width - 1);
      const int64_t v = static_cast<int32_t>(value);
      return static_cast<uint32_t>(std::min(std::max(v, -limit), limit - 1)) & mask;
    }
    default:
      return smallFloatStored(value, width);
  }
}

/// A register value that is interesting for a store to such a channel.
template <typename Generator>
uint32_t interestingForStore(Generator& random, ChannelType type, int width) {
  const uint32_t bits = static_cast<uint32_t>(random());
  static const uint32_t kEdges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                    0xff800000, 0x7fc00000, 0xffc00001, 0x3f7fffff, 0xbf7fffff,
                                    0x00000001, 0x807fffff, 0x00800000, 0x477fe000, 0x47800000,
                                    0x387fc000, 0x33800000, 0x337fffff, 0x7f7fffff, 0xffffffff};
  switch (random() % 5) {
    case 0:
      return kEdges[random() % (sizeof kEdges / sizeof *kEdges)];
    case 1:
      return bits;
    case 2: {  // about a code's border
      const double codes = std::ldexp(1, type == ChannelType::kSnorm ? width - 1 : width) - 1;
      const double code = std::floor(codes * static_cast<double>(bits) / 4294967296.0) + 0.5;
      const float f = static_cast<float>(code / codes);
      return bitsOf(f) + static_cast<uint32_t>(random() % 5) - 2 + (random() % 2 ? 0x80000000u : 0);
    }
    case 3:
      return (bits & 0x807fffff) | static_cast<uint32_t>(98 + random() % 48) << 23;
    default:
      return static_cast<uint32_t>(static_cast<int32_t>(bits) >> (random() % 32));
  }
}

}  // namespace e11::bench
