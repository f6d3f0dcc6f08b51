// SPDX-License-Identifier: Apache-2.0
//
// Lines, points and wireframe (spec 3.4.3, 3.4.6, 15.10 to 15.13), and what is dropped because it
// lies in a plane through the eye (spec 15.16.1).
#include "draw.h"

namespace e11::model {

namespace {

constexpr uint32_t kDepthClip = 1u << E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB;
constexpr uint32_t kWireframe = 1u << E11_STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB;

std::vector<Piece> run(Draw& d, const std::vector<Vec4>& p) {
  d.call.count = static_cast<uint32_t>(p.size());
  return d.run([&](uint32_t v, uint32_t, uint32_t) { return Vertex{p.at(v), {}}; }, 0);
}

/// Screen coordinates of a position for the viewport 256 x 256, in pixels.
std::array<double, 2> screen(const Vec4& p) {
  return {(double{p[0]} / p[3] + 1) * 128, (1 - double{p[1]} / p[3]) * 128};
}

/// The part of a line that the planes leave, in double: from and to as 0..1; empty if none.
bool clipped(const Vec4& a, const Vec4& b, bool depthClip, double* from, double* to) {
  *from = 0;
  *to = 1;
  const auto plane = [&](double da, double db) {
    if (da < 0 && db < 0) return false;
    if (da < 0) *from = std::max(*from, da / (da - db));
    if (db < 0) *to = std::min(*to, da / (da - db));
    return *from < *to;
  };
  bool left = plane(a[3], b[3]);
  if (depthClip)
    left = left && plane(a[2], b[2]) && plane(double{a[3]} - a[2], double{b[3]} - b[2]);
  return left;
}

Vec4 between(const Vec4& a, const Vec4& b, double t) {
  Vec4 r;
  for (size_t c = 0; c < 4; ++c) r[c] = static_cast<float>(a[c] + t * (double{b[c]} - a[c]));
  return r;
}

}  // namespace

TEST_CASE("lines: ends, direction, attributes, clipped or not") {
  Uniform u(20);
  int lines = 0;
  for (int round = 0; round < 4000; ++round) {
    Draw d;
    d.state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_LINE_LIST;
    const bool depthClip = u.below(2);
    // Culling and bias do not apply.
    d.state[E11_STATE_BLOCK_RASTER_INFO] = (depthClip ? kDepthClip : 0) | u.below(3) | kWireframe;
    d.state[E11_STATE_BLOCK_BIAS_CONST] = bitsOf(0.25f);
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1 | (2 | 0x40) << 8 | (3 | 0xc0) << 16;
    std::array<Vertex, 2> v;
    for (auto& w : v) {
      w.position = {u(-2, 2), u(-2, 2), u(-1, 2), u(round % 3 ? 0.5 : -2, 3)};
      w.attributes.resize(3);
      for (auto& a : w.attributes) {
        for (auto& c : a) c = bitsOf(u(-4, 4));
      }
    }
    d.call.count = 2;
    const auto pieces = d.run([&](uint32_t i, uint32_t, uint32_t) { return v[i]; }, 3);
    double from, to;
    const Vec4 &a = v[0].position, &b = v[1].position;
    if (!clipped(a, b, depthClip, &from, &to)) {
      REQUIRE(pieces.empty());
      continue;
    }
    // Outside of one side of the view as a whole it is not there; far outside or where the two ends
    // are close, nothing is said here.
    if (pieces.empty()) continue;
    REQUIRE(pieces.size() == 1);
    const Piece& p = pieces[0];
    REQUIRE(p.t.kind == TriangleKind::kLine);
    REQUIRE(p.t.front);
    REQUIRE(p.words[E11_COEFFICIENTS_FLAGS][1] == 0xffffffffu);
    REQUIRE((p.t.v[2].x == p.t.v[0].x && p.t.v[2].y == p.t.v[0].y));
    for (size_t c = 0; c < 4; ++c) REQUIRE(p.words[8 + c][0] == v[0].attributes[1][c]);
    const double dx = p.t.v[1].x - p.t.v[0].x, dy = p.t.v[1].y - p.t.v[0].y;
    const double length2 = dx * dx + dy * dy;
    REQUIRE(floatOf(p.words[1][0]) == Approx(1 / length2).epsilon(1e-6));
    if (std::sqrt(length2) < 256 * 8) continue;
    for (int k = 1; k < 8; ++k) {
      // A point of the line on the screen, and the place on the original line that it shows.
      const double s = k / 8.0, x = (p.t.v[0].x + s * dx) / 256, y = (p.t.v[0].y + s * dy) / 256;
      if (x < 0 || y < 0 || x > 256 || y > 256) continue;
      const double E1 = s * length2;
      const auto c = [&](size_t w, size_t i) { return double{floatOf(p.words[w][i])}; };
      const double den = c(0, 0) + E1 * c(0, 1);
      const double i = E1 * c(1, 1) / den, n = E1 * c(1, 0);
      // Solve for t: screen x (or y) of between(a, b, t).
      const bool useX = std::fabs(dx) >= std::fabs(dy);
      const double ndc = useX ? x / 128 - 1 : 1 - y / 128;
      const size_t axis = useX ? 0 : 1;
      const double ta = a[axis] - ndc * a[3], tb = b[axis] - ndc * b[3];
      const double t = ta / (ta - tb);
      const double w = a[3] + t * (double{b[3]} - a[3]);
      if (w < 0.05) continue;
      CAPTURE(round, k, t, from, to, x, y);
      for (size_t comp = 0; comp < 4; ++comp) {
        const double a0 = floatOf(v[0].attributes[0][comp]), a1 = floatOf(v[1].attributes[0][comp]);
        REQUIRE(c(4 + comp, 0) + i * c(4 + comp, 1) == Approx(a0 + t * (a1 - a0)).margin(0.02));
        if (a[3] > 0 && b[3] > 0) {
          const double b0 = floatOf(v[0].attributes[2][comp]),
                       b1 = floatOf(v[1].attributes[2][comp]);
          const double st = t * b[3] / w;
          REQUIRE(c(12 + comp, 0) + n * c(12 + comp, 1) ==
                  Approx(b0 + st * (b1 - b0)).margin(0.02));
        }
      }
      const double z = a[2] + t * (double{b[2]} - a[2]);
      REQUIRE(floatOf(p.t.z0) + E1 * floatOf(p.t.dz1) ==
              Approx(z / w).margin(0.003 * (1 + std::fabs(z / w))));
    }
    ++lines;
    // Unclipped ends are where the vertices are.
    if (from == 0 && std::fabs(screen(a)[0]) < 8000 && std::fabs(screen(a)[1]) < 8000) {
      REQUIRE(std::abs(p.t.v[0].x - fixed(screen(a)[0])) <= 1);
      REQUIRE(std::abs(p.t.v[0].y - fixed(screen(a)[1])) <= 1);
    }
  }
  CHECK(lines > 500);
}

namespace {

/// Distance from a point to the nearest side of the rectangle 1.4 wide around a line, in pixels;
/// positive inside.
double insideBy(const std::array<double, 2>& a, const std::array<double, 2>& b, double x,
                double y) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], length = std::hypot(dx, dy);
  const double along = ((x - a[0]) * dx + (y - a[1]) * dy) / length;
  const double across = ((x - a[0]) * dy - (y - a[1]) * dx) / length;
  return std::min({along, length - along, 0.7 - std::fabs(across)});
}

}  // namespace

TEST_CASE("quadrilateral lines: rectangles 1.4 wide, attributes along them (spec 3.4.5)") {
  Uniform u(27);
  int points = 0;
  for (int round = 0; round < 3000; ++round) {
    Draw d;
    const bool wireframe = u.below(2);
    d.state[E11_STATE_BLOCK_IA_INFO] =
        wireframe ? E11_TOPOLOGY_TRIANGLE_LIST : E11_TOPOLOGY_LINE_LIST;
    d.state[E11_STATE_BLOCK_RASTER_INFO] =
        kDepthClip | kWireframe | 1u << E11_STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB;
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1 | (2 | 0x40) << 8;
    std::array<Vertex, 3> v;
    for (auto& w : v) {
      const float pw = u(0.5, 2), reach = round % 4 ? 1 : 1.5f;
      w.position = {u(-reach, reach) * pw, u(-reach, reach) * pw,
                    (round % 4 ? u(0.1, 0.9) : u(-0.5, 1.2)) * pw, pw};
      w.attributes = {{bitsOf(u(0, 1)), 0, 0, 0}, {bitsOf(u(0, 1)), 1, 2, 3}};
    }
    d.call.count = wireframe ? 3 : 2;
    const auto pieces = d.run([&](uint32_t i, uint32_t, uint32_t) { return v[i]; }, 2);
    if (pieces.empty()) continue;
    REQUIRE(pieces.size() % 2 == 0);
    const bool whole = round % 4 != 0;
    if (whole) REQUIRE(pieces.size() == (wireframe ? 6u : 2u));
    for (size_t n = 0; n < pieces.size(); n += 2) {
      const Piece &one = pieces[n], &two = pieces[n + 1];
      REQUIRE(one.t.kind == TriangleKind::kSolid);
      if (!wireframe) REQUIRE(one.t.front);
      REQUIRE(one.words[8][0] == v[0].attributes[1][0]);
      if (!whole) continue;
      const Vertex &from = v[n / 2], &to = v[(n / 2 + 1) % 3];
      const auto a = screen(from.position), b = screen(to.position);
      const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
      if (length < 4) continue;
      for (int k = 0; k < 20; ++k) {
        const double s = u(-0.1, 1.1), off = u(-1.2, 1.2);
        const double x = a[0] + s * (b[0] - a[0]) + off * (b[1] - a[1]) / length;
        const double y = a[1] + s * (b[1] - a[1]) - off * (b[0] - a[0]) / length;
        const double by = insideBy(a, b, x, y);
        if (std::fabs(by) < 0.02) continue;  // snapping decides
        const At at1(one, x, y), at2(two, x, y);
        const bool in1 = at1.inside(0), in2 = at2.inside(0);
        CAPTURE(round, n, x, y, by, length);
        REQUIRE((in1 || in2) == (by > 0));
        if (by < 0.05 || in1 == in2) continue;
        const At& at = in1 ? at1 : at2;
        const double t = s / to.position[3] / ((1 - s) / from.position[3] + s / to.position[3]);
        const double a0 = floatOf(from.attributes[0][0]), a1 = floatOf(to.attributes[0][0]);
        // The same across the line, up to the snapping of its corners.
        REQUIRE(at.linear((in1 ? one : two).words[4]) ==
                Approx(a0 + t * (a1 - a0)).margin(0.01 + 0.05 / length));
        ++points;
      }
    }
  }
  CHECK(points > 5000);
}

TEST_CASE("points: where they are, dropped outside, no bias") {
  Uniform u(21);
  for (int round = 0; round < 2000; ++round) {
    Draw d;
    d.state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_POINT_LIST;
    const bool depthClip = u.below(2);
    d.state[E11_STATE_BLOCK_RASTER_INFO] = (depthClip ? kDepthClip : 0) | u.below(3);
    d.state[E11_STATE_BLOCK_BIAS_SLOPE] = bitsOf(4.0f);
    const Vec4 p{u(-1.2, 1.2), u(-1.2, 1.2), u(-0.5, 1.5), u(-0.2, 1)};
    d.call.count = 1;
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1;
    const Vertex v{p, {{bitsOf(1.5f), 0x12345678u, 0, 0}}};
    const auto pieces = d.run([&](uint32_t, uint32_t, uint32_t) { return v; }, 1);
    const bool there = p[3] > 0 && std::fabs(p[0]) <= p[3] && std::fabs(p[1]) <= p[3] &&
                       (!depthClip || (p[2] >= 0 && p[2] <= p[3]));
    REQUIRE(pieces.size() == (there ? 1u : 0u));
    if (!there) continue;
    const Piece& piece = pieces[0];
    REQUIRE(piece.t.kind == TriangleKind::kPoint);
    REQUIRE(piece.t.front);
    for (const Point& at : piece.t.v) {
      REQUIRE(std::abs(at.x - fixed(screen(p)[0])) <= 1);
      REQUIRE(std::abs(at.y - fixed(screen(p)[1])) <= 1);
    }
    REQUIRE(floatOf(piece.t.z0) == Approx(double{p[2]} / p[3]).epsilon(1e-6));
    REQUIRE(piece.t.dz1 == 0);
    REQUIRE(piece.words[4][0] == bitsOf(1.5f));
    REQUIRE(piece.words[4][1] == 0);
    REQUIRE(floatOf(piece.words[0][0]) == Approx(1 / double{p[3]}).epsilon(1e-6));
  }
}

TEST_CASE("wireframe: the primitive's edges, in order, with the triangle's bias") {
  Uniform u(22);
  int whole = 0;
  for (int round = 0; round < 3000; ++round) {
    Draw d;
    const unsigned cull = u.below(3);
    const float slope = u.below(2) ? std::round(u(-4, 4)) : 0, constant = u.below(2) ? 0.125f : 0;
    d.state[E11_STATE_BLOCK_RASTER_INFO] = kDepthClip | kWireframe | cull;
    d.state[E11_STATE_BLOCK_BIAS_CONST] = bitsOf(constant);
    d.state[E11_STATE_BLOCK_BIAS_SLOPE] = bitsOf(slope);
    std::array<Vec4, 3> p;
    for (auto& v : p) v = {u(-1, 1), u(-1, 1), u(0.1, 0.9), 1};
    const auto pieces = run(d, {p.begin(), p.end()});
    // The same triangle, solid, tells the bias and whether it is culled.
    d.state[E11_STATE_BLOCK_RASTER_INFO] &= ~kWireframe;
    const auto solid = run(d, {p.begin(), p.end()});
    REQUIRE(pieces.size() == 3 * solid.size());
    if (solid.empty()) continue;
    const double bias = double{floatOf(solid[0].t.z0)} - p[0][2];
    for (size_t e = 0; e < 3; ++e) {
      const Piece& line = pieces[e];
      const Vec4 &from = p[e], &to = p[(e + 1) % 3];
      REQUIRE(line.t.kind == TriangleKind::kLine);
      REQUIRE(line.t.front == solid[0].t.front);
      REQUIRE(line.words[E11_COEFFICIENTS_FLAGS][1] == (solid[0].t.front ? 0xffffffffu : 0u));
      REQUIRE(line.primitiveId() == 0);
      REQUIRE(std::abs(line.t.v[0].x - screen(from)[0] * 256) < 0.6);
      REQUIRE(std::abs(line.t.v[0].y - screen(from)[1] * 256) < 0.6);
      REQUIRE(std::abs(line.t.v[1].x - screen(to)[0] * 256) < 0.6);
      REQUIRE(std::abs(line.t.v[1].y - screen(to)[1] * 256) < 0.6);
      CAPTURE(round, e, bias);
      REQUIRE(floatOf(line.t.z0) == Approx(from[2] + bias).margin(1e-6 * (1 + std::fabs(bias))));
    }
    ++whole;
  }
  CHECK(whole > 1000);
}

TEST_CASE("wireframe: clipping draws no new edges") {
  Uniform u(23);
  int some = 0;
  for (int round = 0; round < 3000; ++round) {
    Draw d;
    d.state[E11_STATE_BLOCK_RASTER_INFO] = kDepthClip | kWireframe;
    std::array<Vec4, 3> p;
    for (auto& v : p) v = {u(-3, 3), u(-3, 3), u(-1, 2), u(-1, 3)};
    const auto pieces = run(d, {p.begin(), p.end()});
    for (const Piece& line : pieces) {
      // Both ends on one edge of the triangle, between its ends.
      double best = 1e9;
      for (size_t e = 0; e < 3; ++e) {
        const Vec4 &a = p[e], &b = p[(e + 1) % 3];
        double from, to;
        if (!clipped(a, b, true, &from, &to)) continue;
        const auto s0 = screen(between(a, b, from)), s1 = screen(between(a, b, to));
        const double dx = s1[0] - s0[0], dy = s1[1] - s0[1], length = std::hypot(dx, dy);
        double worst = 0;
        for (int k = 0; k < 2; ++k) {
          const double x = line.t.v[k].x / 256.0 - s0[0], y = line.t.v[k].y / 256.0 - s0[1];
          const double off = length > 1e-9 ? std::fabs(x * dy - y * dx) / length : std::hypot(x, y);
          worst = std::max(worst, off);
        }
        best = std::min(best, worst);
      }
      const double size =
          std::hypot(line.t.v[0].x - line.t.v[1].x, line.t.v[0].y - line.t.v[1].y) / 256;
      CAPTURE(round, best, size);
      // Within a pixel for each 1000 of length: the far ends are clipped to the guard band.
      REQUIRE(best < 0.1 + size / 1000);
      ++some;
    }
  }
  CHECK(some > 1000);
}

TEST_CASE("wireframe: a triangle without area is a back face, drawn, without slope") {
  for (const uint32_t cull : {0u, 1u, 2u}) {
    for (const bool ccw : {false, true}) {
      for (const float slope : {0.0f, 3.0f}) {
        Draw d;
        d.state[E11_STATE_BLOCK_RASTER_INFO] =
            kDepthClip | kWireframe | cull |
            (ccw ? 1u << E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB : 0);
        d.state[E11_STATE_BLOCK_BIAS_CONST] = bitsOf(0.125f);
        d.state[E11_STATE_BLOCK_BIAS_SLOPE] = bitsOf(slope);
        const auto pieces =
            run(d, {{-0.5f, -0.5f, 0.25f, 1}, {0, 0, 0.5f, 1}, {0.5f, 0.5f, 0.25f, 1}});
        REQUIRE(pieces.size() == (cull == 2 ? 0u : 3u));  // culled with the back faces
        const float z[3] = {0.375f, 0.625f, 0.375f};
        for (size_t e = 0; e < pieces.size(); ++e) {
          CHECK_FALSE(pieces[e].t.front);
          CHECK(floatOf(pieces[e].t.z0) == z[e]);  // not NaN
        }
      }
    }
  }
}

TEST_CASE("in a plane through the eye: nothing") {
  Uniform u(24);
  for (int round = 0; round < 3000; ++round) {
    Draw d;
    const bool depthClip = u.below(2);
    d.state[E11_STATE_BLOCK_RASTER_INFO] = depthClip ? kDepthClip : 0;
    const double scale = std::pow(10.0, u(-12, 12));
    const auto any = [&] {
      Vec4 v{u(-2, 2), u(-2, 2), u(0, 2), u(0.1, 2)};
      for (float& c : v) c = static_cast<float>(c * scale);
      return v;
    };
    const Vec4 a = any(), b = any();
    const double k = -u(0.1, 10);
    Vec4 through;  // beyond the eye from a, up to rounding
    for (size_t c = 0; c < 4; ++c) through[c] = static_cast<float>(k * a[c]);
    CAPTURE(round, scale, k);
    REQUIRE(run(d, {Vec4{0, 0, 0, 0}, a, b}).empty());
    REQUIRE(run(d, {a, Vec4{0, 0, 0, 0}, b}).empty());
    REQUIRE(run(d, {a, through, b}).empty());
    REQUIRE(run(d, {b, a, through}).empty());
    // The eye within: the third vertex is beyond the eye from the middle of the others.
    Vec4 opposite;
    for (size_t c = 0; c < 4; ++c) opposite[c] = static_cast<float>(-0.5 * (double{a[c]} + b[c]));
    REQUIRE(run(d, {a, b, opposite}).empty());
    d.state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_LINE_LIST;
    REQUIRE(run(d, {a, through, Vec4{0, 0, 0, 0}, b}).empty());
  }
}

TEST_CASE("a vertex in the eye's plane, or just behind it: the triangle is kept") {
  Uniform u(28);
  for (int round = 0; round < 500; ++round) {
    Draw d;
    d.state[E11_STATE_BLOCK_RASTER_INFO] = u.below(2) ? kDepthClip : 0;
    // Up to the right the triangle goes on to infinity, or nearly so.
    const float behind = round % 3 == 0 ? 0 : static_cast<float>(-std::pow(10.0, u(-12, -5)));
    const Vec4 far{u(0.5, 2), u(0.5, 2), 0, behind};
    const auto pieces =
        run(d, {far, Vec4{u(-0.9, -0.5), 0, 0.5f, 1}, Vec4{0, u(-0.9, -0.5), 0.5f, 1}});
    int covered = 0;
    for (const Piece& p : pieces) covered += At(p, 192, 64).inside(0);  // 0.5, 0.5
    CAPTURE(round, behind);
    REQUIRE(covered == (far[0] / far[1] > 0.7 && far[0] / far[1] < 1.4 ? 1 : covered));
    REQUIRE(covered <= 1);
    REQUIRE(!pieces.empty());
  }
}

TEST_CASE("close to the eye, but not through it: kept") {
  // A floor of 2 * size, the eye `height` above it, looking along it; turned around the view's
  // axis.
  for (const double size : {10.0, 1e3, 1e5}) {
    for (const double height : {1.0, 0.1}) {
      for (const double turn : {0.0, 0.3, 0.785}) {
        Draw d;
        d.state[E11_STATE_BLOCK_RASTER_INFO] = 0;
        const auto corner = [&](double x, double z) {
          const double c = std::cos(turn), s = std::sin(turn), y = -height;
          return Vec4{static_cast<float>(x * c - y * s), static_cast<float>(x * s + y * c),
                      static_cast<float>(z / 2), static_cast<float>(z)};
        };
        std::vector<Piece> pieces =
            run(d, {corner(-size, -size), corner(-size, size), corner(size, size),
                    corner(size, size), corner(size, -size), corner(-size, -size)});
        // Half of the view lies below the horizon: points of it are in one of the triangles.
        int covered = 0, points = 0;
        for (int k = 0; k < 64; ++k) {
          const double x = 128 + 90 * std::sin(k * 2.1), y = 128 + 90 * std::cos(k * 1.7);
          const double nx = x / 128 - 1, ny = 1 - y / 128;
          const double up = -nx * std::sin(turn) + ny * std::cos(turn);
          if (up > -0.1) continue;
          if (height / -up > size * 0.5) continue;  // beyond its end
          ++points;
          for (const Piece& p : pieces) covered += At(p, x, y).inside(0);
        }
        CAPTURE(size, height, turn);
        REQUIRE(points > 10);
        CHECK(covered == points);
      }
    }
  }
}

TEST_CASE("15.16.1 coverage of huge triangles") {
  Uniform u(25);
  for (int round = 0; round < 2000; ++round) {
    Draw d;
    const float s = static_cast<float>(std::pow(10.0, u(0.7, 34)));
    // Around the view at any angle: it lies within the triangle.
    const double turn = u(0, 6.28);
    std::vector<Vec4> p;
    for (int i = 0; i < 3; ++i) {
      const double angle = turn + i * 2.0944;
      p.push_back({static_cast<float>(s * std::cos(angle)), static_cast<float>(s * std::sin(angle)),
                   0.5f, 1});
    }
    const auto pieces = run(d, p);
    CAPTURE(round, s, turn);
    for (int k = 0; k < 16; ++k) {
      const double x = u(1, 255), y = u(1, 255);
      int covered = 0;
      for (const Piece& piece : pieces) covered += At(piece, x, y).inside(0);
      REQUIRE(covered == 1);
    }
    for (const Piece& piece : pieces) REQUIRE(floatOf(piece.t.z0) == Approx(0.5f).epsilon(1e-5));
  }
}

TEST_CASE("line strips and points follow the specification's pseudocode") {
  Uniform u(26);
  for (int round = 0; round < 300; ++round) {
    Draw d;
    const unsigned kind = u.below(3);  // points, line list, line strip
    const uint32_t topologies[] = {E11_TOPOLOGY_POINT_LIST, E11_TOPOLOGY_LINE_LIST,
                                   E11_TOPOLOGY_LINE_STRIP};
    d.state[E11_STATE_BLOCK_IA_INFO] = topologies[kind];
    const bool restart = u.below(2);
    std::vector<uint16_t> indices(100);
    for (auto& i : indices)
      i = u.below(7) == 0 && restart ? 0xffff : static_cast<uint16_t>(u.below(50));
    d.indices(indices, restart);
    d.call.count = u.below(100);
    d.call.instances = 1 + u.below(2);
    const auto place = [](uint32_t id) {
      return Vec4{(static_cast<float>(id) - 25) / 32, (static_cast<float>(id % 7) - 3) / 4, 0.5f,
                  1};
    };
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1;
    const auto pieces = d.run(
        [&](uint32_t, uint32_t id, uint32_t instance) {
          return Vertex{
              place(id),
              {{bitsOf(static_cast<float>(id)), bitsOf(static_cast<float>(instance)), 0, 0}}};
        },
        1);
    size_t n = 0;
    for (uint32_t instance = 0; instance < d.call.instances; ++instance) {
      uint32_t primitive = 0;
      std::vector<uint32_t> seen;
      for (uint32_t i = 0; i < d.call.count; ++i) {
        if (restart && indices[i] == 0xffff) {
          seen.clear();
          continue;
        }
        seen.push_back(indices[i]);
        uint32_t first;
        if (kind == 0) {
          first = seen.back();
        } else if (seen.size() >= 2 && (kind == 2 || seen.size() % 2 == 0)) {
          first = seen[seen.size() - 2];
        } else {
          continue;
        }
        ++primitive;
        if (kind != 0 && first == seen.back()) continue;  // no length
        REQUIRE(n < pieces.size());
        const Piece& p = pieces[n++];
        CAPTURE(round, kind, n);
        REQUIRE(p.primitiveId() == primitive - 1);
        REQUIRE(floatOf(p.words[4][0]) == static_cast<float>(first));
        REQUIRE(floatOf(p.words[4][0]) + floatOf(p.words[4][1]) ==
                static_cast<float>(kind == 0 ? first : seen.back()));
        REQUIRE(floatOf(p.words[5][0]) == static_cast<float>(instance));
      }
    }
    REQUIRE(n == pieces.size());
  }
}

}  // namespace e11::model
