// SPDX-License-Identifier: Apache-2.0
//
// Output merger rules (spec 3.2.3.6, 17.9 to 17.11, 17.15): conversions against
// exact integers, depth tests and writes against tables.
#if __has_include(<catch2/catch.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "e11/formats.h"
#include "e11/fp.h"
#include "e11/model/output.h"

namespace {

using namespace e11;
using namespace e11::model;

uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 17;
    std::printf("seed: E11_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

/// floor(c (2^bits - 1) + 1/2) for 0 <= c <= 1: long double has room for the
/// 24 + bits bits of the product and the half.
uint32_t exact(float c, unsigned bits) {
  static_assert(std::numeric_limits<long double>::digits >= 64);
  const long double scaled = static_cast<long double>(c) * ((1u << bits) - 1);
  return static_cast<uint32_t>(std::floor(scaled + 0.5L));
}

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr uint32_t kDepthBase = 0x1000, kColorBase = 0x4000, kPitch = 256;

struct Bench {
  Bench() : memory(0x10000), output(memory) {
    output.onSlotDone([this](unsigned slot) { done.push_back(slot); });
  }
  void state(unsigned word, uint32_t data, unsigned slot = 0) {
    output.writeState(slot, word, data);
  }
  void depth(uint32_t format, uint32_t func, bool write, bool test = true) {
    state(E11_STATE_BLOCK_DEPTH_INFO, uint32_t(test) << E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB |
                                          uint32_t(write) << E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB |
                                          func << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                                          format << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB);
    state(E11_STATE_BLOCK_DEPTH_BASE, kDepthBase);
    state(E11_STATE_BLOCK_DEPTH_PITCH, kPitch);
    state(E11_STATE_BLOCK_VP_MIN_Z, 0);
    state(E11_STATE_BLOCK_VP_MAX_Z, fp::kOne);
  }
  void color(uint32_t format, uint32_t mask) {
    state(E11_STATE_BLOCK_RT_COUNT, 1);
    state(E11_STATE_BLOCK_RT0_INFO, format << E11_STATE_BLOCK_RT0_INFO_FORMAT_LSB |
                                        mask << E11_STATE_BLOCK_RT0_INFO_MASK_LSB);
    state(E11_STATE_BLOCK_RT0_BASE, kColorBase);
    state(E11_STATE_BLOCK_RT0_PITCH, kPitch);
  }
  void shader(bool late, bool writesDepth) {
    state(E11_STATE_BLOCK_PS_INFO, 1u << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB |
                                       uint32_t(late) << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB |
                                       uint32_t(writesDepth)
                                           << E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB);
  }
  static uint32_t pixel(uint32_t base, unsigned x, unsigned y) { return base + y * kPitch + x * 4; }
  uint32_t word(uint32_t address) {
    uint32_t value;
    memory.readPhysical(address, &value, 4);
    return value;
  }
  void setWord(uint32_t address, uint32_t value) { memory.writePhysical(address, &value, 4); }

  /// A wave of one quad at (x, y) with interpolated depth z and coverage cov.
  void wave(unsigned x, unsigned y, float z, uint8_t cov, const std::array<float, 4>& rgba,
            const float* depthExport = nullptr, uint8_t mask = 15) {
    for (int q = 0; q < 4; ++q) {
      QuadInfo info;
      info.valid = q == 0;
      info.x = static_cast<uint16_t>(x);
      info.y = static_cast<uint16_t>(y);
      info.z.fill(fp::toBits(z));
      output.quadInfo(info);
    }
    for (int pass = depthExport ? 0 : 1; pass < 2; ++pass) {
      for (int q = 0; q < 4; ++q) {
        ExportBeat b;
        b.quad = static_cast<uint8_t>(q);
        b.cov = q == 0 ? cov : 0;
        b.done = pass == 1;
        b.target = pass ? E11_EXPORT_TARGETS_COLOR0 : E11_EXPORT_TARGETS_DEPTH;
        b.mask = pass ? mask : 1;
        for (auto& lane : b.data) {
          for (int c = 0; c < 4; ++c) lane[c] = fp::toBits(pass ? rgba[c] : *depthExport);
        }
        output.exportBeat(b);
      }
    }
  }

  Memory memory;
  Output output;
  std::vector<unsigned> done;
};

}  // namespace

TEST_CASE("3.2.3.6 float to UNORM: exact, every step, the odd values") {
  std::mt19937_64 random(seed());
  const auto both = [](float c) {
    CHECK(floatToUnorm8(fp::toBits(c)) == exact(c, 8));
    CHECK(floatToUnorm24(fp::toBits(c)) == exact(c, 24));
  };
  // Around each step of 8 bits, and around many of 24 bits.
  for (unsigned k = 0; k < 255; ++k) {
    float c = static_cast<float>((k + 0.5) / 255.0);
    for (int i = 0; i < 4; ++i) c = std::nextafter(c, 0.0f);
    for (int i = 0; i < 8; ++i, c = std::nextafter(c, 1.0f)) both(c);
    CHECK(floatToUnorm8(fp::toBits(static_cast<float>(k / 255.0))) == k);
  }
  for (int n = 0; n < 200000; ++n) {
    const double k = static_cast<double>(random() % 0x1000000) + 0.5;
    both(static_cast<float>(std::ldexp(k / 0xffffff, -static_cast<int>(random() % 30))));
  }
  for (uint32_t k : {0u, 1u, 2u, 0x7fffffu, 0x800000u, 0xfffffeu, 0xffffffu}) {
    CHECK(floatToUnorm24(fp::toBits(static_cast<float>(k / 16777215.0L))) == k);
  }
  for (const auto& [value, result8, result24] :
       {std::tuple<float, uint32_t, uint32_t>{1.0f, 255, 0xffffff},
        {1.5f, 255, 0xffffff},
        {kInf, 255, 0xffffff},
        {0.0f, 0, 0},
        {-0.0f, 0, 0},
        {-1.0f, 0, 0},
        {-kInf, 0, 0},
        {std::nanf(""), 0, 0},
        {1e-40f, 0, 0},
        {0.5f, 128, 0x800000}}) {
    CHECK(floatToUnorm8(fp::toBits(value)) == result8);
    CHECK(floatToUnorm24(fp::toBits(value)) == result24);
  }
}

TEST_CASE("17.11 the eight depth functions, new against stored") {
  // Columns: new below, equal to, above the stored depth.
  const bool passes[8][3] = {{false, false, false}, {true, false, false}, {false, true, false},
                             {true, true, false},   {false, false, true}, {true, false, true},
                             {false, true, true},   {true, true, true}};
  const float news[3] = {0.25f, 0.5f, 0.75f};
  for (uint32_t format : {formats::number::kD32Float, formats::number::kD24UnormS8Uint}) {
    const bool isFloat = format == formats::number::kD32Float;
    for (uint32_t func = 0; func < 8; ++func) {
      for (int i = 0; i < 3; ++i) {
        for (bool write : {false, true}) {
          Bench b;
          b.depth(format, func, write);
          const uint32_t stored = isFloat ? fp::toBits(0.5f) : 0xab800000u;
          const uint32_t fresh = isFloat ? fp::toBits(news[i]) : 0xab000000u | exact(news[i], 24);
          const uint32_t address = Bench::pixel(kDepthBase, 7, 5);  // lower right of quad 6, 4
          b.setWord(address, stored);
          std::array<uint32_t, 4> z;
          z.fill(fp::toBits(news[i]));
          const uint8_t left = b.output.earlyDepth(0, 6, 4, 8, z);
          INFO("format " << format << " func " << func << " case " << i << " write " << write);
          CHECK(left == (passes[func][i] ? 8 : 0));
          CHECK(b.word(address) == (passes[func][i] && write ? fresh : stored));
        }
      }
    }
  }
}

TEST_CASE("17.10 depth is clamped to the viewport's range before the test") {
  Bench b;
  b.depth(formats::number::kD32Float, E11_COMPARE_ALWAYS, true);
  b.state(E11_STATE_BLOCK_VP_MIN_Z, fp::toBits(0.25f));
  b.state(E11_STATE_BLOCK_VP_MAX_Z, fp::toBits(0.75f));
  const float in[4] = {-3.0f, 2.0f, std::nanf(""), 0.5f};
  const float out[4] = {0.25f, 0.75f, 0.25f, 0.5f};
  std::array<uint32_t, 4> z;
  for (int i = 0; i < 4; ++i) z[i] = fp::toBits(in[i]);
  CHECK(b.output.earlyDepth(0, 0, 0, 15, z) == 15);
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(b.word(Bench::pixel(kDepthBase, i & 1, i >> 1)) == fp::toBits(out[i]));
  }
}

TEST_CASE("a stored NaN passes only not_equal and always") {
  for (uint32_t func = 0; func < 8; ++func) {
    Bench b;
    b.depth(formats::number::kD32Float, func, false);
    b.setWord(Bench::pixel(kDepthBase, 0, 0), 0x7fc00001u);
    std::array<uint32_t, 4> z{};
    const bool pass = b.output.earlyDepth(0, 0, 0, 1, z) != 0;
    CHECK(pass == (func == E11_COMPARE_NOT_EQUAL || func == E11_COMPARE_ALWAYS));
  }
}

TEST_CASE("17.15 formats and write masks") {
  const std::array<float, 4> rgba = {0.2f, 0.4f, 0.6f, 0.8f};  // 51 102 153 204
  const uint32_t channel[4] = {51, 102, 153, 204};
  for (uint32_t format : {formats::number::kR8g8b8a8Unorm, formats::number::kB8g8r8a8Unorm}) {
    const int byteOf[4] = {format == formats::number::kB8g8r8a8Unorm ? 2 : 0, 1,
                           format == formats::number::kB8g8r8a8Unorm ? 0 : 2, 3};
    for (uint32_t mask = 0; mask < 16; ++mask) {
      Bench b;
      b.depth(formats::number::kD32Float, E11_COMPARE_NEVER, true, false);
      b.color(format, mask);
      b.shader(false, false);
      const uint32_t address = Bench::pixel(kColorBase, 3, 2);
      b.setWord(address, 0x11223344);
      b.wave(2, 2, 0, 2, rgba);  // only the upper right pixel
      uint32_t expected = 0x11223344;
      for (int c = 0; c < 4; ++c) {
        if (!(mask >> c & 1)) continue;
        expected = (expected & ~(0xffu << (8 * byteOf[c]))) | channel[c] << (8 * byteOf[c]);
      }
      CHECK(b.word(address) == expected);
      CHECK(b.word(Bench::pixel(kColorBase, 2, 2)) == 0);
      CHECK(b.output.pixelsWritten() == 1);
    }
  }
}

TEST_CASE("late depth: the exported depth decides, discarded pixels write nothing") {
  for (bool pass : {false, true}) {
    Bench b;
    b.depth(formats::number::kD32Float, E11_COMPARE_LESS, true);
    b.color(formats::number::kR8g8b8a8Unorm, 15);
    b.shader(false, true);
    for (unsigned i = 0; i < 4; ++i)
      b.setWord(Bench::pixel(kDepthBase, i & 1, i >> 1), fp::toBits(0.5f));
    const float exported = pass ? 0.25f : 0.75f;
    b.wave(0, 0, pass ? 0.9f : 0.1f, 0b1011, {1, 1, 1, 1}, &exported);
    for (unsigned i = 0; i < 4; ++i) {
      const bool written = pass && i != 2;
      CHECK(b.word(Bench::pixel(kDepthBase, i & 1, i >> 1)) == fp::toBits(written ? 0.25f : 0.5f));
      CHECK(b.word(Bench::pixel(kColorBase, i & 1, i >> 1)) == (written ? 0xffffffffu : 0u));
    }
  }
  // With late_depth alone it is the quad's own depth.
  Bench b;
  b.depth(formats::number::kD32Float, E11_COMPARE_LESS, true);
  b.color(formats::number::kR8g8b8a8Unorm, 15);
  b.shader(true, false);
  b.setWord(Bench::pixel(kDepthBase, 0, 0), fp::toBits(0.5f));
  b.wave(0, 0, 0.25f, 1, {1, 0, 0, 1});
  CHECK(b.word(Bench::pixel(kDepthBase, 0, 0)) == fp::toBits(0.25f));
  CHECK(b.word(Bench::pixel(kColorBase, 0, 0)) == 0xff0000ffu);
}

TEST_CASE("without early test nothing is tested twice, and markers wait for their waves") {
  Bench b;
  b.depth(formats::number::kD32Float, E11_COMPARE_NEVER, true);
  b.color(formats::number::kR8g8b8a8Unorm, 15);
  b.shader(false, false);  // early: the wave's quads have passed already
  QuadInfo marker;
  marker.endOfDraw = true;
  marker.slot = 1;
  b.wave(0, 0, 0.5f, 15, {0, 1, 0, 1});
  CHECK(b.word(Bench::pixel(kColorBase, 1, 1)) == 0xff00ff00u);
  for (int q = 0; q < 4; ++q) b.output.quadInfo(QuadInfo());
  b.output.quadInfo(marker);
  CHECK(b.done.empty());
  for (uint8_t q = 0; q < 4; ++q) {
    ExportBeat beat;
    beat.quad = q;
    beat.done = true;
    b.output.exportBeat(beat);
  }
  CHECK(b.done == std::vector<unsigned>{1});
  CHECK(b.output.idle());
}
