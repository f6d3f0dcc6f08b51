// SPDX-License-Identifier: Apache-2.0
//
// The model of geometry against the specification, computed here in double precision or by the
// specification's own pseudocode.
#define CATCH_CONFIG_MAIN
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
namespace {

using Vec4 = std::array<float, 4>;

uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 0x45313131;
    std::printf("seed: E11_SEED=%#llx\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

uint32_t bitsOf(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
float floatOf(uint32_t u) {
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
bool weights(const std::array<Vec4, 3>& p, double xn, double yn, std::array<double, 3>* out) {
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
int32_t fixed(double x) {
  const double scaled = std::nearbyint(x * 256);  // nearest even: the default rounding mode
  return static_cast<int32_t>(std::min(8388607.0, std::max(-8388608.0, scaled)));
}

}  // namespace

TEST_CASE("snapping is nearest even, exact") {
  Uniform u(1);
  Draw d;
  // X = (x + 1) * 1 - 4096: exact for these x. The first is the specification's example.
  std::vector<double> targets{-8191.630859375, 0,           -0.001953125, 0.001953125, 0.005859375,
                              -0.005859375,    1.001953125, -2.998046875};
  for (int i = 0; i < 3000; ++i) {
    targets.push_back(std::ldexp(std::nearbyint(u(-4000, 4000) * 1024), -10));
    targets.push_back(std::ldexp(std::nearbyint(u(-4000, 4000) * 256) + 0.5, -9) * 2);  // ties
  }
  d.viewport(-4096, -4096, 2, 2, 0, 1);
  for (double x : targets) {
    const auto pieces = [&] {
      d.call.count = 3;
      return d.run(
          [&](uint32_t v, uint32_t, uint32_t) {
            const float a = static_cast<float>(x + 4095), b = static_cast<float>(3000 - x * 0);
            if (v == 0) return Vertex{{a, -a, 0.5f, 1}, {}};
            return v == 1 ? Vertex{{b, -4500, 0.5f, 1}, {}} : Vertex{{-4000, 7000, 0.5f, 1}, {}};
          },
          0);
    }();
    CAPTURE(x);
    if (x + 4095 <= -8192 || x + 4095 >= 8192 || pieces.empty()) continue;
    REQUIRE(pieces[0].t.v[0].x == fixed(x));
    REQUIRE(pieces[0].t.v[0].y == fixed(1 + x + 4095 - 4096));
  }
}

TEST_CASE("viewport, culling and facing") {
  Uniform u(2);
  for (int round = 0; round < 4000; ++round) {
    Draw d;
    const unsigned cull = u.below(3);
    const bool ccw = u.below(2);
    d.state[E11_STATE_BLOCK_RASTER_INFO] |= cull | (ccw ? 4 : 0);
    const float vx = static_cast<float>(u.below(100)), w = static_cast<float>(1 + u.below(1000)),
                h = static_cast<float>(1 + u.below(1000));
    d.viewport(vx, 7, w, h, 0.25f, 0.75f);
    d.call.count = 3;
    std::array<Vec4, 3> p;
    for (auto& v : p) {
      const float pw = u(0.5, 4);
      v = {u(-1, 1) * pw, u(-1, 1) * pw, u(0, 1) * pw, pw};
    }
    if (u.below(10) == 0) p[2] = p[u.below(2)];
    const auto pieces = d.run([&](uint32_t v, uint32_t, uint32_t) { return Vertex{p[v], {}}; }, 0);
    double x[3], y[3], z[3];
    for (int i = 0; i < 3; ++i) {
      x[i] = (double{p[i][0]} / p[i][3] + 1) * w * 0.5 + vx;
      y[i] = (1 - double{p[i][1]} / p[i][3]) * h * 0.5 + 7;
      z[i] = 0.25 + double{p[i][2]} / p[i][3] * 0.5;
    }
    const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (p[2] == p[0] || p[2] == p[1]) {
      REQUIRE(pieces.empty());
      continue;
    }
    if (std::fabs(area) < 0.05 * (w + h)) continue;  // snapping may decide
    const bool clockwise = area > 0, front = clockwise != ccw;
    CAPTURE(area, cull, ccw);
    REQUIRE(pieces.size() == (cull == (front ? 1u : 2u) ? 0u : 1u));
    if (pieces.empty()) continue;
    const Piece& piece = pieces[0];
    REQUIRE(piece.t.front == front);
    REQUIRE(piece.words[E11_COEFFICIENTS_FLAGS][1] == (front ? 0xffffffffu : 0u));
    const int order[2][3] = {{0, 2, 1}, {0, 1, 2}};
    for (int i = 0; i < 3; ++i) {
      const int from = order[clockwise][i];
      REQUIRE(std::abs(piece.t.v[i].x - x[from] * 256) < 0.6);
      REQUIRE(std::abs(piece.t.v[i].y - y[from] * 256) < 0.6);
    }
    REQUIRE(floatOf(piece.t.z0) == Approx(z[0]).margin(1e-6));
  }
}

namespace {

/// Random triangles in `place`; attributes 0 linear, 1 constant, 2 noperspective are compared with
/// exact ones at points inside each piece. Returns the number of points compared.
int compareAttributes(Uniform& u, const std::function<Vec4(Uniform&)>& place, bool depthClip,
                      int rounds) {
  int points = 0;
  for (int round = 0; round < rounds; ++round) {
    Draw d;
    if (!depthClip) d.state[E11_STATE_BLOCK_RASTER_INFO] = 0;
    d.call.count = 3;
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1 | (2 | 0x40) << 8 | (3 | 0xc0) << 16;
    std::array<Vertex, 3> v;
    for (auto& w : v) {
      w.position = place(u);
      w.attributes.resize(3);
      for (auto& a : w.attributes) {
        for (auto& c : a) c = bitsOf(u(-4, 4));
      }
      w.attributes[1][0] = 0x80000123 + u.below(100);  // not a number that survives arithmetic
    }
    const auto pieces = d.run([&](uint32_t i, uint32_t, uint32_t) { return v[i]; }, 3);
    const bool allInFront = v[0].position[3] > 0 && v[1].position[3] > 0 && v[2].position[3] > 0;
    for (const Piece& p : pieces) {
      for (int c = 0; c < 4; ++c) REQUIRE(p.words[4 + 4 + c][0] == v[0].attributes[1][c]);
      for (int k = 0; k < 12; ++k) {
        const double a = u(0.05, 0.9), b = u(0.05, 0.95 - a), x[3] = {1 - a - b, a, b};
        double px = 0, py = 0;
        for (int i = 0; i < 3; ++i) {
          px += x[i] * p.t.v[i].x / 256;
          py += x[i] * p.t.v[i].y / 256;
        }
        // Only where the piece is large and on the screen, so that snapping does not matter much.
        const double area = std::fabs((p.t.v[1].x - p.t.v[0].x) * double(p.t.v[2].y - p.t.v[0].y) -
                                      (p.t.v[2].x - p.t.v[0].x) * double(p.t.v[1].y - p.t.v[0].y)) /
                            65536;
        double longest = 0;
        for (int i = 0; i < 3; ++i) {
          longest = std::max(longest, std::hypot(p.t.v[i].x - p.t.v[(i + 1) % 3].x,
                                                 p.t.v[i].y - p.t.v[(i + 1) % 3].y) /
                                          256);
        }
        if (area / longest < 16 || px < 0 || py < 0 || px > 256 || py > 256) continue;
        std::array<double, 3> w;
        if (!weights({v[0].position, v[1].position, v[2].position}, px / 128 - 1, 1 - py / 128, &w))
          continue;
        const At at(p, px, py);
        const double wHere =
            w[0] * v[0].position[3] + w[1] * v[1].position[3] + w[2] * v[2].position[3];
        CAPTURE(round, area, longest, px, py, wHere, pieces.size());
        for (int c = 0; c < 4; ++c) {
          double exact = 0, exactScreen = 0;
          for (int i = 0; i < 3; ++i) {
            exact += w[i] * floatOf(v[i].attributes[0][c]);
            exactScreen += w[i] * v[i].position[3] / wHere * floatOf(v[i].attributes[2][c]);
          }
          REQUIRE(at.linear(p.words[4 + c]) == Approx(exact).margin(0.02));
          if (allInFront) REQUIRE(at.screen(p.words[12 + c]) == Approx(exactScreen).margin(0.02));
        }
        double z = 0;
        for (int i = 0; i < 3; ++i) z += w[i] * v[i].position[2];
        REQUIRE(at.screen({p.t.z0, bitsOf(0), bitsOf(0)}) +
                    at.e1 * (floatOf(p.t.dz1) / floatOf(p.words[1][0])) +
                    at.e2 * (floatOf(p.t.dz2) / floatOf(p.words[1][0])) ==
                Approx(z / wHere).margin(0.002 * std::max(1.0, std::fabs(z / wHere))));
        ++points;
      }
    }
  }
  return points;
}

}  // namespace

TEST_CASE("attributes and depth of whole triangles") {
  Uniform u(3);
  const int points = compareAttributes(
      u,
      [](Uniform& r) {
        const float w = r(0.5, 4);
        return Vec4{r(-1, 1) * w, r(-1, 1) * w, r(0, 1) * w, w};
      },
      true, 2000);
  CHECK(points > 5000);
}

TEST_CASE("attributes and depth of clipped triangles") {
  Uniform u(4);
  // Near and far planes, and behind the eye.
  int points = compareAttributes(
      u, [](Uniform& r) { return Vec4{r(-4, 4), r(-4, 4), r(-1, 3), r(-1, 4)}; }, true, 4000);
  // No depth clip: the w plane alone.
  points += compareAttributes(
      u, [](Uniform& r) { return Vec4{r(-4, 4), r(-4, 4), r(-1, 3), r(-1, 4)}; }, false, 4000);
  // Guard band: far outside of the screen.
  points += compareAttributes(
      u, [](Uniform& r) { return Vec4{r(-400, 400), r(-400, 400), r(0, 1), 1}; }, true, 3000);
  CHECK(points > 5000);
}

TEST_CASE("clipping keeps exactly the part in front") {
  Uniform u(5);
  for (int round = 0; round < 1500; ++round) {
    Draw d;
    d.call.count = 3;
    std::array<Vec4, 3> p;
    for (auto& v : p) v = {u(-6, 6), u(-6, 6), u(-2, 3), u(-2, 4)};
    const auto pieces = d.run([&](uint32_t i, uint32_t, uint32_t) { return Vertex{p[i], {}}; }, 0);
    for (int k = 0; k < 60; ++k) {
      const double x = u(1, 255), y = u(1, 255);
      std::array<double, 3> w;
      if (!weights(p, x / 128 - 1, 1 - y / 128, &w)) w = {-1, -1, -1};
      double pz = 0, pw = 0;
      for (int i = 0; i < 3; ++i) {
        pz += w[i] * p[i][2];
        pw += w[i] * p[i][3];
      }
      // How far inside the point is: triangle, near and far plane. Unclear within some margin.
      const double margin = std::min({w[0], w[1], w[2], pz / pw, 1 - pz / pw, pw});
      if (std::fabs(margin) < 0.03) continue;
      int covered = 0;
      for (const Piece& piece : pieces) covered += At(piece, x, y).inside(0);
      CAPTURE(round, x, y, margin, w[0], w[1], w[2], pz, pw);
      REQUIRE(covered == (margin > 0 ? 1 : 0));
    }
  }
}

namespace {

/// Pixels of a 128 x 128 target that a triangle covers, with the top-left rule (spec 3.4.2.1),
/// counted.
void rasterise(const Triangle& t, std::vector<int>& count) {
  for (int py = 0; py < 128; ++py) {
    for (int px = 0; px < 128; ++px) {
      const int64_t x = px * 256 + 128, y = py * 256 + 128;
      bool inside = true;
      for (int i = 0; i < 3 && inside; ++i) {
        const Point &a = t.v[i], &b = t.v[(i + 1) % 3];
        const int64_t dx = b.x - a.x, dy = b.y - a.y;
        const int64_t e = dx * (y - a.y) - (x - a.x) * dy;
        const bool topLeft = dy < 0 || (dy == 0 && dx > 0);
        inside = e > 0 || (e == 0 && topLeft);
      }
      count[py * 128 + px] += inside;
    }
  }
}

}  // namespace

TEST_CASE("clipped meshes have neither gaps nor overlaps") {
  Uniform u(6);
  for (int round = 0; round < 12; ++round) {
    // A bumpy ground from behind the eye to the horizon, much wider than the screen.
    constexpr int kSide = 14;
    std::vector<Vec4> grid;
    const float sway = u(-0.3, 0.3), height = u(0.5, 2);
    for (int j = 0; j <= kSide; ++j) {
      for (int i = 0; i <= kSide; ++i) {
        const float x = (i - kSide / 2.0f) * 60 + u(-9, 9),
                    z = (j - 3) * (j < 6 ? 1.5f : 40.0f) + u(-0.3, 0.3);
        grid.push_back({x + sway * z, -height, z - 0.25f, z});
      }
    }
    Draw d;
    d.viewport(0, 0, 128, 128, 0, 1);
    d.state[E11_STATE_BLOCK_RASTER_INFO] =
        round & 1 ? 1u << E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB : 0;
    std::vector<uint32_t> indices;
    for (uint32_t j = 0; j < kSide; ++j) {
      for (uint32_t i = 0; i < kSide; ++i) {
        const uint32_t a = j * (kSide + 1) + i, b = a + 1, c = a + kSide + 1, e = c + 1;
        if (u.below(2))
          indices.insert(indices.end(), {a, b, c, c, b, e});
        else
          indices.insert(indices.end(), {a, b, e, a, e, c});
      }
    }
    d.indices(indices, false);
    d.call.count = indices.size();
    const auto pieces =
        d.run([&](uint32_t v, uint32_t, uint32_t) { return Vertex{grid.at(v), {}}; }, 0);
    std::vector<int> count(128 * 128, 0);
    for (const Piece& p : pieces) rasterise(p.t, count);
    // Of the ground below the horizon, every pixel once; the last rows are close to the near plane,
    // the first ones to the far end.
    int checked = 0;
    for (int y = 0; y < 128; ++y) {
      // yn = -height / z; between z = 1 and z = 200.
      const double yn = 1 - (y + 0.5) / 64, z = yn < 0 ? -height / yn : 1e9;
      for (int x = 0; x < 128; ++x) {
        CAPTURE(round, x, y, z);
        REQUIRE(count[y * 128 + x] <= 1);
        if (z > 1.2 && z < 200) {
          REQUIRE(count[y * 128 + x] == 1);
          ++checked;
        }
      }
    }
    CHECK(checked > 2000);
  }
}

TEST_CASE("depth bias") {
  Uniform u(7);
  for (int round = 0; round < 4000; ++round) {
    Draw d;
    d.call.count = 3;
    const bool isFloat = u.below(2);
    const float constant = u.below(4) ? std::round(u(-5000, 5000)) : 0,
                slope = u.below(2) ? std::round(u(-4, 4)) : 0;
    const float clamp = u.below(2) ? u(-0.01, 0.01) : 0;
    const float step = isFloat ? 1.0f : 1.0f / 16777215.0f;
    if (isFloat)
      d.state[E11_STATE_BLOCK_RASTER_INFO] |= 1u << E11_STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB;
    d.state[E11_STATE_BLOCK_BIAS_CONST] = bitsOf(constant * step);
    d.state[E11_STATE_BLOCK_BIAS_SLOPE] = bitsOf(slope);
    d.state[E11_STATE_BLOCK_BIAS_CLAMP] = bitsOf(clamp);
    std::array<Vec4, 3> p;
    for (auto& v : p) v = {u(-1, 1), u(-1, 1), u(0.1, 0.9), 1};
    const auto pieces = d.run([&](uint32_t i, uint32_t, uint32_t) { return Vertex{p[i], {}}; }, 0);
    if (pieces.size() != 1) continue;
    double x[3], y[3], largest = 0;
    for (int i = 0; i < 3; ++i) {
      // Snapped, as the piece has them: 1 and 2 changed places if that made it clockwise.
      const int at = i == 0 || pieces[0].t.front ? i : 3 - i;
      x[i] = pieces[0].t.v[at].x / 256.0;
      y[i] = pieces[0].t.v[at].y / 256.0;
      largest = std::max(largest, std::fabs(double{p[i][2]}));
    }
    const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (std::fabs(area) < 200) continue;
    const double z1 = p[1][2] - p[0][2], z2 = p[2][2] - p[0][2];
    const double dzdx = (z1 * (y[2] - y[0]) - z2 * (y[1] - y[0])) / area;
    const double dzdy = (z2 * (x[1] - x[0]) - z1 * (x[2] - x[0])) / area;
    double bias = double{constant} * (isFloat ? std::ldexp(1.0, std::ilogb(largest) - 23) : step) +
                  slope * std::max(std::fabs(dzdx), std::fabs(dzdy));
    if (clamp > 0) bias = std::min(double{clamp}, bias);
    if (clamp < 0) bias = std::max(double{clamp}, bias);
    const double expected = constant != 0 || slope != 0 ? p[0][2] + bias : p[0][2];
    CAPTURE(constant, slope, clamp, isFloat, dzdx, dzdy, bias);
    // A few ulp of z, in gradients multiplied by up to 256 pixels / area.
    const double margin =
        2e-7 + 1e-6 * std::fabs(bias) + 3e-7 * std::fabs(slope) * (1 + 512 / std::fabs(area));
    CAPTURE(floatOf(pieces[0].t.z0) - expected, margin, area);
    REQUIRE(std::fabs(floatOf(pieces[0].t.z0) - expected) < margin);
  }
}

TEST_CASE("NaN and degenerate primitives are dropped; depth clip off keeps what is outside in z") {
  Draw d;
  d.call.count = 3;
  const std::array<Vec4, 3> good{Vec4{-0.5f, -0.5f, 0.5f, 1}, Vec4{0, 0.5f, 0.5f, 1},
                                 Vec4{0.5f, -0.5f, 0.5f, 1}};
  for (int v = 0; v < 3; ++v) {
    for (int c = 0; c < 4; ++c) {
      auto p = good;
      p[v][c] = std::nanf("");
      REQUIRE(d.run([&](uint32_t i, uint32_t, uint32_t) { return Vertex{p[i], {}}; }, 0).empty());
    }
  }
  REQUIRE(d.run([&](uint32_t i, uint32_t, uint32_t) { return Vertex{good[i], {}}; }, 0).size() ==
          1);
  auto far = good;
  for (auto& v : far) v[2] = 2;
  const auto shader = [&](uint32_t i, uint32_t, uint32_t) { return Vertex{far[i], {}}; };
  REQUIRE(d.run(shader, 0).empty());
  d.state[E11_STATE_BLOCK_RASTER_INFO] = 0;
  const auto kept = d.run(shader, 0);
  REQUIRE(kept.size() == 1);
  REQUIRE(floatOf(kept[0].t.z0) == 2.0f);
}

namespace {

/// A primitive by the specification's pseudocode (8.4.2, 8.6.2): ids of its vertices, leading one
/// first.
struct Expected {
  uint32_t instance, primitive;
  std::array<uint32_t, 3> vertex;
};

template <typename Index>
std::vector<Expected> pseudocode(const std::vector<Index>* buffer, bool restart, bool strip,
                                 const DrawCall& call) {
  std::vector<Expected> list;
  for (uint32_t instance = 0; instance < call.instances; ++instance) {
    uint32_t primitive = 0;
    std::vector<uint32_t> run;  // since the last cut
    for (uint32_t i = 0; i < call.count; ++i) {
      uint32_t id = i;
      if (buffer) {
        const uint32_t at = call.first + i;
        const Index value = at < buffer->size() ? (*buffer)[at] : Index{0};
        if (restart && value == static_cast<Index>(~Index{0})) {
          run.clear();
          continue;
        }
        id = value;
      }
      run.push_back(id);
      const size_t n = run.size();
      if (strip ? n < 3 : n % 3 != 0) continue;
      const size_t first = n - 3;
      const bool odd = strip && first % 2;
      list.push_back({instance,
                      primitive++,
                      {run[first], run[first + (odd ? 2 : 1)], run[first + (odd ? 1 : 2)]}});
    }
  }
  return list;
}

template <typename Index>
void checkAssembly(Uniform& u, bool indexed) {
  for (int round = 0; round < 150; ++round) {
    Draw d;
    const bool strip = u.below(2), restart = u.below(2);
    if (strip) d.state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_TRIANGLE_STRIP;
    std::vector<Index> buffer(200 + u.below(50));
    for (Index& i : buffer)
      i = u.below(9) == 0 ? static_cast<Index>(~Index{0}) : static_cast<Index>(u.below(60));
    if (!restart) {
      for (Index& i : buffer) i = static_cast<Index>(u.below(60));
    }
    if (indexed) d.indices(buffer, restart);
    d.call.count = u.below(180);
    d.call.instances = u.below(4);
    d.call.first = u.below(100);
    d.call.baseVertex = indexed ? u.below(1000) - 500 : 77;
    const auto place = [&](uint32_t id) {
      const double angle = id * 2.399963;
      const double r = 0.2 + 0.7 * (id % 17) / 17;
      return Vec4{static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle)),
                  0.5f, 1};
    };
    std::map<std::pair<uint32_t, uint32_t>, int> shaded;
    d.run(
        [&](uint32_t fetch, uint32_t id, uint32_t instance) {
          REQUIRE(fetch == id + (indexed ? d.call.baseVertex : d.call.first));
          ++shaded[{instance, id}];
          return Vertex{
              place(id),
              {{bitsOf(static_cast<float>(id)), bitsOf(static_cast<float>(instance)), 0, 0}}};
        },
        1);
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1;
    const auto again = d.run(
        [&](uint32_t, uint32_t id, uint32_t instance) {
          return Vertex{
              place(id),
              {{bitsOf(static_cast<float>(id)), bitsOf(static_cast<float>(instance)), 0, 0}}};
        },
        1);
    const auto expected = pseudocode<Index>(indexed ? &buffer : nullptr, restart, strip, d.call);
    size_t n = 0;
    for (const Expected& e : expected) {
      double x[3], y[3];
      for (int i = 0; i < 3; ++i) {
        x[i] = fixed((double{place(e.vertex[i])[0]} + 1) * 128);
        y[i] = fixed((1 - double{place(e.vertex[i])[1]}) * 128);
      }
      const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
      const auto& v = e.vertex;
      if (v[0] == v[1] || v[1] == v[2] || v[0] == v[2]) continue;
      REQUIRE(std::fabs(area) > 100);
      REQUIRE(n < again.size());
      const Piece& p = again[n++];
      CAPTURE(round, strip, indexed, n);
      REQUIRE(p.primitiveId() == e.primitive);
      REQUIRE(p.t.front == (area > 0));
      const auto attribute = [&](int word, int i) {
        const auto& w = p.words[4 + word];
        return i == 0 ? floatOf(w[0]) : floatOf(w[0]) + floatOf(w[i]);
      };
      REQUIRE(attribute(0, 0) == static_cast<float>(v[0]));
      REQUIRE(attribute(0, 1) == static_cast<float>(area > 0 ? v[1] : v[2]));
      REQUIRE(attribute(0, 2) == static_cast<float>(area > 0 ? v[2] : v[1]));
      for (int i = 0; i < 3; ++i) REQUIRE(attribute(1, i) == static_cast<float>(e.instance));
    }
    REQUIRE(n == again.size());
  }
}

}  // namespace

TEST_CASE("assembly follows the specification's pseudocode") {
  Uniform u(8);
  checkAssembly<uint16_t>(u, true);
  checkAssembly<uint32_t>(u, true);
  checkAssembly<uint32_t>(u, false);
}

TEST_CASE("vertices are reused within a batch") {
  Draw d;
  // A grid of 8 x 8 quads, two triangles each: 81 vertices.
  std::vector<uint16_t> indices;
  for (uint16_t j = 0; j < 8; ++j) {
    for (uint16_t i = 0; i < 8; ++i) {
      const uint16_t a = j * 9 + i;
      for (int k : {0, 1, 9, 9, 1, 10}) indices.push_back(a + k);
    }
  }
  d.indices(indices, false);
  d.call.count = indices.size();
  d.run([&](uint32_t v, uint32_t,
            uint32_t) { return Vertex{{v % 9 / 4.0f - 1, v / 9 / 4.0f - 1, 0.5f, 1}, {}}; },
        0);
  CHECK(d.vertices < 384 / 2);
}

}  // namespace e11::model
