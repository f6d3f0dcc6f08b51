// SPDX-License-Identifier: Apache-2.0
//
// What single instructions must do, from docs/isa.md, docs/shader-core.md and the
// functional specification; small programs written by hand.
#if __has_include(<catch2/catch.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <cstring>

#include "assembler.h"
#include "e11/model/core.h"

namespace {

using namespace e11;
using namespace e11::model;
using bench::formC;
using bench::formE;
using bench::formL;
using bench::formM;
using bench::formR;
using bench::k;
using bench::s;
using bench::v;
using isa::Op;

constexpr uint32_t kCode = 0x1000, kData = 0x2000;
constexpr uint32_t kR8Unorm = 61, kR32G32Float = 16, kR16G16Snorm = 37, kR8G8B8A8Uint = 30;

uint32_t bits(float f) {
  uint32_t b;
  std::memcpy(&b, &f, 4);
  return b;
}

/// A wave and its memory.
struct Machine {
  Memory memory{1u << 20};
  Core core{memory};
  Wave wave;
  std::vector<Export> exports;

  Machine() {
    core.onExport = [this](const Export& e) { exports.push_back(e); };
  }

  void start(const std::vector<uint64_t>& code, Stage stage = Stage::kVertex,
             uint16_t exec = 0xffff) {
    memory.writePhysical(kCode, code.data(), code.size() * 8);
    core.invalidateInstructions();
    Launch l;
    l.stage = stage;
    l.code = kCode;
    l.exec = l.cov = exec;
    core.start(wave, l);
  }
  /// To the end, at most 1000 instructions.
  void finish() {
    for (int i = 0; i < 1000 && !wave.ended; ++i) core.step(wave);
    REQUIRE(wave.ended);
  }
  void descriptor(uint32_t number, uint32_t base, uint32_t stride, uint32_t format, uint32_t size) {
    wave.s[number] = base;
    wave.s[number + 1] = stride | format << 16;
    wave.s[number + 2] = size;
    wave.s[number + 3] = 0;
  }
  void data(uint32_t address, const std::vector<uint32_t>& words) {
    memory.writePhysical(address, words.data(), words.size() * 4);
  }
  uint32_t word(uint32_t address) { return memory.read32(Client::kCp, address); }
};

}  // namespace

TEST_CASE("a mad rounds its product first") {
  Machine m;
  m.start({formR(Op::kFmad, v(3), v(0), v(1), v(2)), formC(Op::kEnd)});
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last bit is lost before -1 is added.
  m.wave.v[0].fill(bits(1 + 0x1p-12f));
  m.wave.v[1].fill(bits(1 + 0x1p-12f));
  m.wave.v[2].fill(bits(-1));
  m.finish();
  CHECK(m.wave.v[3][5] == bits(0x1p-11f));
}

TEST_CASE("derivatives within a quad") {
  Machine m;
  m.start({formR(Op::kDdxc, v(1), v(0)), formR(Op::kDdyc, v(2), v(0)), formR(Op::kDdxf, v(3), v(0)),
           formR(Op::kDdyf, v(4), v(0)), formC(Op::kEnd)},
          Stage::kVertex, 0x00f0);
  for (int i = 0; i < kLanes; ++i)
    m.wave.v[0][i] = bits(i % 4 == 0 ? 1 : i % 4 == 1 ? 3 : i % 4 == 2 ? 10 : 20);
  m.finish();
  for (int i = 4; i < 8; ++i) {
    CHECK(m.wave.v[1][i] == bits(2));
    CHECK(m.wave.v[2][i] == bits(9));
    CHECK(m.wave.v[3][i] == bits(i < 6 ? 2 : 10));
    CHECK(m.wave.v[4][i] == bits(i % 2 ? 17 : 9));
  }
  CHECK(m.wave.v[1][0] == 0);  // exec does not name it
}

TEST_CASE("modifiers and saturation") {
  Machine m;
  constexpr uint32_t kNeg0 = 1, kAbs0 = 8, kSat = 64;
  m.start({formR(Op::kMov, v(1), v(0), 0, 0, kNeg0 | kAbs0),
           formR(Op::kMov, v(2), v(0), 0, 0, kSat), formR(Op::kFadd, v(3), v(0), v(0), 0, kSat),
           formC(Op::kEnd)});
  m.wave.v[0] = {bits(2), bits(-2), bits(0.25f), 0x7fc00000, 0x00000001};
  m.finish();
  CHECK(m.wave.v[1][0] == bits(-2));
  CHECK(m.wave.v[1][1] == bits(-2));
  CHECK(m.wave.v[1][4] == 0x80000001);  // nothing is flushed
  CHECK(m.wave.v[2][0] == bits(1));
  CHECK(m.wave.v[2][1] == 0);
  CHECK(m.wave.v[2][2] == bits(0.25f));
  CHECK(m.wave.v[2][3] == 0);
  CHECK(m.wave.v[2][4] == 0);
  CHECK(m.wave.v[3][2] == bits(0.5f));
}

TEST_CASE("if and else divide the lanes, empty sides are skipped") {
  Machine m;
  m.start({formC(Op::kIf, 10, v(0), false, 2),    // to else
           formL(Op::kMov, v(1), 0, 111),         //
           formR(Op::kIadd, s(20), s(20), k(1)),  //
           formC(Op::kElse, 10, 0, false, 2),     // to the end of if
           formL(Op::kMov, v(1), 0, 222),         //
           formR(Op::kIadd, s(21), s(21), k(1)),  //
           formC(Op::kExecor, 0, s(10)),          //
           formC(Op::kEnd)});
  for (int i = 0; i < kLanes; ++i) m.wave.v[0][i] = i < 3;
  m.finish();
  CHECK(m.wave.exec == 0xffff);
  CHECK(m.wave.v[1][2] == 111);
  CHECK(m.wave.v[1][3] == 222);
  CHECK(m.wave.s[20] == 1);
  CHECK(m.wave.s[21] == 1);

  m.start({formC(Op::kIf, 10, v(0), true, 1),     // no lane has zero: past the next
           formR(Op::kIadd, s(20), s(20), k(1)),  //
           formC(Op::kExecor, 0, s(10)),          //
           formC(Op::kEnd)});
  m.wave.v[0].fill(7);
  m.finish();
  CHECK(m.wave.s[20] == 0);
  CHECK(m.wave.exec == 0xffff);
}

TEST_CASE("lanes leave a loop one by one") {
  Machine m;
  // Lane i runs i + 1 rounds.
  m.start({formR(Op::kMov, s(10), k(0)),                //
           formR(Op::kMov, s(11), isa::kSrcExec),       //
           formR(Op::kIadd, v(1), v(1), k(1)),          // top
           formR(Op::kUlt, v(2), isa::kSrcLane, v(1)),  //
           formC(Op::kBrk, 10, v(2)),                   //
           formC(Op::kLoop, 0, s(10), false, -4),       //
           formC(Op::kExecor, 0, s(11)),                //
           formC(Op::kEnd)});
  m.finish();
  for (uint32_t i = 0; i < kLanes; ++i) CHECK(m.wave.v[1][i] == i + 1);
  CHECK(m.wave.exec == 0xffff);
}

TEST_CASE("raw loads do not wrap and read 0 outside") {
  Machine m;
  m.start({formM(Op::kLdraw, 4, v(0), 8, k(0), 1, 0), formC(Op::kEnd)});
  m.descriptor(8, kData, 0, 0, 16);
  m.data(kData - 4, {99, 1, 2, 3, 4, 5});
  m.wave.v[0] = {0, 4, 8, 12, 16, 0xfffffffc, 0x80000000, 14};
  m.wave.v[4].fill(77);
  m.finish();
  const uint32_t first[] = {1, 2, 3, 4, 0, 0, 0, 0}, second[] = {2, 3, 4, 0, 0, 0, 0, 0};
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    CHECK(m.wave.v[4][i] == first[i]);
    CHECK(m.wave.v[5][i] == second[i]);
  }
}

TEST_CASE("structured stores stay inside their element and need coverage") {
  Machine m;
  m.start({formM(Op::kStstruct, 4, v(0), 8, k(4), 1, 0), formC(Op::kEnd)}, Stage::kVertex, 0x001f);
  m.descriptor(8, kData, 8, 0, 3);  // three elements of two dwords
  m.data(kData, {0, 0, 0, 0, 0, 0, 0, 0, 0});
  m.wave.v[0] = {0, 1, 2, 3, 0xffffffff};
  for (uint32_t i = 0; i < kLanes; ++i) m.wave.v[4][i] = m.wave.v[5][i] = 100 + i;
  m.wave.cov = 0x001d;
  m.finish();
  CHECK(m.word(kData + 4) == 100);
  CHECK(m.word(kData + 8) == 0);   // the second dword of element 0 is outside of it
  CHECK(m.word(kData + 12) == 0);  // lane 1 is not covered
  CHECK(m.word(kData + 20) == 102);
  CHECK(m.word(kData + 24) == 0);
}

TEST_CASE("typed loads convert and fill in") {
  Machine m;
  const auto load = [&](uint32_t format, uint32_t stride, uint32_t index) {
    m.start({formM(Op::kLdtyped, 4, v(0), 8, k(0), 3, 0), formC(Op::kEnd)});
    m.descriptor(8, kData, stride, format, 2);
    m.wave.v[0].fill(index);
    m.finish();
    return std::array<uint32_t, 4>{m.wave.v[4][9], m.wave.v[5][9], m.wave.v[6][9], m.wave.v[7][9]};
  };
  using Four = std::array<uint32_t, 4>;
  m.data(kData, {bits(1.5f), bits(-2.5f), 0x80007fff, 0x040302ff});
  CHECK(load(kR32G32Float, 8, 0) == Four{bits(1.5f), bits(-2.5f), 0, bits(1)});
  CHECK(load(kR16G16Snorm, 8, 1) == Four{bits(1), bits(-1), 0, bits(1)});
  CHECK(load(kR8Unorm, 12, 1) == Four{bits(1), 0, 0, bits(1)});
  CHECK(load(kR8G8B8A8Uint, 12, 1) == Four{0xff, 2, 3, 4});
  // Outside: zeros, and the default of what the format lacks (spec 8.19.2).
  CHECK(load(kR32G32Float, 8, 2) == Four{0, 0, 0, bits(1)});
  CHECK(load(kR8G8B8A8Uint, 8, 2) == Four{0, 0, 0, 0});
}

TEST_CASE("scratch is private to a lane and follows exec") {
  Machine m;
  m.core.writeState(0, E11_STATE_BLOCK_SCRATCH_BASE, 0x8000);
  m.core.writeState(0, E11_STATE_BLOCK_SCRATCH_LANE, 8);
  m.start({formM(Op::kStscr, 4, v(0), 0, k(0), 1, 0), formM(Op::kLdscr, 6, v(0), 0, k(0), 1, 0),
           formC(Op::kEnd)});
  for (uint32_t i = 0; i < kLanes; ++i) m.wave.v[4][i] = 100 + i, m.wave.v[5][i] = 200 + i;
  m.wave.v[0].fill(0);
  m.wave.v[0][1] = 4;  // its second dword is outside
  m.wave.cov = 0;      // does not matter
  m.finish();
  CHECK(m.wave.v[6][3] == 103);
  CHECK(m.wave.v[7][3] == 203);
  CHECK(m.wave.v[6][1] == 101);
  CHECK(m.wave.v[7][1] == 0);
  CHECK(m.word(0x8000 + 4 * 3) == 103);
  CHECK(m.word(0x8000 + 64 + 4 * 3) == 203);
  CHECK(m.word(0x8000 + 64 + 4 * 1) == 101);
}

TEST_CASE("exports carry coverage; a discarded wave still says done") {
  Machine m;
  m.start({formR(Op::kIlt, v(8), isa::kSrcLane, k(4)), formC(Op::kDiscard, 0, v(8)),
           formE(4, 0, 0xf, true, true)},
          Stage::kPixel);
  m.wave.v[6].fill(bits(0.5f));
  m.finish();
  REQUIRE(m.exports.size() == 1);
  CHECK(m.exports[0].done);
  CHECK(m.exports[0].cov == 0xfff0);
  CHECK(m.exports[0].data[15][2] == bits(0.5f));

  m.exports.clear();
  m.start({formC(Op::kDiscard, 0, k(1)), formE(4, 0, 0xf, true, true)}, Stage::kPixel);
  m.finish();
  REQUIRE(m.exports.size() == 1);
  CHECK(m.exports[0].mask == 0);
  CHECK(m.exports[0].done);
  CHECK(m.exports[0].cov == 0);
}

TEST_CASE("an endless loop stops at the budget, a bad word traps") {
  Machine m;
  const std::vector<uint64_t> loop = {formC(Op::kBr, 0, 0, false, -1)};
  m.memory.writePhysical(kCode, loop.data(), 8);
  Launch l;
  l.code = kCode;
  l.exec = l.cov = 1;
  CHECK(m.core.run(l, 5000) == WaveEnd::kBudget);
  CHECK(m.core.counters().issued == 5000);

  const std::vector<uint64_t> bad = {formC(Op::kNop), 0x17};
  m.memory.writePhysical(kCode, bad.data(), 16);
  m.core.invalidateInstructions();
  uint32_t pc = 0;
  m.core.onTrap = [&](uint32_t at) { pc = at; };
  CHECK(m.core.run(l) == WaveEnd::kTrapped);
  CHECK(pc == kCode + 8);
}
