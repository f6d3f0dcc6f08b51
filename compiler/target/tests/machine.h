// SPDX-License-Identifier: Apache-2.0
// What runs the waves of compiled shaders in tests.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "e11/model/core.h"

namespace e11::target::test {

/// A shader core with its memory, in state slot 0.
class Machine {
 public:
  static constexpr uint32_t kBytes = 4u << 20;
  /// Scratch of all wave slots; memory from kFree on is handed out by allocate().
  static constexpr uint32_t kScratch = 0x20000, kScalarScratch = 0x210000, kFree = 0x220000;

  Machine() = default;
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Memory that no wave of this machine has seen, so that no cache hides what is written to it;
  /// 64-byte aligned. Throws std::length_error when it is used up.
  uint32_t allocate(uint32_t bytes);
  bool isNearlyFull() const { return next_ > kBytes - kReserve; }

  virtual void poke(uint32_t address, const void* data, size_t bytes) = 0;
  virtual uint32_t peek(uint32_t address) const = 0;
  virtual void state(uint32_t word, uint32_t value) = 0;
  virtual void coefficient(uint32_t word, const std::array<uint32_t, 3>& c) = 0;

  struct Result {
    model::WaveEnd end = model::WaveEnd::kTrapped;
    std::vector<model::Export> exports;
  };
  /// Runs vertex or pixel waves. `budget`: instructions of each at most; a machine may give up
  /// earlier.
  virtual std::vector<Result> run(const std::vector<model::Launch>& waves, uint64_t budget) = 0;
  /// Runs a thread group; `budget`: instructions of all its waves.
  virtual model::WaveEnd runGroup(const std::vector<model::Launch>& waves, uint64_t budget) = 0;

 private:
  static constexpr uint32_t kReserve = 0x80000;  ///< for what one test allocates
  uint32_t next_ = kFree;
};

/// The machine of this program: model_machine.cpp or another file has it. Shared by runners until
/// it is nearly full or broken.
std::shared_ptr<Machine> machine();

}  // namespace e11::target::test
