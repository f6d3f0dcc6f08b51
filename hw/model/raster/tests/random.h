// SPDX-License-Identifier: Apache-2.0
//
// Random numbers of the rasteriser's tests.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "e11/model/quad.h"

using Random = std::mt19937_64;
using Wide = __int128;

/// From E11_SEED, printed once.
inline uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 3402;
    std::printf("seed: E11_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

inline int32_t between(Random& random, int64_t low, int64_t high) {
  return static_cast<int32_t>(low + static_cast<int64_t>(random() % uint64_t(high - low + 1)));
}

/// A coordinate in and around 0..size pixels, often on a pixel centre or border.
inline int32_t coordinate(Random& random, int32_t size) {
  const int32_t v = between(random, -3 * 256, (size + 3) * 256);
  switch (random() % 4) {
    case 0:
      return (v & ~255) | 128;
    case 1:
      return v & ~255;
    default:
      return v;
  }
}
