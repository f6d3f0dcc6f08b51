// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "e11/fp.h"
#include "e11/model/geometry.h"

namespace e11::model {

namespace {

constexpr uint32_t kAbs = 0x7fffffff;
constexpr uint32_t k256 = 0x43800000;
constexpr uint32_t kPixel = 0x3b800000;          // 1 / 256
constexpr uint32_t kHalfLineWidth = 0x3f333333;  // 0.7
enum Cull : unsigned { kCullFront = 1, kCullBack = 2 };

constexpr uint32_t negate(uint32_t a) {
  return a ^ fp::kSign;
}
uint32_t sub(uint32_t a, uint32_t b) {
  return fp::add(a, negate(b));
}
/// A of a line.
int64_t squareOfLength(const Point& from, const Point& to) {
  const int64_t dx = int64_t{to.x} - from.x, dy = int64_t{to.y} - from.y;
  return dx * dx + dy * dy;
}
/// Positive: clockwise on the screen.
int64_t doubledArea(const std::array<Point, 3>& p) {
  const auto dx = [&](int i) { return int64_t{p[i].x} - p[0].x; };
  const auto dy = [&](int i) { return int64_t{p[i].y} - p[0].y; };
  return dx(1) * dy(2) - dx(2) * dy(1);
}
template <typename Piece>
std::array<Point, 3> snapped(const Piece& v) {
  return {v[0]->snapped, v[1]->snapped, v[2]->snapped};
}
template <typename Piece>
bool anyNan(const Piece& v) {
  return std::any_of(v.begin(), v.end(), [](const auto* p) {
    return fp::isNan(p->xScreen) || fp::isNan(p->yScreen) || fp::isNan(p->z);
  });
}

}  // namespace

/// Triangles: a fan. Lines and points are drawn as a triangle without area.
void Geometry::pieces(const Work& work, const Polygon& polygon) {
  const auto& corner = polygon.corner;
  if (work.kind == TriangleKind::kPoint) {
    const Vertex* v = corner[0].vertex;
    emit(work, work.kind, {v, v, v}, {v->snapped, v->snapped, v->snapped}, 1, true, 0);
    return;
  }
  if (work.kind == TriangleKind::kLine) {
    line(work, corner[0].vertex, corner[1].vertex, true, 0);
    return;
  }
  for (unsigned i = 1; i + 1 < polygon.size; ++i) {
    triangle(
        work, {corner[0].vertex, corner[i].vertex, corner[i + 1].vertex},
        {i == 1 && corner[0].edge, corner[i].edge, i + 2 == polygon.size && corner[i + 1].edge});
  }
}

/// A line of the primitive: as such, or as a rectangle of two triangles (spec 3.4.5).
void Geometry::line(const Work& work, const Vertex* start, const Vertex* end, bool front,
                    uint32_t bias) {
  const Point p = start->snapped, q = end->snapped;
  if (!work.state.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB)) {
    emit(work, TriangleKind::kLine, {start, end, start}, {p, q, p}, squareOfLength(p, q), front,
         bias);
    return;
  }
  if (squareOfLength(p, q) == 0 || anyNan(Piece{start, end, start})) return;
  const auto pixels = [](int64_t fixed) { return fp::mul(fp::fromInt(fixed), kPixel); };
  const uint32_t x = pixels(p.x), y = pixels(p.y);
  const uint32_t dx = pixels(int64_t{q.x} - p.x), dy = pixels(int64_t{q.y} - p.y);
  const uint32_t scale = fp::mul(
      fp::table(fp::TableOp::kRsq, fp::add(fp::mul(dx, dx), fp::mul(dy, dy))), kHalfLineWidth);
  const uint32_t ox = fp::mul(scale, dy), oy = fp::mul(scale, dx);
  const uint32_t xq = fp::add(x, dx), yq = fp::add(y, dy);
  const Point upP{snap(fp::add(x, ox)), snap(sub(y, oy))};
  const Point upQ{snap(fp::add(xq, ox)), snap(sub(yq, oy))};
  const Point downP{snap(sub(x, ox)), snap(fp::add(y, oy))};
  const Point downQ{snap(sub(xq, ox)), snap(fp::add(yq, oy))};
  struct Half {
    Piece v;
    std::array<Point, 3> points;
  };
  for (Half half : {Half{{start, end, start}, {upP, upQ, downP}},
                    Half{{end, end, start}, {upQ, downQ, downP}}}) {
    auto& [v, points] = half;
    int64_t area = doubledArea(points);
    if (area < 0) {
      std::swap(v[1], v[2]);
      std::swap(points[1], points[2]);
      area = -area;
    }
    emit(work, TriangleKind::kSolid, v, points, area, front, bias);
  }
}

/// One triangle, or those of its `edges` that are the primitive's (from vertex i
/// to the next) as lines.
void Geometry::triangle(const Work& work, Piece v, const std::array<bool, 3>& edges) {
  const State& s = work.state;
  int64_t area = doubledArea(snapped(v));
  if (anyNan(v)) return;
  if (area == 0 && !work.wireframe) return;
  // Without area it shows its back (spec 15.11.1).
  const bool front =
      area != 0 && (area > 0) != s.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB);
  const unsigned cull =
      E11_GET(s.word[E11_STATE_BLOCK_RASTER_INFO], E11_STATE_BLOCK_RASTER_INFO_CULL);
  if (cull == (front ? kCullFront : kCullBack)) return;
  const Piece drawn = v;
  if (area < 0) {
    std::swap(v[1], v[2]);
    area = -area;
  }
  const uint32_t bias = depthBias(s, v, area);
  if (!work.wireframe) {
    emit(work, TriangleKind::kSolid, v, snapped(v), area, front, bias);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    if (edges[i]) line(work, drawn[i], drawn[(i + 1) % 3], front, bias);
  }
}

/// `area`: A, the sum of E0, E1 and E2. Nothing of no area is sent.
void Geometry::emit(const Work& work, TriangleKind kind, const Piece& v,
                    const std::array<Point, 3>& points, int64_t area, bool front, uint32_t bias) {
  if (area == 0 || anyNan(v)) return;
  const State& s = work.state;
  const uint32_t a = fp::fromInt(area), rA = fp::rcp(a);
  const uint32_t base = coefHead_;
  const auto write = [&](unsigned word, const std::array<uint32_t, 3>& c) {
    sinks_.coefficient((base + word) % E11_CFG_COEF_WORDS, c);
  };
  Triangle t;
  t.kind = kind;
  t.slot = work.slot;
  t.front = front;
  t.v = points;
  t.z0 = biased(work, v[0]->z, bias);
  t.dz1 = fp::mul(sub(v[1]->z, v[0]->z), rA);
  t.dz2 = fp::mul(sub(v[2]->z, v[0]->z), rA);
  t.coef = base;

  attributes(work, v, base);
  write(E11_COEFFICIENTS_PERSPECTIVE,
        {fp::mul(a, v[0]->iw), sub(v[1]->iw, v[0]->iw), sub(v[2]->iw, v[0]->iw)});
  write(E11_COEFFICIENTS_WEIGHTS, {rA, v[1]->iw, v[2]->iw});
  write(E11_COEFFICIENTS_FLAGS, {work.id, front ? 0xffffffffu : 0u, 0});
  write(E11_COEFFICIENTS_DEPTH, {t.z0, t.dz1, t.dz2});
  const unsigned inputs = E11_GET(s.word[E11_STATE_BLOCK_PS_INFO], E11_STATE_BLOCK_PS_INFO_INPUTS);
  coefHead_ = (base + E11_COEFFICIENTS_FIRST_ATTRIBUTE + 4 * inputs) % E11_CFG_COEF_WORDS;
  ++counters_.primitivesOut;
  sinks_.triangle(t);
}

/// z with the depth bias, if there is any (spec 15.10).
uint32_t Geometry::biased(const Work& work, uint32_t z, uint32_t bias) {
  const State& s = work.state;
  if (work.kind != TriangleKind::kSolid) return z;
  const bool any = !fp::isZeroOrDenormal(s.word[E11_STATE_BLOCK_BIAS_CONST]) ||
                   !fp::isZeroOrDenormal(s.word[E11_STATE_BLOCK_BIAS_SLOPE]);
  return any ? fp::add(z, bias) : z;
}

/// Depth bias of a triangle in clockwise order (spec 15.10). One without area has
/// no slope.
uint32_t Geometry::depthBias(const State& s, const Piece& v, int64_t area) {
  const uint32_t constant = s.word[E11_STATE_BLOCK_BIAS_CONST];
  const uint32_t slopeScale = s.word[E11_STATE_BLOCK_BIAS_SLOPE];
  const uint32_t clamp = s.word[E11_STATE_BLOCK_BIAS_CLAMP];
  const uint32_t z0 = v[0]->z;

  const auto& p0 = v[0]->snapped;
  const auto fx = [&](int i) { return fp::fromInt(int64_t{v[i]->snapped.x} - p0.x); };
  const auto fy = [&](int i) { return fp::fromInt(int64_t{v[i]->snapped.y} - p0.y); };
  uint32_t slope = 0;
  if (!fp::isZeroOrDenormal(slopeScale) && area != 0) {
    const uint32_t rA = fp::rcp(fp::fromInt(area));
    const uint32_t g1 = fp::mul(sub(v[1]->z, z0), rA), g2 = fp::mul(sub(v[2]->z, z0), rA);
    const uint32_t dzdx = fp::mul(sub(fp::mul(g1, fy(2)), fp::mul(g2, fy(1))), k256);
    const uint32_t dzdy = fp::mul(sub(fp::mul(g2, fx(1)), fp::mul(g1, fx(2))), k256);
    slope = fp::mul(slopeScale, fp::max(dzdx & kAbs, dzdy & kAbs));
  }
  uint32_t bias = constant;
  if (s.rasterFlag(E11_STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB)) {
    constexpr uint32_t kMantissaBits = 23;
    uint32_t largest = 0;
    for (const Vertex* p : v) largest = std::max(largest, p->z & kAbs);
    const uint32_t exponent = largest >> 23;
    const uint32_t unit = exponent > kMantissaBits ? (exponent - kMantissaBits) << 23 : 0;
    bias = fp::mul(constant, unit);
  }
  bias = fp::add(bias, slope);
  if (fp::less(0, clamp)) bias = fp::min(clamp, bias);
  if (fp::less(clamp, 0)) bias = fp::max(clamp, bias);
  return bias;
}

void Geometry::attributes(const Work& work, const Piece& v, uint32_t base) {
  const State& s = work.state;
  const unsigned inputs = E11_GET(s.word[E11_STATE_BLOCK_PS_INFO], E11_STATE_BLOCK_PS_INFO_INPUTS);
  // Weights of the primitive's vertices 1 and 2 at the piece's vertices.
  struct Weights {
    std::array<uint32_t, 3> b1, b2;
  } perspective{}, screen{};
  for (int i = 0; i < 3 && work.clipped; ++i) {
    perspective.b1[i] = v[i]->b1;
    perspective.b2[i] = v[i]->b2;
    screen.b1[i] = fp::mul(fp::mul(v[i]->b1, work.original[1]->position[3]), v[i]->iw);
    screen.b2[i] = fp::mul(fp::mul(v[i]->b2, work.original[2]->position[3]), v[i]->iw);
  }

  for (unsigned k = 0; k < inputs; ++k) {
    const uint32_t map = s.word[E11_STATE_BLOCK_ATTR_MAP + k / 4] >> (8 * (k % 4));
    const bool constant = E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_CONSTANT);
    const bool missing = E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_MISSING);
    const uint32_t offset = 16 * E11_GET(map, E11_STATE_BLOCK_ATTR_MAP_REG);
    std::array<Vec4, 3> a{};
    if (!missing || constant) {
      for (int i = 0; i < 3; ++i) {
        memory_.read(Client::kVertex, work.record[i] + offset, a[i].data(), sizeof a[i]);
      }
    }
    // Which of the primitive's vertices the piece's are, if it is not clipped.
    std::array<int, 3> of{};
    for (int i = 0; i < 3 && !work.clipped; ++i) {
      while (work.original[of[i]] != v[i]) ++of[i];
    }
    const Weights& w = missing ? screen : perspective;
    for (int c = 0; c < 4; ++c) {
      std::array<uint32_t, 3> word{a[0][c], 0, 0};
      const bool interpolated = missing == constant;
      if (interpolated && !work.clipped) {
        word[0] = a[of[0]][c];
        word[1] = sub(a[of[1]][c], a[of[0]][c]);
        word[2] = sub(a[of[2]][c], a[of[0]][c]);
      } else if (interpolated) {
        const uint32_t d1 = sub(a[1][c], a[0][c]), d2 = sub(a[2][c], a[0][c]);
        word[0] = fp::add(fp::add(a[0][c], fp::mul(w.b1[0], d1)), fp::mul(w.b2[0], d2));
        for (int i = 1; i < 3; ++i) {
          word[i] = fp::add(fp::mul(sub(w.b1[i], w.b1[0]), d1), fp::mul(sub(w.b2[i], w.b2[0]), d2));
        }
      }
      sinks_.coefficient((base + E11_COEFFICIENTS_FIRST_ATTRIBUTE + 4 * k + c) % E11_CFG_COEF_WORDS,
                         word);
    }
  }
}

}  // namespace e11::model
