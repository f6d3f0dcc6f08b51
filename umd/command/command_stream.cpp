// SPDX-License-Identifier: Apache-2.0
#include "command/command_stream.h"

#include <algorithm>

#include "e11/regs.h"

namespace e11::umd {
namespace {

// What shaders may have read through caches, and has changed in memory since.
constexpr uint32_t kReadCaches =
    1u << E11_CACHE_BITS_INVALIDATE_SCALAR | 1u << E11_CACHE_BITS_INVALIDATE_VECTOR;
// The command processor's, through which it reads the counts of indirect dispatches.
constexpr uint32_t kCountCache = 1u << E11_CACHE_BITS_INVALIDATE_CP;
constexpr uint32_t kOutputCaches = 1u << E11_CACHE_BITS_FLUSH_OUTPUT;

}  // namespace

void CommandStream::clear() {
  packets_.clear();
  packetAddresses_.clear();
  data_.clear();
  dataAddresses_.clear();
  memories_.clear();
  memoryIndex_.clear();
  workPending_ = false;
  outputsPending_ = false;
  dmaPending_ = false;
  countsStale_ = true;
  shaderWrites_.clear();
}

uint32_t CommandStream::addData(uint32_t words, uint32_t alignment) {
  const size_t position = (data_.size() + alignment - 1) / alignment * alignment;
  data_.resize(position + words, 0);
  return static_cast<uint32_t>(position);
}

void CommandStream::setDataAddress(uint32_t position, const std::shared_ptr<Allocation>& memory,
                                   uint64_t offset) {
  dataAddresses_.push_back({position, use(memory, false), offset});
}

void CommandStream::setDataPointer(uint32_t position, uint32_t target) {
  dataAddresses_.push_back({position, kData, uint64_t{target} * sizeof(uint32_t)});
}

uint32_t CommandStream::use(const std::shared_ptr<Allocation>& memory, bool write) {
  const auto [it, added] =
      memoryIndex_.emplace(memory.get(), static_cast<uint32_t>(memories_.size()));
  if (added) memories_.push_back({memory, false});
  Memory& entry = memories_[it->second];
  entry.written = entry.written || write;
  return it->second;
}

bool CommandStream::names(const Allocation& memory, bool writesOnly) const {
  const auto it = memoryIndex_.find(&memory);
  return it != memoryIndex_.end() && (!writesOnly || memories_[it->second].written);
}

void CommandStream::beginPacket(uint32_t opcode, uint32_t flags, uint32_t words) {
  packets_.push_back(opcode | flags << 8 | words << 16);
}

void CommandStream::addAddress(uint32_t memory, uint64_t offset) {
  packetAddresses_.push_back({static_cast<uint32_t>(packets_.size()), memory, offset});
  packets_.push_back(0);
  packets_.push_back(0);
}

// The copy engine reads and writes memory, past the colour and depth caches. So dirty and stale
// lines are flushed before it runs, and later work waits for it and sees what it wrote.
void CommandStream::beforeDma() {
  if (workPending_ || outputsPending_) barrier(outputsPending_ ? kOutputCaches : 0);
  countsStale_ = true;
}

// Draws may overlap with work before them, dispatches begin when that has ended; neither
// invalidates caches. So a barrier stands between a write and whatever uses that memory later, and
// before draws that write, because earlier work may still read.
void CommandStream::beforeShaders(const std::vector<Access>& accesses, bool isDraw) {
  const bool ordered = std::any_of(accesses.begin(), accesses.end(), [&](const Access& a) {
    return (a.write && isDraw && workPending_) || shaderWrites_.count(a.memory.get()) != 0;
  });
  if (dmaPending_ || ordered) barrier(kReadCaches);
  for (const Access& a : accesses) {
    if (a.write) shaderWrites_.insert(a.memory.get());
    use(a.memory, a.write);
  }
  workPending_ = true;
  countsStale_ = true;
  outputsPending_ = outputsPending_ || isDraw;
}

void CommandStream::barrier(uint32_t cacheBits) {
  beginPacket(E11_PKT_BARRIER, cacheBits, E11_PKT_BARRIER_WORDS);
  workPending_ = false;
  dmaPending_ = false;
  shaderWrites_.clear();
  if ((cacheBits & kOutputCaches) != 0) outputsPending_ = false;
  if ((cacheBits & kCountCache) != 0) countsStale_ = false;
}

void CommandStream::draw(uint32_t stateBlock, const DrawArguments& arguments,
                         const std::vector<Access>& accesses) {
  beforeShaders(accesses, true);
  beginPacket(E11_PKT_DRAW, 0, E11_PKT_DRAW_WORDS);
  addAddress(kData, uint64_t{stateBlock} * sizeof(uint32_t));
  packets_.push_back(arguments.count);
  packets_.push_back(arguments.instances);
  packets_.push_back(arguments.first);
  packets_.push_back(static_cast<uint32_t>(arguments.baseVertex));
  packets_.push_back(arguments.startInstance);
}

void CommandStream::dispatch(uint32_t stateBlock, uint32_t x, uint32_t y, uint32_t z,
                             const std::vector<Access>& accesses) {
  beforeShaders(accesses, false);
  beginPacket(E11_PKT_DISPATCH, 0, E11_PKT_DISPATCH_WORDS);
  addAddress(kData, uint64_t{stateBlock} * sizeof(uint32_t));
  packets_.push_back(x);
  packets_.push_back(y);
  packets_.push_back(z);
}

void CommandStream::dispatchIndirect(uint32_t stateBlock, const std::shared_ptr<Allocation>& counts,
                                     uint64_t offset, const std::vector<Access>& accesses) {
  if (workPending_ || dmaPending_ || countsStale_) barrier(kReadCaches | kCountCache);
  beforeShaders(accesses, false);
  beginPacket(E11_PKT_DISPATCH_INDIRECT, 0, E11_PKT_DISPATCH_INDIRECT_WORDS);
  addAddress(kData, uint64_t{stateBlock} * sizeof(uint32_t));
  addAddress(use(counts, false), offset);
}

void CommandStream::fill(const std::shared_ptr<Allocation>& memory, uint64_t offset, uint32_t pitch,
                         uint32_t widthBytes, uint32_t height, uint32_t value, uint32_t byteMask) {
  beforeDma();
  dmaPending_ = true;
  beginPacket(E11_PKT_FILL, byteMask, E11_PKT_FILL_WORDS);
  addAddress(use(memory, true), offset);
  packets_.push_back(pitch);
  packets_.push_back(widthBytes);
  packets_.push_back(height);
  packets_.push_back(value);
}

void CommandStream::copy(const std::shared_ptr<Allocation>& dst, uint64_t dstOffset,
                         uint32_t dstPitch, const std::shared_ptr<Allocation>& src,
                         uint64_t srcOffset, uint32_t srcPitch, uint32_t widthBytes,
                         uint32_t height) {
  beforeDma();
  dmaPending_ = true;
  beginPacket(E11_PKT_COPY, 0, E11_PKT_COPY_WORDS);
  addAddress(use(dst, true), dstOffset);
  packets_.push_back(dstPitch);
  addAddress(use(src, false), srcOffset);
  packets_.push_back(srcPitch);
  packets_.push_back(widthBytes);
  packets_.push_back(height);
}

}  // namespace e11::umd
