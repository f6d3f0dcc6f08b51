// SPDX-License-Identifier: Apache-2.0
// Dispatches with hand-assembled shaders, through the whole GPU.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "assembler.h"
#include "scene.h"

namespace e11::test {

namespace {

using bench::formC;
using bench::formL;
using bench::formM;
using bench::formR;
using bench::k;
using bench::opcode;
using bench::s;
using bench::v;
using isa::AtomicOp;
using isa::Op;

struct Threads {
  uint32_t x, y, z;
  uint32_t count() const { return x * y * z; }
};

uint64_t groupMemory(Op op, uint32_t data, uint32_t address) {
  return formM(op, data, address, 0, k(0), 0, 0) & ~bench::field(~0u, isa::kMSrc1);
}

/// An atomic operation on table entry 0; `old`: the old value replaces v[data].
uint64_t atomic(AtomicOp op, uint32_t data, uint32_t address, bool old, uint32_t offset = 0) {
  return formM(Op::kAtmraw, data, address, 4, k(0), op == AtomicOp::kCmpxchg, offset, old) |
         bench::field(static_cast<uint32_t>(op), isa::kMOp);
}

/// s4..7 and s8..11: the descriptors; v1: SV_GroupIndex, v2: number of the group, v5: of the
/// thread.
std::vector<uint64_t> prologue(const Threads& threads, const Threads& groups) {
  return {
      formM(Op::kSldptr, 4, k(0), 0, 0, 2, 0),
      formM(Op::kSldptr, 8, k(0), 0, 0, 2, 16),
      formR(Op::kUshr, v(1), s(2), k(16)),
      formR(Op::kIadd, v(1), v(1), isa::kSrcLane),
      formL(Op::kAnd, v(2), s(1), 0xffff),
      formR(Op::kUshr, v(3), s(1), k(16)),
      formL(Op::kAnd, v(4), s(2), 0xffff),
      formL(Op::kImad, v(3), v(4), groups.y, v(3)),
      formL(Op::kImad, v(2), v(3), groups.x, v(2)),
      formL(Op::kImad, v(5), v(2), threads.count(), v(1)),
  };
}

/// A compute shader with two raw buffers and a state block, in buffers of one context.
class Kernel {
 public:
  Kernel(kmd::Context& context, const Threads& threads, const std::vector<uint64_t>& code,
         BufferHandle first, BufferHandle second, uint32_t lds = 0, uint32_t size = 0)
      : data_(allocate(context, 0x2000)) {
    const auto address = static_cast<uint32_t>(context.gpuAddress(data_));
    std::array<uint32_t, E11_COMPUTE_BLOCK_WORDS> block{};
    block[E11_COMPUTE_BLOCK_CS_CODE] = address + 0x1000;
    block[E11_COMPUTE_BLOCK_CS_TABLE] = address + 0x400;
    block[E11_COMPUTE_BLOCK_CS_INFO] =
        E11_PUT(size, E11_COMPUTE_BLOCK_CS_INFO_SIZE) |
        E11_PUT((threads.count() + 15) / 16, E11_COMPUTE_BLOCK_CS_INFO_WAVES);
    block[E11_COMPUTE_BLOCK_CS_GROUP] = E11_PUT(threads.x, E11_COMPUTE_BLOCK_CS_GROUP_X) |
                                        E11_PUT(threads.y, E11_COMPUTE_BLOCK_CS_GROUP_Y) |
                                        E11_PUT(threads.z, E11_COMPUTE_BLOCK_CS_GROUP_Z);
    block[E11_COMPUTE_BLOCK_CS_LDS] = lds;
    REQUIRE(context.write(data_, 0, block.data(), sizeof block) == Result::kOk);
    uint32_t table[8] = {};
    for (int i = 0; i < 2; ++i) {
      const BufferHandle buffer = i == 0 ? first : second;
      table[4 * i] = static_cast<uint32_t>(context.gpuAddress(buffer));
      table[4 * i + 2] = static_cast<uint32_t>(context.size(buffer));
    }
    REQUIRE(context.write(data_, 0x400, table, sizeof table) == Result::kOk);
    REQUIRE(context.write(data_, 0x1000, code.data(), code.size() * 8) == Result::kOk);
  }
  BufferHandle state() const { return data_; }

 private:
  BufferHandle data_;
};

std::vector<uint32_t> words(kmd::Context& context, BufferHandle buffer) {
  const std::vector<uint8_t> bytes = contents(context, buffer);
  std::vector<uint32_t> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), values.size() * 4);
  return values;
}

/// Each thread writes its local id and the number of its group.
std::vector<uint64_t> idShader(const Threads& threads, const Threads& groups) {
  std::vector<uint64_t> code = prologue(threads, groups);
  const uint64_t rest[] = {
      formR(Op::kShl, v(5), v(5), k(3)),
      formR(Op::kMov, v(6), v(0)),
      formR(Op::kMov, v(7), v(2)),
      formM(Op::kStraw, 6, v(5), 4, k(0), 1, 0),
      opcode(Op::kEnd),
  };
  code.insert(code.end(), std::begin(rest), std::end(rest));
  return code;
}

}  // namespace

TEST_CASE("every thread of every group runs once, with its numbers") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const std::pair<Threads, Threads> cases[] = {
      {{1, 1, 1}, {1, 1, 1}},    {{16, 1, 1}, {70, 1, 1}}, {{5, 3, 2}, {3, 4, 5}},
      {{1024, 1, 1}, {3, 1, 1}}, {{8, 8, 1}, {4, 4, 1}},   {{3, 1, 64}, {1, 2, 1}},
  };
  uint64_t groupsBefore = adapter->counter(E11_COUNTERS_GROUPS);
  for (const auto& [threads, groups] : cases) {
    CAPTURE(threads.x, threads.y, threads.z, groups.x, groups.y, groups.z);
    const uint32_t total = threads.count() * groups.count();
    const BufferHandle out = allocate(*context, total * 8 + 64);
    const Kernel kernel(*context, threads, idShader(threads, groups), out, out);
    REQUIRE(run(*context, Commands().dispatch(kernel.state(), groups.x, groups.y, groups.z)) ==
            Result::kOk);
    const std::vector<uint32_t> got = words(*context, out);
    bool same = true;
    for (uint32_t t = 0; t < total; ++t) {
      const uint32_t n = t % threads.count();
      const uint32_t id =
          n % threads.x | n / threads.x % threads.y << 10 | n / threads.x / threads.y << 20;
      same = same && got[2 * t] == id && got[2 * t + 1] == t / threads.count();
    }
    CHECK(same);
    CHECK(std::all_of(got.begin() + 2 * total, got.end(), [](uint32_t w) { return w == 0; }));
    const uint64_t now = adapter->counter(E11_COUNTERS_GROUPS);
    CHECK(now - groupsBefore == groups.count());
    groupsBefore = now;
  }
}

TEST_CASE("a barrier: the group's threads see what the others wrote to group memory") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  for (const Threads& threads : {Threads{1024, 1, 1}, Threads{200, 1, 1}, Threads{16, 1, 1}}) {
    CAPTURE(threads.x);
    const Threads groups{9, 1, 1};
    const uint32_t total = threads.count() * groups.count();
    const BufferHandle out = allocate(*context, total * 4);
    std::vector<uint64_t> code = prologue(threads, groups);
    const uint64_t rest[] = {
        formR(Op::kShl, v(6), v(1), k(2)),
        formL(Op::kIadd, v(7), v(5), 1000),
        groupMemory(Op::kStlds, 7, v(6)),
        opcode(Op::kBar),
        formL(Op::kIsub, v(8), v(6), (threads.count() - 1) * 4),
        formR(Op::kIsub, v(8), k(0), v(8)),
        groupMemory(Op::kLdlds, 9, v(8)),
        formR(Op::kShl, v(5), v(5), k(2)),
        formM(Op::kStraw, 9, v(5), 4, k(0), 0, 0),
        opcode(Op::kEnd),
    };
    code.insert(code.end(), std::begin(rest), std::end(rest));
    const Kernel kernel(*context, threads, code, out, out, (threads.count() * 4 + 15) & ~15u);
    REQUIRE(run(*context, Commands().dispatch(kernel.state(), groups.x, 1, 1)) == Result::kOk);
    const std::vector<uint32_t> got = words(*context, out);
    bool same = true;
    for (uint32_t t = 0; t < total; ++t) {
      const uint32_t n = threads.count();
      same = same && got[t] == t / n * n + (n - 1 - t % n) + 1000;
    }
    CHECK(same);
  }
}

TEST_CASE("atomic operations: each thread gets its own number, and nothing is lost") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const Threads threads{100, 1, 1}, groups{12, 1, 1};
  const uint32_t total = threads.count() * groups.count();
  constexpr uint32_t kBins = 32;
  const BufferHandle counters = allocate(*context, 64 + kBins * 4);
  const BufferHandle list = allocate(*context, total * 4);
  std::vector<uint64_t> code = prologue(threads, groups);
  const uint64_t rest[] = {
      formR(Op::kMov, v(6), k(1)),
      atomic(AtomicOp::kAdd, 6, k(0), true),  // v6: place in the list
      formR(Op::kShl, v(7), v(6), k(2)),
      formM(Op::kStraw, 5, v(7), 8, k(0), 0, 0),   // list[place] = thread
      atomic(AtomicOp::kUmax, 5, k(0), false, 4),  // the largest thread
      formL(Op::kAnd, v(8), v(5), kBins - 1),
      formR(Op::kShl, v(8), v(8), k(2)),
      formR(Op::kMov, v(9), k(1)),
      atomic(AtomicOp::kAdd, 9, v(8), false, 64),  // histogram
      opcode(Op::kFence),
      opcode(Op::kEnd),
  };
  code.insert(code.end(), std::begin(rest), std::end(rest));
  const Kernel kernel(*context, threads, code, counters, list);
  const uint64_t before = adapter->counter(E11_COUNTERS_ATOMICS);
  REQUIRE(run(*context, Commands().dispatch(kernel.state(), groups.x, 1, 1)) == Result::kOk);
  const std::vector<uint32_t> got = words(*context, counters);
  CHECK(got[0] == total);
  CHECK(got[1] == total - 1);
  for (uint32_t bin = 0; bin < kBins; ++bin) {
    CHECK(got[16 + bin] == total / kBins + (bin < total % kBins ? 1 : 0));
  }
  std::vector<uint32_t> order = words(*context, list);
  std::sort(order.begin(), order.end());
  std::vector<uint32_t> all(total);
  std::iota(all.begin(), all.end(), 0);
  CHECK(order == all);
  CHECK(adapter->counter(E11_COUNTERS_ATOMICS) - before == 3 * total);
}

TEST_CASE("counts from memory: those that an earlier dispatch wrote; none; too many") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const Threads threads{8, 2, 1}, groups{3, 5, 2};
  const uint32_t total = threads.count() * groups.count();
  const BufferHandle out = allocate(*context, total * 8);
  const BufferHandle counts = allocate(*context, 64);
  const Kernel kernel(*context, threads, idShader(threads, groups), out, out);
  // One thread writes x, y, z at offset 4.
  const Kernel writer(*context, {1, 1, 1},
                      {formM(Op::kSldptr, 4, k(0), 0, 0, 2, 0), formR(Op::kMov, v(4), k(groups.x)),
                       formR(Op::kMov, v(5), k(groups.y)), formR(Op::kMov, v(6), k(groups.z)),
                       formM(Op::kStraw, 4, k(0), 4, k(0), 2, 4), opcode(Op::kEnd)},
                      counts, counts);
  const auto ran = [&] {
    const std::vector<uint32_t> got = words(*context, out);
    uint32_t threadsRun = 0;
    for (uint32_t t = 0; t < total; ++t) {
      threadsRun += got[2 * t + 1] == t / threads.count() && (t != 0 || got[2 * t] == 0);
    }
    return threadsRun == total;
  };
  const uint64_t before = adapter->counter(E11_COUNTERS_GROUPS);
  REQUIRE(run(*context, Commands()
                            .write(counts, 0, {0, 0, 7, 9, 1, 65536, 1, 0, 1})
                            .dispatchIndirect(kernel.state(), counts, 0)   // x is 0
                            .dispatchIndirect(kernel.state(), counts, 16)  // 1, 65536, 1
                            .dispatch(kernel.state(), 1, 0, 1)) == Result::kOk);
  CHECK(adapter->counter(E11_COUNTERS_GROUPS) == before);
  CHECK_FALSE(ran());
  REQUIRE(run(*context, Commands()
                            .dispatch(writer.state(), 1, 1, 1)
                            .dispatchIndirect(kernel.state(), counts, 4)) == Result::kOk);
  CHECK(ran());
  CHECK(adapter->counter(E11_COUNTERS_GROUPS) == before + groups.count() + 1);
}

TEST_CASE("dispatches and draws in one submission keep their order") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  Scene scene(*context);
  scene.setVertices({{{-1, 3, 0.25f, 1}, {1, 0, 0, 1}},
                     {{3, -1, 0.5f, 1}, {0, 1, 0, 1}},
                     {{-1, -1, 0.75f, 1}, {0, 0, 1, 1}}});
  // Each dispatch adds its factor: x = 3 x + group number, one thread at a time by order alone.
  const BufferHandle cell = allocate(*context, 64);
  const auto code = [](uint32_t factor) {
    return std::vector<uint64_t>{
        formM(Op::kSldptr, 4, k(0), 0, 0, 2, 0),   formM(Op::kLdraw, 4, k(0), 4, k(0), 0, 0),
        formL(Op::kImad, v(5), v(4), 3, s(1)),     formR(Op::kIadd, v(5), v(5), k(factor)),
        formM(Op::kStraw, 5, k(0), 4, k(0), 0, 0), opcode(Op::kEnd)};
  };
  Commands commands;
  scene.clear(commands, 0, 1);
  uint32_t expected = 0;
  std::vector<Kernel> kernels;
  for (uint32_t i = 1; i <= 12; ++i) {
    kernels.emplace_back(*context, Threads{1, 1, 1}, code(i), cell, cell);
    commands.dispatch(kernels.back().state(), 1, 1, 1);
    if (i % 3 == 0) scene.draw(commands, 3);
    if (i % 4 == 0) scene.draw(commands, 3);
    expected = expected * 3 + i;
  }
  REQUIRE(run(*context, commands) == Result::kOk);
  CHECK(words(*context, cell)[0] == expected);
  const std::vector<uint8_t> color = scene.color();
  CHECK(scene.pixel(color, 2, Scene::kSize - 3)[2] > 200);
}

TEST_CASE("a shader that traps or never ends in a group hangs, and the GPU comes back") {
  const auto adapter = openAdapter(true, 100'000);
  for (const bool endless : {false, true}) {
    const auto context = adapter->createContext();
    const BufferHandle out = allocate(*context, 4096);
    const std::vector<uint64_t> code =
        endless ? std::vector<uint64_t>{opcode(Op::kBar), formC(Op::kBr, 0, 0, false, -2)}
                : std::vector<uint64_t>{opcode(Op::kBar), opcode(Op::kTrap)};
    const Kernel kernel(*context, {64, 1, 1}, code, out, out, 64);
    CHECK(run(*context, Commands().dispatch(kernel.state(), 40, 1, 1)) == Result::kDeviceHung);
    const auto next = adapter->createContext();
    const BufferHandle target = allocate(*next, 16 * 8);
    const Threads one{16, 1, 1};
    const Kernel good(*next, one, idShader(one, {1, 1, 1}), target, target);
    REQUIRE(run(*next, Commands().dispatch(good.state(), 1, 1, 1)) == Result::kOk);
    CHECK(words(*next, target)[2 * 15] == 15);
  }
}

}  // namespace e11::test
