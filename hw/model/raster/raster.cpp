// SPDX-License-Identifier: Apache-2.0
#include "e11/model/raster.h"

#include <algorithm>
#include <cstdlib>

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

/// Edge from-to of a triangle, with its value at `centre`.
Raster::Edge Raster::edge(const Point& from, const Point& to, const Point& centre) {
  const int64_t dx = int64_t{to.x} - from.x;
  const int64_t dy = int64_t{to.y} - from.y;
  const int64_t px = int64_t{centre.x} - from.x;
  const int64_t py = int64_t{centre.y} - from.y;
  // The triangle is clockwise on the screen and y points down: its inside is
  // to the right of an edge. Left edges go up, the top edge goes right.
  const bool topLeft = dy < 0 || (dy == 0 && dx > 0);
  return {dx * py - dy * px, -dy * (1 << kFraction), dx * (1 << kFraction), topLeft ? 0 : 1};
}

std::array<Raster::Edge, 3> Raster::edges(const Triangle& t, const Point& centre) {
  switch (t.kind) {
    case TriangleKind::kSolid:
      return {edge(t.v[1], t.v[2], centre), edge(t.v[2], t.v[0], centre),
              edge(t.v[0], t.v[1], centre)};
    case TriangleKind::kLine:
      return lineEdges(t.v[0], t.v[1], centre);
    default:
      return {Edge{0, 0, 0, 0, false}, Edge{0, 0, 0, 0, false}, Edge{0, 0, 0, 0, false}};
  }
}

/// Both sides of the strip of pixel centres that lie within half a pixel of the
/// line, measured along the minor axis; and, as E1, how far along the line the
/// centre's perpendicular meets it, times its length.
std::array<Raster::Edge, 3> Raster::lineEdges(const Point& from, const Point& to,
                                              const Point& centre) {
  const int64_t dx = int64_t{to.x} - from.x;
  const int64_t dy = int64_t{to.y} - from.y;
  const bool xMajor = std::abs(dx) >= std::abs(dy);
  const int64_t half = kCentre * std::max(std::abs(dx), std::abs(dy));
  Edge right = edge(to, from, centre), left = edge(from, to, centre);
  right.value += half;
  left.value += half;
  // The diamond has its lower corner and its right corner, if it comes to that.
  left.exclude = (xMajor ? dx < 0 : dy > 0) ? 1 : 0;
  right.exclude = (xMajor ? dx > 0 : dy < 0) ? 1 : 0;
  Edge along;
  along.value = dx * (int64_t{centre.x} - from.x) + dy * (int64_t{centre.y} - from.y);
  along.dx = dx * (1 << kFraction);
  along.dy = dy * (1 << kFraction);
  along.exclude = 0;
  along.bounds = false;
  return {right, along, left};
}

/// Pixels that may be covered. Points: a square of width 1, a centre on its left
/// or top side is inside (spec 3.4.6).
Raster::Box Raster::extent(const Triangle& t) {
  if (t.kind == TriangleKind::kLine) return lineExtent(t.v[0], t.v[1]);
  const auto [minX, maxX] = std::minmax({t.v[0].x, t.v[1].x, t.v[2].x});
  const auto [minY, maxY] = std::minmax({t.v[0].y, t.v[1].y, t.v[2].y});
  if (t.kind == TriangleKind::kPoint) {
    return {(minX - 1) >> kFraction, (minY - 1) >> kFraction, (maxX - 1) >> kFraction,
            (maxY - 1) >> kFraction};
  }
  return {(minX + kCentre - 1) >> kFraction, (minY + kCentre - 1) >> kFraction,
          (maxX - kCentre) >> kFraction, (maxY - kCentre) >> kFraction};
}

/// A line covers the pixels whose diamond it leaves (spec 3.4.3). In a column
/// (row) of pixels along the major axis that is one pixel, the one in the strip,
/// if the end has left the column's diamond and the start has not.
Raster::Box Raster::lineExtent(const Point& from, const Point& to) {
  const bool xMajor = std::abs(int64_t{to.x} - from.x) >= std::abs(int64_t{to.y} - from.y);
  const int32_t start = xMajor ? from.x : from.y, end = xMajor ? to.x : to.y;
  const bool forward = end > start;
  // The last column whose diamond a line that goes on has left at this point.
  const auto left = [&](const Point& p) {
    const int32_t major = xMajor ? p.x : p.y, minor = xMajor ? p.y : p.x;
    const int32_t column = major >> kFraction;
    const int32_t u = (major & 0xff) - kCentre, v = (minor & 0xff) - kCentre;
    const int32_t distance = std::abs(u) + std::abs(v);
    // Of its border a diamond has the lower sides, without the corners at their ends.
    const bool inside = distance < kCentre || (distance == kCentre && (xMajor ? v > 0 : u > 0));
    // Down through the lower corner, which belongs to the pixel above.
    const bool lowerCorner = !xMajor && u == -kCentre && v == 0;
    if (forward) return column - (u > 0 && !inside ? 0 : 1) - (lowerCorner ? 1 : 0);
    return column + (u < 0 && !inside ? 0 : 1);
  };
  Box box;
  const int32_t first = forward ? left(from) + 1 : left(to);
  const int32_t last = forward ? left(to) : left(from) - 1;
  const auto [minX, maxX] = std::minmax(from.x, to.x);
  const auto [minY, maxY] = std::minmax(from.y, to.y);
  box.x0 = xMajor ? first : (minX - 1) >> kFraction;
  box.x1 = xMajor ? last : (maxX - 1) >> kFraction;
  box.y0 = xMajor ? (minY - 1) >> kFraction : first;
  box.y1 = xMajor ? (maxY - 1) >> kFraction : last;
  return box;
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
  Box box = extent(t);
  box.x0 = std::max<int32_t>(box.x0, low16(s.rectMin));
  box.y0 = std::max<int32_t>(box.y0, high16(s.rectMin));
  box.x1 = std::min<int32_t>(box.x1, int32_t(low16(s.rectMax)) - 1);
  box.y1 = std::min<int32_t>(box.y1, int32_t(high16(s.rectMax)) - 1);

  anyQuad_ = false;
  if (box.x0 <= box.x1 && box.y0 <= box.y1) {
    const int32_t bx = box.x0 & -kBlock;
    const int32_t by = box.y0 & -kBlock;
    std::array<Edge, 3> row =
        edges(t, {(bx * (1 << kFraction)) + kCentre, (by * (1 << kFraction)) + kCentre});
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
    if (!e.bounds) continue;
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
          in = in && (!e.bounds || e.value + (i & 1) * e.dx + (i >> 1) * e.dy - e.exclude >= 0);
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
    const auto here = [i](const Edge& e) {
      return fp::fromInt(e.value + (i & 1) * e.dx + (i >> 1) * e.dy);
    };
    q.e1[i] = here(at[1]);
    q.e2[i] = t.kind == TriangleKind::kSolid ? here(at[2]) : 0;  // E2 is for triangles alone
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
