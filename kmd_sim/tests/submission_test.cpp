// SPDX-License-Identifier: Apache-2.0
// Packets without drawing: what they do to memory, in what order.
#include <cstring>

#include "test.h"

namespace e11::test {

namespace {

uint64_t qword(const std::vector<uint8_t>& bytes, size_t offset) {
  uint64_t value;
  std::memcpy(&value, &bytes[offset], sizeof value);
  return value;
}

/// A destination that fits `rows` rows, with room around it.
struct Rectangle {
  uint32_t offset, pitch, width, height;
  Rectangle(std::mt19937& random, uint32_t size, uint32_t align) {
    width = random() % 150 / align * align;
    pitch = (width + random() % 60) / align * align;
    height = random() % 9;
    offset = random() % (size - 8 * 210 - 150) / align * align;
  }
};

}  // namespace

TEST_CASE("fill writes the rectangle's masked bytes and nothing else") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  std::mt19937 random(randomSeed());
  constexpr uint32_t kSize = 8192;
  const BufferHandle buffer = allocate(*context, kSize);
  std::vector<uint8_t> expected = randomBytes(random, kSize);
  REQUIRE(context->write(buffer, 0, expected.data(), kSize) == Result::kOk);

  Commands commands;
  for (int i = 0; i < 20; ++i) {
    const Rectangle to(random, kSize, 4);
    const uint32_t value = random();
    const uint32_t mask = i % 2 != 0 ? 0xf : random() & 0xf;
    commands.fill(buffer, to.offset, to.pitch, to.width, to.height, value, mask);
    for (uint32_t y = 0; y < to.height; ++y) {
      for (uint32_t x = 0; x < to.width; ++x) {
        if ((mask >> (x & 3) & 1) == 0) continue;
        expected[to.offset + y * to.pitch + x] = static_cast<uint8_t>(value >> 8 * (x & 3));
      }
    }
  }
  REQUIRE(run(*context, commands) == Result::kOk);
  CHECK(contents(*context, buffer) == expected);
}

TEST_CASE("copy moves bytes at any alignment") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  std::mt19937 random(randomSeed());
  constexpr uint32_t kSize = 8192;
  const BufferHandle from = allocate(*context, kSize);
  const BufferHandle to = allocate(*context, kSize);
  const std::vector<uint8_t> source = randomBytes(random, kSize);
  std::vector<uint8_t> expected = randomBytes(random, kSize);
  REQUIRE(context->write(from, 0, source.data(), kSize) == Result::kOk);
  REQUIRE(context->write(to, 0, expected.data(), kSize) == Result::kOk);

  Commands commands;
  for (int i = 0; i < 30; ++i) {
    const Rectangle r(random, kSize, 1);
    const Rectangle s(random, kSize, 1);
    const uint32_t sourcePitch = r.width + s.pitch % 50;
    commands.copy(to, r.offset, r.pitch, from, s.offset, sourcePitch, r.width, r.height);
    for (uint32_t y = 0; y < r.height; ++y) {
      std::copy_n(&source[s.offset + y * sourcePitch], r.width, &expected[r.offset + y * r.pitch]);
    }
  }
  REQUIRE(run(*context, commands) == Result::kOk);
  CHECK(contents(*context, to) == expected);
  CHECK(contents(*context, from) == source);
}

TEST_CASE("write, copy and fill run in order") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const BufferHandle buffer = allocate(*context, 4096);
  Commands commands;
  commands.nop(5)
      .write(buffer, 0, {0x11111111, 0x22222222, 0x33333333, 0x44444444})
      .copy(buffer, 64, 0, buffer, 4, 0, 8, 1)
      .barrier(0x1f)
      .fill(buffer, 4, 0, 4, 1, 0xaaaaaaaa)
      .copy(buffer, 128, 0, buffer, 0, 0, 12, 1)
      .write(buffer, 0, {0x55555555});
  REQUIRE(run(*context, commands) == Result::kOk);
  const std::vector<uint8_t> bytes = contents(*context, buffer);
  CHECK(qword(bytes, 64) == 0x33333333'22222222);
  CHECK(qword(bytes, 128) == 0xaaaaaaaa'11111111);
  CHECK(qword(bytes, 0) == 0xaaaaaaaa'55555555);
  CHECK((qword(bytes, 136) & 0xffffffff) == 0x33333333);
}

TEST_CASE("fences and timestamps are written after the work before them") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const BufferHandle buffer = allocate(*context, 16384);
  const BufferHandle marks = allocate(*context, 256);
  Commands commands;
  commands.timestamp(marks, 0)
      .fill(buffer, 0, 0, 16384, 1, 1)
      .timestamp(marks, 8)
      .fence(marks, 16, 0x123456789abcdef0);
  const uint64_t before = adapter->cycles();
  REQUIRE(run(*context, commands) == Result::kOk);
  const std::vector<uint8_t> bytes = contents(*context, marks);
  CHECK(qword(bytes, 0) >= before);
  // 16 bytes a cycle are the most that the memory port takes.
  CHECK(qword(bytes, 8) >= qword(bytes, 0) + 16384 / 16);
  CHECK(qword(bytes, 8) <= adapter->cycles());
  CHECK(qword(bytes, 16) == 0x123456789abcdef0);
}

TEST_CASE("more submissions than the ring holds pass in order") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const BufferHandle buffer = allocate(*context, 4096);
  constexpr uint32_t kCount = 300;
  uint64_t first = 0;
  uint64_t last = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    Commands commands;
    commands.write(buffer, 4 * i, {i + 1});
    REQUIRE(context->submit(commands.submission(), i == 0 ? &first : &last) == Result::kOk);
  }
  CHECK(last == first + kCount - 1);
  CHECK(context->completedFence() == first - 1);  // no time has passed yet
  REQUIRE(context->wait(first + 10) == Result::kOk);
  const uint64_t reached = context->completedFence();
  CHECK(reached >= first + 10);
  REQUIRE(context->wait(last) == Result::kOk);
  const std::vector<uint8_t> bytes = contents(*context, buffer);
  for (uint32_t i = 0; i < kCount; ++i) {
    uint32_t value;
    std::memcpy(&value, &bytes[4 * i], 4);
    REQUIRE(value == i + 1);
  }
}

TEST_CASE("an empty submission has a fence too") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  uint64_t fence = 0;
  REQUIRE(context->submit({}, &fence) == Result::kOk);
  CHECK(fence == 1);
  CHECK(context->wait(fence, 1) == Result::kTimeout);
  CHECK(context->wait(fence) == Result::kOk);
  CHECK(context->wait(fence + 1) == Result::kInvalidArgument);
}

TEST_CASE("polling makes progress") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  uint64_t fence = 0;
  REQUIRE(context->submit({}, &fence) == Result::kOk);
  int polls = 0;
  while (context->completedFence(100) < fence) REQUIRE(++polls < 1000);
}

TEST_CASE("the same submission runs again with other buffers") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const BufferHandle a = allocate(*context, 64);
  const BufferHandle b = allocate(*context, 64);
  Commands commands;
  commands.write(a, 0, {7});
  kmd::Submission renamed = commands.submission();
  renamed.relocations[0].buffer = b;
  renamed.relocations[0].offset = 8;
  REQUIRE(run(*context, commands) == Result::kOk);
  uint64_t fence = 0;
  REQUIRE(context->submit(renamed, &fence) == Result::kOk);
  REQUIRE(context->wait(fence) == Result::kOk);
  CHECK(qword(contents(*context, a), 0) == 7);
  CHECK(qword(contents(*context, b), 8) == 7);
}

}  // namespace e11::test
