// SPDX-License-Identifier: Apache-2.0
//
// The core against its model: random programs in lock step, and what random
// programs would not show.
#include <stdexcept>

#include "../../../model/core/tests/assembler.h"
#include "e11/formats.h"
#include "e11/random_program.h"
#include "lockstep.h"

namespace {

using namespace e11;
using namespace e11::bench;
using isa::Op;

constexpr uint32_t kCode = 0x1000, kTables = 0x40000, kReadOnly = 0x50000, kPrivate = 0x80000;
constexpr uint32_t kScratch = 0x100000, kScalarScratch = 0x1c0000;
constexpr uint32_t kReadOnlyBytes = 8192, kPrivateBytes = 4096, kLaneBytes = 96;

/// Sets up a lock step with data, scratch and coefficients.
class Bench {
 public:
  Bench(Random& random, const Lockstep::Options& options)
      : random_(random), lockstep(random, options) {
    std::vector<uint32_t> data(kReadOnlyBytes / 4);
    for (uint32_t& x : data) x = interestingValue(random);
    lockstep.poke(kReadOnly, data.data(), kReadOnlyBytes);
    for (int slot = 0; slot < 2; ++slot) {
      lockstep.state(slot, E11_STATE_BLOCK_SCRATCH_BASE, kScratch + slot * 0x60000u);
      lockstep.state(slot, E11_STATE_BLOCK_SCRATCH_LANE, kLaneBytes - slot * 4u);
      lockstep.state(slot, E11_STATE_BLOCK_SSCRATCH_BASE, kScalarScratch + slot * 0x4000u);
    }
    for (uint32_t i = 0; i < E11_CFG_COEF_WORDS; ++i)
      lockstep.coefficient(i, interestingValue(random), interestingValue(random),
                           interestingValue(random));
  }

  void fillRegisters() {
    lockstep.fillRegisters(nextCode_, [this] { return interestingValue(random_); });
    nextCode_ += Lockstep::kFillBytes;
  }

  uint32_t addProgram(const std::vector<uint64_t>& code) {
    const uint32_t at = nextCode_;
    lockstep.poke(at, code.data(), code.size() * 8);
    nextCode_ += (static_cast<uint32_t>(code.size()) * 8 + 127) & ~63u;
    REQUIRE(nextCode_ <= kTables);
    return at;
  }

  void launch(uint32_t code, bool pixel, uint32_t size) {
    model::Launch l = makeLaunch(code, size, makeTable());
    l.stage = pixel ? model::Stage::kPixel : model::Stage::kVertex;
    lockstep.launch(l);
  }

  /// Waves with one table, so with the same memory.
  void launchGroup(uint32_t code, uint32_t size, unsigned waves) {
    std::vector<model::Launch> group;
    const uint32_t table = makeTable();
    const auto bytes = static_cast<uint16_t>(16 * (random_() % (random_() % 8 ? 128 : 2049)));
    for (unsigned i = 0; i < waves; ++i) {
      model::Launch l = makeLaunch(code, size, table);
      l.slot = 0;
      l.ldsSize = bytes;
      group.push_back(l);
    }
    lockstep.launchGroup(group);
  }

  model::Launch makeLaunch(uint32_t code, uint32_t size, uint32_t table) {
    model::Launch l;
    l.slot = random_() % 2;
    l.size = static_cast<uint8_t>(size);
    l.code = code;
    l.s0 = table;
    l.s1 = static_cast<uint32_t>(random_());
    l.s2 = static_cast<uint32_t>(random_());
    l.exec = random_() % 2 ? 0xffff : static_cast<uint16_t>(random_());
    l.cov = random_() % 2 ? l.exec : static_cast<uint16_t>(random_() & l.exec);
    l.rows = random_() % 4;
    for (model::Row& row : l.row)
      for (uint32_t& x : row) x = interestingValue(random_);
    for (uint16_t& c : l.coef) c = random_() % E11_CFG_COEF_WORDS;
    return l;
  }

  Random& random_;
  Lockstep lockstep;

 private:
  uint32_t makeTable() {
    const uint32_t n = waves_++;
    const uint32_t base = kPrivate + n * kPrivateBytes;
    REQUIRE(base + kPrivateBytes <= kScratch);
    const auto below = [this](uint32_t m) { return static_cast<uint32_t>(random_() % m); };
    const auto info = [](uint32_t stride, uint32_t format) {
      return E11_PUT(stride, E11_BUFFER_DESCRIPTOR_INFO_STRIDE) |
             E11_PUT(format, E11_BUFFER_DESCRIPTOR_INFO_FORMAT);
    };
    const formats::Format* format;
    do {
      format = &formats::kFormats[below(formats::kFormats.size())];
    } while (!(format->uses & (formats::kTypedSrv | formats::kTypedUav)) && below(40));
    std::vector<uint32_t> data(kPrivateBytes / 4);
    for (uint32_t& x : data) x = interestingValue(random_);
    lockstep.poke(base, data.data(), kPrivateBytes);
    const uint32_t align = 1u << below(3), stride = align * below(24);
    const uint32_t table[24] = {
        // raw; typed; structured; then the wave's own: raw, structured; an address
        kReadOnly,
        0,
        below(8) ? 4096 : below(4096),
        0,
        base + align * below(16),
        info(stride, format->number),
        below(200),
        0,
        kReadOnly,
        info(4 * below(10), 0),
        below(200),
        0,
        base,
        0,
        below(2) ? 2048 : below(2048),
        0,
        base + 2048,
        info(4 * below(9), 0),
        below(60),
        0,
        base,
        0,
        0,
        0};
    const uint32_t at = kTables + n * 128;
    lockstep.poke(at, table, sizeof table);
    return at;
  }

  uint32_t nextCode_ = kCode, waves_ = 0;
};

void randomRun(uint64_t seed, const Lockstep::Options& options, bool memory, unsigned waves) {
  Random random(seed);
  Bench bench(random, options);
  try {
    bench.fillRegisters();
    for (unsigned i = 0; i < waves; i += 4) {
      RandomProgram::Options o;
      o.compute = memory && random() % 3 == 0;
      o.pixel = !o.compute && random() % 2;
      o.memory = memory;
      o.traps = random() % 8 == 0;
      o.size = random() % 2 ? 0 : random() % 3;
      const uint32_t code = bench.addProgram(RandomProgram(random, o).make());
      // Thread groups of 1 to 5 waves, now and then as many as a core holds.
      if (o.compute) {
        const unsigned most = E11_CFG_WAVES >> o.size;
        bench.launchGroup(code, o.size, random() % 8 ? 1 + random() % 5 : most);
        bench.launchGroup(code, o.size, 1 + random() % 5);
      } else {
        for (int n = 0; n < 4; ++n) bench.launch(code, o.pixel, o.size);
      }
    }
    bench.lockstep.run();
  } catch (const std::runtime_error& e) {
    FAIL("random seed " << seed << ": " << e.what());
  }
  std::printf("  seed %llu: %llu instructions, %llu cycles, %llu traps\n",
              static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(bench.lockstep.issued()),
              static_cast<unsigned long long>(bench.lockstep.cycles()),
              static_cast<unsigned long long>(bench.lockstep.traps()));
}

uint64_t rounds() {
  const char* text = std::getenv("E11_ROUNDS");
  return text ? std::strtoull(text, nullptr, 0) : 4;
}

}  // namespace

TEST_CASE("random programs of one wave without memory") {
  Lockstep::Options options;
  for (uint64_t i = 0; i < rounds(); ++i) randomRun(seed() + i, options, false, 1);
}

TEST_CASE("random programs of many waves") {
  // About 20,000 instructions a round.
  Lockstep::Options options;
  for (uint64_t i = 0; i < 12 * rounds(); ++i) {
    options.jitter = i % 2 ? 4 : 60;
    options.stall = i % 4 != 3;
    randomRun(seed() + 1000 + i, options, true, 64);
  }
}

TEST_CASE("every instruction in turn, all lanes") {
  // Random programs reach all operations; here each is certain to run with each
  // kind of destination and with every modifier.
  Random random(seed() + 5000);
  Lockstep::Options options;
  Bench bench(random, options);
  std::vector<uint64_t> code;
  for (int op = 0; op < 128; ++op) {
    const isa::OpInfo& info = isa::kOpInfo[op];
    if (!info.valid || info.unit > isa::Unit::kItp) continue;
    for (uint32_t mods = 0; mods < 128; mods += info.floatMods ? 1 + random() % 8 : 64) {
      const uint32_t a = random() % 24, b = random() % 24, c = random() % 24;
      code.push_back(formR(static_cast<Op>(op), v(24 + random() % 8), v(a), v(b), v(c), mods,
                           random() % 16384));
      if (info.scalar)
        code.push_back(formR(static_cast<Op>(op), s(32 + random() % 16), s(a), s(b), s(c), mods));
    }
  }
  code.push_back(formC(Op::kEnd));
  std::vector<uint64_t> start = {formM(Op::kSldptr, Table::kRaw, k(0), 0, 0, 2, 0),
                                 formR(Op::kShl, v(0), isa::kSrcLane, k(2))};
  for (uint32_t r = 8; r < 32; ++r)
    start.push_back(formL(Op::kMov, s(r), 0, interestingValue(random)));
  for (int r = 31; r >= 0; --r)
    start.push_back(formM(Op::kLdraw, static_cast<uint32_t>(r), v(0), Table::kRaw, k(0), 0,
                          64 * static_cast<uint32_t>(r)));
  code.insert(code.begin(), start.begin(), start.end());
  try {
    bench.fillRegisters();
    const uint32_t at = bench.addProgram(code);
    for (int i = 0; i < 8; ++i) bench.launch(at, i % 2, 0);
    bench.lockstep.run();
  } catch (const std::runtime_error& e) {
    FAIL(e.what());
  }
}

TEST_CASE("six waves fill the issue slots") {
  Random random(seed() + 6000);
  Lockstep::Options options;
  options.stall = false;
  Bench bench(random, options);
  constexpr unsigned kLength = 1500, kWaves = 6;
  std::vector<uint64_t> code;
  // Each instruction needs the result of the one before.
  for (unsigned i = 0; i < kLength; ++i)
    code.push_back(i % 2 ? formR(Op::kFmad, v(3), v(3), v(1), v(2))
                         : formR(Op::kIadd, v(3), v(3), v(1)));
  code.push_back(formC(Op::kEnd));
  try {
    bench.fillRegisters();
    const uint32_t at = bench.addProgram(code);
    for (unsigned i = 0; i < kWaves; ++i) bench.launch(at, true, 0);
    const uint64_t before = bench.lockstep.cycles();
    bench.lockstep.run();
    const uint64_t cycles = bench.lockstep.cycles() - before;
    std::printf("  %u instructions in %llu cycles\n", kLength * kWaves,
                static_cast<unsigned long long>(cycles));
    // Four cycles each, and what the cold instruction cache and the launches cost.
    CHECK(cycles < kLength * kWaves * 4 * 1.1 + 1000);
  } catch (const std::runtime_error& e) {
    FAIL(e.what());
  }
}

TEST_CASE("code that cannot be read traps") {
  Random random(seed() + 7000);
  Lockstep::Options options;
  options.faultAt = kCode + 0x1000;
  Bench bench(random, options);
  try {
    // The wave runs into the line behind its 62 instructions.
    std::vector<uint64_t> code(62, formR(Op::kIadd, v(0), v(0), k(1)));
    bench.lockstep.poke(options.faultAt - 62 * 8, code.data(), code.size() * 8);
    // The model's memory has no faults here: it finds traps where the RTL gets zeros and an error.
    code.assign(8, static_cast<uint64_t>(Op::kTrap));
    bench.lockstep.poke(options.faultAt, code.data(), code.size() * 8);
    for (int i = 0; i < 2; ++i) {
      model::Launch l;
      l.stage = i ? model::Stage::kPixel : model::Stage::kVertex;
      l.code = options.faultAt - 62 * 8;
      l.exec = l.cov = 0xffff;
      l.rows = 1;
      bench.lockstep.launch(l);
    }
    bench.lockstep.run();
    CHECK(bench.lockstep.traps() == 2);
  } catch (const std::runtime_error& e) {
    FAIL(e.what());
  }
}

TEST_CASE("a wave fetches nothing behind its end") {
  // Ends of all kinds as the last instruction before a line that cannot be read.
  const uint64_t ends[] = {formC(Op::kEnd), formE(0, 0, 0, true, true),
                           formE(0, 8, 0, false, true)};
  for (const uint64_t end : ends) {
    for (const model::Stage stage :
         {model::Stage::kVertex, model::Stage::kPixel, model::Stage::kCompute}) {
      Random random(seed() + 8000);
      Lockstep::Options options;
      options.faultAt = kCode + 0x1000;
      Bench bench(random, options);
      std::vector<uint64_t> code(30, formR(Op::kIadd, v(0), v(0), k(1)));
      code.push_back(end);
      const auto bytes = static_cast<uint32_t>(code.size()) * 8;
      bench.lockstep.poke(options.faultAt - bytes, code.data(), bytes);
      try {
        for (int i = 0; i < 4; ++i) {
          model::Launch l;
          l.stage = stage;
          l.code = options.faultAt - bytes;
          l.exec = l.cov = 0xffff;
          l.rows = 1;
          if (stage == model::Stage::kCompute) {
            bench.lockstep.launchGroup({l});
          } else {
            bench.lockstep.launch(l);
          }
        }
        bench.lockstep.run();
      } catch (const std::runtime_error& e) {
        FAIL(e.what());
      }
      CHECK(bench.lockstep.traps() == 0);
      CHECK(bench.lockstep.faults() == 0);
    }
  }
}
