// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "e11/model/core.h"

/// Lock step: the model's core follows the trace of the RTL's (trace_t in e11_core_pkg.sv).
/// Whatever the RTL does, the model executes the same wave's next instruction, and every register
/// written, every store, mask and program counter is compared; tolerance 0.
namespace e11::model {

/// The first difference. what() has it all in words.
struct Mismatch : std::runtime_error {
  Mismatch(const std::string& what, unsigned wave, uint32_t pc, uint64_t instruction)
      : std::runtime_error(what), wave(wave), pc(pc), instruction(instruction) {}
  unsigned wave;  ///< slot; kWaves: none is to blame
  uint32_t pc;
  uint64_t instruction;
};

/// One lane's atomic operation on memory.
struct AtomicOperation {
  uint32_t address = 0;
  unsigned op = 0;  ///< isa::AtomicOp
  uint32_t operand = 0;
  uint32_t compare = 0;  ///< of cmpxchg
};

class Follower {
 public:
  static constexpr unsigned kWaves = E11_CFG_WAVES;
  static constexpr unsigned kHistory = 32;

  /// One instruction of a wave, after it was executed.
  struct Step {
    uint32_t pc = 0;
    uint64_t instruction = 0;
    uint16_t exec = 0;
  };

  /// Both must outlive the follower. `memory` is the model's, for the code words.
  Follower(Core& core, Memory& memory);

  // What the trace says, in the order of time; within a cycle: end, launch, issue, orders, then
  // register writes. Each throws Mismatch.
  /// A wave starts in slot launch.wave. Its first registers have been written by then.
  void launch(const Launch& launch);
  /// An instruction begins; all earlier ones of the wave are complete.
  void issue(unsigned wave, uint32_t pc, uint64_t word, uint16_t exec, uint16_t cov);
  /// A vector memory or thread-group memory instruction takes its place in the order.
  void order(unsigned wave);
  void ended(unsigned wave);
  /// `row`: of the whole register file; lanes 4 quad .. + 3.
  void vectorWrite(unsigned row, unsigned quad, unsigned lanes, const uint32_t* data);
  /// `row`: four registers of the whole file.
  void scalarWrite(unsigned row, unsigned words, const uint32_t* data);
  /// A dword write of the core's scalar or vector client; `strobes`: bytes. For an atomic the value
  /// that it left.
  void stored(uint32_t address, uint32_t value, unsigned strobes);
  /// Nothing is under way any more: what was stored must be equal on both sides.
  void finish();

  // Several cores: whose atomic comes first is decided in memory, after its place in this core's
  // order. The caller delays order() for such an instruction until it knows the old values, which
  // Core::onAtomic then gives, and compares the operations themselves.
  void leaveAtomics() { atomics_ = false; }  ///< they are not compared here
  /// The instruction that the wave has begun is an atomic on memory that was not executed.
  bool atAtomic(unsigned wave) const;
  /// Its operations, lane by lane, before they are done.
  std::vector<AtomicOperation> operations(unsigned wave);

  /// Code words of this 64-byte line count as unreadable.
  void setUnreadable(uint32_t line) { unreadable_ = line; }
  bool live(unsigned wave) const { return slots_[wave].live; }
  const Wave& wave(unsigned slot) const { return slots_[slot].wave; }
  /// The slot whose instruction the model executes (for Core::onExport).
  unsigned active() const { return active_; }
  uint64_t issued() const { return issued_; }
  /// The last instructions of a wave, oldest first.
  const std::deque<Step>& history(unsigned wave) const { return slots_[wave].history; }
  /// Called behind each instruction that the model executes.
  std::function<void(unsigned wave, const Retired&)> onStep;

 private:
  struct Slot {
    bool live = false;
    bool begun = false;     ///< issued, the model has not executed it
    uint64_t word = 0;      ///< what was issued last
    bool executed = false;  ///< the model has, the RTL's results are not compared
    Wave wave;
    Retired retired;
    std::set<uint32_t> rows, scalars;  ///< registers the RTL has written since
    std::deque<Step> history;
  };
  struct Written {
    uint32_t value;
    unsigned strobes;
  };

  void execute(unsigned wave);
  void compare(unsigned wave);
  void note(bool rtl, uint32_t address, Written value);
  void expectSame(const std::string& what, uint64_t rtl, uint64_t model);
  [[noreturn]] void fail(const std::string& what);
  void at(unsigned wave, uint32_t pc, uint64_t instruction);

  Core& core_;
  Memory& memory_;
  std::vector<Slot> slots_;
  std::vector<Row> shadowRows_;
  std::vector<uint32_t> shadowScalars_;
  std::map<uint32_t, std::deque<Written>> unmatched_[2];  ///< stores of model, RTL
  uint32_t unreadable_ = ~0u;
  bool atomics_ = true;
  unsigned active_ = 0;
  unsigned wave_ = kWaves;  ///< who is looked at
  uint32_t pc_ = 0;
  uint64_t instruction_ = 0;
  uint64_t issued_ = 0;
};

}  // namespace e11::model
