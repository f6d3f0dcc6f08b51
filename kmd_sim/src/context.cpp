// SPDX-License-Identifier: Apache-2.0
#include "context.h"

#include <algorithm>

namespace e11::kmd {

namespace {

constexpr uint64_t kPageBytes = 4096;
constexpr uint64_t kLeastAlignment = 64;

using Lock = std::lock_guard<std::mutex>;

}  // namespace

ContextImpl::ContextImpl(std::shared_ptr<AdapterImpl> adapter)
    : adapter_(std::move(adapter)), gpu_(adapter_->gpu()) {
  if (gpu_.gone()) {
    status_ = Result::kDeviceRemoved;
  } else if (gpu_.allocate(kPageBytes, kPageBytes, &fencePage_)) {
    gpu_.clear(fencePage_.address, kPageBytes);
  }
}

ContextImpl::~ContextImpl() {
  Lock lock(adapter_->mutex());
  // What the GPU may still touch must not be given to others; the watchdog
  // ends this in the worst case.
  while (!gpu_.idle(this)) adapter_->run(~uint64_t{0});
  freeRetired(submitted_);
  for (const auto& entry : buffers_) gpu_.free(entry.second.range);
  if (fencePage_.bytes != 0) gpu_.free(fencePage_);
}

// --------------------------------------------------------------------- buffers

const ContextImpl::Buffer* ContextImpl::find(BufferHandle handle) const {
  const auto it = buffers_.find(handle);
  return it != buffers_.end() ? &it->second : nullptr;
}

bool ContextImpl::inside(const Buffer* buffer, uint64_t offset, uint64_t bytes) const {
  return buffer != nullptr && offset <= buffer->bytes && bytes <= buffer->bytes - offset;
}

Result ContextImpl::allocate(uint64_t bytes, uint64_t alignment, BufferHandle* out) {
  Lock lock(adapter_->mutex());
  if (out == nullptr || bytes == 0) return Result::kInvalidArgument;
  if (alignment < kLeastAlignment || (alignment & (alignment - 1)) != 0) {
    return Result::kInvalidArgument;
  }
  if (status_ != Result::kOk) return Result::kDeviceRemoved;
  Buffer buffer;
  buffer.bytes = bytes;
  if (!gpu_.allocate(bytes, alignment, &buffer.range)) {
    // Released memory may only wait for its fences.
    gpu_.update();
    if (!gpu_.allocate(bytes, alignment, &buffer.range)) return Result::kOutOfMemory;
  }
  gpu_.clear(buffer.range.address, buffer.range.bytes);
  while (nextHandle_ == 0 || buffers_.count(nextHandle_) != 0) ++nextHandle_;
  *out = nextHandle_++;
  buffers_.emplace(*out, buffer);
  return Result::kOk;
}

void ContextImpl::release(BufferHandle handle) {
  Lock lock(adapter_->mutex());
  const auto it = buffers_.find(handle);
  if (it == buffers_.end()) return;
  // State blocks and descriptors in memory hold addresses that no relocation
  // names: every submission so far may use the buffer.
  if (passed_ == submitted_ || status_ != Result::kOk) {
    gpu_.free(it->second.range);
  } else {
    retired_.push_back({submitted_, it->second.range});
  }
  buffers_.erase(it);
}

uint64_t ContextImpl::gpuAddress(BufferHandle handle) const {
  Lock lock(adapter_->mutex());
  const Buffer* buffer = find(handle);
  return buffer != nullptr ? buffer->range.address : 0;
}

uint64_t ContextImpl::size(BufferHandle handle) const {
  Lock lock(adapter_->mutex());
  const Buffer* buffer = find(handle);
  return buffer != nullptr ? buffer->bytes : 0;
}

Result ContextImpl::write(BufferHandle handle, uint64_t offset, const void* data, uint64_t bytes) {
  Lock lock(adapter_->mutex());
  const Buffer* buffer = find(handle);
  if (!inside(buffer, offset, bytes) || (data == nullptr && bytes != 0)) {
    return Result::kInvalidArgument;
  }
  if (bytes != 0) gpu_.write(buffer->range.address + offset, data, bytes);
  return Result::kOk;
}

Result ContextImpl::read(BufferHandle handle, uint64_t offset, void* data, uint64_t bytes) {
  Lock lock(adapter_->mutex());
  const Buffer* buffer = find(handle);
  if (!inside(buffer, offset, bytes) || (data == nullptr && bytes != 0)) {
    return Result::kInvalidArgument;
  }
  if (bytes != 0) gpu_.read(buffer->range.address + offset, data, bytes);
  return Result::kOk;
}

std::byte* ContextImpl::map(BufferHandle handle) {
  Lock lock(adapter_->mutex());
  const Buffer* buffer = find(handle);
  return buffer != nullptr ? gpu_.window(buffer->range.address) : nullptr;
}

// ----------------------------------------------------------------- submissions

/// The submission's words with all addresses in place.
Result ContextImpl::resolve(const Submission& submission, std::vector<uint32_t>* words) const {
  *words = submission.words;
  for (const Relocation& relocation : submission.relocations) {
    const Buffer* buffer = find(relocation.buffer);
    // One past the end is an address that packets may name.
    if (buffer == nullptr || relocation.offset > buffer->bytes) return Result::kInvalidArgument;
    const uint64_t last = uint64_t{relocation.word} + (relocation.wide ? 1 : 0);
    if (last >= words->size()) return Result::kInvalidArgument;
    const uint64_t address = buffer->range.address + relocation.offset;
    (*words)[relocation.word] = static_cast<uint32_t>(address);
    if (relocation.wide) (*words)[relocation.word + 1] = static_cast<uint32_t>(address >> 32);
  }
  return Result::kOk;
}

Result ContextImpl::submit(const Submission& submission, uint64_t* fence) {
  Lock lock(adapter_->mutex());
  if (status_ != Result::kOk) return Result::kDeviceRemoved;
  if (fencePage_.bytes == 0) return Result::kOutOfMemory;
  std::vector<uint32_t> words;
  const Result resolved = resolve(submission, &words);
  if (resolved != Result::kOk) return resolved;

  Pending pending;
  pending.owner = this;
  pending.words = static_cast<uint32_t>(words.size());
  const uint64_t bytes = std::max<uint64_t>(words.size() * 4, 4);
  if (!gpu_.allocate(bytes, kPageBytes, &pending.packets)) {
    gpu_.update();
    if (!gpu_.allocate(bytes, kPageBytes, &pending.packets)) return Result::kOutOfMemory;
  }
  if (!words.empty()) gpu_.write(pending.packets.address, words.data(), words.size() * 4);
  pending.fence = ++submitted_;
  pending.fenceAddress = fencePage_.address;
  if (fence != nullptr) *fence = pending.fence;
  gpu_.submit(pending);
  return Result::kOk;
}

Result ContextImpl::wait(uint64_t fence, uint64_t maxCycles) {
  uint64_t used = 0;
  for (;;) {
    Lock lock(adapter_->mutex());
    if (fence > submitted_) return Result::kInvalidArgument;
    if (passed_ < fence && status_ == Result::kOk) gpu_.update();
    if (passed_ >= fence) return Result::kOk;
    if (status_ != Result::kOk) return status_;
    if (used >= maxCycles) return Result::kTimeout;
    used += adapter_->run(maxCycles - used);
  }
}

uint64_t ContextImpl::completedFence(uint64_t pollCycles) {
  Lock lock(adapter_->mutex());
  gpu_.update();
  if (passed_ != submitted_ && pollCycles != 0 && status_ == Result::kOk) {
    adapter_->run(pollCycles);
  }
  return passed_;
}

Result ContextImpl::status() const {
  Lock lock(adapter_->mutex());
  return status_;
}

// ----------------------------------------------------------- under GpuControl

uint64_t ContextImpl::writtenFence() {
  uint64_t value = 0;
  gpu_.read(fencePage_.address, &value, sizeof value);
  return value;
}

void ContextImpl::passed(uint64_t fence) {
  passed_ = std::max(passed_, fence);
  freeRetired(passed_);
}

void ContextImpl::lost(Result why) {
  if (status_ == Result::kOk) status_ = why;
  freeRetired(~uint64_t{0});
}

void ContextImpl::freeRetired(uint64_t fence) {
  while (!retired_.empty() && retired_.front().fence <= fence) {
    gpu_.free(retired_.front().range);
    retired_.pop_front();
  }
}

}  // namespace e11::kmd
