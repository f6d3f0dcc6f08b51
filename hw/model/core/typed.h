// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "e11/formats.h"

namespace e11::model {

/// How ldtyped reads an element: up to four channels of equal size and type,
/// lowest address first. `channels` is 0 for a format that it cannot read.
struct TypedFormat {
  formats::ChannelType type = formats::ChannelType::kNone;
  uint8_t channelBytes = 4;
  uint8_t channels = 0;
};

/// Of a DXGI format number: the vertex buffer formats of hw/defs/formats.yaml.
TypedFormat typedFormat(uint32_t dxgiFormat);

/// A channel's bits as the shader sees them (spec 3.2.3, 19.1.3.3).
uint32_t convertChannel(const TypedFormat& format, uint32_t bits);

/// What component `index` reads as where the format has no such channel.
uint32_t missingComponent(const TypedFormat& format, uint32_t index);

}  // namespace e11::model
