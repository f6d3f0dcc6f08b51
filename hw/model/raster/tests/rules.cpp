// SPDX-License-Identifier: Apache-2.0
//
// Rasterisation rules (spec 3.4) against a computation of its own: sides of
// edges in 128-bit integers, top and left edges found from the third vertex.
#if __has_include(<catch2/catch.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <cmath>
#include <map>
#include <vector>

#include "e11/fp.h"
#include "e11/model/raster.h"
#include "random.h"

namespace {

using namespace e11;
using namespace e11::model;

/// Which side of a-b is p on: sign of the cross product.
int side(const Point& a, const Point& b, const Point& p) {
  const Wide cross = Wide(b.x - int64_t{a.x}) * (p.y - int64_t{a.y}) -
                     Wide(b.y - int64_t{a.y}) * (p.x - int64_t{a.x});
  return cross < 0 ? -1 : cross > 0;
}

/// The edge a-b of a triangle with third vertex c: top if horizontal and above
/// c; left if c lies to the right of it (spec 3.4.2.1). y points down.
bool topOrLeft(const Point& a, const Point& b, const Point& c) {
  if (a.y == b.y) return a.y < c.y;
  const Point& up = a.y < b.y ? a : b;
  const Point& down = a.y < b.y ? b : a;
  // c right of the line: (c.x - line.x(c.y)) > 0, times the positive height.
  const Wide height = int64_t{down.y} - up.y;
  const Wide x = Wide(up.x) * height + Wide(int64_t{down.x} - up.x) * (int64_t{c.y} - up.y);
  return Wide(c.x) * height > x;
}

bool covers(const Triangle& t, int32_t px, int32_t py) {
  const Point p = {px * 256 + 128, py * 256 + 128};
  for (int i = 0; i < 3; ++i) {
    const Point &a = t.v[i], &b = t.v[(i + 1) % 3], &c = t.v[(i + 2) % 3];
    const int inside = side(a, b, c), here = side(a, b, p);
    if (inside == 0) return false;
    if (here == 0 ? !topOrLeft(a, b, c) : here != inside) return false;
  }
  return true;
}

int64_t area(const Triangle& t) {
  return (int64_t{t.v[1].x} - t.v[0].x) * (int64_t{t.v[2].y} - t.v[0].y) -
         (int64_t{t.v[2].x} - t.v[0].x) * (int64_t{t.v[1].y} - t.v[0].y);
}

/// As geometry hands triangles over: clockwise.
void wind(Triangle& t) {
  if (area(t) < 0) std::swap(t.v[1], t.v[2]);
}

struct Target {
  explicit Target(int32_t size_, uint32_t rectMin = 0, uint32_t rectMax = 0)
      : size(size_), raster([this](const Quad& q) { quads.push_back(q); }) {
    raster.writeState(0, E11_STATE_BLOCK_RECT_MIN, rectMin);
    raster.writeState(0, E11_STATE_BLOCK_RECT_MAX,
                      rectMax ? rectMax : uint32_t(size) | uint32_t(size) << 16);
    raster.writeState(0, E11_STATE_BLOCK_DEPTH_INFO, 1);
  }
  /// Adds the triangle's coverage to `count`; quads has its quads.
  void draw(const Triangle& t) {
    quads.clear();
    raster.triangle(t);
    for (const Quad& q : quads) {
      for (int i = 0; i < 4; ++i) {
        if (q.cov >> i & 1) ++count[{q.x + (i & 1), q.y + (i >> 1)}];
      }
    }
  }
  void check(const Triangle& t) {
    count.clear();
    draw(t);
    for (int32_t y = 0; y < size; ++y) {
      for (int32_t x = 0; x < size; ++x) {
        const auto it = count.find({x, y});
        const int n = it == count.end() ? 0 : it->second;
        if (n == (covers(t, x, y) ? 1 : 0)) continue;
        FAIL("pixel " << x << "," << y << " covered " << n << " times; vertices " << t.v[0].x << ","
                      << t.v[0].y << " " << t.v[1].x << "," << t.v[1].y << " " << t.v[2].x << ","
                      << t.v[2].y);
      }
    }
  }

  int32_t size;
  Raster raster;
  std::vector<Quad> quads;
  std::map<std::pair<int, int>, int> count;
};

Triangle triangle(const Point& a, const Point& b, const Point& c) {
  Triangle t;
  t.v = {a, b, c};
  wind(t);
  return t;
}

}  // namespace

TEST_CASE("3.4.2.1 pixel centres on edges belong to top and left edges") {
  Target target(8);
  const int32_t c = 128;  // centre of pixel 0
  const auto at = [&](int x, int y) { return Point{c + 256 * x, c + 256 * y}; };
  // Right angle at the upper left: top edge and left edge are drawn, the
  // diagonal (a right edge) is not.
  target.draw(triangle(at(0, 0), at(4, 0), at(0, 4)));
  CHECK(target.count.size() == 10);
  CHECK(target.count.count({0, 0}) == 1);
  CHECK(target.count.count({3, 0}) == 1);
  CHECK(target.count.count({4, 0}) == 0);  // the corner is on the right edge too
  CHECK(target.count.count({0, 3}) == 1);
  CHECK(target.count.count({0, 4}) == 0);
  CHECK(target.count.count({2, 2}) == 0);  // on the diagonal
  // Right angle at the lower right: of its edges only the diagonal is left.
  target.count.clear();
  target.draw(triangle(at(4, 0), at(4, 4), at(0, 4)));
  CHECK(target.count.size() == 6);
  CHECK(target.count.count({2, 2}) == 1);
  CHECK(target.count.count({4, 2}) == 0);  // right edge
  CHECK(target.count.count({2, 4}) == 0);  // bottom edge
}

TEST_CASE("coverage of random triangles is the specification's") {
  Random random(seed());
  Target target(40);
  for (int n = 0; n < 1500; ++n) {
    Triangle t = triangle({coordinate(random, 40), coordinate(random, 40)},
                          {coordinate(random, 40), coordinate(random, 40)},
                          {coordinate(random, 40), coordinate(random, 40)});
    if (n % 5 == 0)
      t.v[2] = {t.v[0].x + between(random, -300, 300), t.v[0].y + between(random, -300, 300)};
    if (n % 7 == 0) t.v[1].y = t.v[0].y;
    if (n % 11 == 0) t.v[2].x = t.v[1].x;
    wind(t);
    if (area(t) == 0) continue;
    target.check(t);
  }
}

TEST_CASE("slivers") {
  Random random(seed() + 1);
  Target target(40);
  for (int n = 0; n < 500; ++n) {
    const Point a = {coordinate(random, 40), coordinate(random, 40)};
    const Point b = {coordinate(random, 40), coordinate(random, 40)};
    const Point c = {(a.x + b.x) / 2 + between(random, -2, 2),
                     (a.y + b.y) / 2 + between(random, -2, 2)};
    const Triangle t = triangle(a, b, c);
    if (area(t) != 0) target.check(t);
  }
}

TEST_CASE("triangles of no area cover nothing") {
  Random random(seed() + 2);
  Target target(40);
  for (int n = 0; n < 500; ++n) {
    Triangle t;
    const int32_t x = coordinate(random, 40), y = coordinate(random, 40);
    const int32_t dx = between(random, -8, 8) * 128, dy = between(random, -8, 8) * 128;
    for (Point& v : t.v) {
      const int32_t k = between(random, -4, 4);
      v = {x + k * dx, y + k * dy};
    }
    REQUIRE(area(t) == 0);
    target.check(t);
    REQUIRE(target.quads.size() == 1);  // only the sign that its words are free
    CHECK(target.quads[0].cov == 0);
  }
}

TEST_CASE("huge triangles are exact up to the ends of 16.8") {
  Random random(seed() + 3);
  Target target(40);
  const int32_t low = -0x800000, high = 0x7fffff;
  target.check(triangle({low, low}, {high, low}, {low, high}));
  target.check(triangle({high, high}, {high, low}, {low, high}));
  for (int n = 0; n < 300; ++n) {
    std::array<Point, 3> v;
    for (Point& p : v) p = {between(random, low, high), between(random, low, high)};
    // One edge passes through the target.
    if (n % 2) {
      const int32_t x = coordinate(random, 40), y = coordinate(random, 40);
      v[1] = {std::max(low + 1, std::min(high, 2 * x - v[0].x)),
              std::max(low + 1, std::min(high, 2 * y - v[0].y))};
    }
    const Triangle t = triangle(v[0], v[1], v[2]);
    if (area(t) != 0) target.check(t);
  }
}

TEST_CASE("triangles of a mesh cover each pixel exactly once") {
  Random random(seed() + 4);
  for (int round = 0; round < 20; ++round) {
    Target target(64);
    // Vertices of a grid from outside the target, moved at random but so that
    // no triangle turns over; some lie on pixel centres.
    constexpr int kGrid = 9;
    Point p[kGrid][kGrid];
    for (int j = 0; j < kGrid; ++j) {
      for (int i = 0; i < kGrid; ++i) {
        p[j][i] = {(i - 1) * 2560 + between(random, -800, 800),
                   (j - 1) * 2560 + between(random, -800, 800)};
        if (random() % 3 == 0) p[j][i] = {(p[j][i].x & ~255) | 128, (p[j][i].y & ~255) | 128};
      }
    }
    for (int j = 0; j + 1 < kGrid; ++j) {
      for (int i = 0; i + 1 < kGrid; ++i) {
        const bool other = random() % 2;
        const Point &a = p[j][i], &b = p[j][i + 1], &c = p[j + 1][i], &d = p[j + 1][i + 1];
        for (const Triangle& t : {other ? triangle(a, b, c) : triangle(a, b, d),
                                  other ? triangle(b, d, c) : triangle(a, d, c)}) {
          if (area(t) > 0) target.draw(t);
        }
      }
    }
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const auto it = target.count.find({x, y});
        const int n = it == target.count.end() ? 0 : it->second;
        INFO("round " << round << " pixel " << x << "," << y);
        REQUIRE(n == 1);
      }
    }
  }
}

TEST_CASE("a fan around a pixel centre covers it once") {
  Random random(seed() + 5);
  for (int n = 0; n < 200; ++n) {
    Target target(16);
    const Point hub = {8 * 256 + 128, 8 * 256 + 128};
    std::vector<double> angles;
    for (int i = 0; i < 7; ++i) angles.push_back((i + (random() % 900) / 1000.0) * 2 * M_PI / 7);
    std::vector<Point> rim;
    for (double a : angles) {
      rim.push_back({hub.x + static_cast<int32_t>(std::lround(900 * std::cos(a))),
                     hub.y + static_cast<int32_t>(std::lround(900 * std::sin(a)))});
    }
    for (int i = 0; i < 7; ++i) target.draw(triangle(hub, rim[i], rim[(i + 1) % 7]));
    CHECK(target.count[{8, 8}] == 1);
  }
}

TEST_CASE("only pixels of the rectangle are drawn, in the order of the blocks") {
  Target target(64, 5u | 9u << 16, 50u | 43u << 16);
  target.draw(triangle({-256, -256}, {200 * 256, -256}, {-256, 200 * 256}));
  CHECK(target.count.size() == (50 - 5) * (43 - 9));
  const auto key = [](const Quad& q) {
    return std::array<int, 4>{q.y / 8, q.x / 8, q.y % 8, q.x % 8};
  };
  for (size_t i = 0; i < target.quads.size(); ++i) {
    const Quad& q = target.quads[i];
    CHECK((q.x % 2 == 0 && q.y % 2 == 0 && q.cov != 0));
    if (i) CHECK(key(target.quads[i - 1]) < key(q));
  }
  for (const auto& [pixel, n] : target.count) {
    CHECK((pixel.first >= 5 && pixel.first < 50 && pixel.second >= 9 && pixel.second < 43));
  }
}

TEST_CASE("edge functions are exact and depth is what they say") {
  Random random(seed() + 6);
  Target target(40);
  for (int n = 0; n < 200; ++n) {
    Triangle t = triangle({coordinate(random, 40), coordinate(random, 40)},
                          {coordinate(random, 40), coordinate(random, 40)},
                          {coordinate(random, 40), coordinate(random, 40)});
    if (area(t) == 0) continue;
    const double a = static_cast<double>(area(t));
    const double z[3] = {random() % 1000 / 1000.0, random() % 1000 / 1000.0,
                         random() % 1000 / 1000.0};
    t.z0 = fp::toBits(static_cast<float>(z[0]));
    t.dz1 = fp::toBits(static_cast<float>((z[1] - z[0]) / a));
    t.dz2 = fp::toBits(static_cast<float>((z[2] - z[0]) / a));
    target.draw(t);
    for (const Quad& q : target.quads) {
      for (int i = 0; q.cov && i < 4; ++i) {
        const Point p = {(q.x + (i & 1)) * 256 + 128, (q.y + (i >> 1)) * 256 + 128};
        Triangle one = t, two = t;
        one.v[1] = p;  // E1 is the area with vertex 1 replaced by the pixel
        two.v[2] = p;
        CHECK(q.e1[i] == fp::toBits(static_cast<float>(area(one))));
        CHECK(q.e2[i] == fp::toBits(static_cast<float>(area(two))));
        if (!(q.cov >> i & 1)) continue;
        const double exact = z[0] + (z[1] - z[0]) * area(one) / a + (z[2] - z[0]) * area(two) / a;
        CHECK(std::fabs(fp::toFloat(q.z[i]) - exact) < 4e-7);
      }
    }
  }
}
