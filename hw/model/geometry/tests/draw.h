// SPDX-License-Identifier: Apache-2.0
//
// Draws through the model of geometry, and what their triangles mean, in double precision.
#pragma once
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

#include "e11/model/geometry.h"

namespace e11::model {

using Vec4 = std::array<float, 4>;

inline uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 0x45313131;
    std::printf("seed: E11_SEED=%#llx\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

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

struct Vertex {
  Vec4 position;
  std::vector<std::array<uint32_t, 4>> attributes;
};

/// A triangle with its coefficient words.
struct Piece {
  Triangle t;
  std::vector<std::array<uint32_t, 3>> words;
  uint32_t primitiveId() const { return words[E11_COEFFICIENTS_FLAGS][0]; }
};

/// One draw at a time, with vertices by fetch index.
class Draw {
 public:
  Draw() : memory_(0x40000) {
    state[E11_STATE_BLOCK_RING_BASE] = 0x20000;
    state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_TRIANGLE_LIST;
    state[E11_STATE_BLOCK_RASTER_INFO] = 1u << E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB;
    viewport(0, 0, 256, 256, 0, 1);
    call.instances = 1;
  }
  void viewport(float x, float y, float w, float h, float minZ, float maxZ) {
    state[E11_STATE_BLOCK_VP_X] = bitsOf(x);
    state[E11_STATE_BLOCK_VP_Y] = bitsOf(y);
    state[E11_STATE_BLOCK_VP_HALF_W] = bitsOf(w / 2);
    state[E11_STATE_BLOCK_VP_HALF_H] = bitsOf(h / 2);
    state[E11_STATE_BLOCK_VP_MIN_Z] = bitsOf(minZ);
    state[E11_STATE_BLOCK_VP_DZ] = bitsOf(maxZ - minZ);
  }
  template <typename Index>
  void indices(const std::vector<Index>& list, bool restart) {
    memory_.writePhysical(kIndices, list.data(), list.size() * sizeof(Index));
    state[E11_STATE_BLOCK_INDEX_BASE] = kIndices;
    state[E11_STATE_BLOCK_INDEX_COUNT] = list.size();
    state[E11_STATE_BLOCK_IA_INFO] &= 0xf;
    state[E11_STATE_BLOCK_IA_INFO] |= (sizeof(Index) / 2)
                                          << E11_STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB |
                                      (restart ? 1u : 0u) << E11_STATE_BLOCK_IA_INFO_RESTART_LSB;
  }

  /// `shader`(fetch index, VertexID, InstanceID).
  std::vector<Piece> run(const std::function<Vertex(uint32_t, uint32_t, uint32_t)>& shader,
                         unsigned inputs) {
    state[E11_STATE_BLOCK_VS_INFO] = (1 + inputs) << E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB;
    state[E11_STATE_BLOCK_PS_INFO] = inputs << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB;
    std::vector<Piece> pieces;
    std::map<uint32_t, std::array<uint32_t, 3>> words;
    bool ended = false;
    Geometry::Sinks sinks;
    sinks.launch = [&](const VertexWave& w) {
      for (unsigned lane = 0; lane < kBatchVertices; ++lane) {
        if (!(w.exec >> lane & 1)) continue;
        ++vertices;
        const Vertex v = shader(w.rows[0][lane], w.rows[1][lane], w.rows[2][lane]);
        const uint32_t record = w.s1 + lane * 16 * (1 + inputs);
        memory_.write(Client::kVector, record, v.position.data(), 16);
        for (unsigned k = 0; k < inputs; ++k)
          memory_.write(Client::kVector, record + 16 + 16 * k, v.attributes.at(k).data(), 16);
      }
    };
    sinks.coefficient = [&](uint32_t address, const std::array<uint32_t, 3>& c) {
      words[address] = c;
    };
    sinks.triangle = [&](const Triangle& t) {
      REQUIRE_FALSE(ended);
      ended = t.endOfDraw;
      if (t.endOfDraw) return;
      Piece p;
      p.t = t;
      for (unsigned i = 0; i < 4 + 4 * inputs; ++i)
        p.words.push_back(words.at((t.coef + i) % E11_CFG_COEF_WORDS));
      pieces.push_back(p);
    };
    Geometry geometry(memory_, sinks);
    for (unsigned w = 0; w < E11_STATE_BLOCK_WORDS; ++w) geometry.writeState(0, w, state[w]);
    geometry.draw(call);
    REQUIRE(ended);
    return pieces;
  }

  std::array<uint32_t, E11_STATE_BLOCK_WORDS> state{};
  DrawCall call;
  uint64_t vertices = 0;

 private:
  static constexpr uint32_t kIndices = 0x1000;
  Memory memory_;
};

/// What the pixel shader makes of a piece at a point in pixels (docs/shader-abi.md), in double.
struct At {
  double e0, e1, e2;  // relative to the area
  double d, i, j;
  At(const Piece& p, double x, double y) {
    const auto edge = [&](int a, int b) {
      const auto &from = p.t.v[a], &to = p.t.v[b];
      return (to.x - from.x) * (y * 256 - from.y) - (x * 256 - from.x) * double(to.y - from.y);
    };
    const double E1 = edge(2, 0), E2 = edge(0, 1), E0 = edge(1, 2), A = E0 + E1 + E2;
    e0 = E0 / A;
    e1 = E1 / A;
    e2 = E2 / A;
    const auto c = [&](int w, int k) { return double{floatOf(p.words[w][k])}; };
    d = c(0, 0) + E1 * c(0, 1) + E2 * c(0, 2);
    i = E1 * c(1, 1) / d;
    j = E2 * c(1, 2) / d;
    d *= c(1, 0);
  }
  bool inside(double margin) const { return e0 > margin && e1 > margin && e2 > margin; }
  double linear(const std::array<uint32_t, 3>& w) const {
    return floatOf(w[0]) + i * floatOf(w[1]) + j * floatOf(w[2]);
  }
  double screen(const std::array<uint32_t, 3>& w) const {
    return floatOf(w[0]) + e1 * floatOf(w[1]) + e2 * floatOf(w[2]);
  }
};

/// Weights of a triangle's vertices at a point of the screen, in clip space (they sum to 1); false
/// if the triangle is not there or w is not positive.
inline bool weights(const std::array<Vec4, 3>& p, double xn, double yn,
                    std::array<double, 3>* out) {
  double m[3][3], v[3];
  for (int i = 0; i < 3; ++i) {
    m[0][i] = p[i][0] - xn * p[i][3];
    m[1][i] = p[i][1] - yn * p[i][3];
    m[2][i] = 1;
  }
  const double det =
      m[0][0] * (m[1][1] - m[1][2]) - m[0][1] * (m[1][0] - m[1][2]) + m[0][2] * (m[1][0] - m[1][1]);
  if (det == 0) return false;
  v[0] = (m[0][1] * m[1][2] - m[0][2] * m[1][1]) / det;
  v[1] = (m[0][2] * m[1][0] - m[0][0] * m[1][2]) / det;
  v[2] = (m[0][0] * m[1][1] - m[0][1] * m[1][0]) / det;
  *out = {v[0], v[1], v[2]};
  return v[0] * p[0][3] + v[1] * p[1][3] + v[2] * p[2][3] > 0;
}

class Uniform {
 public:
  explicit Uniform(uint64_t salt) : random_(seed() + salt) {}
  float operator()(double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<double>(low, high)(random_));
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  std::mt19937_64 random_;
};

/// Float to 16.8 by the definition (spec 3.2.4.1), in double.
inline int32_t fixed(double x) {
  const double scaled = std::nearbyint(x * 256);  // nearest even: the default rounding mode
  return static_cast<int32_t>(std::min(8388607.0, std::max(-8388608.0, scaled)));
}

}  // namespace e11::model
