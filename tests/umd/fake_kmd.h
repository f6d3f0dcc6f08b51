// SPDX-License-Identifier: Apache-2.0
//
// A kernel driver for tests of the runtime without a GPU: buffers in host memory, fills and copies
// done by the host, draws kept for inspection. Time passes only by wait and completedFence.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "e11/kmd.h"

namespace e11::test {

// A draw packet with the state block and tables it pointed to when it ran.
struct RecordedDraw {
  std::vector<uint32_t> packet;
  std::vector<uint32_t> state;
};

// A dispatch packet, direct or indirect, with the state block and the counts it pointed to.
struct RecordedDispatch {
  std::vector<uint32_t> packet;
  std::vector<uint32_t> state;
  std::vector<uint32_t> groups;  // x, y, z
  size_t position;               // in `opcodes`
};

class FakeContext final : public kmd::Context {
 public:
  explicit FakeContext(bool window) : window_(window) {}

  kmd::Result allocate(uint64_t bytes, uint64_t alignment, kmd::BufferHandle* out) override;
  void release(kmd::BufferHandle buffer) override;
  uint64_t gpuAddress(kmd::BufferHandle buffer) const override;
  uint64_t size(kmd::BufferHandle buffer) const override;
  kmd::Result write(kmd::BufferHandle buffer, uint64_t offset, const void* data,
                    uint64_t bytes) override;
  kmd::Result read(kmd::BufferHandle buffer, uint64_t offset, void* data, uint64_t bytes) override;
  std::byte* map(kmd::BufferHandle buffer) override;
  kmd::Result submit(const kmd::Submission& submission, uint64_t* fence) override;
  kmd::Result wait(uint64_t fence, uint64_t maxCycles) override;
  uint64_t completedFence(uint64_t pollCycles) override;
  kmd::Result status() const override { return status_; }

  // ---- for tests

  // Reads memory by GPU address.
  std::vector<uint32_t> words(uint64_t address, size_t count) const;
  // The next submissions stay queued until a wait, or until `polls` polls with cycles have passed.
  int pollsUntilDone = 0;
  // Injected: the next allocations fail.
  bool outOfMemory = false;
  // Injected: the context is lost.
  void lose(kmd::Result how) { status_ = how; }

  std::vector<RecordedDraw> draws;
  std::vector<RecordedDispatch> dispatches;
  std::vector<uint32_t> opcodes;  // word 0 of every packet that ran
  uint64_t submissions = 0;
  uint64_t bytesWritten = 0;  // by write()
  uint64_t bytesRead = 0;     // by read()
  int waits = 0;

 private:
  struct Memory {
    uint64_t address;
    std::vector<std::byte> bytes;
  };
  std::byte* at(uint64_t address, uint64_t bytes) const;
  void run(const std::vector<uint32_t>& words);
  void runNext();

  const bool window_;
  mutable std::map<kmd::BufferHandle, Memory> memories_;
  kmd::BufferHandle nextHandle_ = 1;
  uint64_t nextAddress_ = 0x10000;
  uint64_t lastFence_ = 0;
  uint64_t completed_ = 0;
  int polls_ = 0;
  std::deque<std::pair<uint64_t, std::vector<uint32_t>>> queue_;
  kmd::Result status_ = kmd::Result::kOk;
};

class FakeAdapter final : public kmd::Adapter {
 public:
  explicit FakeAdapter(bool window);
  const kmd::Caps& caps() const override { return caps_; }
  std::unique_ptr<kmd::Context> createContext() override;
  uint64_t cycles() override { return 0; }
  uint64_t counter(uint32_t) override { return 0; }

  FakeContext* context = nullptr;  // the last one made; owned by its device

 private:
  kmd::Caps caps_;
};

}  // namespace e11::test
