// SPDX-License-Identifier: Apache-2.0
#include "typed.h"

#include <algorithm>
#include <array>

#include "e11/fp.h"

namespace e11::model {

namespace {

using formats::ChannelType;

constexpr uint32_t kElements = formats::kVertexBuffer | formats::kTypedSrv | formats::kTypedUav;

TypedFormat layout(const formats::Format& f) {
  TypedFormat t;
  if (!(f.uses & kElements)) return t;
  t.bytes = f.bits / 8;
  for (const char name : {'r', 'g', 'b', 'a'}) {
    for (int i = 0; i < f.channelCount; ++i) {
      const formats::Channel& channel = f.channels[i];
      if (channel.name != name) continue;
      t.type = channel.type;
      t.lowestBit[t.channels] = channel.lowestBit;
      t.bits[t.channels++] = channel.bits;
    }
  }
  const uint8_t size = t.bits[0];
  t.plain = (size == 8 || size == 16 || size == 32) && t.channels * size == f.bits;
  for (uint8_t i = 0; i < t.channels; ++i) t.plain &= t.lowestBit[i] == i * size;
  return t;
}

std::array<TypedFormat, 256> makeTable() {
  std::array<TypedFormat, 256> table;
  for (const formats::Format& f : formats::kFormats) table[f.number] = layout(f);
  return table;
}

int32_t signExtend(uint32_t bits, int width) {
  return static_cast<int32_t>(bits << (32 - width)) >> (32 - width);
}

/// Correctly rounded: the quotient's period of at most 16 bits keeps it away
/// from the double's rounding of a tie.
uint32_t quotient(int32_t value, int32_t one) {
  return fp::toBits(static_cast<float>(static_cast<double>(value) / one));
}

uint32_t fromSnorm(uint32_t bits, int width) {
  const int32_t one = (1 << (width - 1)) - 1;
  const int32_t value = signExtend(bits, width);
  return quotient(value < -one ? -one : value, one);
}

/// A float that is not negative times `one`, to nearest, halves up; 1 at most. Exact: the
/// product of 24 and 16 bits fits a double.
uint32_t toNormalized(uint32_t value, uint32_t one) {
  const double scaled = static_cast<double>(fp::toFloat(fp::flush(value)));
  if (scaled >= 1) return one;
  return static_cast<uint32_t>(scaled * one + 0.5);
}

}  // namespace

TypedFormat typedFormat(uint32_t dxgiFormat) {
  static const std::array<TypedFormat, 256> kTable = makeTable();
  return kTable[dxgiFormat & 0xff];
}

uint32_t TypedFormat::extract(const std::array<uint8_t, 16>& element, uint32_t channel) const {
  uint64_t word = 0;
  const uint32_t first = lowestBit[channel] / 8;
  for (uint32_t b = 0; b < 8 && first + b < element.size(); ++b)
    word |= uint64_t{element[first + b]} << 8 * b;
  word >>= lowestBit[channel] % 8;
  return static_cast<uint32_t>(word & ((uint64_t{1} << bits[channel]) - 1));
}

uint32_t convertChannel(const TypedFormat& format, uint32_t channel, uint32_t bits) {
  const int width = format.bits[channel];
  if (width == 32) return bits;
  switch (format.type) {
    case ChannelType::kFloat:
      // Floats of 11 and 10 bits are halves without a sign and with fewer bits of mantissa.
      return fp::fromHalf(width == 16 ? bits : bits << (15 - width));
    case ChannelType::kUnorm:
      return quotient(static_cast<int32_t>(bits), (1 << width) - 1);
    case ChannelType::kSnorm:
      return fromSnorm(bits, width);
    case ChannelType::kSint:
      return static_cast<uint32_t>(signExtend(bits, width));
    default:
      return bits;
  }
}

uint32_t packChannel(const TypedFormat& format, uint32_t channel, uint32_t value) {
  const int width = format.bits[channel];
  const uint32_t mask = (1u << width) - 1;
  const bool negative = value >> 31;
  switch (format.type) {
    case ChannelType::kFloat: {
      const uint32_t half = fp::toHalf(value);
      if (width == 16) return half;
      return negative && !fp::isNan(value) ? 0 : (half & 0x7fff) >> (15 - width);
    }
    case ChannelType::kUnorm:
      return negative || fp::isNan(value) ? 0 : toNormalized(value, mask);
    case ChannelType::kSnorm: {
      if (fp::isNan(value)) return 0;
      const uint32_t magnitude = toNormalized(value & ~fp::kSign, mask >> 1);
      return (negative ? 0 - magnitude : magnitude) & mask;
    }
    case ChannelType::kSint: {
      const int32_t limit = static_cast<int32_t>(mask >> 1);
      const int32_t clamped = std::clamp(static_cast<int32_t>(value), -limit - 1, limit);
      return static_cast<uint32_t>(clamped) & mask;
    }
    default:
      return std::min(value, mask);
  }
}

uint32_t missingComponent(const TypedFormat& format, uint32_t index) {
  if (index != 3 || format.channels == 0) return 0;
  const bool integral = format.type == ChannelType::kUint || format.type == ChannelType::kSint;
  return integral ? 1 : fp::kOne;
}

}  // namespace e11::model
