// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace e11::model {

/// Outcode bits of a vertex. Bits 0..6 are the clip planes in their order.
enum Outcode : uint16_t {
  kOutW = 1 << 0,
  kOutNear = 1 << 1,
  kOutFar = 1 << 2,
  kGuardLeft = 1 << 3,
  kGuardRight = 1 << 4,
  kGuardBottom = 1 << 5,
  kGuardTop = 1 << 6,
  kOutLeft = 1 << 7,
  kOutRight = 1 << 8,
  kOutBottom = 1 << 9,
  kOutTop = 1 << 10,
  kOutNan = 1 << 11,
};
inline constexpr unsigned kClipPlanes = 7;
inline constexpr uint16_t kOutGuard = kGuardLeft | kGuardRight | kGuardBottom | kGuardTop;
inline constexpr uint16_t kOutSides = kOutLeft | kOutRight | kOutBottom | kOutTop;

}  // namespace e11::model
