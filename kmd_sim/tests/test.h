// SPDX-License-Identifier: Apache-2.0
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "e11/kmd.h"
#include "e11/regs.h"

namespace e11::test {

using kmd::BufferHandle;
using kmd::Result;

/// The device under test: ELEVEN_DEVICE, model if unset.
std::string deviceKind();

/// A random seed, printed: ELEVEN_SEED repeats a run.
uint32_t randomSeed();

std::shared_ptr<kmd::Adapter> openAdapter(bool window = true,
                                          uint64_t watchdogCycles = 100'000'000);
/// The same for a device by name. (Not an overload: a string literal would be a bool.)
std::shared_ptr<kmd::Adapter> openKind(const std::string& kind, bool window = true,
                                       uint64_t watchdogCycles = 100'000'000);

/// Builds a submission packet by packet.
class Commands {
 public:
  Commands& nop(uint32_t words);
  Commands& draw(BufferHandle state, uint64_t offset, uint32_t count, uint32_t instances = 1,
                 uint32_t first = 0);
  Commands& fence(BufferHandle buffer, uint64_t offset, uint64_t value);
  Commands& barrier(uint32_t cacheBits);
  Commands& fill(BufferHandle buffer, uint64_t offset, uint32_t pitch, uint32_t width,
                 uint32_t height, uint32_t value, uint32_t mask = 0xf);
  Commands& copy(BufferHandle dst, uint64_t dstOffset, uint32_t dstPitch, BufferHandle src,
                 uint64_t srcOffset, uint32_t srcPitch, uint32_t width, uint32_t height);
  Commands& write(BufferHandle buffer, uint64_t offset, const std::vector<uint32_t>& words);
  Commands& dispatch(BufferHandle state, uint32_t x, uint32_t y, uint32_t z);
  Commands& dispatchIndirect(BufferHandle state, BufferHandle counts, uint64_t offset);
  Commands& timestamp(BufferHandle buffer, uint64_t offset);
  Commands& raw(const std::vector<uint32_t>& words);

  const kmd::Submission& submission() const { return submission_; }

 private:
  void header(uint32_t opcode, uint32_t words, uint32_t flags = 0);
  void address(BufferHandle buffer, uint64_t offset);
  void word(uint32_t value) { submission_.words.push_back(value); }

  kmd::Submission submission_;
};

/// Submits and waits; the wait's result.
Result run(kmd::Context& context, const Commands& commands);

BufferHandle allocate(kmd::Context& context, uint64_t bytes);
std::vector<uint8_t> contents(kmd::Context& context, BufferHandle buffer);
std::vector<uint8_t> randomBytes(std::mt19937& random, size_t count);

}  // namespace e11::test
