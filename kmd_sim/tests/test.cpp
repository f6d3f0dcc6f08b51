// SPDX-License-Identifier: Apache-2.0
#include "test.h"

#include <cstdio>
#include <cstdlib>

namespace e11::test {

std::string deviceKind() {
  const char* kind = std::getenv("ELEVEN_DEVICE");
  return kind != nullptr ? kind : "model";
}

uint32_t randomSeed() {
  const char* given = std::getenv("ELEVEN_SEED");
  const uint32_t seed = given != nullptr ? static_cast<uint32_t>(std::strtoul(given, nullptr, 0))
                                         : std::random_device()();
  std::printf("ELEVEN_SEED=%u\n", seed);
  return seed;
}

std::shared_ptr<kmd::Adapter> openAdapter(bool window, uint64_t watchdogCycles) {
  return openKind(deviceKind(), window, watchdogCycles);
}

std::shared_ptr<kmd::Adapter> openKind(const std::string& kind, bool window,
                                       uint64_t watchdogCycles) {
  kmd::OpenOptions options;
  options.device.kind = kind;
  options.device.window = window;
  options.watchdogCycles = watchdogCycles;
  std::string error;
  std::shared_ptr<kmd::Adapter> adapter = kmd::Adapter::open(options, &error);
  INFO(error);
  REQUIRE(adapter);
  REQUIRE(adapter->caps().deviceName == kind);
  return adapter;
}

void Commands::header(uint32_t opcode, uint32_t words, uint32_t flags) {
  word(opcode | flags << 8 | words << 16);
}

void Commands::address(BufferHandle buffer, uint64_t offset) {
  const auto at = static_cast<uint32_t>(submission_.words.size());
  submission_.relocations.push_back({at, buffer, offset, true});
  word(0);
  word(0);
}

Commands& Commands::nop(uint32_t words) {
  header(E11_PKT_NOP, words);
  for (uint32_t i = 1; i < words; ++i) word(0xffffffff);
  return *this;
}

Commands& Commands::draw(BufferHandle state, uint64_t offset, uint32_t count, uint32_t instances,
                         uint32_t first) {
  header(E11_PKT_DRAW, E11_PKT_DRAW_WORDS);
  address(state, offset);
  for (uint32_t value : {count, instances, first, 0u, 0u}) word(value);
  return *this;
}

Commands& Commands::fence(BufferHandle buffer, uint64_t offset, uint64_t value) {
  header(E11_PKT_FENCE, E11_PKT_FENCE_WORDS);
  address(buffer, offset);
  word(static_cast<uint32_t>(value));
  word(static_cast<uint32_t>(value >> 32));
  return *this;
}

Commands& Commands::barrier(uint32_t cacheBits) {
  header(E11_PKT_BARRIER, E11_PKT_BARRIER_WORDS, cacheBits);
  return *this;
}

Commands& Commands::fill(BufferHandle buffer, uint64_t offset, uint32_t pitch, uint32_t width,
                         uint32_t height, uint32_t value, uint32_t mask) {
  header(E11_PKT_FILL, E11_PKT_FILL_WORDS, mask);
  address(buffer, offset);
  for (uint32_t w : {pitch, width, height, value}) word(w);
  return *this;
}

Commands& Commands::copy(BufferHandle dst, uint64_t dstOffset, uint32_t dstPitch, BufferHandle src,
                         uint64_t srcOffset, uint32_t srcPitch, uint32_t width, uint32_t height) {
  header(E11_PKT_COPY, E11_PKT_COPY_WORDS);
  address(dst, dstOffset);
  word(dstPitch);
  address(src, srcOffset);
  for (uint32_t w : {srcPitch, width, height}) word(w);
  return *this;
}

Commands& Commands::write(BufferHandle buffer, uint64_t offset,
                          const std::vector<uint32_t>& words) {
  header(E11_PKT_WRITE, E11_PKT_WRITE_WORDS + static_cast<uint32_t>(words.size()));
  address(buffer, offset);
  for (uint32_t w : words) word(w);
  return *this;
}

Commands& Commands::dispatch(BufferHandle state, uint32_t x, uint32_t y, uint32_t z) {
  header(E11_PKT_DISPATCH, E11_PKT_DISPATCH_WORDS);
  address(state, 0);
  for (uint32_t value : {x, y, z}) word(value);
  return *this;
}

Commands& Commands::dispatchIndirect(BufferHandle state, BufferHandle counts, uint64_t offset) {
  header(E11_PKT_DISPATCH_INDIRECT, E11_PKT_DISPATCH_INDIRECT_WORDS);
  address(state, 0);
  address(counts, offset);
  return *this;
}

Commands& Commands::timestamp(BufferHandle buffer, uint64_t offset) {
  header(E11_PKT_TIMESTAMP, E11_PKT_TIMESTAMP_WORDS);
  address(buffer, offset);
  return *this;
}

Commands& Commands::raw(const std::vector<uint32_t>& words) {
  for (uint32_t w : words) word(w);
  return *this;
}

Result run(kmd::Context& context, const Commands& commands) {
  uint64_t fence = 0;
  const Result submitted = context.submit(commands.submission(), &fence);
  return submitted == Result::kOk ? context.wait(fence) : submitted;
}

BufferHandle allocate(kmd::Context& context, uint64_t bytes) {
  BufferHandle buffer = 0;
  REQUIRE(context.allocate(bytes, 64, &buffer) == Result::kOk);
  return buffer;
}

std::vector<uint8_t> contents(kmd::Context& context, BufferHandle buffer) {
  std::vector<uint8_t> bytes(context.size(buffer));
  REQUIRE(context.read(buffer, 0, bytes.data(), bytes.size()) == Result::kOk);
  return bytes;
}

std::vector<uint8_t> randomBytes(std::mt19937& random, size_t count) {
  std::vector<uint8_t> bytes(count);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

}  // namespace e11::test
