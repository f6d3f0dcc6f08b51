// SPDX-License-Identifier: Apache-2.0
// Draws with hand-assembled shaders, through the whole GPU.
#include <cmath>
#include <cstring>

#include "scene.h"

namespace e11::test {

namespace {

constexpr uint64_t kWatchdog = 300'000;

/// A vertex at window coordinates, with w = 1.
Vertex at(float x, float y, float z, std::array<float, 4> color) {
  constexpr float kHalf = Scene::kSize / 2;
  return {{x / kHalf - 1, 1 - y / kHalf, z, 1}, color};
}

const std::array<float, 4> kRed{1, 0, 0, 1};
const std::array<float, 4> kGreen{0, 1, 0, 1};
const std::array<float, 4> kBlue{0, 0, 1, 1};

/// Twice the signed area of a, b, p in 1/256 pixel units; exact for corners at
/// multiples of 1/256 and pixel centres.
int64_t side(const std::array<int64_t, 2>& a, const std::array<int64_t, 2>& b,
             const std::array<int64_t, 2>& p) {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/// A triangle whose corners are clockwise on the screen (y down).
struct Triangle {
  std::array<std::array<float, 2>, 3> corner;

  std::array<int64_t, 2> snapped(int i) const {
    return {std::lround(corner[i][0] * 256), std::lround(corner[i][1] * 256)};
  }
  /// The weights of the corners at a pixel's centre; false if it is outside by
  /// the top-left rule (spec 3.4.2).
  bool weights(uint32_t x, uint32_t y, std::array<double, 3>* weight) const {
    const std::array<int64_t, 2> p{x * 256 + 128, y * 256 + 128};
    const double area = static_cast<double>(side(snapped(0), snapped(1), snapped(2)));
    for (int i = 0; i < 3; ++i) {
      const auto a = snapped((i + 1) % 3);
      const auto b = snapped((i + 2) % 3);
      const int64_t e = side(a, b, p);
      const bool topLeft = b[1] < a[1] || (b[1] == a[1] && b[0] > a[0]);
      if (e < 0 || (e == 0 && !topLeft)) return false;
      (*weight)[i] = e / area;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("a triangle covers its pixels and blends its corners' colours") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  Scene scene(*context);
  const Triangle triangle{{{{8.5f, 3.25f}, {60.125f, 20.5f}, {20, 57.75f}}}};
  const auto& c = triangle.corner;
  scene.setVertices({at(c[0][0], c[0][1], 0.25f, kRed), at(c[1][0], c[1][1], 0.25f, kGreen),
                     at(c[2][0], c[2][1], 0.25f, kBlue)});
  Commands commands;
  scene.clear(commands, 0xff102030, 1);
  scene.draw(commands, 3);
  REQUIRE(run(*context, commands) == Result::kOk);

  const std::vector<uint8_t> color = scene.color();
  const std::vector<uint8_t> depth = scene.depth();
  uint32_t covered = 0;
  for (uint32_t y = 0; y < Scene::kSize; ++y) {
    for (uint32_t x = 0; x < Scene::kSize; ++x) {
      CAPTURE(x, y);
      const auto pixel = scene.pixel(color, x, y);
      float z;
      std::memcpy(&z, scene.pixel(depth, x, y).data(), 4);
      std::array<double, 3> weight;
      if (!triangle.weights(x, y, &weight)) {
        REQUIRE(pixel == std::array<uint8_t, 4>{0x30, 0x20, 0x10, 0xff});
        REQUIRE(z == 1);
        continue;
      }
      ++covered;
      for (int i = 0; i < 3; ++i) REQUIRE(std::abs(pixel[i] - 255 * weight[i]) < 1);
      REQUIRE(pixel[3] == 0xff);
      REQUIRE(std::abs(z - 0.25) < 1e-6);
    }
  }
  CHECK(covered > 1000);
  CHECK(adapter->counter(E11_COUNTERS_DRAWS) == 1);
  CHECK(adapter->counter(E11_COUNTERS_VERTICES) == 3);
  CHECK(adapter->counter(E11_COUNTERS_PRIMITIVES_IN) == 1);
  CHECK(adapter->counter(E11_COUNTERS_PRIMITIVES_OUT) == 1);
  CHECK(adapter->counter(E11_COUNTERS_PIXELS_COVERED) == covered);
  CHECK(adapter->counter(E11_COUNTERS_PIXELS_WRITTEN) == covered);
}

TEST_CASE("draws keep their order, and depth decides") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  Scene scene(*context);
  const auto quad = [](float z, std::array<float, 4> color) {
    return std::vector<Vertex>{at(0, 0, z, color), at(128, 0, z, color), at(0, 128, z, color)};
  };
  std::vector<Vertex> vertices;
  for (const auto& part : {quad(0.5f, kRed), quad(0.75f, kGreen), quad(0.25f, kBlue)}) {
    vertices.insert(vertices.end(), part.begin(), part.end());
  }
  scene.setVertices(vertices);
  const auto nearest = [&](std::initializer_list<uint32_t> draws) {
    Commands commands;
    scene.clear(commands, 0, 1);
    for (uint32_t draw : draws) scene.draw(commands, 3, 3 * draw);
    REQUIRE(run(*context, commands) == Result::kOk);
    return scene.pixel(scene.color(), 31, 17);
  };
  using Pixel = std::array<uint8_t, 4>;
  CHECK(nearest({0, 1}) == Pixel{0xff, 0, 0, 0xff});
  CHECK(nearest({1, 0}) == Pixel{0xff, 0, 0, 0xff});
  CHECK(nearest({1}) == Pixel{0, 0xff, 0, 0xff});
  CHECK(nearest({0, 1, 2}) == Pixel{0, 0, 0xff, 0xff});
  CHECK(nearest({2, 1, 0}) == Pixel{0, 0, 0xff, 0xff});
}

TEST_CASE("a new shader at the old address is what runs") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  Scene scene(*context);
  scene.setVertices({at(0, 0, 0, kGreen), at(128, 0, 0, kGreen), at(0, 128, 0, kGreen)});
  const std::vector<uint64_t> shader = colorPixelShader();
  // The same colour with blue for green: the last export from other registers.
  std::vector<uint64_t> other = shader;
  other[7] = shader[9] & ~uint64_t{0x7f00};  // component 0 is computed from attribute 1
  other[7] |= shader[7] & 0x7f00;
  other[8] = shader[10] & ~(uint64_t{0x7f00} | uint64_t{0x1ff} << 34);
  other[8] |= shader[8] & (uint64_t{0x7f00} | uint64_t{0x1ff} << 34);
  using Pixel = std::array<uint8_t, 4>;
  const auto result = [&](const std::vector<uint64_t>& code) {
    scene.setPixelShader(code);
    Commands commands;
    scene.clear(commands, 0, 1);
    scene.draw(commands, 3);
    REQUIRE(run(*context, commands) == Result::kOk);
    return scene.pixel(scene.color(), 5, 5);
  };
  CHECK(result(shader) == Pixel{0, 0xff, 0, 0xff});
  CHECK(result(other) == Pixel{0xff, 0xff, 0, 0xff});
  CHECK(result(shader) == Pixel{0, 0xff, 0, 0xff});
}

TEST_CASE("a shader that never ends loses its context") {
  const bool inPixelShader = GENERATE(false, true);
  CAPTURE(inPixelShader);
  const auto adapter = openAdapter(true, kWatchdog);
  const auto context = adapter->createContext();
  Scene scene(*context);
  scene.setVertices({at(0, 0, 0, kRed), at(9, 0, 0, kRed), at(0, 9, 0, kRed)});
  if (inPixelShader) {
    scene.setPixelShader(endlessShader());
  } else {
    scene.setVertexShader(endlessShader());
  }
  Commands commands;
  scene.clear(commands, 0, 1);
  scene.draw(commands, 3);
  const uint64_t before = adapter->cycles();
  CHECK(run(*context, commands) == Result::kDeviceHung);
  CHECK(adapter->cycles() - before >= kWatchdog);
  CHECK(adapter->cycles() - before <= kWatchdog + kWatchdog / 10);

  // What comes after works as if nothing had been.
  const auto next = adapter->createContext();
  Scene other(*next);
  other.setVertices({at(0, 0, 0, kRed), at(128, 0, 0, kRed), at(0, 128, 0, kRed)});
  Commands good;
  other.clear(good, 0, 1);
  other.draw(good, 3);
  REQUIRE(run(*next, good) == Result::kOk);
  CHECK(other.pixel(other.color(), 40, 20) == std::array<uint8_t, 4>{0xff, 0, 0, 0xff});
}

TEST_CASE("a shader that traps loses its context") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  Scene scene(*context);
  scene.setVertices({at(0, 0, 0, kRed), at(9, 0, 0, kRed), at(0, 9, 0, kRed)});
  scene.setPixelShader(trappingShader());
  Commands commands;
  scene.clear(commands, 0, 1);
  scene.draw(commands, 3);
  CHECK(run(*context, commands) == Result::kDeviceHung);
}

}  // namespace e11::test
