// SPDX-License-Identifier: Apache-2.0
#include "common/pack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "e11/formats.h"

namespace e11::umd {
namespace {

using formats::Channel;
using formats::ChannelType;

constexpr uint32_t kWordBits = 32;

const formats::Format* find(DXGI_FORMAT format) {
  const auto* it =
      std::find_if(formats::kFormats.begin(), formats::kFormats.end(),
                   [&](const auto& f) { return f.number == static_cast<uint32_t>(format); });
  return it != formats::kFormats.end() ? it : nullptr;
}

uint32_t lowBits(uint32_t value, uint32_t bits) {
  return bits < kWordBits ? value & ((1u << bits) - 1) : value;
}

// Channels do not straddle words.
template <typename Pack>
ElementBytes packChannels(DXGI_FORMAT number, Pack pack) {
  ElementBytes element;
  const formats::Format* format = find(number);
  if (format == nullptr) return element;
  element.bytes = format->bits / 8;
  for (uint32_t i = 0; i < format->channelCount; ++i) {
    const Channel& channel = format->channels[i];
    const size_t component = std::string_view("rgba").find(channel.name);
    if (component == std::string_view::npos) continue;
    const uint32_t bits = lowBits(pack(channel, component), channel.bits);
    element.words[channel.lowestBit / kWordBits] |= bits << channel.lowestBit % kWordBits;
  }
  return element;
}

uint32_t toSnorm(float value, uint32_t bits) {
  if (std::isnan(value)) return 0;
  const double scaled =
      std::clamp(double{value}, -1.0, 1.0) * static_cast<double>((uint64_t{1} << (bits - 1)) - 1);
  return static_cast<uint32_t>(static_cast<int32_t>(scaled >= 0 ? scaled + 0.5 : scaled - 0.5));
}

uint32_t toInteger(float value, uint32_t bits, bool isSigned) {
  if (std::isnan(value)) return 0;
  const double high = std::ldexp(1.0, static_cast<int>(isSigned ? bits - 1 : bits)) - 1;
  const double low = isSigned ? -high - 1 : 0.0;
  return static_cast<uint32_t>(static_cast<int64_t>(std::clamp(double{value}, low, high)));
}

// Floats of less than 32 bits: five bits of exponent, and a sign if they have 16 (spec 3.1.4,
// 19.1.3.2).
uint32_t toSmallFloat(float value, uint32_t bits) {
  constexpr uint32_t kExponentBits = 5, kMantissa = 23;
  constexpr int kBias = 15, kLargest = 30;
  const bool isSigned = bits == 16;
  const uint32_t mantissaBits = bits - kExponentBits - (isSigned ? 1 : 0);
  const uint32_t infinity = 31u << mantissaBits;
  if (std::isnan(value)) return infinity | 1u << (mantissaBits - 1);
  uint32_t word;
  std::memcpy(&word, &value, sizeof(word));
  const bool negative = word >> 31 != 0;
  if (negative && !isSigned) return 0;
  const uint32_t sign = negative ? 1u << (bits - 1) : 0;
  if (std::isinf(value)) return sign | infinity;
  const int exponent = static_cast<int>(word >> kMantissa & 0xff) - 127 + kBias;
  if (exponent > kLargest) return sign | (infinity - 1);
  const uint32_t fraction = (word & 0x7fffff) | 0x800000;
  const uint32_t dropped = kMantissa - mantissaBits;
  if (exponent <= 0) {
    const uint32_t shift = dropped + 1 + static_cast<uint32_t>(-exponent);
    return sign | (shift < kWordBits ? fraction >> shift : 0);
  }
  return sign | static_cast<uint32_t>(exponent) << mantissaBits | (word & 0x7fffff) >> dropped;
}

uint32_t packFloat(const Channel& channel, float value) {
  switch (channel.type) {
    case ChannelType::kUnorm:
      return toUnorm(value, channel.bits);
    case ChannelType::kSnorm:
      return toSnorm(value, channel.bits);
    case ChannelType::kUint:
      return toInteger(value, channel.bits, false);
    case ChannelType::kSint:
      return toInteger(value, channel.bits, true);
    case ChannelType::kFloat: {
      if (channel.bits != kWordBits) return toSmallFloat(value, channel.bits);
      uint32_t word;
      std::memcpy(&word, &value, sizeof(word));
      return word;
    }
    default:
      return 0;  // typeless and biased formats are in no view that can be cleared
  }
}

}  // namespace

uint32_t toUnorm(float value, uint32_t bits) {
  const double clamped = value > 0.0f ? std::min(double{value}, 1.0) : 0.0;
  const double scale = static_cast<double>((uint64_t{1} << bits) - 1);
  return static_cast<uint32_t>(clamped * scale + 0.5);
}

ElementBytes packBits(DXGI_FORMAT format, const uint32_t rgba[4]) {
  return packChannels(format, [&](const Channel&, size_t component) { return rgba[component]; });
}

ElementBytes packFloats(DXGI_FORMAT format, const float rgba[4]) {
  return packChannels(format, [&](const Channel& channel, size_t component) {
    return packFloat(channel, rgba[component]);
  });
}

bool isFloatOrNormalised(DXGI_FORMAT number) {
  const formats::Format* format = find(number);
  if (format == nullptr || format->channelCount == 0) return false;
  return std::all_of(format->channels.begin(), format->channels.begin() + format->channelCount,
                     [](const Channel& c) {
                       return c.type == ChannelType::kFloat || c.type == ChannelType::kUnorm ||
                              c.type == ChannelType::kSnorm || c.name == 'x';
                     });
}

}  // namespace e11::umd
