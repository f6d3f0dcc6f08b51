// SPDX-License-Identifier: Apache-2.0
// Buffers: allocation, host access, life time.
#include <algorithm>
#include <cstring>

#include "test.h"

namespace e11::test {

TEST_CASE("buffers are aligned, apart, and zero") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  BufferHandle buffer = 0;
  REQUIRE(context->allocate(100, 1 << 16, &buffer) == Result::kOk);
  CHECK(context->gpuAddress(buffer) % (1 << 16) == 0);
  CHECK(context->gpuAddress(buffer) != 0);
  CHECK(context->size(buffer) == 100);
  const std::vector<uint8_t> ones(100, 0xff);
  REQUIRE(context->write(buffer, 0, ones.data(), 100) == Result::kOk);
  const uint64_t address = context->gpuAddress(buffer);
  context->release(buffer);
  CHECK(context->gpuAddress(buffer) == 0);
  // The same memory again, and clean.
  REQUIRE(context->allocate(100, 1 << 16, &buffer) == Result::kOk);
  CHECK(context->gpuAddress(buffer) == address);
  CHECK(contents(*context, buffer) == std::vector<uint8_t>(100, 0));
}

TEST_CASE("wrong arguments are refused") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  BufferHandle buffer = 0;
  CHECK(context->allocate(0, 64, &buffer) == Result::kInvalidArgument);
  CHECK(context->allocate(64, 48, &buffer) == Result::kInvalidArgument);
  CHECK(context->allocate(64, 32, &buffer) == Result::kInvalidArgument);
  CHECK(context->allocate(64, 64, nullptr) == Result::kInvalidArgument);
  CHECK(context->allocate(~uint64_t{0}, 64, &buffer) == Result::kOutOfMemory);
  CHECK(context->allocate(adapter->caps().memoryBytes, 64, &buffer) == Result::kOutOfMemory);
  buffer = allocate(*context, 64);
  uint8_t byte = 0;
  CHECK(context->write(buffer, 64, &byte, 1) == Result::kInvalidArgument);
  CHECK(context->write(buffer, ~uint64_t{0}, &byte, 2) == Result::kInvalidArgument);
  CHECK(context->read(buffer + 1, 0, &byte, 1) == Result::kInvalidArgument);
  CHECK(context->map(buffer + 1) == nullptr);
  context->release(buffer + 1);

  const auto refuses = [&](const kmd::Relocation& relocation) {
    kmd::Submission submission;
    submission.words = {E11_PKT_NOP | 3u << 16, 0, 0};
    submission.relocations = {relocation};
    return context->submit(submission, nullptr) == Result::kInvalidArgument;
  };
  CHECK(refuses({2, buffer, 0, true}));
  CHECK(refuses({3, buffer, 0, false}));
  CHECK(refuses({~0u, buffer, 0, true}));
  CHECK(refuses({1, buffer, 65, true}));
  CHECK(refuses({1, buffer + 1, 0, true}));
  CHECK_FALSE(refuses({1, buffer, 64, true}));
}

TEST_CASE("released memory is reused only when its fences have passed") {
  const auto adapter = openAdapter();
  const auto context = adapter->createContext();
  const BufferHandle source = allocate(*context, 4096);
  const BufferHandle result = allocate(*context, 4096);
  const std::vector<uint8_t> data(4096, 0x5a);
  REQUIRE(context->write(source, 0, data.data(), 4096) == Result::kOk);
  const uint64_t address = context->gpuAddress(source);
  Commands commands;
  commands.copy(result, 0, 0, source, 0, 0, 4096, 1);
  uint64_t fence = 0;
  REQUIRE(context->submit(commands.submission(), &fence) == Result::kOk);
  context->release(source);
  for (int i = 0; i < 8; ++i) CHECK(context->gpuAddress(allocate(*context, 4096)) != address);
  REQUIRE(context->wait(fence) == Result::kOk);
  CHECK(contents(*context, result) == data);
  CHECK(context->gpuAddress(allocate(*context, 4096)) == address);
}

TEST_CASE("all memory can be had, and had again") {
  const auto adapter = openAdapter();
  constexpr uint64_t kBlock = 32 << 20;
  size_t counts[2];
  for (size_t& count : counts) {
    const auto context = adapter->createContext();
    BufferHandle buffer;
    count = 0;
    while (context->allocate(kBlock, 64, &buffer) == Result::kOk) ++count;
  }
  CHECK(counts[0] == adapter->caps().memoryBytes / kBlock - 1);
  CHECK(counts[0] == counts[1]);
}

TEST_CASE("with and without the window memory is the same") {
  std::mt19937 random(randomSeed());
  const std::vector<uint8_t> data = randomBytes(random, 1000);
  for (const bool window : {true, false}) {
    const auto adapter = openAdapter(window);
    CHECK(adapter->caps().directWindow == window);
    const auto context = adapter->createContext();
    const BufferHandle from = allocate(*context, 1024);
    const BufferHandle to = allocate(*context, 1024);
    CHECK((context->map(from) != nullptr) == window);
    REQUIRE(context->write(from, 3, data.data(), data.size()) == Result::kOk);
    if (window) CHECK(std::memcmp(context->map(from) + 3, data.data(), data.size()) == 0);
    REQUIRE(run(*context, Commands().copy(to, 7, 0, from, 3, 0, 1000, 1)) == Result::kOk);
    std::vector<uint8_t> back(1000);
    REQUIRE(context->read(to, 7, back.data(), back.size()) == Result::kOk);
    CHECK(back == data);
    if (window) CHECK(std::memcmp(context->map(to) + 7, data.data(), data.size()) == 0);
  }
}

TEST_CASE("device options that cannot be met are refused with a reason") {
  kmd::OpenOptions options;
  options.device.kind = "abacus";
  std::string error;
  CHECK(kmd::Adapter::open(options, &error) == nullptr);
  CHECK(error.find("abacus") != std::string::npos);
}

}  // namespace e11::test
