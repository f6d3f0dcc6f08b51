// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "e11/device.h"
#include "e11/kmd.h"
#include "range_allocator.h"

namespace e11::kmd {

/// A range of device memory, page aligned.
struct Range {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

/// Who is told what became of a submission.
class SubmissionOwner {
 public:
  virtual ~SubmissionOwner() = default;
  /// The highest fence value that the GPU has written for this owner.
  virtual uint64_t writtenFence() = 0;
  /// Submissions up to this fence have passed.
  virtual void passed(uint64_t fence) = 0;
  /// The owner's submission hung the GPU, and none of its others will run.
  virtual void lost(Result why) = 0;
};

/// A submission on its way: packets in an indirect buffer.
struct Pending {
  SubmissionOwner* owner = nullptr;
  Range packets;
  uint32_t words = 0;
  uint64_t fence = 0;
  uint64_t fenceAddress = 0;
  bool inRing = false;
};

/// The device with its memory, ring and watchdog. Not thread-safe: the adapter
/// serialises.
class GpuControl {
 public:
  GpuControl(std::unique_ptr<Device> device, const OpenOptions& options);

  /// Checks the device, loads the firmware, starts the ring. False with a line
  /// in `error`.
  bool start(std::string* error);

  const Caps& caps() const { return caps_; }
  Device& device() { return *device_; }
  bool gone() const { return gone_; }

  // Memory by physical address; the window if there is one.
  bool allocate(uint64_t bytes, uint64_t alignment, Range* out);
  void free(const Range& range);
  void write(uint64_t address, const void* data, uint64_t bytes);
  void read(uint64_t address, void* data, uint64_t bytes);
  void clear(uint64_t address, uint64_t bytes);
  std::byte* window(uint64_t address);

  /// Queues a submission behind all others; its packets are freed when it has
  /// passed.
  void submit(const Pending& pending);
  /// Lets the GPU run for at most `maxCycles`, or until an interrupt, and takes
  /// note of what happened. Returns the cycles that passed.
  uint64_t run(uint64_t maxCycles);
  /// Takes note of what happened without letting time pass.
  void update();
  /// Whether the owner has nothing in the queue.
  bool idle(const SubmissionOwner* owner) const;

  uint64_t cycles() { return device_->cycles(); }
  uint64_t counter(uint32_t number);

 private:
  bool restart();
  void loadFirmware();
  void fillRing();
  void putRing(uint32_t word);
  void retire();
  void checkInterrupts();
  void checkWatchdog();
  void hang(const char* reason);
  void loseAll();
  void dropPackets(const Pending& pending) { free(pending.packets); }

  std::unique_ptr<Device> device_;
  const uint64_t watchdogCycles_;
  Caps caps_;
  RangeAllocator memory_{0, 0};
  std::byte* window_ = nullptr;
  Range ring_;
  uint32_t ringWritten_ = 0;   ///< as ring_wptr
  std::deque<Pending> queue_;  ///< in ring order; the front is the one that runs
  uint64_t frontSince_ = 0;    ///< cycle at which the front began to run
  bool gone_ = false;
};

}  // namespace e11::kmd
