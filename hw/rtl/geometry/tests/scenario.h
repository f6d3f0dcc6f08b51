// SPDX-License-Identifier: Apache-2.0
//
// Random draws for the benches of geometry, and the "vertex shader" they use: a function of the
// lane's three start values that makes an output record.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "e11/model/geometry.h"
#include "e11/regs.h"

namespace e11::bench {

inline uint32_t bitsOf(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
inline float floatOf(uint32_t u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}

/// What the positions of a draw look like.
enum class Shape { kScreen, kWide, kSpecial, kHuge, kMesh };

struct TestDraw {
  model::DrawCall call;
  std::array<uint32_t, E11_STATE_BLOCK_WORDS> state{};
  uint64_t seed = 0;
  Shape shape = Shape::kScreen;
};

inline uint64_t mix(uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Uniform in [low, high).
inline float uniform(uint64_t& s, float low, float high) {
  s = mix(s);
  return low + (high - low) * (static_cast<float>(s >> 40) / 16777216.0f);
}

inline std::array<uint32_t, 4> position(const TestDraw& d, uint32_t v0, uint32_t v2) {
  uint64_t s = mix(d.seed ^ mix(v0) ^ mix(uint64_t{v2} << 32));
  std::array<uint32_t, 4> p;
  switch (d.shape) {
    case Shape::kScreen: {
      const float w = uniform(s, 0.5f, 2.0f);
      p = {bitsOf(uniform(s, -1.2f, 1.2f) * w), bitsOf(uniform(s, -1.2f, 1.2f) * w),
           bitsOf(uniform(s, -0.1f, 1.1f) * w), bitsOf(w)};
      break;
    }
    case Shape::kMesh: {
      const float x = static_cast<float>(v0 % 9) - 4, y = static_cast<float>(v0 / 9 % 9) - 4;
      p = {bitsOf(x / 4), bitsOf(y / 4), bitsOf(0.5f), bitsOf(1.0f)};
      break;
    }
    case Shape::kHuge:
      for (auto& c : p) {
        s = mix(s);
        const uint32_t exponent = 1 + s % 250;  // below FLT_MAX / 16
        c = static_cast<uint32_t>(s >> 63) << 31 | exponent << 23 | (s >> 32 & 0x7fffff);
      }
      break;
    default:
      for (auto& c : p) c = bitsOf(uniform(s, -50.0f, 50.0f));
      s = mix(s);
      if (s & 1) p[3] = bitsOf(uniform(s, 0.0f, 50.0f));
      break;
  }
  if (d.shape == Shape::kSpecial) {
    static const uint32_t kSpecials[] = {0x7fc00000, 0xffc12345, 0x7f800000, 0xff800000,
                                         0,          0x80000000, 0x00000001, 0x80400000,
                                         0x3f800000, 0xbf800000, 0x7f7fffff, 0x00800000};
    for (auto& c : p) {
      s = mix(s);
      if (s % 6 == 0) c = kSpecials[(s >> 8) % 12];
    }
  }
  return p;
}

inline std::array<uint32_t, 4> attribute(const TestDraw& d, uint32_t v0, uint32_t v1, uint32_t v2,
                                         uint32_t reg) {
  std::array<uint32_t, 4> a;
  uint64_t s = mix(d.seed + reg * 977 + mix(v0 * 3ull + v1) + mix(uint64_t{v2} << 17));
  for (auto& c : a) {
    s = mix(s);
    c = s % 16 == 0 ? static_cast<uint32_t>(s >> 32) : bitsOf(uniform(s, -10.0f, 10.0f));
  }
  return a;
}

/// The records of a wave, as the shader would store them.
inline void shade(const TestDraw& d, const model::VertexWave& wave, model::Memory& memory) {
  const uint32_t regs =
      d.state[E11_STATE_BLOCK_VS_INFO] >> E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB & 0x3f;
  for (uint32_t lane = 0; lane < 16; ++lane) {
    if (!(wave.exec >> lane & 1)) continue;
    for (uint32_t r = 0; r < regs; ++r) {
      const auto& rows = wave.rows;
      const auto value = r == 0 ? position(d, rows[0][lane], rows[2][lane])
                                : attribute(d, rows[0][lane], rows[1][lane], rows[2][lane], r);
      memory.write(model::Client::kVector, wave.s1 + 16 * (lane * regs + r), value.data(), 16);
    }
  }
}

constexpr uint32_t kIndexArea = 0x10000, kIndexBytes = 0x8000, kRing = 0x40000,
                   kRingBytes = 0x20000;
constexpr uint32_t kMemoryBytes = 0x100000;

/// `number` of the draw chooses its index buffer and state slot.
inline TestDraw randomDraw(std::mt19937_64& random, unsigned number, Shape shape) {
  const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  TestDraw d;
  d.seed = random();
  d.shape = shape;
  d.call.slot = number % E11_CFG_STATE_SLOTS;
  d.call.count = pick(10) == 0 ? pick(3) : pick(70);
  d.call.instances = pick(4) == 0 ? pick(4) : 1;
  d.call.first = pick(40);
  d.call.startInstance = pick(100);

  auto& s = d.state;
  s[E11_STATE_BLOCK_VS_CODE] = static_cast<uint32_t>(random());
  s[E11_STATE_BLOCK_VS_TABLE] = static_cast<uint32_t>(random());
  const uint32_t regs = pick(8) == 0 ? 1 + pick(33) : 1 + pick(5);
  s[E11_STATE_BLOCK_VS_INFO] =
      E11_PUT(pick(3), E11_STATE_BLOCK_VS_INFO_SIZE) | regs << E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB;
  s[E11_STATE_BLOCK_RING_BASE] = kRing + d.call.slot * kRingBytes;
  const uint32_t inputs = regs == 1 ? 0 : pick(8) == 0 ? pick(33) : pick(4);
  s[E11_STATE_BLOCK_PS_INFO] = 4 | inputs << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB;
  for (uint32_t k = 0; k < 32; ++k) {
    uint32_t map = regs > 1 ? 1 + pick(regs - 1) : 1;
    if (pick(3) == 0) map |= pick(4) << 6;
    s[E11_STATE_BLOCK_ATTR_MAP + k / 4] |= map << (8 * (k % 4));
  }
  const uint32_t size = pick(3);
  static const uint32_t kTopologies[] = {E11_TOPOLOGY_TRIANGLE_LIST, E11_TOPOLOGY_TRIANGLE_STRIP,
                                         E11_TOPOLOGY_TRIANGLE_LIST, E11_TOPOLOGY_TRIANGLE_STRIP,
                                         E11_TOPOLOGY_POINT_LIST,    E11_TOPOLOGY_LINE_LIST,
                                         E11_TOPOLOGY_LINE_STRIP};
  s[E11_STATE_BLOCK_IA_INFO] = kTopologies[pick(7)] |
                               size << E11_STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB |
                               pick(2) << E11_STATE_BLOCK_IA_INFO_RESTART_LSB;
  if (pick(20) == 0) s[E11_STATE_BLOCK_IA_INFO] = 12;  // not built: makes nothing
  s[E11_STATE_BLOCK_INDEX_BASE] =
      kIndexArea + (number % 8) * 0x1000 + (size == 1 ? 2 : 4) * pick(40);
  s[E11_STATE_BLOCK_INDEX_COUNT] = pick(5) == 0 ? pick(60) : 500;
  d.call.baseVertex = size ? pick(200) - 100 : 0;
  s[E11_STATE_BLOCK_RASTER_INFO] = pick(3) | pick(2) << 2 | (pick(4) != 0) << 3 |
                                   (pick(4) == 0) << 4 | pick(2) << 5 |
                                   (pick(3) == 0) << E11_STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB;

  const float width =
      pick(8) == 0 ? 32767.0f : static_cast<float>(1 + pick(2000)) / (pick(3) ? 1 : 4);
  const float height = pick(8) == 0 ? 16384.0f : static_cast<float>(1 + pick(2000));
  s[E11_STATE_BLOCK_VP_X] = bitsOf(width > 30000 ? 0.0f : static_cast<float>(pick(400)) - 100);
  s[E11_STATE_BLOCK_VP_Y] = bitsOf(static_cast<float>(pick(400)) / 4);
  s[E11_STATE_BLOCK_VP_HALF_W] = bitsOf(width / 2);
  s[E11_STATE_BLOCK_VP_HALF_H] = bitsOf(height / 2);
  s[E11_STATE_BLOCK_VP_MIN_Z] = bitsOf(pick(2) ? 0.0f : 0.25f);
  s[E11_STATE_BLOCK_VP_DZ] = bitsOf(pick(2) ? 1.0f : 0.5f);
  if (pick(3) == 0) {
    s[E11_STATE_BLOCK_BIAS_CONST] = bitsOf(static_cast<float>(static_cast<int>(pick(2001)) - 1000));
    if (pick(2)) s[E11_STATE_BLOCK_BIAS_SLOPE] = bitsOf(static_cast<float>(pick(9)) - 4);
    if (pick(2)) s[E11_STATE_BLOCK_BIAS_CLAMP] = bitsOf((static_cast<float>(pick(9)) - 4) / 16);
  }
  return d;
}

/// Index buffers: small numbers, so that there is reuse, and some cuts.
inline void fillIndices(std::mt19937_64& random, model::Memory& memory) {
  for (uint32_t i = 0; i < kIndexBytes / 4; ++i) {
    uint32_t value = random() % 8 == 0 ? 0xffffffffu : static_cast<uint32_t>(random() % 40);
    if (random() % 2) value |= static_cast<uint32_t>(random() % 60) << 16;
    if (random() % 6 == 0) value = i % 50;
    memory.writePhysical(kIndexArea + 4 * i, &value, 4);
  }
}

}  // namespace e11::bench
