// SPDX-License-Identifier: Apache-2.0
#include "command/gpu_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "common/log.h"

namespace e11::umd {
namespace {

// Changed ranges that are nearer than this are sent as one: a transfer costs more than a few bytes.
constexpr uint64_t kMergeDistance = 64;

void raise(std::atomic<uint64_t>& value, uint64_t to) {
  uint64_t now = value.load();
  while (now < to && !value.compare_exchange_weak(now, to)) {
  }
}

}  // namespace

Allocation::Allocation(GpuMemory& memory, kmd::BufferHandle buffer, uint64_t bufferOffset,
                       uint64_t size, uint64_t gpuAddress, std::byte* window, uint32_t slab,
                       uint32_t block)
    : memory_(memory),
      buffer_(buffer),
      bufferOffset_(bufferOffset),
      size_(size),
      gpuAddress_(gpuAddress),
      window_(window),
      slab_(slab),
      block_(block) {}

Allocation::~Allocation() {
  memory_.free(*this);
}

bool Allocation::write(uint64_t offset, const void* data, uint64_t bytes) {
  if (bytes == 0) return true;
  if (window_ != nullptr) {
    std::memcpy(window_ + offset, data, bytes);
    return true;
  }
  if (!shadow_.empty()) std::memcpy(shadow_.data() + offset, data, bytes);
  return memory_.context_.write(buffer_, bufferOffset_ + offset, data, bytes) == kmd::Result::kOk;
}

bool Allocation::read(uint64_t offset, void* data, uint64_t bytes) {
  if (bytes == 0) return true;
  if (window_ != nullptr) {
    std::memcpy(data, window_ + offset, bytes);
    return true;
  }
  return memory_.context_.read(buffer_, bufferOffset_ + offset, data, bytes) == kmd::Result::kOk;
}

std::byte* Allocation::beginMap(uint64_t offset, uint64_t bytes, bool keepContents) {
  if (window_ != nullptr) return window_ + offset;
  if (shadow_.empty()) {
    shadow_.resize(size_);
    shadowIsCurrent_ = false;
  }
  if (keepContents && !shadowIsCurrent_) {
    // Only this range is fetched, unless that is all there is: other maps may be in progress.
    if (!read(offset, shadow_.data() + offset, bytes)) return nullptr;
    if (bytes == size_) shadowIsCurrent_ = true;
  }
  ShadowMap map;
  map.bytes = bytes;
  map.compare = keepContents || shadowIsCurrent_;
  if (map.compare) map.before.assign(&shadow_[offset], &shadow_[offset] + bytes);
  maps_[offset] = std::move(map);
  return shadow_.data() + offset;
}

void Allocation::endMap(uint64_t offset, bool writable) {
  if (window_ != nullptr) return;
  auto it = maps_.find(offset);
  if (it == maps_.end()) return;
  const ShadowMap map = std::move(it->second);
  maps_.erase(it);
  if (!writable) return;
  if (map.compare) {
    sendChanges(offset, map.bytes, map.before);
    return;
  }
  memory_.context_.write(buffer_, bufferOffset_ + offset, &shadow_[offset], map.bytes);
  if (map.bytes == size_) shadowIsCurrent_ = true;
}

void Allocation::sendChanges(uint64_t offset, uint64_t bytes,
                             const std::vector<std::byte>& before) {
  const std::byte* now = &shadow_[offset];
  uint64_t at = 0;
  while (at < bytes) {
    if (now[at] == before[at]) {
      ++at;
      continue;
    }
    uint64_t end = at + 1;  // one behind the last changed byte so far
    for (uint64_t i = end; i < bytes && i - end < kMergeDistance; ++i) {
      if (now[i] != before[i]) end = i + 1;
    }
    memory_.context_.write(buffer_, bufferOffset_ + offset + at, now + at, end - at);
    at = end;
  }
}

void Allocation::markUse(uint64_t serial, bool write) {
  raise(lastUse_, serial);
  if (write) {
    raise(lastWrite_, serial);
    invalidateShadow();
  }
}

GpuMemory::~GpuMemory() {
  for (const Slab& slab : slabs_) context_.release(slab.buffer);
}

std::shared_ptr<Allocation> GpuMemory::allocate(uint64_t bytes) {
  bytes = std::max<uint64_t>(bytes, 1);
  return bytes <= kLargestBlock ? allocateBlock(bytes) : allocateBuffer(bytes);
}

std::shared_ptr<Allocation> GpuMemory::allocateCleared(uint64_t bytes) {
  std::shared_ptr<Allocation> memory = allocate(bytes);
  // Buffers of their own come zero-filled from the kernel driver; blocks may have been used before.
  if (memory != nullptr && memory->slab_ != kNoSlab) {
    const std::vector<std::byte> zeros(memory->size());
    memory->write(0, zeros.data(), zeros.size());
  }
  return memory;
}

bool GpuMemory::allocateFromDriver(uint64_t bytes, kmd::BufferHandle* buffer) {
  const kmd::Result result = context_.allocate(bytes, Allocation::kAlignment, buffer);
  if (result == kmd::Result::kOutOfMemory) {
    logLine(LogLevel::kError, "device memory is exhausted (%llu bytes asked for)",
            static_cast<unsigned long long>(bytes));
  }
  return result == kmd::Result::kOk;
}

std::shared_ptr<Allocation> GpuMemory::allocateBuffer(uint64_t bytes) {
  kmd::BufferHandle buffer = 0;
  if (!allocateFromDriver(bytes, &buffer)) return nullptr;
  liveBytes_ += bytes;
  return std::shared_ptr<Allocation>(new Allocation(
      *this, buffer, 0, bytes, context_.gpuAddress(buffer), context_.map(buffer), kNoSlab, 0));
}

std::shared_ptr<Allocation> GpuMemory::allocateBlock(uint64_t bytes) {
  uint64_t blockBytes = Allocation::kAlignment;
  while (blockBytes < bytes) blockBytes *= 2;
  std::lock_guard<std::mutex> lock(mutex_);
  auto it = std::find_if(slabs_.begin(), slabs_.end(), [&](const Slab& s) {
    return s.blockBytes == blockBytes && !s.freeBlocks.empty();
  });
  uint32_t index = static_cast<uint32_t>(it - slabs_.begin());
  if (it == slabs_.end() && !addSlab(blockBytes, &index)) return nullptr;
  Slab& slab = slabs_[index];
  const uint32_t block = slab.freeBlocks.back();
  slab.freeBlocks.pop_back();
  const uint64_t offset = block * blockBytes;
  liveBytes_ += bytes;
  return std::shared_ptr<Allocation>(
      new Allocation(*this, slab.buffer, offset, bytes, slab.gpuAddress + offset,
                     slab.window != nullptr ? slab.window + offset : nullptr, index, block));
}

bool GpuMemory::addSlab(uint64_t blockBytes, uint32_t* index) {
  Slab slab;
  if (!allocateFromDriver(kSlabBytes, &slab.buffer)) return false;
  slab.gpuAddress = context_.gpuAddress(slab.buffer);
  slab.window = context_.map(slab.buffer);
  slab.blockBytes = blockBytes;
  for (uint64_t i = kSlabBytes / blockBytes; i-- > 0;) {
    slab.freeBlocks.push_back(static_cast<uint32_t>(i));
  }
  *index = static_cast<uint32_t>(slabs_.size());
  slabs_.push_back(std::move(slab));
  return true;
}

void GpuMemory::free(const Allocation& allocation) {
  liveBytes_ -= allocation.size();
  if (allocation.slab_ == kNoSlab) {
    context_.release(allocation.buffer_);
    return;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  slabs_[allocation.slab_].freeBlocks.push_back(allocation.block_);
}

}  // namespace e11::umd
