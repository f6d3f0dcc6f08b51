// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "e11/fp.h"
#include "e11/model/geometry.h"
#include "outcode.h"

namespace e11::model {

namespace {

constexpr uint32_t kSmallestNormal = 0x00800000;
constexpr uint32_t kAbs = 0x7fffffff;
constexpr uint32_t kNoise = 0x35800000;  // 2^-20

constexpr uint32_t negate(uint32_t a) {
  return a ^ fp::kSign;
}
uint32_t sub(uint32_t a, uint32_t b) {
  return fp::add(a, negate(b));
}

/// 2^exponent
uint32_t power(int exponent) {
  return static_cast<uint32_t>(127 + exponent) << 23;
}
uint32_t larger(uint32_t a, uint32_t b) {
  return fp::max(a & kAbs, b & kAbs);
}

}  // namespace

/// Signed distances from the clip planes, and new vertices on them.
class Geometry::Clipper {
 public:
  explicit Clipper(const State& s)
      : kx_(guardExponent(s.word[E11_STATE_BLOCK_VP_X], s.word[E11_STATE_BLOCK_VP_HALF_W])),
        ky_(guardExponent(s.word[E11_STATE_BLOCK_VP_Y], s.word[E11_STATE_BLOCK_VP_HALF_H])) {}

  uint32_t distance(unsigned plane, const Vec4& p) const {
    const auto [x, y, z, w] = p;
    switch (1u << plane) {
      case kOutW:
        return fp::mul(w, fp::kOne);
      case kOutNear:
        return fp::mul(z, fp::kOne);
      case kOutFar:
        return sub(w, z);
      case kGuardLeft:
        return fp::add(w, scaleDown(x, kx_));
      case kGuardRight:
        return sub(w, scaleDown(x, kx_));
      case kGuardBottom:
        return fp::add(w, scaleDown(y, ky_));
      default:
        return sub(w, scaleDown(y, ky_));
    }
  }

  /// Vertex where the edge between p (inside) and q (outside), at the distances dp
  /// and dq, meets the plane. From the nearer end, so that nothing is lost however
  /// far the other one is; and the same for both triangles at the edge.
  Vertex cross(unsigned plane, const Vertex* p, uint32_t dp, const Vertex* q, uint32_t dq) const {
    if (fp::less(fp::add(dp, dq), 0) || fp::isZeroOrDenormal(fp::add(dp, dq))) {
      // The inside end is the nearer, or both are as near.
    } else {
      std::swap(p, q);
      std::swap(dp, dq);
    }
    const uint32_t t = fp::mul(dp, fp::rcp(sub(dp, dq)));
    const auto between = [t](uint32_t cp, uint32_t cq) {
      return fp::add(cp, fp::mul(t, sub(cq, cp)));
    };
    Vertex v;
    for (int c = 0; c < 4; ++c) v.position[c] = between(p->position[c], q->position[c]);
    v.b1 = between(p->b1, q->b1);
    v.b2 = between(p->b2, q->b2);
    if ((v.position[3] & fp::kSign) || v.position[3] == 0) v.position[3] = kSmallestNormal;
    v.scaleX = larger(p->position[0], v.position[0]);
    v.scaleY = larger(p->position[1], v.position[1]);
    place(plane, v.position);
    return v;
  }

  /// Does an edge that was cut at w = 0 run through the eye, or is the eye inside of the
  /// triangle? It then has no area (a line: no length) on the screen, and what was made at w = 0
  /// points anywhere. a, b: the vertices made there; a line has one.
  static bool throughEye(const Vertex& a, const Vertex* b) {
    uint32_t margin = beyondNoise(a);
    if (b) {
      const uint32_t rx = fp::rcp(larger(a.scaleX, b->scaleX));
      const uint32_t ry = fp::rcp(larger(a.scaleY, b->scaleY));
      const uint32_t ax = fp::mul(a.position[0], rx), ay = fp::mul(a.position[1], ry);
      const uint32_t bx = fp::mul(b->position[0], rx), by = fp::mul(b->position[1], ry);
      const uint32_t cross = sub(fp::mul(ax, by), fp::mul(bx, ay));
      const uint32_t dot = fp::add(fp::mul(ax, bx), fp::mul(ay, by));
      margin = fp::min(margin, beyondNoise(*b));
      // The eye is between them if they are opposite.
      margin = fp::min(margin, fp::max(sub(larger(cross, 0), kNoise), dot));
      margin = fp::max(margin, 0);
    }
    return fp::isZeroOrDenormal(margin);
  }

 private:
  /// By how much a vertex made at w = 0 is away from the eye, relative to what it was made of
  /// and less rounding; 0 if that is nothing.
  static uint32_t beyondNoise(const Vertex& v) {
    const uint32_t size = larger(fp::mul(v.position[0], fp::rcp(v.scaleX)),
                                 fp::mul(v.position[1], fp::rcp(v.scaleY)));
    return fp::max(sub(size, kNoise), 0);
  }

  /// Exactly onto the plane.
  void place(unsigned plane, Vec4& p) const {
    auto& [x, y, z, w] = p;
    switch (1u << plane) {
      case kOutW:
        w = kSmallestNormal;
        break;
      case kOutNear:
        z = 0;
        break;
      case kOutFar:
        z = w;
        break;
      case kGuardLeft:
        x = fp::mul(w, negate(power(kx_)));
        break;
      case kGuardRight:
        x = fp::mul(w, power(kx_));
        break;
      case kGuardBottom:
        y = fp::mul(w, negate(power(ky_)));
        break;
      default:
        y = fp::mul(w, power(ky_));
        break;
    }
  }

  int kx_, ky_;  ///< guard band exponents
};

/// Sutherland and Hodgman against the planes in turn. New edges, along a plane, are
/// not the primitive's. A line is open: nothing leads from its end to its start.
void Geometry::clip(Work& work, uint16_t planes) {
  const Clipper clipper(work.state);
  const bool line = work.kind == TriangleKind::kLine;
  const unsigned least = line ? 2 : 3;
  std::array<Vertex, Polygon::kMost> pool;
  unsigned used = 3;
  Polygon polygon;
  for (int i = 0; i < 3; ++i) {
    pool[i].position = work.original[i]->position;
    polygon.add(&pool[i], true);
  }
  pool[1].b1 = pool[2].b2 = fp::kOne;
  polygon.size = least;

  for (unsigned plane = 0; plane < kClipPlanes; ++plane) {
    if (!(planes >> plane & 1)) continue;
    std::array<uint32_t, Polygon::kMost> d;
    std::array<bool, Polygon::kMost> inside;
    for (unsigned i = 0; i < polygon.size; ++i) {
      d[i] = clipper.distance(plane, polygon.corner[i].vertex->position);
      const bool zero = (d[i] & ~fp::kSign) == 0;
      const bool outside = zero ? plane == 0 : (d[i] & fp::kSign) != 0;
      inside[i] = !outside;
    }
    Polygon result;
    for (unsigned i = 0; i < polygon.size; ++i) {
      const bool last = i + 1 == polygon.size;
      const unsigned j = last ? 0 : i + 1;
      const auto [vertex, edge] = polygon.corner[i];
      if (inside[i]) result.add(vertex, edge);
      if (inside[i] == inside[j] || (line && last)) continue;
      if (used == Polygon::kMost) return;
      const unsigned p = inside[i] ? i : j, q = inside[i] ? j : i;
      pool[used] =
          clipper.cross(plane, polygon.corner[p].vertex, d[p], polygon.corner[q].vertex, d[q]);
      result.add(&pool[used++], inside[j] && edge);
    }
    polygon = result;
    if (polygon.size < least) return;
    if (1u << plane == kOutW && Clipper::throughEye(pool[3], line ? nullptr : &pool[4])) return;
  }
  for (unsigned i = 0; i < polygon.size; ++i) {
    transform(work.state, pool[static_cast<size_t>(polygon.corner[i].vertex - pool.data())]);
  }
  pieces(work, polygon);
}

}  // namespace e11::model
