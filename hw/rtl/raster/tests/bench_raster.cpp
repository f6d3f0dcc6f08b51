// SPDX-License-Identifier: Apache-2.0
//
// e11_raster against its model: every quad bit for bit, with random stalls.
#include <algorithm>
#include <vector>

#include "V_raster.h"
#include "e11/model/raster.h"
#include "ports.h"

namespace {

using namespace e11;
using model::Point;
using model::Quad;
using model::Triangle;

int64_t area(const Triangle& t) {
  return (int64_t{t.v[1].x} - t.v[0].x) * (int64_t{t.v[2].y} - t.v[0].y) -
         (int64_t{t.v[2].x} - t.v[0].x) * (int64_t{t.v[1].y} - t.v[0].y);
}

/// Runs triangles through model and RTL alike.
class Pair {
 public:
  Pair() : model_([this](const Quad& q) { expected_.push_back(q); }) {
    rtl_->state_wr_valid_i = 0;
    rtl_->tri_valid_i = 0;
    rtl_->quad_ready_i = 0;
    rtl_.reset();
  }

  void state(unsigned slot, unsigned word, uint32_t data) {
    model_.writeState(slot, word, data);
    rtl_->state_wr_valid_i = 1;
    bench::putState(rtl_->state_wr_i, slot, word, data);
    rtl_.settle();
    rtl_.tick();
    rtl_->state_wr_valid_i = 0;
  }

  /// Sends the triangles and compares all quads; the cycles taken. stall: one
  /// in so many cycles lets a transfer happen (1: no stalls).
  uint64_t run(const std::vector<Triangle>& triangles, bench::Random& random, unsigned stall) {
    expected_.clear();
    for (const Triangle& t : triangles) model_.triangle(t);
    const uint64_t start = rtl_.cycle();
    size_t sent = 0, got = 0;
    uint64_t idle = 0;
    bool offered = false;
    while (got < expected_.size() || sent < triangles.size()) {
      if (!offered && sent < triangles.size() && bench::oneIn(random, stall)) {
        bench::putTriangle(rtl_->tri_i, triangles[sent]);
        offered = true;
      }
      rtl_->tri_valid_i = offered;
      rtl_->quad_ready_i = bench::oneIn(random, stall);
      rtl_.settle();
      quads_ += rtl_->cnt_quads_o;
      pixels_ += rtl_->cnt_pixels_covered_o;
      if (rtl_->quad_valid_o && rtl_->quad_ready_i) {
        REQUIRE(got < expected_.size());
        const Quad q = bench::getQuad(rtl_->quad_o);
        INFO("quad " << got << ": " << q.x << "," << q.y << " cov " << int(q.cov) << " expected "
                     << expected_[got].x << "," << expected_[got].y << " cov "
                     << int(expected_[got].cov));
        REQUIRE(bench::same(q, expected_[got]));
        ++got;
        idle = 0;
      }
      if (offered && rtl_->tri_ready_o) {
        offered = false;
        ++sent;
      }
      rtl_.tick();
      REQUIRE(++idle < 200000);
    }
    rtl_->tri_valid_i = 0;
    rtl_->quad_ready_i = 1;
    for (int i = 0; i < 40; ++i) {
      rtl_.settle();
      REQUIRE(!rtl_->quad_valid_o);
      rtl_.tick();
    }
    CHECK(!rtl_->busy_o);
    CHECK(quads_ == model_.quads());
    CHECK(pixels_ == model_.pixelsCovered());
    return rtl_.cycle() - start;
  }

 private:
  bench::Clocked<V_raster> rtl_;
  model::Raster model_;
  std::vector<Quad> expected_;
  uint64_t quads_ = 0, pixels_ = 0;
};

uint32_t randomFloat(bench::Random& random) {
  switch (random() % 8) {
    case 0:
      return static_cast<uint32_t>(random());  // anything: NaN, infinity, denormal
    case 1:
      return 0;
    default:
      return static_cast<uint32_t>((random() % 0x20000000) + 0x20000000);
  }
}

int32_t clamp24(int64_t v) {
  return static_cast<int32_t>(v < -0x800000 ? -0x800000 : v > 0x7fffff ? 0x7fffff : v);
}

/// Vertices around a point within the target, `size` in 1/256 pixel.
Triangle randomTriangle(bench::Random& random, int64_t size, int64_t target) {
  Triangle t;
  do {
    const int64_t cx = static_cast<int64_t>(random() % (target * 256));
    const int64_t cy = static_cast<int64_t>(random() % (target * 256));
    for (Point& v : t.v) {
      v.x = clamp24(cx + static_cast<int64_t>(random() % (2 * size + 1)) - size);
      v.y = clamp24(cy + static_cast<int64_t>(random() % (2 * size + 1)) - size);
      if (random() % 4 == 0) v.x = (v.x & ~0xff) | 0x80;  // edges through pixel centres
      if (random() % 4 == 0) v.y = (v.y & ~0xff) | 0x80;
    }
    if (random() % 8 == 0) t.v[1].y = t.v[0].y;
    if (random() % 8 == 0) t.v[2].x = t.v[1].x;
    if (area(t) < 0) std::swap(t.v[1], t.v[2]);
  } while (area(t) <= 0);
  t.slot = random() & 1;
  t.front = random() & 1;
  t.z0 = randomFloat(random);
  t.dz1 = randomFloat(random);
  t.dz2 = randomFloat(random);
  t.coef = random() % 1024;
  return t;
}

void setUp(Pair& pair) {
  pair.state(0, E11_STATE_BLOCK_RECT_MIN, 3u | 5u << 16);
  pair.state(0, E11_STATE_BLOCK_RECT_MAX, 94u | 91u << 16);
  pair.state(0, E11_STATE_BLOCK_DEPTH_INFO, 1);
  pair.state(1, E11_STATE_BLOCK_RECT_MIN, 0);
  pair.state(1, E11_STATE_BLOCK_RECT_MAX, 96u | 96u << 16);
  pair.state(1, E11_STATE_BLOCK_DEPTH_INFO, 0);
}

}  // namespace

TEST_CASE("quads of random triangles equal the model's") {
  bench::Random random(bench::seed());
  Pair pair;
  setUp(pair);
  for (unsigned stall : {1u, 2u, 5u}) {
    std::vector<Triangle> triangles;
    for (int64_t size : {64, 256, 1000, 4000, 20000, 8000000}) {
      for (int i = 0; i < (size > 3000 ? 12 : 80); ++i) {
        triangles.push_back(randomTriangle(random, size, 96));
        if (random() % 16 == 0) {
          Triangle end;
          end.endOfDraw = true;
          end.slot = random() & 1;
          triangles.push_back(end);
        }
      }
    }
    std::shuffle(triangles.begin(), triangles.end(), random);
    pair.run(triangles, random, stall);
  }
}

/// A line or a point, at places that random triangles have.
Triangle randomLine(bench::Random& random, int64_t size, bool point) {
  Triangle t = randomTriangle(random, size, 96);
  if (random() % 6 == 0) {  // along the sides of diamonds
    const int32_t d = static_cast<int32_t>(random() % 4000) - 2000;
    t.v[1] = {clamp24(t.v[0].x + d), clamp24(t.v[0].y + (random() % 2 ? d : -d))};
  }
  for (Point& v : t.v) {  // corners and borders of diamonds
    if (random() % 6 == 0) v = {v.x & ~0x7f, v.y & ~0x7f};
  }
  t.kind = point ? model::TriangleKind::kPoint : model::TriangleKind::kLine;
  t.v[2] = t.v[0];
  if (point) t.v[1] = t.v[0];
  return t;
}

TEST_CASE("quads of random lines and points, between triangles, equal the model's") {
  bench::Random random(bench::seed() + 3);
  Pair pair;
  setUp(pair);
  for (unsigned stall : {1u, 3u}) {
    std::vector<Triangle> triangles;
    for (int64_t size : {64, 256, 1000, 4000, 20000, 8000000}) {
      for (int i = 0; i < 120; ++i) {
        triangles.push_back(i % 5 == 4 ? randomTriangle(random, std::min<int64_t>(size, 2000), 96)
                                       : randomLine(random, size, i % 5 == 3));
      }
    }
    std::shuffle(triangles.begin(), triangles.end(), random);
    pair.run(triangles, random, stall);
  }
  std::vector<Triangle> extreme;
  for (const int32_t x : {-0x800000, 0x7fffff}) {
    for (const int32_t y : {-0x800000, 0x7fffff}) {
      Triangle t = randomLine(random, 100, false);
      t.v = {{{x, y}, {-1 - x, -1 - y}, {x, y}}};
      extreme.push_back(t);
    }
  }
  pair.run(extreme, random, 1);
}

TEST_CASE("slivers and extreme coordinates equal the model's") {
  bench::Random random(bench::seed() + 1);
  Pair pair;
  setUp(pair);
  std::vector<Triangle> triangles;
  for (int i = 0; i < 60; ++i) {
    Triangle t = randomTriangle(random, 10000, 96);
    // Third vertex next to the middle of the first two.
    do {
      t.v[2].x = (t.v[0].x + t.v[1].x) / 2 + static_cast<int32_t>(random() % 5) - 2;
      t.v[2].y = (t.v[0].y + t.v[1].y) / 2 + static_cast<int32_t>(random() % 5) - 2;
      if (area(t) < 0) std::swap(t.v[0], t.v[1]);
    } while (area(t) == 0);
    triangles.push_back(t);
  }
  const int32_t low = -0x800000, high = 0x7fffff;
  for (const auto& v : {std::array<Point, 3>{{{low, low}, {high, low}, {low, high}}},
                        std::array<Point, 3>{{{high, high}, {low, high}, {high, low}}},
                        std::array<Point, 3>{{{low, low}, {high, 0}, {0, high}}}}) {
    Triangle t = randomTriangle(random, 100, 96);
    t.v = v;
    REQUIRE(area(t) > 0);
    triangles.push_back(t);
  }
  pair.run(triangles, random, 1);
}

TEST_CASE("covered quads leave every four cycles, every eight with depth") {
  bench::Random random(bench::seed() + 2);
  Pair pair;
  setUp(pair);
  Triangle t;
  t.slot = 1;
  t.v = {{{-100 * 256, -10 * 256}, {300 * 256, -10 * 256}, {-100 * 256, 400 * 256}}};
  const uint64_t cycles = pair.run({t}, random, 1);
  const uint64_t quads = 48 * 48;
  INFO(cycles << " cycles for " << quads << " quads");
  CHECK(cycles < quads * 4 + 150);
  pair.state(1, E11_STATE_BLOCK_DEPTH_INFO, 1);
  CHECK(pair.run({t}, random, 1) < quads * 8 + 150);
}
