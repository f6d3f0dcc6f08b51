// SPDX-License-Identifier: Apache-2.0
#include "e11/model/raster.h"

#include <algorithm>
#include <cassert>

#include "e11/fp.h"

namespace e11::model {

namespace {

constexpr int kFraction = 8;  // bits of a snapped coordinate (spec 3.4.1)
constexpr int32_t kCentre = 1 << (kFraction - 1);
constexpr int kBlock = 8;  // pixels

uint32_t low16(uint32_t word) {
  return word & 0xffff;
}
uint32_t high16(uint32_t word) {
  return word >> 16;
}

}  // namespace

void Raster::writeState(unsigned slot, unsigned word, uint32_t data) {
  Slot& s = slots_.at(slot);
  if (word == E11_STATE_BLOCK_RECT_MIN) s.rectMin = data;
  if (word == E11_STATE_BLOCK_RECT_MAX) s.rectMax = data;
  if (word == E11_STATE_BLOCK_DEPTH_INFO) s.depthTest = data & 1;
}

void Raster::reset() {
  slots_ = {};
  quads_ = pixelsCovered_ = 0;
}

Raster::Edge Raster::edge(const Point& from, const Point& to, int32_t blockX, int32_t blockY) {
  const int64_t dx = int64_t{to.x} - from.x;
  const int64_t dy = int64_t{to.y} - from.y;
  const int64_t px = (int64_t{blockX} << kFraction) + kCentre - from.x;
  const int64_t py = (int64_t{blockY} << kFraction) + kCentre - from.y;
  // The triangle is clockwise on the screen and y points down: its inside is
  // to the right of an edge. Left edges go up, the top edge goes right.
  const bool topLeft = dy < 0 || (dy == 0 && dx > 0);
  return {dx * py - dy * px, -dy * (1 << kFraction), dx * (1 << kFraction), topLeft ? 0 : 1};
}

void Raster::triangle(const Triangle& t) {
  if (t.endOfDraw) {
    Quad q;
    q.slot = t.slot;
    q.endOfDraw = true;
    sink_(q);
    return;
  }
  const Slot& s = slots_.at(t.slot);
  const auto [minX, maxX] = std::minmax({t.v[0].x, t.v[1].x, t.v[2].x});
  const auto [minY, maxY] = std::minmax({t.v[0].y, t.v[1].y, t.v[2].y});
  // Pixels whose centre is inside the bounding box, and inside the rectangle.
  Box box;
  box.x0 = std::max<int32_t>((minX + kCentre - 1) >> kFraction, low16(s.rectMin));
  box.y0 = std::max<int32_t>((minY + kCentre - 1) >> kFraction, high16(s.rectMin));
  box.x1 = std::min<int32_t>((maxX - kCentre) >> kFraction, int32_t(low16(s.rectMax)) - 1);
  box.y1 = std::min<int32_t>((maxY - kCentre) >> kFraction, int32_t(high16(s.rectMax)) - 1);

  anyQuad_ = false;
  if (box.x0 <= box.x1 && box.y0 <= box.y1) {
    const int32_t bx = box.x0 & -kBlock;
    const int32_t by = box.y0 & -kBlock;
    std::array<Edge, 3> row = {edge(t.v[1], t.v[2], bx, by), edge(t.v[2], t.v[0], bx, by),
                               edge(t.v[0], t.v[1], bx, by)};
    for (int32_t y = by; y <= box.y1; y += kBlock) {
      std::array<Edge, 3> at = row;
      for (int32_t x = bx; x <= box.x1; x += kBlock) {
        block(t, at, box, x, y);
        for (Edge& e : at) e.value += kBlock * e.dx;
      }
      for (Edge& e : row) e.value += kBlock * e.dy;
    }
  }
  if (!anyQuad_) {
    Quad q;
    q.slot = t.slot;
    q.front = t.front;
    q.coef = t.coef;
    sink_(q);
  }
}

void Raster::block(const Triangle& t, const std::array<Edge, 3>& at, const Box& box, int32_t x,
                   int32_t y) {
  for (const Edge& e : at) {
    const int64_t best =
        e.value + (kBlock - 1) * (std::max<int64_t>(e.dx, 0) + std::max<int64_t>(e.dy, 0));
    if (best - e.exclude < 0) return;
  }
  for (int32_t qy = 0; qy < kBlock; qy += 2) {
    for (int32_t qx = 0; qx < kBlock; qx += 2) {
      std::array<Edge, 3> corner = at;
      for (Edge& e : corner) e.value += qx * e.dx + qy * e.dy;
      uint8_t cov = 0;
      for (int i = 0; i < 4; ++i) {
        const int32_t px = x + qx + (i & 1);
        const int32_t py = y + qy + (i >> 1);
        bool in = px >= box.x0 && px <= box.x1 && py >= box.y0 && py <= box.y1;
        for (const Edge& e : corner) {
          in = in && e.value + (i & 1) * e.dx + (i >> 1) * e.dy - e.exclude >= 0;
        }
        if (in) cov |= 1 << i;
      }
      if (cov) quad(t, corner, cov, x + qx, y + qy);
    }
  }
}

void Raster::quad(const Triangle& t, const std::array<Edge, 3>& at, uint8_t cov, int32_t x,
                  int32_t y) {
  Quad q;
  q.slot = t.slot;
  q.front = t.front;
  q.coef = t.coef;
  q.x = static_cast<uint16_t>(x);
  q.y = static_cast<uint16_t>(y);
  q.cov = cov;
  for (int i = 0; i < 4; ++i) {
    q.e1[i] = fp::fromInt(at[1].value + (i & 1) * at[1].dx + (i >> 1) * at[1].dy);
    q.e2[i] = fp::fromInt(at[2].value + (i & 1) * at[2].dx + (i >> 1) * at[2].dy);
    if (slots_[t.slot].depthTest) {
      const uint32_t z = fp::add(t.z0, fp::mul(q.e1[i], t.dz1));
      q.z[i] = fp::add(z, fp::mul(q.e2[i], t.dz2));
    }
  }
  anyQuad_ = true;
  ++quads_;
  pixelsCovered_ += static_cast<unsigned>(__builtin_popcount(cov));
  sink_(q);
}

}  // namespace e11::model
