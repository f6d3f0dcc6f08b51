// SPDX-License-Identifier: Apache-2.0
//
// Where streams become submissions to the kernel driver. Submissions have serial numbers, rising by
// one; the commands being recorded belong to openSerial(). Memory is marked with the serials that
// use it, which tells when the CPU may touch it.

#pragma once

#include <d3d11.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "command/command_stream.h"

namespace e11::umd {

class SubmissionQueue {
 public:
  SubmissionQueue(kmd::Context& context, GpuMemory& memory);
  // Waits for the GPU to finish, so that memory can be given back.
  ~SubmissionQueue();

  // The serial that the next submission will get.
  uint64_t openSerial() const { return openSerial_; }

  // Resolves the stream's addresses and submits it; returns without waiting for the GPU. The
  // stream is left as it was. S_OK, E_OUTOFMEMORY or a removal reason.
  HRESULT submit(const CommandStream& stream);

  // GPU cycles that a poll of an application may take.
  static constexpr uint64_t kPollCycles = 1000;

  // True if the GPU has finished that submission. Lets simulated time advance by up to
  // `pollCycles`, so that a loop around it ends.
  bool isComplete(uint64_t serial, uint64_t pollCycles);
  // S_OK when the GPU has finished it, or a removal reason.
  HRESULT wait(uint64_t serial);

  // S_OK while the device works; then why it does not.
  HRESULT removedReason() const { return removedReason_; }

 private:
  struct InFlight {
    uint64_t serial;
    uint64_t fence;
    std::vector<std::shared_ptr<Allocation>> memories;
  };

  // Submissions kept in flight before the oldest is waited for: bounds the memory held by them.
  static constexpr size_t kMaxInFlight = 64;

  HRESULT submitLocked(const CommandStream& stream);
  HRESULT waitLocked(uint64_t serial);
  std::shared_ptr<Allocation> uploadData(const CommandStream& stream);
  void retire(uint64_t fence);
  HRESULT fail(kmd::Result result);

  kmd::Context& context_;
  GpuMemory& memory_;
  std::mutex mutex_;
  std::deque<InFlight> inFlight_;
  std::atomic<uint64_t> openSerial_{1};
  std::atomic<uint64_t> completedSerial_{0};
  std::atomic<HRESULT> removedReason_{S_OK};
};

}  // namespace e11::umd
