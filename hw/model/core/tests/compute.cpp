// SPDX-License-Identifier: Apache-2.0
//
// Thread groups, barriers, thread-group memory, atomics and typed stores: expected values from
// docs/shader-abi.md, docs/isa.md and the functional specification.
#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include "assembler.h"
#include "e11/formats.h"
#include "e11/model/core.h"

namespace {

using namespace e11;
using namespace e11::model;
using namespace e11::bench;
using isa::AtomicOp;
using isa::Op;

constexpr uint32_t kCode = 0x1000, kTable = 0x3000, kData = 0x8000, kDescriptor = 8;

/// Programs begin with the descriptor in s8..s11.
struct Machine {
  Memory memory{1u << 20};
  Core core{memory};
  uint16_t exec = 0xffff, cov = 0xffff;
  uint16_t ldsBase = 0, ldsSize = 1024;

  void descriptor(uint32_t stride, uint32_t format, uint32_t size) {
    const uint32_t words[4] = {kData,
                               E11_PUT(stride, E11_BUFFER_DESCRIPTOR_INFO_STRIDE) |
                                   E11_PUT(format, E11_BUFFER_DESCRIPTOR_INFO_FORMAT),
                               size, 0};
    memory.writePhysical(kTable, words, sizeof words);
  }
  std::vector<Launch> group(std::vector<uint64_t> code, unsigned waves) {
    code.insert(code.begin(), formM(Op::kSldptr, kDescriptor, k(0), 0, 0, 2, 0));
    code.push_back(formC(Op::kEnd));
    memory.writePhysical(kCode, code.data(), code.size() * 8);
    core.invalidateInstructions();
    std::vector<Launch> launches(waves);
    for (unsigned i = 0; i < waves; ++i) {
      Launch& l = launches[i];
      l.stage = Stage::kCompute;
      l.code = kCode;
      l.s0 = kTable;
      l.s2 = i << 16;
      l.exec = exec;
      l.cov = cov;
      l.waves = static_cast<uint8_t>(waves);
      l.ldsBase = ldsBase;
      l.ldsSize = ldsSize;
    }
    return launches;
  }
  WaveEnd run(const std::vector<uint64_t>& code, unsigned waves = 1) {
    return core.runGroup(group(code, waves));
  }
  uint32_t data(uint32_t dword) {
    uint32_t value;
    memory.readPhysical(kData + 4 * dword, &value, sizeof value);
    return value;
  }
  void setData(uint32_t dword, uint32_t value) {
    memory.writePhysical(kData + 4 * dword, &value, sizeof value);
  }
};

/// v1 = 4 * (16 * wave + lane), v2 = 16 * wave + lane.
const std::vector<uint64_t> kIndex = {
    formR(Op::kUshr, s(4), s(2), k(16)), formR(Op::kShl, s(4), s(4), k(4)),
    formR(Op::kIadd, v(2), s(4), isa::kSrcLane), formR(Op::kShl, v(1), v(2), k(2))};

std::vector<uint64_t> operator+(std::vector<uint64_t> a, const std::vector<uint64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

uint64_t storeRow(uint32_t vector, uint32_t address) {
  return formM(Op::kStraw, vector, address, kDescriptor, k(0), 0, 0);
}

}  // namespace

TEST_CASE("a barrier separates writes of one wave from reads of another") {
  Machine m;
  m.descriptor(0, 0, 4096);
  // Each thread writes its place and reads that of the thread 16 further, round about.
  CHECK(m.run(kIndex + std::vector<uint64_t>{formM(Op::kStlds, 2, v(1), 0, k(0), 0, 0),
                                             formC(Op::kBar), formL(Op::kIadd, v(3), v(1), 64),
                                             formL(Op::kAnd, v(3), v(3), 0xff),
                                             formM(Op::kLdlds, 4, v(3), 0, k(0), 0, 0),
                                             storeRow(4, v(1))},
              4) == WaveEnd::kEnded);
  for (uint32_t i = 0; i < 64; ++i) CHECK(m.data(i) == (i + 16) % 64);
}

TEST_CASE("waves that have ended do not keep a barrier shut") {
  Machine m;
  m.descriptor(0, 0, 4096);
  // Wave 0 ends, wave 1 traps, the others meet twice.
  const std::vector<uint64_t> code =
      kIndex + std::vector<uint64_t>{formC(Op::kBrnz, 0, s(4), false, 1),
                                     formC(Op::kEnd),
                                     formR(Op::kIeq, s(5), s(4), k(16)),
                                     formC(Op::kBrz, 0, s(5), false, 1),
                                     formC(Op::kTrap),
                                     formC(Op::kBar),
                                     formC(Op::kBar),
                                     storeRow(2, v(1))};
  CHECK(m.run(code, 4) == WaveEnd::kTrapped);
  CHECK(m.data(0) == 0);
  CHECK(m.data(16) == 0);
  for (uint32_t i = 32; i < 64; ++i) CHECK(m.data(i) == i);
}

TEST_CASE("a wave at a barrier waits until all have been started and are there") {
  Machine m;
  const auto waves = m.group({formC(Op::kBar)}, 2);
  Wave a, b;
  m.core.start(a, waves[0]);
  m.core.step(a);
  m.core.step(a);
  CHECK(m.core.waits(a));
  m.core.start(b, waves[1]);
  CHECK(m.core.waits(a));
  m.core.step(b);
  CHECK_FALSE(m.core.waits(b));
  m.core.step(b);
  CHECK_FALSE(m.core.waits(a));
  CHECK_FALSE(m.core.waits(b));
}

TEST_CASE("an endless loop in one wave uses up the budget; the next group is whole") {
  Machine m;
  m.descriptor(0, 0, 4096);
  CHECK(m.core.runGroup(m.group({formC(Op::kBr, 0, 0, false, -1), formC(Op::kBar)}, 2), 1000) ==
        WaveEnd::kBudget);
  CHECK(m.run(kIndex + std::vector<uint64_t>{formC(Op::kBar), storeRow(2, v(1))}, 3) ==
        WaveEnd::kEnded);
  CHECK(m.data(47) == 47);
}

TEST_CASE("thread-group memory is bounded by the group's part") {
  Machine m;
  m.descriptor(0, 0, 4096);
  m.ldsBase = 256;
  m.ldsSize = 64;
  for (uint32_t& x : m.core.groupMemory()) x = 7;
  // Threads 14 and 15 store registers beyond the end; low address bits do not count.
  CHECK(
      m.run(kIndex + std::vector<uint64_t>{
                         formR(Op::kMov, v(3), k(20)), formR(Op::kMov, v(4), k(21)),
                         formR(Op::kMov, v(5), k(22)), formR(Op::kIadd, v(6), v(1), k(3)),
                         formM(Op::kStlds, 2, v(6), 0, k(0), 3, 0),
                         formM(Op::kLdlds, 8, v(6), 0, k(0), 1, 0), storeRow(8, v(1)),
                         formM(Op::kStraw, 9, v(1), kDescriptor, k(0), 0, 64)}) == WaveEnd::kEnded);
  const auto& lds = m.core.groupMemory();
  CHECK(lds[256 / 4 - 1] == 7);
  CHECK(lds[(256 + 64) / 4] == 7);
  // Quad by quad, register by register, lanes ascending: what the last store left.
  for (uint32_t i = 0; i < 16; ++i) {
    const uint32_t left = i % 4 == 0 ? i : i % 4 + 19;
    CHECK(lds[256 / 4 + i] == left);
    CHECK(m.data(i) == left);
    CHECK(m.data(16 + i) == (i == 15 ? 0 : lds[256 / 4 + i + 1]));
  }
}

TEST_CASE("atomics take the lanes in ascending order and give the old values") {
  Machine m;
  m.descriptor(0, 0, 64);
  m.setData(1, 100);
  const std::vector<uint64_t> atomic = {
      formR(Op::kMov, v(3), k(1)),
      formAtomic(Op::kAtmraw, AtomicOp::kAdd, 3, k(4), kDescriptor, k(0), 0, true)};
  SECTION("all lanes") {
    m.descriptor(0, 0, 256);
    m.run(kIndex + atomic +
          std::vector<uint64_t>{formM(Op::kStraw, 3, v(1), kDescriptor, k(0), 0, 64)});
    CHECK(m.data(1) == 116);
    for (uint32_t i = 0; i < 16; ++i) CHECK(m.data(16 + i) == 100 + i);
  }
  SECTION("lanes without coverage do nothing") {
    m.descriptor(0, 0, 256);
    m.cov = 0x00f0;
    m.run(kIndex + atomic);
    CHECK(m.data(1) == 104);
  }
  SECTION("lanes without coverage get 0") {
    m.descriptor(0, 0, 256);
    m.cov = 0x00f0;
    auto launches = m.group(kIndex + atomic, 1);
    Wave wave;
    m.core.start(wave, launches[0]);
    while (!wave.ended) m.core.step(wave);
    for (uint32_t i = 0; i < 16; ++i) CHECK(wave.v[3][i] == (i / 4 == 1 ? 96 + i : 0));
  }
  SECTION("outside: dropped, 0") {
    m.descriptor(0, 0, 128);
    m.run(kIndex + std::vector<uint64_t>{formR(Op::kMov, v(3), k(5)), formL(Op::kMov, v(4), 0, 128),
                                         formAtomic(Op::kAtmraw, AtomicOp::kXchg, 3, v(4),
                                                    kDescriptor, k(0), 0, true),
                                         storeRow(3, v(1))});
    CHECK(m.data(32) == 0);
    for (uint32_t i = 0; i < 16; ++i) CHECK(m.data(i) == 0);
  }
  SECTION("without return the register stays") {
    m.descriptor(0, 0, 256);
    m.run(kIndex + std::vector<uint64_t>{formR(Op::kMov, v(3), k(2)),
                                         formAtomic(Op::kAtmraw, AtomicOp::kAdd, 3, k(4),
                                                    kDescriptor, k(0), 0, false),
                                         formM(Op::kStraw, 3, v(1), kDescriptor, k(0), 0, 64)});
    CHECK(m.data(1) == 132);
    for (uint32_t i = 0; i < 16; ++i) CHECK(m.data(16 + i) == 2);
  }
  SECTION("cmpxchg compares with the next register") {
    m.descriptor(0, 0, 256);
    // Lane l offers 3 + l for 100 + l... only the first that fits is taken.
    m.run(kIndex +
          std::vector<uint64_t>{
              formR(Op::kIadd, v(3), isa::kSrcLane, k(3)), formL(Op::kMov, v(4), 0, 100),
              formAtomic(Op::kAtmraw, AtomicOp::kCmpxchg, 3, k(4), kDescriptor, k(0), 0, true),
              formM(Op::kStraw, 3, v(1), kDescriptor, k(0), 0, 64)});
    CHECK(m.data(1) == 3);
    CHECK(m.data(16) == 100);
    for (uint32_t i = 1; i < 16; ++i) CHECK(m.data(16 + i) == 3);
  }
}

TEST_CASE("typed atomics work on single dwords") {
  struct Case {
    uint32_t format;
    AtomicOp op;
    bool works;
  };
  using namespace formats::number;
  const Case cases[] = {{kR32Uint, AtomicOp::kAdd, true},       {kR32Sint, AtomicOp::kImax, true},
                        {kR32Float, AtomicOp::kXchg, true},     {kR32Float, AtomicOp::kAdd, false},
                        {kR32g32Uint, AtomicOp::kAdd, false},   {kR16Uint, AtomicOp::kAdd, false},
                        {kR8g8b8a8Unorm, AtomicOp::kOr, false}, {0, AtomicOp::kAdd, false}};
  for (const Case& c : cases) {
    Machine m;
    m.exec = m.cov = 1;
    m.descriptor(4, c.format, 16);
    m.setData(2, 0);
    m.run({formR(Op::kMov, v(3), k(9)),
           formAtomic(Op::kAtmtyped, c.op, 3, k(2), kDescriptor, k(0), 0, true)});
    CAPTURE(c.format);
    CHECK(m.data(2) == (c.works ? 9 : 0));
  }
}

TEST_CASE("thread-group atomics") {
  Machine m;
  m.descriptor(0, 0, 4096);
  for (uint32_t& x : m.core.groupMemory()) x = 0;
  // A histogram of lane % 4 by two waves.
  m.run(
      kIndex +
          std::vector<uint64_t>{formR(Op::kAnd, v(4), v(2), k(3)),
                                formR(Op::kShl, v(4), v(4), k(2)), formR(Op::kMov, v(3), k(1)),
                                formAtomic(Op::kAtmlds, AtomicOp::kAdd, 3, v(4), 0, k(0), 0, true),
                                storeRow(3, v(1))},
      2);
  for (uint32_t i = 0; i < 4; ++i) CHECK(m.core.groupMemory()[i] == 8);
  for (uint32_t i = 0; i < 32; ++i) CHECK(m.data(i) == i / 4);
}

TEST_CASE("typed stores convert and stay inside") {
  using namespace formats::number;
  Machine m;
  m.exec = 3;
  m.cov = 1;  // the second lane must leave no trace
  m.setData(0, 0xffffffff);
  m.setData(1, 0xffffffff);
  const std::vector<uint64_t> values = {formL(Op::kMov, v(4), 0, 0x3f000000),   // 0.5
                                        formL(Op::kMov, v(5), 0, 0x7fc00000),   // NaN
                                        formL(Op::kMov, v(6), 0, 0x40000000),   // 2
                                        formL(Op::kMov, v(7), 0, 0xbf800000)};  // -1
  const auto store = [&](uint32_t stride, uint32_t format, uint32_t count, uint32_t size = 1) {
    m.descriptor(stride, format, size);
    m.run(values + std::vector<uint64_t>{
                       formM(Op::kSttyped, 4, isa::kSrcLane, kDescriptor, k(0), count, 0)});
  };
  SECTION("R8G8B8A8_UNORM") {
    store(4, kR8g8b8a8Unorm, 3);
    CHECK(m.data(0) == 0x00ff0080);
    CHECK(m.data(1) == 0xffffffff);
  }
  SECTION("R8_SNORM leaves its neighbours") {
    store(1, kR8Snorm, 3);
    CHECK(m.data(0) == 0xffffff40);
  }
  SECTION("R10G10B10A2_UNORM") {
    store(4, kR10g10b10a2Unorm, 3);
    CHECK(m.data(0) == (512u | 1023u << 20));
  }
  SECTION("R11G11B10_FLOAT") {
    store(4, kR11g11b10Float, 3);
    CHECK(m.data(0) == (0x380u | 0x7e0u << 11 | 0x200u << 22));
  }
  SECTION("R16G16_FLOAT of one register") {
    store(4, kR16g16Float, 0);
    CHECK(m.data(0) == 0x3800);
  }
  SECTION("R32_FLOAT keeps the bits") {
    store(4, kR32Float, 3);
    CHECK(m.data(0) == 0x3f000000);
  }
  SECTION("outside") {
    store(4, kR32Float, 3, 0);
    CHECK(m.data(0) == 0xffffffff);
  }
}
