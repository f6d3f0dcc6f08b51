// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace e11 {

/// What stands between the kernel driver and a GPU: a register window, device
/// memory, interrupts. Nothing else crosses it, and every kind of GPU (model,
/// RTL, board) implements it. Calls are not thread-safe: the kernel driver
/// serialises them. Simulated devices are deterministic: the same calls give
/// the same results and cycle counts.
class Device {
 public:
  virtual ~Device() = default;

  /// "model", "rtl", "lockstep": for messages only.
  virtual const char* name() const = 0;

  /// A 32-bit register of docs/registers.md. `offset` is in bytes, a multiple
  /// of 4. Unknown offsets read 0 and ignore writes.
  virtual uint32_t readRegister(uint32_t offset) = 0;
  virtual void writeRegister(uint32_t offset, uint32_t value) = 0;

  /// Device memory by physical address, in bytes, any alignment. The caller
  /// stays below the size that cap_memory_kb gives; a range beyond it aborts.
  virtual void readMemory(uint64_t address, void* data, size_t bytes) = 0;
  virtual void writeMemory(uint64_t address, const void* data, size_t bytes) = 0;

  /// A direct window onto device memory, or null if there is none: then
  /// readMemory and writeMemory are the only way. The window stays valid for
  /// the device's life.
  virtual std::byte* memoryWindow() = 0;

  /// Waits until the interrupt line is up or `maxCycles` GPU cycles have
  /// passed; true if the line is up. Simulated time advances only here (and by
  /// the few cycles that a register access takes).
  virtual bool waitInterrupt(uint64_t maxCycles) = 0;

  /// GPU cycles since power-up.
  virtual uint64_t cycles() = 0;
};

/// How to make a simulated device.
struct DeviceOptions {
  using Disassemble = std::function<std::string(uint64_t instruction)>;
  using Source = std::function<std::string(uint32_t address)>;

  std::string kind = "model";  ///< "model", "rtl" or "lockstep"
  bool window = true;          ///< offer the direct window onto memory
  std::string waveFile;        ///< rtl, traced build: write an FST waveform here
  Disassemble disassemble;     ///< lockstep: an instruction in words, for its report; may be empty
  /// lockstep: what the shader code at a GPU address was compiled from, in words, or an empty
  /// string if that is not known. Called while the device runs; may be empty.
  Source source;
  /// lockstep: from this issued instruction on (the first is 1), the next register that the RTL writes
  /// is taken for one with its lowest bit inverted. 0: none. Shows that differences are found.
  uint64_t lockstepFault = 0;
};

/// Makes a device; null with a reason in `error` if the kind is not built in.
std::unique_ptr<Device> createDevice(const DeviceOptions& options, std::string* error);

}  // namespace e11
