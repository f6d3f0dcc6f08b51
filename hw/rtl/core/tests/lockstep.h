// SPDX-License-Identifier: Apache-2.0
//
// The core's RTL and its model in lock step: whatever instruction the RTL begins,
// the model executes the wave's one before, and everything that it wrote is
// compared. Tolerance 0; the first difference throws, named by wave, program
// counter and instruction.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "V_core_tb.h"
#include "e11/bench.h"
#include "e11/model/core.h"

namespace e11::bench {

class Lockstep {
 public:
  static constexpr uint32_t kMemoryBytes = 2u << 20;

  struct Options {
    unsigned latency = 8;    ///< of memory, at least
    unsigned jitter = 8;     ///< and at most this much more
    bool stall = true;       ///< ready and valid go away at random
    uint32_t faultAt = ~0u;  ///< reads of this 64-byte line fail
  };

  Lockstep(Random& random, const Options& options);

  /// Memory of both sides, before the run.
  void poke(uint32_t address, const void* data, size_t bytes);
  void state(int slot, uint32_t word, uint32_t value);
  void coefficient(uint32_t address, uint32_t c0, uint32_t c1, uint32_t c2);

  /// Queues a launch; vertex batches get their tags here, pixel waves theirs.
  void launch(const model::Launch& launch);

  /// Runs until all launched waves are done and nothing is under way.
  void run(uint64_t maxCycles = 400000);

  uint64_t cycles() const { return top_.cycle(); }
  uint64_t issued() const { return issued_; }
  uint64_t traps() const { return traps_; }

 private:
  struct Beat {
    bool write = false, last = false, error = false;
    uint8_t tag = 0;
    std::array<uint32_t, 4> data{};
    uint64_t due = 0;
  };
  struct Slot {
    bool live = false;
    bool pending = false;  ///< an instruction begun and not yet compared
    bool pixel = false;
    uint8_t tag = 0;
    model::Wave wave;
    std::set<uint32_t> rows;  ///< rows the RTL wrote since
    std::set<uint32_t> scalars;
  };

  void drive();
  void sample();
  void begin(unsigned wave);
  void issue(unsigned wave, uint32_t pc, uint64_t word, uint16_t exec, uint16_t cov);
  void ended(unsigned wave);
  void compare(unsigned wave);
  void registerWrites();
  void memory(int port);
  void written(bool rtl, uint32_t address, uint32_t value, const std::string& who);
  void exports();
  void expectSame(const std::string& what, uint64_t rtl, uint64_t model);
  [[noreturn]] void fail(const std::string& what);

  Random& random_;
  Options options_;
  Clocked<V_core_tb> top_;
  model::Memory memory_;  ///< the model's
  model::Core core_;
  std::vector<uint32_t> ram_;  ///< the RTL's
  std::array<std::deque<Beat>, 3> answers_;
  std::array<std::deque<model::Launch>, 2> launches_;
  std::array<std::deque<model::Row>, 2> rows_;
  std::map<unsigned, model::Launch> starting_[2];  ///< by tag
  std::vector<Slot> slots_;
  std::vector<model::Row> shadowRows_;
  std::vector<uint32_t> shadowScalars_;
  std::map<uint32_t, std::deque<uint32_t>> unmatched_[2];  ///< stores of model, RTL
  uint8_t launchTaken_ = 0, rowTaken_ = 0;                 ///< to be withdrawn after the edge
  std::string context_;
  uint8_t vertexTag_ = 0, pixelTag_ = 0, pixelDone_ = 0, exportTag_ = 0;
  std::array<bool, 8> batchBusy_{};
  std::array<unsigned, 8> batchWave_{};                      ///< slot of a batch
  std::map<unsigned, std::vector<model::Export>> expected_;  ///< by pixel launch number
  std::vector<model::Export> current_;
  model::Export beats_;
  unsigned beat_ = 0;
  uint64_t exportWave_ = 0, pixelLaunched_ = 0, pixelFinished_ = 0;
  uint64_t vertexLaunched_ = 0, vertexFinished_ = 0;
  std::array<uint64_t, 64> pixelNumber_{};  ///< launch number of a tag
  unsigned active_ = 0;                     ///< slot that the model executes
  uint64_t issued_ = 0, traps_ = 0, modelTraps_ = 0;
  std::array<uint64_t, 5> events_{};
};

}  // namespace e11::bench
