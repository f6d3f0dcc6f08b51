// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "e11/device.h"

/// The simulated kernel driver: what a user-mode driver may ask of it. Thread
/// safe: an adapter serialises the calls of all its contexts.
namespace e11::kmd {

enum class Result {
  kOk,
  kTimeout,          ///< the wait's cycle budget passed; the GPU still works
  kOutOfMemory,      ///< device memory or address space is exhausted
  kInvalidArgument,  ///< a handle, range or relocation is wrong; nothing was done
  kDeviceHung,       ///< the watchdog found the GPU hung and reset it; the context is lost
  kDeviceRemoved,    ///< the context was lost earlier, or the device is gone
};

/// An allocation of device memory in a context's address space. 0 is none.
using BufferHandle = uint32_t;

/// A word of a submission that holds an address: at submission the kernel
/// driver adds the allocation's GPU virtual address plus `offset` and stores
/// it at `word` (low) and, if `wide`, `word + 1` (high).
struct Relocation {
  uint32_t word;
  BufferHandle buffer;
  uint64_t offset;
  bool wide;
};

/// One submission: packets (docs/registers.md) in words, run as one indirect
/// buffer in ring order. All named buffers stay alive until its fence passes.
struct Submission {
  std::vector<uint32_t> words;
  std::vector<Relocation> relocations;
};

struct Caps {
  uint32_t cores = 0;
  uint32_t waves = 0;
  uint64_t memoryBytes = 0;
  uint32_t clockKhz = 0;
  std::string deviceName;
  bool directWindow = false;
};

/// Chosen by whoever opens the adapter.
struct OpenOptions {
  DeviceOptions device;
  uint64_t watchdogCycles = 100'000'000;  ///< per submission, GPU cycles
  /// Called about every `progressCycles` GPU cycles while waiting; may be empty.
  std::function<void(uint64_t cycles)> progress;
  uint64_t progressCycles = 1'000'000;
};

class Context;

/// An opened GPU: owns the Device, loads the firmware, starts the ring.
class Adapter {
 public:
  /// Null with one line in `error` when the device cannot be made or does not
  /// answer as an Eleven GPU.
  static std::shared_ptr<Adapter> open(const OpenOptions& options, std::string* error);
  virtual ~Adapter() = default;

  virtual const Caps& caps() const = 0;
  virtual std::unique_ptr<Context> createContext() = 0;
  /// GPU cycles since power-up.
  virtual uint64_t cycles() = 0;
  /// A performance counter (E11_COUNTERS_...).
  virtual uint64_t counter(uint32_t number) = 0;
};

/// An address space with its buffers and its submissions, which run in order.
class Context {
 public:
  virtual ~Context() = default;

  /// Allocates `bytes` of device memory at `alignment` (power of two, at least
  /// 64, rounded up to pages), zero-filled.
  virtual Result allocate(uint64_t bytes, uint64_t alignment, BufferHandle* out) = 0;
  /// Gives up a handle at once; the memory is reused when the fences of all
  /// submissions that name it have passed.
  virtual void release(BufferHandle buffer) = 0;
  virtual uint64_t gpuAddress(BufferHandle buffer) const = 0;
  virtual uint64_t size(BufferHandle buffer) const = 0;

  /// Host access to a buffer, at once and not in ring order. The caller waits
  /// for fences where it must. kInvalidArgument for a range outside.
  virtual Result write(BufferHandle buffer, uint64_t offset, const void* data, uint64_t bytes) = 0;
  virtual Result read(BufferHandle buffer, uint64_t offset, void* data, uint64_t bytes) = 0;
  /// The buffer in the direct window, or null where the device has none.
  virtual std::byte* map(BufferHandle buffer) = 0;

  /// Queues a submission; returns without waiting for the GPU. `fence` (may be
  /// null) receives its number; numbers of a context rise by one.
  virtual Result submit(const Submission& submission, uint64_t* fence) = 0;
  /// Lets the GPU run until `fence` has passed; ~0 cycles: until the watchdog.
  virtual Result wait(uint64_t fence, uint64_t maxCycles = ~uint64_t{0}) = 0;
  /// The last passed fence. Does not advance simulated time beyond `poll`
  /// cycles (so that a loop around GetData makes progress).
  virtual uint64_t completedFence(uint64_t pollCycles = 0) = 0;
  /// kOk, kDeviceHung or kDeviceRemoved.
  virtual Result status() const = 0;
};

}  // namespace e11::kmd
