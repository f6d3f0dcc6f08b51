// SPDX-License-Identifier: Apache-2.0
//
// Shader values to channels of typed stores, against the definitions of spec 3.2.2 and 3.2.3 in
// double precision: values around every code of small channels, edges, random bits; all formats
// with channels of less than 32 bits that typed stores know. The model gets the same cases.
#include <cmath>

#include "../../../model/core/typed.h"
#include "V_core_pack.h"
#include "e11/bench.h"
#include "e11/formats.h"

namespace {

using namespace e11;
using namespace e11::bench;
using formats::ChannelType;

float floatOf(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

uint32_t bitsOf(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

/// A float of `width` bits with 5 of exponent, towards zero (spec 3.2.2, 3.1.6).
uint32_t expectedSmallFloat(uint32_t value, int width) {
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

uint32_t expected(ChannelType type, int width, uint32_t value) {
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
      return expectedSmallFloat(value, width);
  }
}

uint32_t interesting(Random& random, ChannelType type, int width) {
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

}  // namespace

TEST_CASE("elements of typed stores") {
  Clocked<V_core_pack> top;
  Random random(seed());
  top->run_i = top->next_i = 0;
  top.reset();
  unsigned formatsSeen = 0;
  for (const formats::Format& f : formats::kFormats) {
    const model::TypedFormat layout = model::typedFormat(f.number);
    if (!(f.uses & formats::kTypedUav) || layout.wide()) continue;
    ++formatsSeen;
    for (int n = 0; n < 4000; ++n) {
      uint32_t value[4];
      uint64_t want = 0, ofModel = 0;
      const unsigned count = random() % 4 ? 3 : static_cast<unsigned>(random() % 4);
      for (unsigned c = 0; c < 4; ++c)
        value[c] = interesting(random, layout.type, layout.bits[c % layout.channels]);
      for (int i = 0; i < f.channelCount; ++i) {
        const formats::Channel& channel = f.channels[i];
        const auto c = static_cast<unsigned>(std::string("rgba").find(channel.name));
        const uint32_t v = c <= count ? value[c] : 0;
        want |= uint64_t{expected(channel.type, channel.bits, v)} << channel.lowestBit;
        ofModel |= uint64_t{model::packChannel(layout, c, v)} << channel.lowestBit;
      }
      top->dxgi_i = f.number;
      top->count_i = static_cast<uint8_t>(count);
      for (unsigned c = 0; c < 4; ++c) top->dwords_i[c] = value[c];
      top->run_i = 1;
      top->next_i = 0;
      top.settle();
      unsigned cycles = 0;
      while (!top->done_o && ++cycles < 20) top.tick();
      const uint64_t mask = f.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << f.bits) - 1;
      const uint64_t got = top->element_o & mask;
      if (got != want || ofModel != want || cycles >= 20) {
        CAPTURE(f.name, value[0], value[1], value[2], value[3], count, cycles);
        CHECK(got == want);
        REQUIRE(ofModel == want);
      }
      // Small elements fill the word.
      for (unsigned at = 0; at < 64; at += f.bits) REQUIRE((top->element_o >> at & mask) == got);
      top->next_i = 1;
      top.tick();
    }
  }
  CHECK(formatsSeen >= 25);
}
