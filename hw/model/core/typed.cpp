// SPDX-License-Identifier: Apache-2.0
#include "typed.h"

#include <array>

#include "e11/fp.h"

namespace e11::model {

namespace {

using formats::ChannelType;

TypedFormat layout(const formats::Format& f) {
  TypedFormat t;
  if (!(f.uses & formats::kVertexBuffer)) return t;
  const formats::Channel& first = f.channels[0];
  t.type = first.type;
  t.channelBytes = first.bits / 8;
  t.channels = f.channelCount;
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

}  // namespace

TypedFormat typedFormat(uint32_t dxgiFormat) {
  static const std::array<TypedFormat, 256> kTable = makeTable();
  return kTable[dxgiFormat & 0xff];
}

uint32_t convertChannel(const TypedFormat& format, uint32_t bits) {
  const int width = format.channelBytes * 8;
  if (width == 32) return bits;
  switch (format.type) {
    case ChannelType::kFloat:
      return fp::fromHalf(bits);
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

uint32_t missingComponent(const TypedFormat& format, uint32_t index) {
  if (index != 3 || format.channels == 0) return 0;
  const bool integral = format.type == ChannelType::kUint || format.type == ChannelType::kSint;
  return integral ? 1 : fp::kOne;
}

}  // namespace e11::model
