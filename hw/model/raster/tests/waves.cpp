// SPDX-License-Identifier: Apache-2.0
//
// The pixel packer: which waves start, and what is in them (docs/hw/raster.md).
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <vector>

#include "e11/model/raster.h"

namespace {

using namespace e11;
using namespace e11::model;

constexpr uint32_t kEnable = 1u << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB;
constexpr uint32_t kLate = 1u << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB;

/// Depth test that passes the upper row of each quad.
struct UpperRow : EarlyDepth {
  uint8_t earlyDepth(unsigned, unsigned, unsigned, uint8_t cov,
                     const std::array<uint32_t, 4>&) override {
    ++asked;
    return cov & 3;
  }
  int asked = 0;
};

struct Bench {
  Bench()
      : pixel(
            depth, [this](const QuadInfo& i) { infos.push_back(i); },
            [this](const PixelWave& w) { waves.push_back(w); }) {}
  void state(uint32_t psInfo, uint32_t depthInfo) {
    pixel.writeState(0, E11_STATE_BLOCK_PS_INFO, psInfo);
    pixel.writeState(0, E11_STATE_BLOCK_DEPTH_INFO, depthInfo);
    pixel.writeState(0, E11_STATE_BLOCK_PS_CODE, 0x1000);
    pixel.writeState(0, E11_STATE_BLOCK_PS_TABLE, 0x2000);
  }
  void quad(uint8_t cov, uint16_t coef = 0) {
    Quad q;
    q.cov = cov;
    q.coef = coef;
    q.x = 10;
    q.y = 20;
    q.e1 = {1, 2, 3, 4};
    q.e2 = {5, 6, 7, 8};
    pixel.quad(q);
  }
  void end() {
    Quad q;
    q.endOfDraw = true;
    pixel.quad(q);
  }
  UpperRow depth;
  std::vector<QuadInfo> infos;
  std::vector<PixelWave> waves;
  Pixel pixel;
};

}  // namespace

TEST_CASE("four quads a wave, and what is left at the end of the draw") {
  Bench b;
  b.state(kEnable | 1, 0);
  for (int i = 0; i < 5; ++i)
    b.quad(static_cast<uint8_t>(1 << i % 4), static_cast<uint16_t>(4 * i));
  CHECK(b.waves.size() == 1);
  b.end();
  REQUIRE(b.waves.size() == 2);
  CHECK(b.waves[0].exec == 0xffff);
  CHECK(b.waves[0].cov == 0x8421);
  CHECK(b.waves[0].coef == std::array<uint16_t, 4>{0, 4, 8, 12});
  CHECK(b.waves[0].tag == 0);
  CHECK(b.waves[0].size == 1);
  CHECK(b.waves[0].code == 0x1000);
  CHECK(b.waves[0].s0 == 0x2000);
  CHECK(b.waves[0].rows[0][5] == 2);
  CHECK(b.waves[0].rows[1][6] == 7);
  CHECK(b.waves[0].rows[2][7] == (11u | 21u << 16));
  CHECK(b.waves[1].exec == 0x000f);
  CHECK(b.waves[1].cov == 0x0001);
  CHECK(b.waves[1].tag == 1);
  REQUIRE(b.infos.size() == 9);
  CHECK((b.infos[4].valid && !b.infos[5].valid));
  CHECK(b.infos[8].endOfDraw);
}

TEST_CASE("early depth removes lanes; a quad without lanes goes no further") {
  Bench b;
  b.state(kEnable, 1);
  b.quad(15);
  b.quad(12);
  b.end();
  CHECK(b.depth.asked == 2);
  REQUIRE(b.waves.size() == 1);
  CHECK(b.waves[0].exec == 0x000f);
  CHECK(b.waves[0].cov == 0x0003);
}

TEST_CASE("late depth is not asked early; without a shader there are no waves") {
  Bench b;
  b.state(kEnable | kLate, 1);
  b.quad(15);
  b.end();
  CHECK(b.depth.asked == 0);
  CHECK(b.waves.size() == 1);
  b.state(kLate, 1);
  b.quad(15);
  b.end();
  CHECK(b.depth.asked == 1);
  CHECK(b.waves.size() == 1);
}

TEST_CASE("a waiting wave starts when half of the coefficient memory lies behind it") {
  Bench b;
  b.state(kEnable, 0);
  b.quad(1, 900);
  b.quad(0, (900 + 511) % 1024);
  CHECK(b.waves.empty());
  b.quad(0, (900 + 512) % 1024);
  REQUIRE(b.waves.size() == 1);
  CHECK(b.waves[0].coef[0] == 900);
}
