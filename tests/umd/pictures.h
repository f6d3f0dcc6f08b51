// SPDX-License-Identifier: Apache-2.0
//
// Simple shapes and colours, and the comparison of a whole picture.

#pragma once

#include "gpu.h"

namespace e11::test {

constexpr UINT kSize = Gpu::kSize;
constexpr Rgba kBlack = {0, 0, 0, 0}, kRed = {255, 0, 0, 255}, kBlue = {0, 0, 255, 255},
               kGreen = {0, 255, 0, 255};
constexpr std::array<float, 4> kRedF = {1, 0, 0, 1}, kBlueF = {0, 0, 1, 1}, kGreenF = {0, 1, 0, 1};

// Checks every pixel against a function of its coordinates.
template <typename Expected>
void checkPixels(Gpu& gpu, Expected expected) {
  const auto pixels = gpu.pixels();
  for (UINT y = 0; y < kSize; ++y) {
    for (UINT x = 0; x < kSize; ++x) {
      INFO("pixel " << x << ' ' << y);
      REQUIRE(pixels[y * kSize + x] == expected(x, y));
    }
  }
}

inline Rgba leftRight(UINT x, Rgba left, Rgba right) {
  return x < kSize / 2 ? left : right;
}

inline std::vector<Vertex> leftQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(0, 0, 8, 16, z, color);
}
inline std::vector<Vertex> rightQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(8, 0, 16, 16, z, color);
}
inline std::vector<Vertex> fullQuad(std::array<float, 4> color, float z = 0.5f) {
  return quad(0, 0, 16, 16, z, color);
}
inline std::vector<Vertex> join(std::vector<Vertex> a, const std::vector<Vertex>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Constants of memory.cb_static: b0 begins with the colour that is added to what other buffers
// give.
inline std::vector<float> colorConstants(std::array<float, 4> color) {
  std::vector<float> constants(64);
  std::copy(color.begin(), color.end(), constants.begin());
  return constants;
}

}  // namespace e11::test
