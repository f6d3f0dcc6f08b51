// SPDX-License-Identifier: Apache-2.0
//
// Aliased lines and points (spec 3.4.3, 3.4.6) against a computation of its own:
// the diamond as four half planes that cut the line into an interval, exact.
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "e11/fp.h"
#include "e11/model/raster.h"
#include "random.h"

namespace {

using namespace e11;
using namespace e11::model;
using Pixels = std::set<std::pair<int, int>>;

/// A parameter along the line, from 0 (start) to 1 (end): num / den, den > 0.
struct Bound {
  Wide num, den;
  bool closed;
};
bool below(const Bound& a, Wide num, Wide den) {
  return a.num * den < num * a.den;
}

/// Where the infinite line through a and b is within the half plane nx x + ny y < limit (<= if
/// closed) narrows [low, high]. False if it is nowhere.
bool cut(const Point& a, const Point& b, int nx, int ny, Wide limit, bool closed,
         std::optional<Bound>& low, std::optional<Bound>& high) {
  const Wide at = Wide(nx) * a.x + Wide(ny) * a.y;
  const Wide step = Wide(nx) * (int64_t{b.x} - a.x) + Wide(ny) * (int64_t{b.y} - a.y);
  if (step == 0) return closed ? at <= limit : at < limit;
  // at + s step < limit
  const Bound bound{step > 0 ? limit - at : at - limit, step > 0 ? step : -step, closed};
  std::optional<Bound>& end = step > 0 ? high : low;
  if (!end) {
    end = bound;
  } else if (below(*end, bound.num, bound.den) ? step < 0
                                               : below(bound, end->num, end->den) && step > 0) {
    end = bound;
  } else if (end->num * bound.den == bound.num * end->den) {
    end->closed = end->closed && closed;
  }
  return true;
}

/// Does the line from a to b, on its way, leave the diamond of the pixel?
bool leaves(const Point& a, const Point& b, int px, int py) {
  if (a.x == b.x && a.y == b.y) return false;
  const Wide cx = px * 256 + 128, cy = py * 256 + 128;
  const bool xMajor = std::llabs(int64_t{b.x} - a.x) >= std::llabs(int64_t{b.y} - a.y);
  std::optional<Bound> low, high;
  // Upper sides (y points down) are not in the diamond, lower ones are; so the left, right and
  // upper corners are not, the lower one is.
  bool meets = cut(a, b, -1, -1, 128 - cx - cy, false, low, high) &&
               cut(a, b, 1, -1, 128 + cx - cy, false, low, high) &&
               cut(a, b, -1, 1, 128 - cx + cy, true, low, high) &&
               cut(a, b, 1, 1, 128 + cx + cy, true, low, high);
  if (meets) {
    const Wide order = low->num * high->den - high->num * low->den;
    meets = order < 0 || (order == 0 && low->closed && high->closed);
  }
  if (!meets && !xMajor) {
    // The right corner alone.
    const Wide dx = int64_t{b.x} - a.x, dy = int64_t{b.y} - a.y;
    if (dx * (cy - a.y) != dy * (cx + 128 - a.x)) return false;
    const Wide num = dy > 0 ? cy - a.y : a.y - cy, den = dy > 0 ? dy : -dy;
    return num >= 0 && num < den;
  }
  if (!meets) return false;
  // Something of it at 0..1, and the end (1) is not in it.
  const bool beforeStart = below(*high, 0, 1) || (high->num == 0 && !high->closed);
  const bool endBefore =
      high->closed ? below(*high, 1, 1) : !below({1, 1, true}, high->num, high->den);
  const bool afterEnd = !below(*low, 1, 1);  // at 1 alone: not left
  return !beforeStart && endBefore && !afterEnd;
}

struct Target {
  explicit Target(int size, bool depth = true)
      : size_(size), raster_([this](const Quad& q) { quads.push_back(q); }) {
    raster_.writeState(0, E11_STATE_BLOCK_RECT_MIN, 0);
    raster_.writeState(0, E11_STATE_BLOCK_RECT_MAX, static_cast<uint32_t>(size << 16 | size));
    raster_.writeState(0, E11_STATE_BLOCK_DEPTH_INFO, depth);
  }
  Pixels draw(const Triangle& t) {
    quads.clear();
    raster_.triangle(t);
    Pixels pixels;
    for (const Quad& q : quads) {
      for (int i = 0; i < 4; ++i) {
        if (q.cov >> i & 1) REQUIRE(pixels.insert({q.x + (i & 1), q.y + (i >> 1)}).second);
      }
    }
    return pixels;
  }
  Pixels expected(const Point& a, const Point& b) const {
    Pixels pixels;
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        if (leaves(a, b, x, y)) pixels.insert({x, y});
      }
    }
    return pixels;
  }
  std::vector<Quad> quads;

 private:
  int size_;
  Raster raster_;
};

Triangle line(const Point& a, const Point& b) {
  Triangle t;
  t.kind = TriangleKind::kLine;
  t.v = {a, b, a};
  return t;
}
Triangle point(const Point& p) {
  Triangle t;
  t.kind = TriangleKind::kPoint;
  t.v = {p, p, p};
  return t;
}

void check(Target& target, const Point& a, const Point& b) {
  INFO("line " << a.x << "," << a.y << " to " << b.x << "," << b.y);
  REQUIRE(target.draw(line(a, b)) == target.expected(a, b));
}

}  // namespace

TEST_CASE("3.4.3 lines by hand") {
  Target target(8);
  const auto at = [](double x, double y) {
    return Point{static_cast<int32_t>(x * 256), static_cast<int32_t>(y * 256)};
  };
  // From centre to centre: the pixel of the end is not left.
  CHECK(target.draw(line(at(0.5, 1.5), at(3.5, 1.5))) == Pixels{{0, 1}, {1, 1}, {2, 1}});
  CHECK(target.draw(line(at(3.5, 1.5), at(0.5, 1.5))) == Pixels{{3, 1}, {2, 1}, {1, 1}});
  CHECK(target.draw(line(at(2.5, 0.5), at(2.5, 2.5))) == Pixels{{2, 0}, {2, 1}});
  CHECK(target.draw(line(at(0.5, 0.5), at(2.5, 2.5))) == Pixels{{0, 0}, {1, 1}});
  // Between two rows: the lower corner is in the diamond, the upper is not.
  CHECK(target.draw(line(at(0.5, 2), at(2.5, 2))) == Pixels{{0, 1}, {1, 1}});
  // Between two columns: the right corner is in a y-major line's diamond.
  CHECK(target.draw(line(at(3, 0.25), at(3, 2.25))) == Pixels{{2, 0}, {2, 1}});
  // Down through the lower corner of pixel 0,0, which is in its diamond.
  CHECK(target.draw(line(at(0.5, 0.5), at(0.5, 1))) == Pixels{});
  CHECK(target.draw(line(at(0.5, 1), at(0.5, 1.25))) == Pixels{{0, 0}});
  // Within a diamond, and past none.
  CHECK(target.draw(line(at(0.4, 0.5), at(0.6, 0.5))) == Pixels{});
  CHECK(target.draw(line(at(0.9, 0.9), at(1.1, 1.1))) == Pixels{});
  CHECK(target.draw(line(at(0.5, 0.5), at(0.5, 0.5))) == Pixels{});
}

TEST_CASE("3.4.3 every line of a small grid leaves the diamonds of the specification") {
  // Ends at all multiples of 1/4 pixel of a pixel's surroundings: all borders and corners occur.
  Target target(6);
  Random random(seed() + 10);
  for (int x0 = 2 * 256; x0 <= 3 * 256; x0 += 64) {
    for (int y0 = 2 * 256; y0 <= 3 * 256; y0 += 64) {
      for (int x1 = 256; x1 <= 5 * 256; x1 += 64) {
        for (int y1 = 256; y1 <= 5 * 256; y1 += 64) check(target, {x0, y0}, {x1, y1});
      }
    }
  }
}

TEST_CASE("3.4.3 random lines") {
  Random random(seed() + 11);
  Target target(24);
  for (int n = 0; n < 4000; ++n) {
    Point a{coordinate(random, 24), coordinate(random, 24)};
    Point b{coordinate(random, 24), coordinate(random, 24)};
    if (n % 5 == 0) b = {a.x + between(random, -300, 300), a.y + between(random, -300, 300)};
    if (n % 7 == 0) {  // diagonal: along the sides of diamonds
      const int32_t d = between(random, -2000, 2000);
      b = {a.x + d, a.y + (n % 2 ? d : -d)};
    }
    if (n % 11 == 0) b.x = a.x;
    if (n % 13 == 0) b.y = a.y;
    check(target, a, b);
  }
}

TEST_CASE("3.4.3 lines are exact up to the ends of 16.8") {
  Random random(seed() + 12);
  Target target(24);
  const int32_t low = -0x800000, high = 0x7fffff;
  check(target, {low, low}, {high, high});
  check(target, {high, high}, {low, low});
  check(target, {low, high}, {high, low});
  for (int n = 0; n < 600; ++n) {
    const Point a{between(random, low, high), between(random, low, high)};
    const int32_t x = coordinate(random, 24), y = coordinate(random, 24);
    // Through the target.
    const double f = 0.2 + (random() % 1000) / 500.0;
    const auto other = [&](int32_t from, int32_t over) {
      const double v = over + f * (over - double{1} * from);
      return static_cast<int32_t>(std::min(double{high}, std::max(double{low}, v)));
    };
    const Point b{other(a.x, x), other(a.y, y)};
    check(target, a, b);
  }
}

TEST_CASE("a line strip leaves no holes and draws no pixel twice") {
  // Exactly on a diagonal or an axis the joints must neither double nor drop a pixel.
  Random random(seed() + 13);
  Target target(64);
  for (int n = 0; n < 300; ++n) {
    const int32_t y = coordinate(random, 64);
    std::vector<int32_t> x{-256};
    while (x.back() < 66 * 256) x.push_back(x.back() + between(random, 1, 700));
    std::map<std::pair<int, int>, int> count;
    for (size_t i = 0; i + 1 < x.size(); ++i) {
      for (const auto& p : target.draw(line({x[i], y}, {x[i + 1], y}))) ++count[p];
    }
    const int row = (y - 1) >> 8;
    if (row < 0 || row >= 64) continue;
    REQUIRE(count.size() == 64);
    for (const auto& [p, times] : count) {
      REQUIRE(p.second == row);
      REQUIRE(times == 1);
    }
  }
}

TEST_CASE("3.4.6 a point is a square of two triangles") {
  Random random(seed() + 14);
  Target target(8);
  for (int n = 0; n < 3000; ++n) {
    const Point p{coordinate(random, 8), coordinate(random, 8)};
    // Top and left sides are inside (spec 3.4.2.1).
    Pixels expected;
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        const int cx = x * 256 + 128, cy = y * 256 + 128;
        if (cx >= p.x - 128 && cx < p.x + 128 && cy >= p.y - 128 && cy < p.y + 128) {
          expected.insert({x, y});
        }
      }
    }
    // The same from two triangles in a Z pattern, by the triangle's own rules.
    const Point tl{p.x - 128, p.y - 128}, tr{p.x + 128, p.y - 128}, bl{p.x - 128, p.y + 128},
        br{p.x + 128, p.y + 128};
    Triangle upper, lower;
    upper.v = {tl, tr, bl};
    lower.v = {tr, br, bl};
    Pixels square = target.draw(upper);
    for (const auto& q : target.draw(lower)) REQUIRE(square.insert(q).second);
    INFO("point " << p.x << "," << p.y);
    REQUIRE(square == expected);
    REQUIRE(target.draw(point(p)) == expected);
    for (const Quad& q : target.quads) {
      CHECK(q.e1 == std::array<uint32_t, 4>{});
      CHECK(q.e2 == std::array<uint32_t, 4>{});
    }
  }
}

TEST_CASE("E1 of a line is its length times the distance along it; depth follows") {
  Random random(seed() + 15);
  Target target(24);
  for (int n = 0; n < 500; ++n) {
    const Point a{coordinate(random, 24), coordinate(random, 24)};
    const Point b{coordinate(random, 24), coordinate(random, 24)};
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    if (length2 == 0) continue;
    Triangle t = line(a, b);
    const double z0 = 0.25, z1 = 0.75;
    t.z0 = fp::toBits(static_cast<float>(z0));
    t.dz1 = fp::toBits(static_cast<float>((z1 - z0) / length2));
    target.draw(t);
    for (const Quad& q : target.quads) {
      for (int i = 0; q.cov && i < 4; ++i) {
        const double px = (q.x + (i & 1)) * 256 + 128 - a.x,
                     py = (q.y + (i >> 1)) * 256 + 128 - a.y;
        CHECK(q.e1[i] == fp::toBits(static_cast<float>(dx * px + dy * py + 0.0)));
        CHECK(q.e2[i] == 0);
        if (!(q.cov >> i & 1)) continue;
        const double exact = z0 + (z1 - z0) * (dx * px + dy * py) / length2;
        CHECK(std::fabs(fp::toFloat(q.z[i]) - exact) < 4e-7);
      }
    }
  }
}

TEST_CASE("lines and points stay in the rectangle; without quads they send their coefficients") {
  Target target(8);
  CHECK(target.draw(line({-20 * 256, 1000}, {40 * 256, 1000})).size() == 8);
  CHECK(target.draw(line({-20 * 256, -1000}, {40 * 256, -1000})).empty());
  REQUIRE(target.quads.size() == 1);
  CHECK(target.quads[0].cov == 0);
  CHECK(target.draw(point({-1, 300})).empty());
  REQUIRE(target.quads.size() == 1);
  CHECK(target.draw(point({8 * 256, 300})).size() == 1);
  CHECK(target.draw(point({8 * 256 + 1, 300})).empty());
}
