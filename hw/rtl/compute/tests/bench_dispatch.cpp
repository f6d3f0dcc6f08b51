// SPDX-License-Identifier: Apache-2.0
//
// e11_dispatch with one core and with two, against the model and against the definition of the
// thread numbers (docs/shader-abi.md): each group once and in order, its waves together on one
// core, no more groups in a core than thread-group memory and places allow, no place taken twice.
#include <set>

#include "V_dispatch1.h"
#include "V_dispatch2.h"
#include "e11/bench.h"
#include "e11/model/dispatch.h"
#include "e11/struct_bits.h"

namespace e11::bench {
namespace {

using model::ThreadGroup;

struct Shader {
  uint32_t code, table, size, x, y, z, lds;
  uint32_t threads() const { return x * y * z; }
  uint32_t waves() const { return (threads() + 15) / 16; }
};

struct Wave {
  unsigned core, slot, size, stage, rows, tag, group, waves, ldsBase, ldsSize;
  uint32_t code, s0, s1, s2, exec, cov;
  std::array<uint32_t, 16> ids;
};

template <typename Port>
Wave unpack(const Port& port) {
  unsigned at = 0;
  const auto get = [&](unsigned width) {
    const auto value = static_cast<uint32_t>(getBits(port, at, width));
    at += width;
    return value;
  };
  Wave w{};
  w.ldsSize = get(16);
  w.ldsBase = get(15);
  w.waves = get(7);
  w.group = get(4);
  get(40);
  w.tag = get(6);
  w.rows = get(2);
  w.cov = get(16);
  w.exec = get(16);
  w.s2 = get(32);
  w.s1 = get(32);
  w.s0 = get(32);
  w.code = get(32);
  w.size = get(2);
  w.slot = get(kSlotBits);
  w.stage = get(2);
  return w;
}

template <typename Model, unsigned kCores>
class Harness {
 public:
  explicit Harness(uint64_t salt) : random(seed() + salt) {
    dut->state_wr_valid_i = dut->dispatch_valid_i = 0;
    dut->launch_ready_i = dut->row_ready_i = dut->cs_done_valid_i = 0;
    dut.reset();
  }

  /// Runs it and gives the waves in the order of their launches.
  std::vector<Wave> run(const Shader& shader, const model::DispatchCall& call, unsigned life) {
    for (const auto& [word, value] : words(shader)) {
      setBits(dut->state_wr_i, 0, 32, value);
      setBits(dut->state_wr_i, 32, 6, word);
      setBits(dut->state_wr_i, 38, kSlotBits, call.slot);
      dut->state_wr_valid_i = 1;
      dut.tick();
    }
    dut->state_wr_valid_i = 0;
    setBits(dut->dispatch_i, 0, 16, call.z);
    setBits(dut->dispatch_i, 16, 16, call.y);
    setBits(dut->dispatch_i, 32, 16, call.x);
    setBits(dut->dispatch_i, 48, kSlotBits, call.slot);
    dut->dispatch_valid_i = 1;
    dut.settle();
    REQUIRE(dut->dispatch_ready_o);
    dut.tick();
    dut->dispatch_valid_i = 0;

    waves_.clear();
    groups = 0;
    longest = 0;
    const uint64_t limit = dut.cycle() + 2000000;
    for (bool done = false; !done;) {
      REQUIRE(dut.cycle() < limit);
      done = cycle(life);
    }
    dut.settle();
    CHECK(!dut->busy_o);
    for (const auto& running : running_) CHECK(running.empty());
    return waves_;
  }

  static std::vector<std::pair<unsigned, uint32_t>> words(const Shader& s) {
    return {{E11_COMPUTE_BLOCK_CS_CODE, s.code},
            {E11_COMPUTE_BLOCK_CS_TABLE, s.table},
            {E11_COMPUTE_BLOCK_CS_INFO, s.size << E11_COMPUTE_BLOCK_CS_INFO_SIZE_LSB |
                                            s.waves() << E11_COMPUTE_BLOCK_CS_INFO_WAVES_LSB},
            {E11_COMPUTE_BLOCK_CS_GROUP, s.x << E11_COMPUTE_BLOCK_CS_GROUP_X_LSB |
                                             s.y << E11_COMPUTE_BLOCK_CS_GROUP_Y_LSB |
                                             s.z << E11_COMPUTE_BLOCK_CS_GROUP_Z_LSB},
            {E11_COMPUTE_BLOCK_CS_LDS, s.lds}};
  }

  Random random;
  Clocked<Model> dut;
  uint64_t groups = 0;
  size_t longest = 0;  ///< most places in use on a core

 private:
  struct Running {
    unsigned tag;
    uint64_t ends;
  };

  bool cycle(unsigned life) {
    unsigned ready = 0, rows = 0, ending = 0;
    for (unsigned c = 0; c < kCores; ++c) {
      // A core has room for so many waves.
      const size_t room = waves_.empty() ? 64 : 64u >> waves_.back().size;
      if (running_[c].size() < room && !oneIn(random, 3)) ready |= 1u << c;
      if (!oneIn(random, 3)) rows |= 1u << c;
      ending_[c] = -1;
      for (size_t i = 0; i < running_[c].size() && ending_[c] < 0; ++i) {
        if (running_[c][i].ends <= dut.cycle()) ending_[c] = static_cast<int>(i);
      }
      if (ending_[c] < 0) continue;
      setBits(dut->cs_done_tag_i, 6 * c, 6, running_[c][ending_[c]].tag);
      ending |= 1u << c;
    }
    dut->launch_ready_i = static_cast<uint8_t>(ready);
    dut->row_ready_i = static_cast<uint8_t>(rows);
    dut->cs_done_valid_i = static_cast<uint8_t>(ending);
    dut.settle();
    groups += dut->count_group_o;
    for (unsigned c = 0; c < kCores; ++c) {
      if (ending_[c] >= 0) finish(c, static_cast<size_t>(ending_[c]));
      if (dut->launch_valid_o >> c & ready >> c & 1) {
        Wave w = unpack(dut->launch_o);
        w.core = c;
        REQUIRE(quads_ == 0);
        waves_.push_back(w);
      }
      if (dut->row_valid_o >> c & rows >> c & 1) row(c, life);
    }
    const bool done = dut->done_o;
    dut.tick();
    return done;
  }
  void finish(unsigned core, size_t index) {
    const unsigned tag = running_[core][index].tag;
    running_[core].erase(running_[core].begin() + static_cast<long>(index));
    if (--left_[core][tag] == 0) left_[core].erase(tag);
  }
  void row(unsigned core, unsigned life) {
    REQUIRE(!waves_.empty());
    Wave& w = waves_.back();
    REQUIRE(w.core == core);
    for (unsigned i = 0; i < 4; ++i) {
      w.ids[4 * quads_ + i] = static_cast<uint32_t>(getBits(dut->row_o, 32 * i, 32));
    }
    quads_ = (quads_ + 1) % 4;
    if (quads_) return;
    if (w.s2 >> 16 == 0) {  // a group begins: its place was free
      REQUIRE(!left_[core].count(w.tag));
      left_[core][w.tag] = w.waves;
    }
    longest = std::max(longest, left_[core].size());
    running_[core].push_back({w.tag, dut.cycle() + 1 + random() % life});
  }

  std::vector<Wave> waves_;
  std::array<std::vector<Running>, kCores> running_;
  std::array<std::map<unsigned, unsigned>, kCores> left_;
  std::array<int, kCores> ending_{};
  unsigned quads_ = 0;  ///< of the last wave's row that have come
};

std::vector<ThreadGroup> expected(const Shader& shader, const model::DispatchCall& call) {
  std::vector<ThreadGroup> groups;
  model::Dispatch unit([&](const ThreadGroup& g) { groups.push_back(g); });
  for (const auto& [word, value] : Harness<V_dispatch1, 1>::words(shader)) {
    unit.writeState(call.slot, word, value);
  }
  unit.dispatch(call);
  CHECK(unit.groups() == groups.size());
  return groups;
}

/// From the definition: thread n of group g.
void checkThreads(const Shader& s, const model::DispatchCall& call,
                  const std::vector<Wave>& waves) {
  REQUIRE(waves.size() == size_t{call.x} * call.y * call.z * s.waves());
  for (size_t i = 0; i < waves.size(); ++i) {
    const Wave& w = waves[i];
    const auto group = static_cast<uint32_t>(i / s.waves());
    const uint32_t first = static_cast<uint32_t>(i % s.waves()) * 16;
    REQUIRE(w.s1 == (group % call.x | group / call.x % call.y << 16));
    REQUIRE(w.s2 == (group / call.x / call.y | first << 16));
    for (uint32_t lane = 0; lane < 16; ++lane) {
      const uint32_t n = first + lane;
      REQUIRE((w.exec >> lane & 1) == (n < s.threads()));
      if (n >= s.threads()) continue;
      REQUIRE(w.ids[lane] == (n % s.x | n / s.x % s.y << 10 | n / s.x / s.y << 20));
    }
  }
}

template <typename Model, unsigned kCores>
void compare(Harness<Model, kCores>& h, const Shader& shader, const model::DispatchCall& call,
             unsigned life) {
  const std::vector<ThreadGroup> want = expected(shader, call);
  const std::vector<Wave> got = h.run(shader, call, life);
  REQUIRE(h.groups == want.size());
  size_t at = 0;
  for (const ThreadGroup& g : want) {
    const Wave& first = got.at(at);
    for (const model::GroupWave& wave : g.waves) {
      const Wave& w = got.at(at++);
      REQUIRE(w.stage == 2);
      REQUIRE((w.core == first.core && w.group == first.group && w.tag == w.group));
      REQUIRE((w.slot == g.slot && w.size == g.size && w.code == g.code && w.s0 == g.s0));
      REQUIRE((w.s1 == g.s1 && w.s2 == wave.s2 && w.exec == wave.exec && w.cov == wave.exec));
      REQUIRE((w.rows == 1 && w.waves == g.waves.size() && w.ids == wave.ids));
      REQUIRE((w.ldsSize == shader.lds && w.ldsBase == w.group * shader.lds));
      REQUIRE(w.ldsBase + w.ldsSize <= E11_CFG_LDS_BYTES);
    }
  }
  REQUIRE(at == got.size());
  if (!want.empty()) checkThreads(shader, call, got);
}

Shader randomShader(Random& random) {
  const auto pick = [&](uint32_t n) { return 1 + static_cast<uint32_t>(random() % n); };
  Shader s{};
  do {
    s.x = oneIn(random, 4) ? pick(1024) : pick(20);
    s.y = oneIn(random, 4) ? pick(1024) : pick(12);
    s.z = oneIn(random, 2) ? 1 : pick(64);
  } while (s.threads() > 1024);
  s.code = static_cast<uint32_t>(random());
  s.table = static_cast<uint32_t>(random());
  s.size = s.waves() <= 16 ? static_cast<uint32_t>(random() % 3) : 0;
  const uint32_t lds[] = {0, 16, 16 * pick(2048), 16 * pick(256), 32768, 8192};
  s.lds = lds[random() % 6];
  return s;
}

template <typename Model, unsigned kCores>
void randomDispatches(uint64_t salt) {
  Harness<Model, kCores> h(salt);
  for (int i = 0; i < 120; ++i) {
    const Shader s = randomShader(h.random);
    const auto pick = [&](uint32_t n) { return 1 + static_cast<uint32_t>(h.random() % n); };
    model::DispatchCall call;
    call.slot = static_cast<uint8_t>(h.random() % E11_CFG_STATE_SLOTS);
    call.x = pick(5);
    call.y = pick(3);
    call.z = pick(3);
    compare(h, s, call, oneIn(h.random, 2) ? 20 : 1500);
  }
}

}  // namespace

TEST_CASE("random dispatches on one core", "[dispatch]") {
  randomDispatches<V_dispatch1, 1>(1);
}
TEST_CASE("random dispatches on two cores", "[dispatch]") {
  randomDispatches<V_dispatch2, 2>(2);
}

TEST_CASE("places: as many groups as thread-group memory holds", "[dispatch]") {
  Harness<V_dispatch1, 1> h(3);
  Shader s{0x1000, 0x2000, 0, 16, 1, 1, 0};
  const auto most = [&](uint32_t lds) {
    s.lds = lds;
    compare(h, s, {0, 60, 1, 1}, 3000);
    return h.longest;
  };
  CHECK(most(0) == 16);
  CHECK(most(16) == 16);
  CHECK(most(2048) == 16);
  CHECK(most(2064) == 15);
  CHECK(most(16384) == 2);
  CHECK(most(16400) == 1);
  CHECK(most(32768) == 1);
  // A shader whose groups do not fit runs nothing, and holds up nobody.
  s.lds = 32784;
  CHECK(h.run(s, {0, 3, 1, 1}, 10).empty());
  CHECK(h.groups == 0);
  s.lds = 0;
  compare(h, s, {1, 2, 1, 1}, 10);
}

TEST_CASE("a long row of groups, and the counters of all dimensions", "[dispatch]") {
  Harness<V_dispatch1, 1> h(4);
  Shader s{0x40, 0x80, 0, 1, 1, 1, 0};
  compare(h, s, {2, 65535, 1, 1}, 2);
  compare(h, s, {3, 2, 300, 1}, 2);
  compare(h, s, {0, 1, 1, 700}, 2);
}

TEST_CASE("two cores share the groups", "[dispatch]") {
  Harness<V_dispatch2, 2> h(5);
  const Shader s{0x40, 0x80, 0, 64, 1, 1, 0};
  compare(h, s, {0, 200, 1, 1}, 600);
  const std::vector<Wave> waves = h.run(s, {0, 200, 1, 1}, 600);
  const auto second =
      std::count_if(waves.begin(), waves.end(), [](const Wave& w) { return w.core == 1; });
  CHECK(second > 350);
  CHECK(second < 450);
}

}  // namespace e11::bench
