// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "e11/formats.h"

namespace e11::model {

/// How typed loads and stores see an element of a buffer: up to four channels of one
/// type, r g b a. `channels` is 0 for a format that they do not know.
struct TypedFormat {
  formats::ChannelType type = formats::ChannelType::kNone;
  uint8_t channels = 0;
  uint8_t bytes = 0;  ///< of the element
  bool plain = true;  ///< channels of one size of 8, 16 or 32 bits, in order
  std::array<uint8_t, 4> lowestBit{}, bits{};

  /// Channels are dwords: nothing is converted.
  bool wide() const { return channels && bits[0] == 32; }
  /// A load's address is aligned to a channel, or to an element that is not plain.
  uint32_t loadAlign() const { return !channels ? 4 : plain ? bits[0] / 8u : bytes; }
  /// Bytes that a load of so many registers reads.
  uint32_t loadBytes(uint32_t registers) const {
    return plain ? bits[0] / 8u * std::min<uint32_t>(channels, registers) : bytes;
  }
  uint32_t extract(const std::array<uint8_t, 16>& element, uint32_t channel) const;
};

/// Of a DXGI format number (hw/defs/formats.yaml).
TypedFormat typedFormat(uint32_t dxgiFormat);

/// A channel's bits as the shader sees them (spec 3.2.2, 3.2.3, 19.1.3.3).
uint32_t convertChannel(const TypedFormat& format, uint32_t channel, uint32_t bits);

/// A shader's value as the bits of a channel of less than 32 bits (the same sections).
uint32_t packChannel(const TypedFormat& format, uint32_t channel, uint32_t value);

/// What component `index` reads as where the format has no such channel.
uint32_t missingComponent(const TypedFormat& format, uint32_t index);

}  // namespace e11::model
