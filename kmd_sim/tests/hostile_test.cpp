// SPDX-License-Identifier: Apache-2.0
// Random packets, state blocks, shaders and addresses: the GPU may be reset,
// but driver and device go on.
#include <algorithm>

#include "scene.h"

namespace e11::test {

namespace {

constexpr uint32_t kBytes = 1 << 16;
constexpr uint64_t kWatchdog = 30'000;

uint32_t randomValue(std::mt19937& random) {
  switch (random() % 4) {
    case 0:
      return random() % 16;
    case 1:
      return random() % kBytes & ~63u;
    case 2:
      return uint32_t{1} << random() % 32;
    default:
      return random();
  }
}

/// Small, so that the rows stay in memory, but for one in eight.
uint32_t randomPitch(std::mt19937& random) {
  return random() % 8 != 0 ? random() % 1024 : randomValue(random);
}

/// A submission of packets with plausible headers.
Commands randomPackets(std::mt19937& random, BufferHandle buffer) {
  Commands commands;
  const uint32_t count = random() % 4 + 1;
  // Every other submission has only packets that can pass.
  const uint32_t first = random() & 1;
  for (uint32_t i = 0; i < count; ++i) {
    switch (first + random() % (first != 0 ? 3 : 6)) {
      case 0: {
        std::vector<uint32_t> words(random() % 10 + 1);
        for (uint32_t& word : words) word = randomValue(random);
        const uint32_t opcode = random() % (E11_PKT_TIMESTAMP + 2);
        words[0] = opcode | static_cast<uint32_t>(words.size()) << 16 | (random() & 0xff) << 8;
        // Not the draw that would take the rest of the test's time; those come below.
        if (opcode != E11_PKT_COPY && opcode != E11_PKT_FILL) commands.raw(words);
        break;
      }
      case 1:
        commands.fill(buffer, random() % kBytes & ~3u, randomPitch(random) & ~3u,
                      random() % 256 & ~3u, random() % 32, random(), random());
        break;
      case 2:
        commands.copy(buffer, random() % kBytes, randomPitch(random), buffer, random() % kBytes,
                      randomPitch(random), random() % 256, random() % 32);
        break;
      case 3:
        commands.barrier(random());
        break;
      default:
        commands.draw(buffer, 0, randomValue(random), random() % 3 + 1, randomValue(random));
        break;
    }
  }
  return commands;
}

}  // namespace

TEST_CASE("random packets and state never stop the driver") {
  std::mt19937 random(randomSeed());
  const auto adapter = openAdapter(true, kWatchdog);
  int hung = 0;
  int passed = 0;
  const int rounds = deviceKind() == "model" ? 400 : 30;
  for (int i = 0; i < rounds; ++i) {
    const auto context = adapter->createContext();
    const BufferHandle buffer = allocate(*context, kBytes);
    std::vector<uint32_t> words(kBytes / 4);
    for (uint32_t& word : words) word = randomValue(random);
    const auto base = static_cast<uint32_t>(context->gpuAddress(buffer));
    // Most addresses of the state block are inside the buffer.
    for (const uint32_t word :
         {E11_STATE_BLOCK_VS_CODE, E11_STATE_BLOCK_PS_CODE, E11_STATE_BLOCK_VS_TABLE,
          E11_STATE_BLOCK_PS_TABLE, E11_STATE_BLOCK_RING_BASE, E11_STATE_BLOCK_DEPTH_BASE,
          E11_STATE_BLOCK_RT0_BASE, E11_STATE_BLOCK_INDEX_BASE, E11_STATE_BLOCK_SCRATCH_BASE}) {
      if (random() % 8 != 0) words[word] = base + (random() % (kBytes / 2) & ~63u);
    }
    REQUIRE(context->write(buffer, 0, words.data(), kBytes) == Result::kOk);
    const Result result = run(*context, randomPackets(random, buffer));
    CAPTURE(i);
    REQUIRE((result == Result::kOk || result == Result::kDeviceHung));
    ++(result == Result::kOk ? passed : hung);
  }
  CHECK(hung > 0);
  if (deviceKind() == "model") CHECK(passed > 0);  // too few rounds elsewhere to be sure

  const auto context = adapter->createContext();
  const BufferHandle buffer = allocate(*context, 64);
  REQUIRE(run(*context, Commands().write(buffer, 0, {42})) == Result::kOk);
  CHECK(contents(*context, buffer)[0] == 42);
}

}  // namespace e11::test
