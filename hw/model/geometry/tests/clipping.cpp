// SPDX-License-Identifier: Apache-2.0
//
// Clipping: what is kept, without gaps or overlaps, with the attributes of the whole.
#include "draw.h"

namespace e11::model {

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

}  // namespace e11::model
