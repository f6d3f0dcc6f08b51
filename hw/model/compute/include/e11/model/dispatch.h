// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "e11/model/lanes.h"
#include "e11/regs.h"

namespace e11::model {

/// A wave of a thread group: what its launch_t and row carry besides the group's words.
struct GroupWave {
  uint32_t s2 = 0;                     ///< group z, first thread number in the upper half
  uint16_t exec = 0;                   ///< lanes that hold a thread
  std::array<uint32_t, kLanes> ids{};  ///< v0: local x, y, z packed; 0 in other lanes
};

/// A thread group as the dispatch unit launches it.
struct ThreadGroup {
  uint8_t slot = 0;  ///< state slot
  uint8_t size = 0;  ///< register size class
  uint32_t code = 0;
  uint32_t s0 = 0;  ///< resource table
  uint32_t s1 = 0;  ///< group x, y
  uint32_t ldsBytes = 0;
  std::vector<GroupWave> waves;
};

/// A dispatch after its state has been loaded into `slot` (dispatch_t).
struct DispatchCall {
  uint8_t slot = 0;
  uint32_t x = 0, y = 0, z = 0;  ///< thread groups, 1..65535
};

/// The dispatch unit (RTL: e11_dispatch): cuts a dispatch into thread groups, x fastest, and hands
/// them on one by one. Which core and which part of thread-group memory a group gets is a matter of
/// time in the RTL; the model has no such places.
class Dispatch {
 public:
  using Launch = std::function<void(const ThreadGroup&)>;
  explicit Dispatch(Launch launch) : launch_(std::move(launch)) {}

  /// A word of a compute block (state_wr_t).
  void writeState(unsigned slot, uint32_t word, uint32_t value);
  void dispatch(const DispatchCall& call);
  void reset();

  uint64_t groups() const { return groups_; }

 private:
  struct State {
    uint32_t code = 0, table = 0, info = 0, group = 0, lds = 0;
  };

  Launch launch_;
  std::array<State, E11_CFG_STATE_SLOTS> states_{};
  uint64_t groups_ = 0;
};

}  // namespace e11::model
