// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "e11/device.h"
#include "e11/model/core.h"
#include "e11/model/follower.h"
#include "e11/model/memory.h"

class V_gpu;

namespace e11::sim {

/// Lock step of a whole program: a model core for each of the RTL's follows it
/// (e11/model/follower.h). What goes into an RTL core (launches, state, coefficients) goes into the
/// model's; the model's cores share a memory that gets everything that others write; what the RTL
/// cores do is compared, instruction by instruction. At the first difference the report goes to
/// stderr.
///
/// Several cores: atomics are compared operation by operation as memory acknowledges them, and have
/// the old values that they found there. Waves that read without atomics what another core writes
/// in the same dispatch may differ and be reported: Direct3D leaves open what they read.
class Lockstep {
 public:
  static constexpr unsigned kCores = E11_CFG_CORES;

  Lockstep(uint64_t memoryBytes, const DeviceOptions& options);

  /// The host writes memory.
  void hostWrite(uint64_t address, const void* data, size_t bytes);
  /// Looks at the GPU before a clock edge. False at the first difference, which has been reported.
  bool cycle(const V_gpu& top, uint64_t cycle, const std::byte* rtlMemory);
  /// The GPU is idle: nothing may be left over, memory must be equal. False likewise.
  bool finish(const std::byte* rtlMemory);

 private:
  struct Call {
    bool dispatch = false;
    uint64_t number = 0;
  };
  /// A wave between its launch and its end.
  struct Resident {
    Call call;
    uint64_t pixel = 0;                   ///< pixel waves: number since the last reset
    std::unique_ptr<model::Wave> before;  ///< as its last executed instruction found it
  };
  /// What a report says of the wave that is to blame.
  struct Blame {
    unsigned core = 0;
    unsigned wave = model::Follower::kWaves;
    Call call;
    std::deque<model::Follower::Step> history;
  };
  struct Exports {
    std::deque<model::Export> rtl, model;
    bool rtlDone = false, modelDone = false;
    Blame blame;
  };
  struct Store {
    uint32_t address;
    unsigned core, wave;
    Call call;
    model::Follower::Step step;
  };
  struct Write {
    uint32_t address, strobes;
    std::array<uint32_t, 4> data;
    bool atomic;
    unsigned op;
    unsigned wave;  ///< the core's vector client
  };
  /// An atomic instruction between its place in the core's order and its last acknowledgement.
  struct Atomic {
    std::vector<model::AtomicOperation> operations;
    std::vector<uint32_t> old;  ///< of those that memory has done
    bool executed = false;
    model::Follower::Step step;
    bool isDone() const { return old.size() == operations.size(); }
  };
  struct Core {
    std::unique_ptr<model::Core> core;
    std::unique_ptr<model::Follower> follower;
    std::array<Resident, model::Follower::kWaves> resident;
    /// By stage, until their first instruction.
    std::array<std::deque<model::Launch>, 3> launched;
    std::array<unsigned, 3> quads{};  ///< of the last launch's rows that have come
    std::array<std::deque<Atomic>, model::Follower::kWaves> atomics;
  };

  void restart(const std::byte* rtlMemory);
  void inputs(const V_gpu& top);
  void launches(const V_gpu& top);
  void begin(const V_gpu& top, unsigned core);
  void trace(const V_gpu& top);
  bool faultNow() const;
  void orderMemory(unsigned core, unsigned wave);
  void forceAtomic(unsigned core, unsigned wave);
  void executeAtomic(unsigned core, unsigned wave, Atomic& atomic);
  void acknowledgeAtomic(unsigned core, const Write& write, const V_gpu& top);
  void exports(const V_gpu& top);
  void memory(const V_gpu& top);
  void acknowledge(unsigned core, const Write& write, const V_gpu& top);
  void compareExports(uint64_t pixel);
  void execute(unsigned core, unsigned wave, const std::function<void()>& step);
  void compareMemory(const std::byte* rtlMemory);
  Blame blame(unsigned core, unsigned wave) const;
  void blameStore(uint32_t address);
  void report(const std::string& what, const Blame& blame);
  std::string text(uint64_t instruction) const;
  std::string source(uint32_t pc) const;
  std::string operands(const model::Wave& wave, uint64_t instruction) const;

  DeviceOptions::Disassemble disassemble_;
  DeviceOptions::Source source_;
  uint64_t fault_;  ///< DeviceOptions::lockstepFault, until it was put in
  model::Memory memory_;
  std::array<Core, kCores> cores_;
  unsigned looking_ = 0;  ///< the core that is looked at
  bool running_ = false;
  uint64_t cycle_ = 0;
  uint64_t instructions_ = 0, draws_ = 0, dispatches_ = 0;  ///< since the start

  std::array<Call, E11_CFG_STATE_SLOTS> calls_;
  uint64_t pixelsStarted_ = 0, pixelsExported_ = 0;
  std::deque<Exports> exports_;  ///< of pixel waves from number pixelsExported_ on
  model::Export beats_;
  std::deque<Store> stores_;                  ///< the last ones that the model executed
  std::unique_ptr<Blame> blamed_;             ///< if it is not the wave that the follower looks at
  std::array<std::deque<Write>, 32> writes_;  ///< not yet acknowledged, by memory port
  std::map<uint32_t, unsigned> storing_;      ///< dwords with stores that only the model has done
};

}  // namespace e11::sim
