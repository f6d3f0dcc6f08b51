// SPDX-License-Identifier: Apache-2.0
//
// Single elements as the format table lays them out: what clears write.

#pragma once

#include <dxgiformat.h>

#include <array>
#include <cstdint>

namespace e11::umd {

// One element as it lies in memory, lowest byte first; what is beyond `bytes` is 0.
struct ElementBytes {
  std::array<uint32_t, 4> words = {};
  uint32_t bytes = 0;
};

// The lowest bits of each value, without conversion (contract CTX-CLR-05).
ElementBytes packBits(DXGI_FORMAT format, const uint32_t rgba[4]);

// Values converted to the format's channels: clamped and rounded to UNORM and SNORM (spec 3.2.3.4,
// 3.2.3.6), towards zero to smaller floats (spec 3.2.2), truncated and clamped to integers. NaN
// becomes 0 where there is no NaN.
ElementBytes packFloats(DXGI_FORMAT format, const float rgba[4]);

// True if all channels are FLOAT, UNORM or SNORM.
bool isFloatOrNormalised(DXGI_FORMAT format);

// A number in 0..1 (clamped, NaN as 0) as an unsigned normalised integer of that many bits.
uint32_t toUnorm(float value, uint32_t bits);

}  // namespace e11::umd
