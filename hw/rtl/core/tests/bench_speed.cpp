// SPDX-License-Identifier: Apache-2.0
//
// How well the core is used: kernels by hand in the shape of compiled ones, several groups at once,
// memory as slow as in the simulated device. What a run prints: instructions, cycles, the share of
// issue slots used, and where the others went.
#include <stdexcept>

#include "../../../model/core/tests/assembler.h"
#include "lockstep.h"

namespace {

using namespace e11;
using namespace e11::bench;
using isa::Op;

constexpr uint32_t kCode = 0x1000, kTable = 0x8000, kData = 0x20000, kResult = 0x100000;
constexpr uint32_t kIn = 8, kOut = 12;  // descriptors, s8 and s12

uint32_t bitsOf(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}

struct Code : std::vector<uint64_t> {
  void operator()(uint64_t word) { push_back(word); }
  /// A branch from `at` to the end so far.
  void land(size_t at) { (*this)[at] |= field(size() - at - 1, isa::kCTarget); }
  /// A branch instruction back to `to`.
  void back(uint64_t word, size_t to) {
    const auto distance = static_cast<int64_t>(to) - static_cast<int64_t>(size()) - 1;
    push_back(word | field(static_cast<uint64_t>(distance), isa::kCTarget));
  }
};

class Speed {
 public:
  Speed() : random_(seed()), lockstep(random_, options()) {
    std::vector<uint32_t> data(0x8000);
    for (uint32_t& x : data) x = bitsOf(static_cast<float>(random_() % 256) / 64 - 2);
    lockstep.poke(kData, data.data(), data.size() * 4);
    const uint32_t table[8] = {kData, 0, 0x20000, 0, kResult, 0, 0x80000, 0};
    lockstep.poke(kTable, table, sizeof table);
  }

  /// Runs groups of so many waves; returns the share of issue slots used.
  double run(const char* name, const Code& kernel, unsigned groups, unsigned waves, uint16_t lds) {
    lockstep.poke(kCode, kernel.data(), kernel.size() * 8);
    for (unsigned g = 0; g < groups; ++g) {
      std::vector<model::Launch> group(waves);
      for (unsigned w = 0; w < waves; ++w) {
        model::Launch& l = group[w];
        l.code = kCode;
        l.s0 = kTable;
        l.s1 = g;
        l.s2 = 16 * w << 16;
        l.exec = l.cov = 0xffff;
        l.rows = 1;
        l.ldsSize = lds;
        for (int i = 0; i < model::kLanes; ++i)
          l.row[0][i] = static_cast<uint32_t>(i % 16) | w << 10;
      }
      lockstep.launchGroup(group);
    }
    try {
      lockstep.run(4000000);
    } catch (const std::runtime_error& e) {
      FAIL(e.what());
    }
    using L = Lockstep;
    const auto n = [this](L::Event e) { return static_cast<double>(lockstep.event(e)); };
    const double slots = static_cast<double>(lockstep.cycles()) / 4;
    const double used = n(L::kIssued) / slots;
    std::printf(
        "  %-12s %8.0f instructions %8.0f slots: used %.3f, no wave %.3f, memory %.3f, barrier "
        "%.3f, other %.3f; LDS conflicts %.0f\n",
        name, n(L::kIssued), slots, used, n(L::kNoWave) / slots, n(L::kWaitMemory) / slots,
        n(L::kWaitBarrier) / slots, n(L::kWaitOther) / slots, n(L::kLdsConflict));
    return used;
  }

 private:
  static Lockstep::Options options() {
    Lockstep::Options o;
    o.latency = 26;
    o.jitter = 4;
    o.stall = false;
    return o;
  }
  Random random_;

 public:
  Lockstep lockstep;
};

/// Descriptors, v1 = thread number in the group, s4 = number of the wave's first thread.
Code prologue() {
  Code c;
  c(formM(Op::kSldptr, kIn, k(0), 0, 0, 3, 0));
  c(formR(Op::kUshr, s(4), s(2), k(16)));
  c(formR(Op::kIadd, v(1), s(4), isa::kSrcLane));
  return c;
}

/// v2 to the thread's place in the result.
void epilogue(Code& c, unsigned threads) {
  c(formL(Op::kImul, s(5), s(1), threads * 4));
  c(formR(Op::kShl, v(3), v(1), k(2)));
  c(formM(Op::kStraw, 2, v(3), kOut, s(5), 0, 0));
  c(formC(Op::kEnd));
}

/// z = z^2 + c for each lane until |z| > 2 or 64 rounds; c from the numbers of thread and group.
Code mandelbrot() {
  Code c = prologue();
  c(formR(Op::kUtof, v(4), v(1)));
  c(formL(Op::kFmul, v(4), v(4), bitsOf(1 / 64.f)));
  c(formL(Op::kFadd, v(4), v(4), bitsOf(-1.5f)));
  c(formR(Op::kUtof, s(6), s(1)));
  c(formL(Op::kFmul, v(5), s(6), bitsOf(1 / 32.f)));
  for (const uint32_t r : {6u, 7u, 2u}) c(formR(Op::kMov, v(r), k(0)));  // x, y, count
  c(formR(Op::kMov, s(20), isa::kSrcExec));
  c(formR(Op::kMov, s(21), k(0)));
  c(formL(Op::kMov, s(22), 0, 64));
  const size_t top = c.size();
  c(formR(Op::kFmul, v(8), v(6), v(6)));
  c(formR(Op::kFmul, v(9), v(7), v(7)));
  c(formR(Op::kFadd, v(10), v(8), v(9)));
  c(formL(Op::kFlt, v(11), v(10), bitsOf(4)));
  c(formC(Op::kBrk, 21, v(11), true));
  c(formR(Op::kFmul, v(12), v(6), v(7)));
  c(formR(Op::kFadd, v(8), v(8), v(9), 0, 2));  // - y^2
  c(formR(Op::kFadd, v(6), v(8), v(4)));
  c(formL(Op::kFmad, v(7), v(12), bitsOf(2), v(5)));
  c(formR(Op::kIadd, v(2), v(2), k(1)));
  c(formR(Op::kIsub, s(22), s(22), k(1)));
  c(formR(Op::kSel, s(23), s(22), k(0), isa::kSrcExec));
  c(formR(Op::kOr, s(21), s(21), s(23)));
  c.back(formC(Op::kLoop, 0, s(21)), top);
  c(formC(Op::kExecor, 0, s(20)));
  epilogue(c, 64);
  return c;
}

/// Each thread against 128 bodies, 64 at a time in thread-group memory (x, y, z, mass).
Code nbody() {
  Code c = prologue();
  c(formR(Op::kShl, v(3), v(1), k(4)));
  c(formM(Op::kLdraw, 16, v(3), kIn, k(0), 3, 0));
  for (const uint32_t r : {20u, 21u, 22u}) c(formR(Op::kMov, v(r), k(0)));
  c(formR(Op::kMov, s(20), k(2)));  // tiles
  c(formR(Op::kMov, s(21), k(0)));
  const size_t tile = c.size();
  c(formM(Op::kLdraw, 4, v(3), kIn, s(21), 3, 0));
  c(formM(Op::kStlds, 4, v(3), 0, k(0), 3, 0));
  c(formC(Op::kBar));
  c(formR(Op::kMov, s(22), k(0)));
  const size_t body = c.size();
  for (uint32_t unrolled = 0; unrolled < 4; ++unrolled) {
    c(formM(Op::kLdlds, 4, s(22), 0, k(0), 3, 16 * unrolled));
    for (uint32_t a = 0; a < 3; ++a) c(formR(Op::kFadd, v(8 + a), v(4 + a), v(16 + a), 0, 2));
    c(formR(Op::kFmul, v(11), v(8), v(8)));
    c(formR(Op::kFmad, v(11), v(9), v(9), v(11)));
    c(formR(Op::kFmad, v(11), v(10), v(10), v(11)));
    c(formL(Op::kFadd, v(11), v(11), bitsOf(0.01f)));
    c(formR(Op::kFrsq, v(12), v(11)));
    c(formR(Op::kFmul, v(13), v(12), v(12)));
    c(formR(Op::kFmul, v(13), v(13), v(12)));
    c(formR(Op::kFmul, v(13), v(13), v(7)));
    for (uint32_t a = 0; a < 3; ++a) c(formR(Op::kFmad, v(20 + a), v(8 + a), v(13), v(20 + a)));
  }
  c(formL(Op::kIadd, s(22), s(22), 64));
  c(formL(Op::kIne, s(23), s(22), 1024));
  c.back(formC(Op::kBrnz, 0, s(23)), body);
  c(formC(Op::kBar));
  c(formL(Op::kIadd, s(21), s(21), 1024));
  c(formR(Op::kIsub, s(20), s(20), k(1)));
  c.back(formC(Op::kBrnz, 0, s(20)), tile);
  c(formR(Op::kFadd, v(2), v(20), v(21)));
  c(formR(Op::kFadd, v(2), v(2), v(22)));
  epilogue(c, 64);
  return c;
}

/// 64 x 64 times 64 x 64 in tiles of 16 x 16; a wave is a row of a tile.
Code matmul() {
  constexpr uint32_t kRow = 64 * 4, kTile = 16 * 4, kMatrix = 64 * kRow, kB = 1024;
  Code c = prologue();
  c(formR(Op::kUshr, s(5), s(4), k(4)));          // y in the tile
  c(formR(Op::kUshr, s(6), s(1), k(2)));          // tile y
  c(formR(Op::kAnd, s(7), s(1), k(3)));           // tile x
  c(formR(Op::kShl, v(3), isa::kSrcLane, k(2)));  // 4 x
  c(formR(Op::kImad, s(20), s(6), k(16), s(5)));  // row of A
  c(formL(Op::kImul, s(20), s(20), kRow));        // its address
  c(formL(Op::kImul, s(21), s(5), kRow));         // row of B's tile
  c(formL(Op::kImul, s(22), s(7), kTile));
  c(formR(Op::kIadd, s(21), s(21), s(22)));
  c(formL(Op::kImul, s(23), s(5), kTile));  // row in the tiles
  c(formR(Op::kMov, v(2), k(0)));
  c(formR(Op::kMov, s(24), k(4)));
  const size_t top = c.size();
  c(formM(Op::kLdraw, 4, v(3), kIn, s(20), 0, 0));
  c(formL(Op::kIadd, s(25), s(21), kMatrix));
  c(formM(Op::kLdraw, 5, v(3), kIn, s(25), 0, 0));
  c(formM(Op::kStlds, 4, v(3), 0, s(23), 0, 0));
  c(formM(Op::kStlds, 5, v(3), 0, s(23), 0, kB));
  c(formC(Op::kBar));
  for (uint32_t i = 0; i < 16; ++i) {
    c(formM(Op::kLdlds, 6, s(23), 0, k(0), 0, 4 * i));
    c(formM(Op::kLdlds, 7, v(3), 0, k(0), 0, kB + kTile * i));
    c(formR(Op::kFmad, v(2), v(6), v(7), v(2)));
  }
  c(formC(Op::kBar));
  c(formL(Op::kIadd, s(20), s(20), kTile));
  c(formL(Op::kIadd, s(21), s(21), 16 * kRow));
  c(formR(Op::kIsub, s(24), s(24), k(1)));
  c.back(formC(Op::kBrnz, 0, s(24)), top);
  epilogue(c, 256);
  return c;
}

}  // namespace

TEST_CASE("Mandelbrot, groups of 64") {
  Speed speed;
  CHECK(speed.run("mandelbrot", mandelbrot(), 32, 4, 0) >= 0.8);
}

TEST_CASE("N-body, four groups of 64") {
  Speed speed;
  CHECK(speed.run("n-body", nbody(), 4, 4, 1024) >= 0.8);
}

TEST_CASE("N-body, sixteen groups of 64") {
  Speed speed;
  CHECK(speed.run("n-body", nbody(), 16, 4, 1024) >= 0.8);
}

TEST_CASE("matrix multiply, groups of 256") {
  Speed speed;
  CHECK(speed.run("matmul", matmul(), 16, 16, 2048) >= 0.6);
}
