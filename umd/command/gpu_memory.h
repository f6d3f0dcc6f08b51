// SPDX-License-Identifier: Apache-2.0
//
// Device memory for the runtime: pieces of kernel-driver buffers, and the CPU's way to their bytes.
//
// Small pieces share a buffer (a slab), because a kernel buffer is at least a page and a renamed
// constant buffer is a few hundred bytes.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "e11/kmd.h"

namespace e11::umd {

class GpuMemory;

// One piece of device memory. Whoever may still need it holds a shared_ptr: the resource that it
// belongs to, streams that name it, and submissions until their fence has passed.
class Allocation {
 public:
  // Alignment of every allocation, in bytes: what descriptors, targets and code need.
  static constexpr uint64_t kAlignment = 64;

  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  uint64_t size() const { return size_; }
  uint64_t gpuAddress() const { return gpuAddress_; }
  // For relocations: the kernel buffer, and where in it this piece begins.
  kmd::BufferHandle buffer() const { return buffer_; }
  uint64_t bufferOffset() const { return bufferOffset_; }

  // Copies bytes at once, not in ring order. False if the device is gone.
  bool write(uint64_t offset, const void* data, uint64_t bytes);
  bool read(uint64_t offset, void* data, uint64_t bytes);

  // A pointer to bytes [offset, offset + bytes) that stays valid until endMap. With a direct
  // window it is the memory itself; otherwise a shadow, which holds the present contents if
  // `keepContents` is set. Ranges of maps in progress do not overlap. Null if the device is gone.
  std::byte* beginMap(uint64_t offset, uint64_t bytes, bool keepContents);
  // Sends what was changed in the shadow since beginMap. `writable` is false for read-only maps.
  void endMap(uint64_t offset, bool writable);
  // The GPU is going to write here: the shadow no longer says what is in memory.
  void invalidateShadow() { shadowIsCurrent_ = false; }

  // Serial numbers (see SubmissionQueue) of the last submission that uses, and writes, this memory.
  uint64_t lastUse() const { return lastUse_; }
  uint64_t lastWrite() const { return lastWrite_; }
  void markUse(uint64_t serial, bool write);

 private:
  friend class GpuMemory;
  Allocation(GpuMemory& memory, kmd::BufferHandle buffer, uint64_t bufferOffset, uint64_t size,
             uint64_t gpuAddress, std::byte* window, uint32_t slab, uint32_t block);

  // Sends the parts of [offset, offset + bytes) in which the shadow differs from `before`.
  void sendChanges(uint64_t offset, uint64_t bytes, const std::vector<std::byte>& before);

  GpuMemory& memory_;
  const kmd::BufferHandle buffer_;
  const uint64_t bufferOffset_;
  const uint64_t size_;
  const uint64_t gpuAddress_;
  std::byte* const window_;
  const uint32_t slab_;   // kNoSlab: has a buffer of its own
  const uint32_t block_;  // number within the slab

  struct ShadowMap {
    uint64_t bytes;
    bool compare;  // `before` holds the contents at beginMap
    std::vector<std::byte> before;
  };
  std::vector<std::byte> shadow_;
  bool shadowIsCurrent_ = false;
  std::map<uint64_t, ShadowMap> maps_;  // by offset

  std::atomic<uint64_t> lastUse_{0};
  std::atomic<uint64_t> lastWrite_{0};
};

// Thread-safe.
class GpuMemory {
 public:
  explicit GpuMemory(kmd::Context& context) : context_(context) {}
  ~GpuMemory();

  // At least `bytes` bytes (0 counts as 1) at Allocation::kAlignment; contents undefined. Null if
  // device memory or address space is exhausted, or the device is lost.
  std::shared_ptr<Allocation> allocate(uint64_t bytes);
  // The same, zero-filled: a new resource does not show what was freed before it.
  std::shared_ptr<Allocation> allocateCleared(uint64_t bytes);

  kmd::Context& context() { return context_; }
  // Bytes in living allocations, for tests of object lifetime.
  uint64_t liveBytes() const { return liveBytes_; }

 private:
  friend class Allocation;

  static constexpr uint32_t kNoSlab = ~0u;
  static constexpr uint64_t kSlabBytes = 256 * 1024;
  static constexpr uint64_t kLargestBlock = 16 * 1024;

  struct Slab {
    kmd::BufferHandle buffer = 0;
    uint64_t gpuAddress = 0;
    std::byte* window = nullptr;
    uint64_t blockBytes = 0;
    std::vector<uint32_t> freeBlocks;
  };

  std::shared_ptr<Allocation> allocateBuffer(uint64_t bytes);
  std::shared_ptr<Allocation> allocateBlock(uint64_t bytes);
  // From the kernel driver; logs exhaustion.
  bool allocateFromDriver(uint64_t bytes, kmd::BufferHandle* buffer);
  bool addSlab(uint64_t blockBytes, uint32_t* index);
  void free(const Allocation& allocation);

  kmd::Context& context_;
  std::mutex mutex_;
  std::vector<Slab> slabs_;
  std::atomic<uint64_t> liveBytes_{0};
};

}  // namespace e11::umd
