// SPDX-License-Identifier: Apache-2.0
#include "e11/fp.h"
#include "e11/model/geometry.h"
#include "outcode.h"

namespace e11::model {

namespace {

/// Seven planes with two crossings each, and the primitive's own vertices, are 17.
constexpr unsigned kPool = 20;
constexpr uint32_t kSmallestNormal = 0x00800000;

constexpr uint32_t negate(uint32_t a) {
  return a ^ fp::kSign;
}
uint32_t sub(uint32_t a, uint32_t b) {
  return fp::add(a, negate(b));
}

}  // namespace

/// Sutherland and Hodgman against the planes in turn, from the vertices inside
/// towards those outside, so that neighbours make the same vertices.
void Geometry::clip(Work& work, uint16_t planes) {
  const State& s = work.state;
  const int kx = guardExponent(s.word[E11_STATE_BLOCK_VP_X], s.word[E11_STATE_BLOCK_VP_HALF_W]);
  const int ky = guardExponent(s.word[E11_STATE_BLOCK_VP_Y], s.word[E11_STATE_BLOCK_VP_HALF_H]);

  const auto distance = [&](unsigned plane, const Vec4& p) -> uint32_t {
    const auto [x, y, z, w] = p;
    switch (1u << plane) {
      case kOutW:
        return fp::mul(w, fp::kOne);
      case kOutNear:
        return fp::mul(z, fp::kOne);
      case kOutFar:
        return sub(w, z);
      case kGuardLeft:
        return fp::add(w, scaleDown(x, kx));
      case kGuardRight:
        return sub(w, scaleDown(x, kx));
      case kGuardBottom:
        return fp::add(w, scaleDown(y, ky));
      default:
        return sub(w, scaleDown(y, ky));
    }
  };
  const auto cross = [](const Vertex& p, uint32_t dp, const Vertex& q, uint32_t dq) {
    const uint32_t t = fp::mul(dp, fp::rcp(sub(dp, dq)));
    const auto between = [t](uint32_t cp, uint32_t cq) {
      return fp::add(cp, fp::mul(t, sub(cq, cp)));
    };
    Vertex v;
    for (int c = 0; c < 4; ++c) v.position[c] = between(p.position[c], q.position[c]);
    v.b1 = between(p.b1, q.b1);
    v.b2 = between(p.b2, q.b2);
    uint32_t& w = v.position[3];
    if ((w & fp::kSign) || w == 0) w = kSmallestNormal;
    return v;
  };

  std::array<Vertex, kPool> pool;
  unsigned used = 3;
  for (int i = 0; i < 3; ++i) pool[i].position = work.original[i]->position;
  pool[1].b1 = pool[2].b2 = fp::kOne;

  std::array<uint8_t, kPool> polygon{0, 1, 2};
  unsigned size = 3;
  for (unsigned plane = 0; plane < kClipPlanes; ++plane) {
    if (!(planes >> plane & 1)) continue;
    std::array<uint32_t, kPool> d;
    std::array<bool, kPool> inside;
    for (unsigned i = 0; i < size; ++i) {
      d[i] = distance(plane, pool[polygon[i]].position);
      const bool zero = (d[i] & ~fp::kSign) == 0;
      const bool outside = zero ? plane == 0 : (d[i] & fp::kSign) != 0;
      inside[i] = !outside;
    }
    std::array<uint8_t, kPool> result;
    unsigned n = 0;
    for (unsigned i = 0; i < size; ++i) {
      const unsigned j = i + 1 == size ? 0 : i + 1;
      if (inside[i]) result[n++] = polygon[i];
      if (inside[i] == inside[j]) continue;
      if (used == kPool) return;
      const unsigned p = inside[i] ? i : j, q = inside[i] ? j : i;
      pool[used] = cross(pool[polygon[p]], d[p], pool[polygon[q]], d[q]);
      result[n++] = used++;
    }
    polygon = result;
    size = n;
    if (size < 3) return;
  }
  for (unsigned i = 0; i < size; ++i) transform(s, pool[polygon[i]]);
  for (unsigned i = 1; i + 1 < size; ++i) {
    setup(work, {&pool[polygon[0]], &pool[polygon[i]], &pool[polygon[i + 1]]});
  }
}

}  // namespace e11::model
