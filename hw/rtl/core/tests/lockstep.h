// SPDX-License-Identifier: Apache-2.0
//
// The core's RTL and its model in lock step (e11/model/follower.h): this side launches waves,
// is memory, takes the exports and hands the trace on. Tolerance 0; the first
// difference throws, named by wave, program counter and instruction.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "V_core_tb.h"
#include "e11/bench.h"
#include "e11/model/core.h"
#include "e11/model/follower.h"

namespace e11::bench {

class Lockstep {
 public:
  static constexpr uint32_t kMemoryBytes = 4u << 20;
  static constexpr uint32_t kFillBytes = 4096;  ///< code of fillRegisters()

  struct Options {
    unsigned latency = 8;    ///< of memory, at least
    unsigned jitter = 8;     ///< and at most this much more
    bool stall = true;       ///< ready and valid go away at random
    uint32_t faultAt = ~0u;  ///< reads of this 64-byte line fail and are counted
  };

  Lockstep(Random& random, const Options& options);

  /// Memory of both sides, before the run.
  void poke(uint32_t address, const void* data, size_t bytes);
  void state(int slot, uint32_t word, uint32_t value);
  void coefficient(uint32_t address, uint32_t c0, uint32_t c1, uint32_t c2);

  /// Queues a launch; vertex batches get their tags here, pixel waves theirs.
  void launch(const model::Launch& launch);
  /// Queues a thread group: all waves with the same ldsSize. It gets its slot and its part of
  /// thread-group memory when they are free.
  void launchGroup(const std::vector<model::Launch>& waves);

  /// Registers and thread-group memory start random; a program may read what it has not written.
  /// Programs at `code`, kFillBytes long, write all of them, so that both sides know.
  void fillRegisters(uint32_t code, const std::function<uint32_t()>& value);

  /// Runs until all launched waves are done and nothing is under way.
  void run(uint64_t maxCycles = 400000);

  uint64_t cycles() const { return top_.cycle(); }
  uint64_t issued() const { return follower_.issued(); }
  uint64_t traps() const { return traps_; }
  uint64_t faults() const { return faults_; }  ///< reads of the line at faultAt
  /// Memory as the RTL left it (equal to the model's after run()).
  uint32_t peek(uint32_t address) const { return ram_[address / 4]; }
  /// Counts of events_o since the start, by bit (e11_core_tb.sv).
  enum Event {
    kIssued,
    kVector,
    kScalar,
    kMemory,
    kControl,
    kWavesVertex,
    kWavesPixel,
    kWavesCompute,
    kNoWave,
    kWaitMemory,
    kWaitBarrier,
    kWaitOther,
    kLdsConflict,
    kVectorMiss,
    kEvents
  };
  uint64_t pixelWaves() const { return pixelLaunched_; }  ///< launched so far
  /// What the RTL exported of the last run's pixel waves, by number of the launch.
  const std::vector<model::Export>& exports(uint64_t wave) const { return exports_.at(wave); }
  uint64_t event(Event e) const { return events_[e]; }
  void clearEvents() { events_.fill(0); }

 private:
  struct Beat {
    bool write = false, last = false, error = false;
    uint8_t tag = 0;
    std::array<uint32_t, 4> data{};
    uint64_t due = 0;
  };
  struct Slot {
    model::Stage stage = model::Stage::kVertex;
    uint8_t tag = 0;
  };
  struct Group {
    bool busy = false;
    uint32_t base = 0, size = 0;  ///< thread-group memory
    unsigned waves = 0, started = 0, ended = 0, done = 0;
    std::vector<unsigned> slots;
    std::deque<model::Launch> starting;
  };

  void drive();
  void driveLaunch(int port);
  void takeLaunch(int port);
  bool placeGroup();
  void sample();
  void trace();
  void ends();
  void begin(unsigned wave);
  void memory(int port);
  void request(int port, Beat beat);
  void takeExport();
  void compareMemory();
  void compareExports();
  void stuck();
  void expectSame(const std::string& what, uint64_t rtl, uint64_t model);
  [[noreturn]] void fail(const std::string& what);

  Random& random_;
  Options options_;
  Clocked<V_core_tb> top_;
  model::Memory memory_;  ///< the model's
  model::Core core_;
  model::Follower follower_;
  std::vector<uint32_t> ram_;  ///< the RTL's
  std::array<std::deque<Beat>, 3> answers_;
  std::array<std::deque<model::Launch>, 3> launches_;
  std::deque<std::vector<model::Launch>> groups_;  ///< not yet placed
  std::array<std::deque<model::Row>, 3> rows_;
  std::array<unsigned, 3> rowQuad_{};  ///< the quad of rows_'s first that is next
  std::map<unsigned, model::Launch> starting_[2];  ///< vertex, pixel: by tag
  std::vector<Slot> slots_;
  std::array<Group, E11_CFG_GROUP_SLOTS> group_;
  uint8_t launchTaken_ = 0, rowTaken_ = 0;  ///< to be withdrawn after the edge
  std::string context_;
  uint8_t vertexTag_ = 0, pixelTag_ = 0, pixelDone_ = 0, exportTag_ = 0;
  std::array<bool, 8> batchBusy_{};
  std::array<unsigned, 8> batchWave_{};                            ///< slot of a batch
  using Exports = std::map<uint64_t, std::vector<model::Export>>;  ///< by pixel launch number
  Exports expected_, exports_;                                     ///< of the model, of the RTL
  std::vector<model::Export> current_;
  model::Export beats_;
  unsigned beat_ = 0;
  uint64_t exportWave_ = 0, pixelLaunched_ = 0, pixelFinished_ = 0, pixelCompared_ = 0;
  uint64_t vertexLaunched_ = 0, vertexFinished_ = 0;
  std::array<uint64_t, 64> pixelNumber_{};  ///< launch number of a tag
  uint64_t groupsLaunched_ = 0, groupsFinished_ = 0;
  uint64_t traps_ = 0, modelTraps_ = 0, faults_ = 0;
  std::array<uint64_t, kEvents> events_{}, total_{};
};

}  // namespace e11::bench
