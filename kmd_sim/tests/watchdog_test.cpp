// SPDX-License-Identifier: Apache-2.0
// A GPU that is asked for nonsense, or for too much, comes back.
#include "adapter.h"
#include "scene.h"

namespace e11::test {

namespace {

constexpr uint64_t kWatchdog = 200'000;

/// A fill that would take some 10^10 cycles.
Commands endless(BufferHandle buffer) {
  return Commands().fill(buffer, 0, 0, 64, 0xffffffff, 1);
}

}  // namespace

TEST_CASE("the watchdog resets a GPU that does not come to an end") {
  const auto adapter = openAdapter(true, kWatchdog);
  const auto context = adapter->createContext();
  const BufferHandle buffer = allocate(*context, 4096);
  const uint64_t before = adapter->cycles();
  uint64_t fence = 0;
  REQUIRE(context->submit(endless(buffer).submission(), &fence) == Result::kOk);
  CHECK(context->wait(fence, kWatchdog / 2) == Result::kTimeout);
  CHECK(context->status() == Result::kOk);
  CHECK(context->wait(fence) == Result::kDeviceHung);
  const uint64_t took = adapter->cycles() - before;
  CHECK(took >= kWatchdog);
  CHECK(took <= kWatchdog + kWatchdog / 10);
  CHECK(context->status() == Result::kDeviceHung);
  CHECK(context->submit({}, nullptr) == Result::kDeviceRemoved);
  BufferHandle other = 0;
  CHECK(context->allocate(64, 64, &other) == Result::kDeviceRemoved);

  // The GPU works again for a new context.
  const auto next = adapter->createContext();
  const BufferHandle target = allocate(*next, 64);
  CHECK(run(*next, Commands().write(target, 0, {42})) == Result::kOk);
  CHECK(contents(*next, target)[0] == 42);
}

TEST_CASE("other contexts' submissions survive a hang") {
  const auto adapter = openAdapter(true, kWatchdog);
  const auto guilty = adapter->createContext();
  const auto innocent = adapter->createContext();
  const BufferHandle bad = allocate(*guilty, 4096);
  const BufferHandle good = allocate(*innocent, 4096);
  uint64_t first = 0;
  uint64_t hung = 0;
  uint64_t second = 0;
  REQUIRE(innocent->submit(Commands().write(good, 0, {1}).submission(), &first) == Result::kOk);
  REQUIRE(guilty->submit(endless(bad).submission(), &hung) == Result::kOk);
  REQUIRE(guilty->submit({}, nullptr) == Result::kOk);
  REQUIRE(innocent->submit(Commands().write(good, 4, {2}).submission(), &second) == Result::kOk);
  CHECK(innocent->wait(second) == Result::kOk);
  CHECK(innocent->status() == Result::kOk);
  CHECK(guilty->status() == Result::kDeviceHung);
  CHECK(guilty->wait(hung) == Result::kDeviceHung);
  CHECK(contents(*innocent, good)[0] == 1);
  CHECK(contents(*innocent, good)[4] == 2);
}

TEST_CASE("bad packets lose the context, not the GPU") {
  const auto header = [](uint32_t opcode, uint32_t words) { return opcode | words << 16; };
  const std::vector<std::vector<uint32_t>> packets = {
      {header(0xff, 1)},                                                 // no such opcode
      {header(E11_PKT_DISPATCH_INDIRECT + 1, 1)},                        // nor this
      {header(E11_PKT_NOP, 0)},                                          // no length
      {header(E11_PKT_NOP, 2)},                                          // beyond the buffer's end
      {header(E11_PKT_DRAW, 7), 0, 0, 3, 1, 0, 0},                       // too short
      {header(E11_PKT_DRAW, 8), 4, 0, 3, 1, 0, 0, 0},                    // misaligned state
      {header(E11_PKT_DRAW, 8), 0, 1, 3, 1, 0, 0, 0},                    // beyond 32 bits
      {header(E11_PKT_DISPATCH, 5), 0, 0, 1, 1},                         // too short
      {header(E11_PKT_DISPATCH, 6), 4, 0, 1, 1, 1},                      // misaligned state
      {header(E11_PKT_DISPATCH, 6), 0, 1, 1, 1, 1},                      // beyond 32 bits
      {header(E11_PKT_DISPATCH, 6), 0x1000, 0, 1, 65536, 1},             // too many groups
      {header(E11_PKT_DISPATCH_INDIRECT, 5), 0x1000, 0, 0x1002, 0},      // misaligned counts
      {header(E11_PKT_DISPATCH_INDIRECT, 5), 0x1000, 0, 0x7ffffff8, 0},  // not reachable
      {header(E11_PKT_DISPATCH_INDIRECT, 5), 0x1020, 0, 0x1000, 0},      // misaligned state
      {header(E11_PKT_FENCE, 5), 0x1004, 0, 1, 0},                       // misaligned
      {header(E11_PKT_FENCE, 5), 0x80000000, 0, 1, 0},                   // not reachable
      {header(E11_PKT_FILL, 7), 0x1002, 0, 4, 4, 1, 0},                  // misaligned
      {header(E11_PKT_INDIRECT, 4), 0x1000, 0, 1},                       // nested
  };
  const auto adapter = openAdapter();
  for (const auto& packet : packets) {
    CAPTURE(packet);
    const auto context = adapter->createContext();
    CHECK(run(*context, Commands().nop(1).raw(packet)) == Result::kDeviceHung);
  }
  const auto context = adapter->createContext();
  CHECK(run(*context, Commands().nop(3)) == Result::kOk);
}

TEST_CASE("an access beyond memory is a fault") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const auto beyond = static_cast<uint32_t>(adapter->caps().memoryBytes);
  const uint32_t header = E11_PKT_FILL | 0xfu << 8 | E11_PKT_FILL_WORDS << 16;
  CHECK(run(*context, Commands().raw({header, beyond, 0, 0, 64, 1, 0})) == Result::kDeviceHung);
  const auto next = adapter->createContext();
  CHECK(run(*next, Commands().nop(1)) == Result::kOk);
}

TEST_CASE("a reset at any time: what comes back late from memory disturbs nobody") {
  std::mt19937 random(randomSeed());
  const std::vector<Vertex> vertices = {{{-1, 3, 0.25f, 1}, {1, 0, 0, 1}},
                                        {{3, -1, 0.5f, 1}, {0, 1, 0, 1}},
                                        {{-1, -1, 0.75f, 1}, {0, 0, 1, 1}}};
  const auto picture = [&](kmd::Context& context) {
    Scene scene(context);
    scene.setVertices(vertices);
    Commands commands;
    scene.clear(commands, 0x11223344, 1);
    scene.draw(commands, 3);
    REQUIRE(run(context, commands) == Result::kOk);
    std::vector<uint8_t> both = scene.color();
    const std::vector<uint8_t> depth = scene.depth();
    both.insert(both.end(), depth.begin(), depth.end());
    return both;
  };
  std::vector<uint8_t> expected;
  {
    const auto adapter = openAdapter();
    expected = picture(*adapter->createContext());
  }
  for (int round = 0; round < 6; ++round) {
    // Long enough for the picture, never for the other one: all units and memory are at work.
    const auto adapter = openAdapter(true, 60'000 + random() % 2'000);
    for (int again = 0; again < 2; ++again) {
      const auto guilty = adapter->createContext();
      Scene scene(*guilty);
      scene.setVertices(vertices);
      Commands commands;
      scene.clear(commands, 0, 1);
      if (again == 1) scene.setState(E11_STATE_BLOCK_DEPTH_INFO, 0);  // all quads are shaded
      scene.draw(commands, 3, 0, 0, 100'000);
      scene.clear(commands, 0, 1);
      REQUIRE(run(*guilty, commands) == Result::kDeviceHung);
      CHECK(picture(*adapter->createContext()) == expected);
    }
  }
}

TEST_CASE("the busy units of a hang are those that hang") {
  const auto adapter = openAdapter(true, kWatchdog);
  const auto context = adapter->createContext();
  const auto busy = [&] {
    return dynamic_cast<kmd::AdapterImpl&>(*adapter).gpu().device().readRegister(
        E11_REG_DEBUG_BUSY);
  };
  CHECK(busy() == 0);
  Scene scene(*context);
  scene.setVertexShader(endlessShader());
  Commands commands;
  scene.draw(commands, 3);
  uint64_t fence = 0;
  REQUIRE(context->submit(commands.submission(), &fence) == Result::kOk);
  CHECK(context->wait(fence, kWatchdog / 2) == Result::kTimeout);
  const uint32_t both = 1u << E11_BUSY_UNIT_CORE | 1u << E11_BUSY_UNIT_GEOMETRY;
  CHECK((busy() & both) == both);
  CHECK((busy() & (1u << E11_BUSY_UNIT_DMA | 1u << E11_BUSY_UNIT_RASTER)) == 0);
  CHECK(context->wait(fence) == Result::kDeviceHung);
  CHECK(busy() == 0);

  const auto next = adapter->createContext();
  REQUIRE(next->submit(endless(allocate(*next, 4096)).submission(), &fence) == Result::kOk);
  CHECK(next->wait(fence, kWatchdog / 2) == Result::kTimeout);
  CHECK(busy() == 1u << E11_BUSY_UNIT_DMA);
}

}  // namespace e11::test
