// SPDX-License-Identifier: Apache-2.0
// Compute shaders of tests/shaders/buffers.hlsl on the model of the core: one thread group each,
// compared with values computed here from the specification (22.4, 22.17).
#include <cstring>
#include <map>

#include "dxbc/tests/catch.h"
#include "dxbc/tests/corpus.h"
#include "wave_runner.h"

using namespace e11;
using target::test::WaveRunner;

namespace {

constexpr uint32_t kFormatR32G32B32A32Float = 2, kFormatR32G32Uint = 17, kFormatR32Uint = 42;
constexpr uint32_t kPairDwords = 5;

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// A compiled shader with all its buffers set to known values.
class Group {
 public:
  explicit Group(const std::string& name) : shader(compile(name)), wave(shader) {
    for (uint32_t i = 0; i < shader.resources.size(); ++i) fill(i, shader.resources[i]);
  }

  void run(uint32_t x = 0, uint32_t y = 0, uint32_t z = 0) {
    REQUIRE(wave.runGroup(x, y, z) == model::WaveEnd::kEnded);
  }
  uint32_t entry(compiler::ResourceKind kind, uint32_t slot) const {
    for (uint32_t i = 0; i < shader.resources.size(); ++i) {
      if (shader.resources[i].kind == kind && shader.resources[i].slot == slot) return i;
    }
    FAIL("no such resource");
    return 0;
  }
  uint32_t u(uint32_t slot, uint32_t dword) const {
    return wave.readBuffer(entry(compiler::ResourceKind::kUnorderedBuffer, slot), dword);
  }
  uint32_t counter(uint32_t slot) const {
    return wave.readBuffer(entry(compiler::ResourceKind::kCounter, slot), 0);
  }
  /// Component c of thread t's record.
  uint32_t record(uint32_t t, uint32_t c) const { return u(0, 4 * t + c); }

  static uint32_t byteDword(uint32_t n) { return n < 256 ? n * n + 3 : 0; }
  /// Member m of pair n: a, b.x, b.y, b.z, c.
  static uint32_t pair(uint32_t n, uint32_t m) {
    return m == 0 ? n + 10 : m == 4 ? n + 500 : bitsOf(static_cast<float>(8 * n + m));
  }
  static float floatElement(uint32_t n, uint32_t c) { return static_cast<float>(n) + c * 0.25f; }

 private:
  static compiler::Shader compile(const std::string& name) {
    const auto& blob = dxbc::test::corpusShader(name).bytes;
    compiler::Options options;
    options.verifyMachineCode = true;
    compiler::Shader shader;
    std::string error;
    const bool compiled = compiler::compile(blob.data(), blob.size(), options, &shader, &error);
    INFO(error);
    REQUIRE(compiled);
    CHECK(shader.needs.empty());
    return shader;
  }

  void fill(uint32_t index, const compiler::Resource& resource) {
    std::vector<uint32_t> dwords;
    const bool unordered = resource.kind == compiler::ResourceKind::kUnorderedBuffer;
    if (resource.kind == compiler::ResourceKind::kCounter) {
      wave.setRaw(index, {resource.slot == 5 ? 16u : 0u});
      return;
    }
    REQUIRE((unordered || resource.kind == compiler::ResourceKind::kShaderBuffer));
    const uint32_t slot = resource.slot + (unordered ? 100 : 0);
    switch (slot) {
      case 0:
        for (uint32_t i = 0; i < 256; ++i) dwords.push_back(byteDword(i));
        wave.setRaw(index, dwords);
        break;
      case 1:
        for (uint32_t i = 0; i < 64 * kPairDwords; ++i) {
          dwords.push_back(pair(i / kPairDwords, i % kPairDwords));
        }
        CHECK(resource.stride == 4 * kPairDwords);
        wave.setBuffer(index, 4 * kPairDwords, 0, dwords);
        break;
      case 2:
        for (uint32_t i = 0; i < 64; ++i) {
          for (uint32_t c = 0; c < 4; ++c) dwords.push_back(bitsOf(floatElement(i, c)));
        }
        wave.setBuffer(index, 16, kFormatR32G32B32A32Float, dwords);
        break;
      case 3:
        for (uint32_t i = 0; i < 64; ++i) dwords.push_back(i * 11);
        wave.setBuffer(index, 8, kFormatR32G32Uint, dwords);
        break;
      case 100:
      case 106:
        dwords.assign(1024 * 4 + 512, 0);
        // What `atomics` starts from.
        for (uint32_t i = 0; i < 64; ++i) dwords[256 + i] = i == 2 ? ~0u : i;
        wave.setRaw(index, dwords);
        break;
      case 102:
        for (uint32_t i = 0; i < 64; ++i) dwords.push_back(i + 1000);
        wave.setBuffer(index, 4, kFormatR32Uint, dwords);
        break;
      case 103:
        dwords.assign(64 * 4, 0);
        wave.setBuffer(index, 16, kFormatR32G32B32A32Float, dwords);
        break;
      default:  // u1, u4, u5: structured
        for (uint32_t i = 0; i < 64 * resource.stride / 4; ++i) dwords.push_back(i + 2000);
        wave.setBuffer(index, resource.stride, 0, dwords);
        break;
    }
  }

 public:
  compiler::Shader shader;
  WaveRunner wave;
};

}  // namespace

TEST_CASE("Raw buffers: dwords, offsets beyond the end and beyond 32 bits") {
  Group g("buffers.raw.cs_5_0");
  CHECK(g.shader.threadGroup[0] == 16);
  CHECK(g.shader.writesMemory);
  g.run();
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == Group::byteDword(t) + Group::byteDword(t + 3));
    CHECK(g.record(t, 1) == Group::byteDword(2 * t + 1));
    CHECK(g.record(t, 2) == 0);
    CHECK(g.record(t, 3) == Group::byteDword(4));
  }
}

TEST_CASE("Structured buffers: members, index times stride beyond 32 bits") {
  Group g("buffers.structured.cs_5_0");
  g.run();
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == Group::pair(2 * t, 0));
    CHECK(g.record(t, 1) == Group::pair(2 * t, 1));
    CHECK(g.record(t, 2) == Group::pair(2 * t, 3));
    CHECK(g.record(t, 3) == 0);
    CHECK(g.u(1, kPairDwords * t + 0) == Group::pair(2 * t, 4));
    CHECK(g.u(1, kPairDwords * t + 1) == Group::pair(2 * t, 1));
    CHECK(g.u(1, kPairDwords * t + 2) == bitsOf(2 * static_cast<float>(16 * t + 2)));
    CHECK(g.u(1, kPairDwords * t + 4) == Group::pair(2 * t, 4));
  }
}

TEST_CASE("Typed buffers: formats, missing components, elements outside") {
  Group g("buffers.typed_loads.cs_5_0");
  g.run();
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == bitsOf(Group::floatElement(t, 0)));
    CHECK(g.record(t, 1) == bitsOf(Group::floatElement(t, 3)));
    CHECK(g.record(t, 2) == (2 * (t + 4) + 1) * 11);
    CHECK(g.record(t, 3) == 0);  // spec 22.4.6: outside reads 0 where the format has the component
    CHECK(g.u(2, t) == 2 * (t + 4) * 11 + t + 16 + 1000);
    CHECK(g.u(3, 4 * t + 1) == bitsOf(2 * Group::floatElement(t, 1)));
  }
}

TEST_CASE("A thread sees its own stores in order") {
  Group g("buffers.order.cs_5_0");
  g.run();
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == (t % 2 != 0 ? 7 : t + 100));
    CHECK(g.record(t, 1) == t);
    CHECK(g.record(t, 2) == t + 100);
    CHECK(g.record(t, 3) == (t % 2 != 0 ? 7 : t + 100));
  }
}

TEST_CASE("Thread-group memory and barriers over four waves") {
  Group g("buffers.exchange.cs_5_0");
  CHECK(g.shader.groupBytes == 64 * 4 + 16 * 16);
  g.run();
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 64; ++i) sum += Group::byteDword(i);
  for (uint32_t t = 0; t < 64; ++t) {
    INFO("thread " << t);
    const float from = static_cast<float>(15 - t % 16);
    CHECK(g.record(t, 0) == bitsOf(from));
    CHECK(g.record(t, 1) == bitsOf(static_cast<float>(sum)));
    CHECK(g.record(t, 2) == bitsOf(2 * from));
  }
}

TEST_CASE("Atomic operations on thread-group memory") {
  Group g("buffers.group_atomics.cs_5_0");
  g.run();
  const uint32_t expected[4] = {31 * 32 / 2, 31 * 3, 50, ~0u};
  std::map<uint32_t, uint32_t> adderOfOld;  // waves come in any order
  for (uint32_t t = 0; t < 32; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == expected[t % 4]);
    if (t != 0) adderOfOld[g.record(t, 1)] = t;  // thread 0 adds 0
  }
  uint32_t sum = 0;
  for (const auto& [old, t] : adderOfOld) {
    CHECK(old == sum);
    sum += t;
  }
  CHECK(sum == expected[0]);
}

TEST_CASE("Atomic operations on buffers, with and without the old value") {
  Group g("buffers.atomics.cs_5_0");
  g.run();
  CHECK(g.u(0, 256) == 16 * 17 / 2);
  CHECK(g.u(0, 257) == (1u | 0xffff));
  CHECK(g.u(0, 258) == 0xffff0000);
  uint32_t sum = 0, mask = ~0u;
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    CHECK(g.record(t, 0) == sum);
    CHECK(g.record(t, 1) == mask);
    CHECK(g.record(t, 2) == 3 + t);
    CHECK(g.u(0, 259 + t) == t);
    // The word at byte 1104 holds 20: no thread's number.
    CHECK(g.record(t, 3) == 20 + (1000 + t % 4 + t / 4 * 10) * 256);
    sum += t + 1;
    mask &= ~(1u << t);
  }
  CHECK(g.u(0, 276) == 20);
  for (uint32_t i = 0; i < 4; ++i) CHECK(g.u(2, i) == 1000 + i + 40);
  CHECK(g.u(1, 4) == 3);
  CHECK(g.u(1, 9) == 4);
  CHECK(g.u(6, 1) == 1001);
}

TEST_CASE("Append and consume") {
  Group g("buffers.append_consume.cs_5_0");
  g.run();
  CHECK(g.counter(4) == 6);
  CHECK(g.counter(5) == 10);
  for (uint32_t i = 0; i < 6; ++i) {
    CHECK(g.u(4, 2 * i) == 3 * i);
    CHECK(g.u(4, 2 * i + 1) == 2000 + 15 - i);
  }
}

TEST_CASE("Element counts") {
  Group g("buffers.sizes.cs_5_0");
  g.run();
  CHECK(g.record(5, 0) == 1024);
  CHECK(g.record(5, 1) == 64);
  CHECK(g.record(5, 2) == (20 << 16) + 64);
  CHECK(g.record(5, 3) == 64);
}

TEST_CASE("Numbers of threads and groups") {
  Group g("buffers.ids.cs_5_0");
  g.run(7, 5, 3);
  for (uint32_t t = 0; t < 16; ++t) {
    INFO("thread " << t);
    const uint32_t x = t % 4, y = t / 4 % 2, z = t / 8;
    CHECK(g.record(t, 0) == 3005007);
    CHECK(g.record(t, 1) == x + y * 16 + z * 256);
    CHECK(g.record(t, 2) == 28 + x + (10 + y) * 1000 + (6 + z) * 1000000);
    CHECK(g.record(t, 3) == t);
  }
}

// 24 vectors are alive at once; 1,024 threads leave 32 registers a wave.
TEST_CASE("A large group spills and is right") {
  Group g("buffers.pressure.cs_5_0");
  CHECK(g.shader.sizeClass == 0);
  CHECK(g.shader.vectorRegisters <= 32);
  CHECK(g.shader.spillBytesPerLane > 0);
  g.run();
  for (uint32_t t = 0; t < 1024; t += 37) {
    INFO("thread " << t);
    for (uint32_t c = 0; c < 4; ++c) {
      float sum = 0;
      for (uint32_t j = 0; j < 24; ++j) {
        sum += Group::floatElement(t % 16 + 23 - j, c) *
               Group::floatElement(t % 16 + j * 7 % 24, 3 - c);
      }
      CHECK(g.record(t, c) == bitsOf(sum));
    }
  }
}
