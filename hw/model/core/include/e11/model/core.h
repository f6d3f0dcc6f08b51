// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "e11/model/clock.h"
#include "e11/model/lanes.h"
#include "e11/model/memory.h"
#include "e11/regs.h"

/// The shader core (RTL: e11_core): waves of 16 lanes that run E11 code. The
/// model runs one wave at a time, functionally; docs/shader-core.md states what the
/// instruction set leaves open, and both implement it.
namespace e11::model {

/// One vector register: a 32-bit value for each lane.
using Row = std::array<uint32_t, kLanes>;

enum class Stage : uint8_t { kVertex = 0, kPixel = 1, kCompute = 2 };

/// What launch_t and the rows behind it carry (e11_pkg.sv).
struct Launch {
  Stage stage = Stage::kVertex;
  uint8_t slot = 0;   ///< state slot: scratch addresses
  uint8_t size = 0;   ///< register size class 0..2
  uint8_t wave = 0;   ///< wave slot number: the wave's part of scratch
  uint32_t code = 0;  ///< address of the first instruction, 8-byte aligned
  uint32_t s0 = 0, s1 = 0, s2 = 0;
  uint16_t exec = 0, cov = 0;  ///< bit i: lane i
  uint8_t rows = 0;            ///< how many of `row` are written to v0, v1, v2
  std::array<Row, 3> row{};
  std::array<uint16_t, 4> coef{};  ///< pixel: coefficient base of each quad, in words
  uint8_t group = 0;               ///< compute: group slot
  uint8_t waves = 1;               ///< compute: waves of the group
  uint16_t ldsBase = 0;            ///< compute: the group's part of thread-group memory, bytes
  uint16_t ldsSize = 0;            ///< compute: its bytes, up to E11_CFG_LDS_BYTES
};

/// One export of a wave: the four beats of export_t together.
struct Export {
  uint8_t target = 0;                                  ///< E11_EXPORT_TARGETS_*
  uint8_t mask = 0;                                    ///< components
  bool done = false;                                   ///< the wave's last export
  uint16_t cov = 0;                                    ///< covered lanes now (exec too)
  std::array<std::array<uint32_t, 4>, kLanes> data{};  ///< [lane][component]
};

enum class WaveEnd : uint8_t {
  kEnded,    ///< end, exp with end, or discard of the last covered lane
  kTrapped,  ///< trap, an unknown opcode, or code that cannot be read
  kBudget,   ///< the instruction limit was reached; the wave (the group) is gone
};

/// Counts that RTL and model share (E11_COUNTERS_*).
struct CoreCounters {
  uint64_t issued = 0, vector = 0, scalar = 0, memory = 0, control = 0;
  uint64_t wavesVertex = 0, wavesPixel = 0, wavesCompute = 0, groups = 0;
};

/// The state of a wave, for lock step and tests.
struct Wave {
  Launch launch;
  uint32_t pc = 0;
  uint16_t exec = 0, cov = 0;
  bool doneSent = false;  ///< an export with done has left
  bool ended = false;
  bool trapped = false;
  bool atBarrier = false;  ///< executed bar number `barrier` of its group; see Core::waits
  uint32_t barrier = 0;
  uint32_t trapPc = 0;
  uint32_t vectorMask = 31, scalarMask = 63;  ///< register numbers wrap within the budget
  std::array<Row, 128> v;
  std::array<uint32_t, 128> s;
};

/// What one instruction did. Registers are named as in the instruction, after
/// wrapping within the budget; values are those after the instruction.
struct Retired {
  uint32_t pc = 0;
  uint64_t instruction = 0;
  uint16_t exec = 0;  ///< before the instruction
  uint16_t execAfter = 0, covAfter = 0;
  uint8_t vectorCount = 0;  ///< vector registers written: vector[0..count)
  std::array<uint8_t, 4> vector{};
  uint8_t scalarCount = 0;
  std::array<uint8_t, 8> scalar{};
  struct Store {
    uint32_t address;       ///< 4-byte aligned
    uint32_t value;         ///< of the dword after the store; bytes that are not stored count as 0
    uint8_t strobes = 0xf;  ///< bytes stored
    bool atomic = false;    ///< value: what the operation left
  };
  std::vector<Store> stores;  ///< to memory (not thread-group memory), in order
};

class Core {
 public:
  /// `memory` and `clock` (may be null) must outlive the core. The clock is
  /// advanced by four cycles an instruction, between instructions: an endless
  /// loop can be suspended or given up there.
  explicit Core(Memory& memory, Clock* clock = nullptr);
  ~Core();

  /// A word of a state block (state_wr_t); the core keeps the scratch words.
  void writeState(int slot, uint32_t word, uint32_t value);
  /// A word of coefficient memory (coef_wr_t).
  void writeCoefficient(uint32_t address, uint32_t c0, uint32_t c1, uint32_t c2);
  /// Forgets decoded instructions: to be called where the instruction cache is
  /// invalidated (cache_control) and at reset.
  void invalidateInstructions();

  /// Runs a wave to its end. `budget`: instructions at most.
  WaveEnd run(const Launch& launch, uint64_t budget = ~uint64_t{0});
  /// Runs the waves of a thread group (compute launches with the same group slot and `waves` equal
  /// to their number) to their ends: each in turn up to its next barrier. A wave that traps does
  /// not stop the others; kTrapped then. The waves take wave slots 0, 1, .. (launch.wave does not
  /// matter). `budget`: instructions of all together.
  WaveEnd runGroup(const std::vector<Launch>& waves, uint64_t budget = ~uint64_t{0});

  /// Exports of pixel waves, in program order. A wave that ends without done
  /// gives one with mask 0 and done.
  std::function<void(const Export&)> onExport;
  /// A wave trapped at this address.
  std::function<void(uint32_t pc)> onTrap;
  /// If set, does atomic operations on memory instead of the memory itself, one lane's at a time;
  /// gives the old value. Lock step of several cores, whose operations meet in memory.
  std::function<uint32_t(uint32_t address, unsigned op, uint32_t operand, uint32_t compare)>
      onAtomic;

  const CoreCounters& counters() const { return counters_; }
  void clearCounters() { counters_ = CoreCounters(); }

  // Lock step: waves of the caller, one instruction at a time, in the order that the RTL's trace
  // gives (docs/shader-core.md, Lock step). The core keeps thread groups by their slots: the first
  // start in a slot that has no waves begins a group.
  void start(Wave& wave, const Launch& launch);
  /// Executes the next instruction of a wave that has not ended and does not wait at a barrier.
  void step(Wave& wave, Retired* retired = nullptr);
  /// The wave is at a barrier that has not opened.
  bool waits(const Wave& wave) const;
  /// Forgets thread groups whose waves will never end.
  void abandonGroups();
  /// Thread-group memory, E11_CFG_LDS_BYTES / 4 dwords.
  std::vector<uint32_t>& groupMemory() { return lds_; }

 private:
  class Interpreter;
  friend class Interpreter;
  struct Code;

  struct ScratchState {
    uint32_t base = 0, laneBytes = 0, scalarBase = 0;
  };
  struct Coefficients {
    std::array<uint32_t, 3> c;
  };
  struct Group {
    uint32_t left = 0;     ///< waves that have not ended, those not started among them
    uint32_t arrived = 0;  ///< of them at the barrier
    uint32_t barrier = 0;  ///< number of the barrier that is next to open
  };
  uint64_t runOn(Wave& wave, uint64_t budget);
  void arrive(Wave& wave);
  void leave(const Wave& wave);
  void openIfAll(Group& group);

  Memory& memory_;
  Clock* clock_;
  std::array<ScratchState, E11_CFG_STATE_SLOTS> scratch_{};
  std::array<Coefficients, E11_CFG_COEF_WORDS> coefficients_{};
  std::array<Group, E11_CFG_GROUP_SLOTS> groups_{};
  std::vector<uint32_t> lds_;
  CoreCounters counters_;
  std::unique_ptr<Code> code_;
  std::unique_ptr<Wave> wave_;    ///< of run()
  std::vector<Wave> groupWaves_;  ///< of runGroup()
};

}  // namespace e11::model
