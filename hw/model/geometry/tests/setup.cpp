// SPDX-License-Identifier: Apache-2.0
//
// Viewport, snapping, culling and depth bias against the specification.
#define CATCH_CONFIG_MAIN
#include "draw.h"

namespace e11::model {

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

}  // namespace e11::model
