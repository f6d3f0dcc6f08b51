// SPDX-License-Identifier: Apache-2.0
#include "command/submission_queue.h"

#include "common/log.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

// The CPU may have written anything between two submissions, and memory may have been reused:
// each begins without cached copies.
constexpr uint32_t kInvalidateAll =
    1u << E11_CACHE_BITS_INVALIDATE_INSTRUCTION | 1u << E11_CACHE_BITS_INVALIDATE_SCALAR |
    1u << E11_CACHE_BITS_INVALIDATE_VECTOR | 1u << E11_CACHE_BITS_FLUSH_OUTPUT;

}  // namespace

SubmissionQueue::SubmissionQueue(kmd::Context& context, GpuMemory& memory)
    : context_(context), memory_(memory) {}

SubmissionQueue::~SubmissionQueue() {
  wait(openSerial_ - 1);
}

HRESULT SubmissionQueue::fail(kmd::Result result) {
  if (result == kmd::Result::kOutOfMemory) return E_OUTOFMEMORY;
  if (removedReason_ == S_OK) {
    removedReason_ =
        result == kmd::Result::kDeviceHung ? DXGI_ERROR_DEVICE_HUNG : DXGI_ERROR_DEVICE_REMOVED;
    logLine(LogLevel::kError, "device lost: %s",
            result == kmd::Result::kDeviceHung        ? "the GPU hung"
            : result == kmd::Result::kInvalidArgument ? "the kernel driver refused a submission"
                                                      : "removed");
  }
  // Nothing in flight will ever complete; nobody should wait for it.
  completedSerial_ = openSerial_ - 1;
  inFlight_.clear();
  return removedReason_;
}

std::shared_ptr<Allocation> SubmissionQueue::uploadData(const CommandStream& stream) {
  std::vector<uint32_t> words = stream.dataWords();
  std::shared_ptr<Allocation> data = memory_.allocate(words.size() * sizeof(uint32_t));
  if (data == nullptr) return nullptr;
  for (const CommandStream::Address& a : stream.dataAddresses()) {
    const Allocation& target =
        a.memory == CommandStream::kData ? *data : *stream.memories()[a.memory].allocation;
    words[a.word] = static_cast<uint32_t>(target.gpuAddress() + a.offset);
  }
  data->write(0, words.data(), words.size() * sizeof(uint32_t));
  return data;
}

HRESULT SubmissionQueue::submit(const CommandStream& stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (removedReason_ != S_OK) return removedReason_;
  return submitLocked(stream);
}

HRESULT SubmissionQueue::submitLocked(const CommandStream& stream) {
  while (inFlight_.size() >= kMaxInFlight) {
    const HRESULT result = waitLocked(inFlight_.front().serial);
    if (FAILED(result)) return result;
  }
  InFlight entry;
  entry.serial = openSerial_;
  std::shared_ptr<Allocation> data = uploadData(stream);
  if (data == nullptr) return E_OUTOFMEMORY;
  for (const CommandStream::Memory& m : stream.memories()) {
    m.allocation->markUse(entry.serial, m.written);
    entry.memories.push_back(m.allocation);
  }
  entry.memories.push_back(data);

  kmd::Submission submission;
  constexpr uint32_t kPrologue = E11_PKT_BARRIER_WORDS;
  submission.words.reserve(stream.packets().size() + kPrologue);
  submission.words.push_back(E11_PKT_BARRIER | kInvalidateAll << 8 | kPrologue << 16);
  submission.words.insert(submission.words.end(), stream.packets().begin(), stream.packets().end());
  for (const CommandStream::Address& a : stream.packetAddresses()) {
    const Allocation& target =
        a.memory == CommandStream::kData ? *data : *stream.memories()[a.memory].allocation;
    submission.relocations.push_back(
        {a.word + kPrologue, target.buffer(), target.bufferOffset() + a.offset, true});
  }
  kmd::Result result = context_.submit(submission, &entry.fence);
  if (result == kmd::Result::kOutOfMemory && !inFlight_.empty()) {
    // Finished submissions give their memory back; then there may be room.
    const HRESULT waited = waitLocked(inFlight_.back().serial);
    if (FAILED(waited)) return waited;
    result = context_.submit(submission, &entry.fence);
  }
  if (result != kmd::Result::kOk) return fail(result);
  inFlight_.push_back(std::move(entry));
  ++openSerial_;
  return S_OK;
}

void SubmissionQueue::retire(uint64_t fence) {
  while (!inFlight_.empty() && inFlight_.front().fence <= fence) {
    completedSerial_ = inFlight_.front().serial;
    inFlight_.pop_front();
  }
}

bool SubmissionQueue::isComplete(uint64_t serial, uint64_t pollCycles) {
  if (serial <= completedSerial_) return true;
  std::lock_guard<std::mutex> lock(mutex_);
  retire(context_.completedFence(pollCycles));
  if (serial > completedSerial_ && context_.status() != kmd::Result::kOk) {
    fail(context_.status());
  }
  return serial <= completedSerial_;
}

HRESULT SubmissionQueue::wait(uint64_t serial) {
  if (serial <= completedSerial_) return removedReason_;
  std::lock_guard<std::mutex> lock(mutex_);
  return waitLocked(serial);
}

HRESULT SubmissionQueue::waitLocked(uint64_t serial) {
  while (!inFlight_.empty() && serial > completedSerial_) {
    const uint64_t fence = inFlight_.front().fence;
    const kmd::Result result = context_.wait(fence);
    if (result == kmd::Result::kTimeout) continue;
    if (result != kmd::Result::kOk) return fail(result);
    retire(fence);
  }
  return removedReason_;
}

}  // namespace e11::umd
