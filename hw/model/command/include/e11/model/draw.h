// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "e11/model/busy.h"
#include "e11/regs.h"

namespace e11::model {

/// A draw as the state loader hands it to geometry: the words of its state
/// block (E11_STATE_BLOCK_...) and the parameters of the packet.
struct Draw {
  std::array<uint32_t, E11_STATE_BLOCK_WORDS> state{};
  uint32_t count = 0;
  uint32_t instances = 0;
  uint32_t first = 0;
  uint32_t baseVertex = 0;
  uint32_t startInstance = 0;
};

/// A dispatch likewise: the words of its state block (E11_COMPUTE_BLOCK_...) and its thread groups.
struct ComputeCall {
  std::array<uint32_t, E11_COMPUTE_BLOCK_WORDS> state{};
  uint32_t x = 0, y = 0, z = 0;  ///< 1..65535
};

/// Everything behind the command processor that draws and computes.
class DrawSink {
 public:
  virtual ~DrawSink() = default;
  /// Called when a shader traps; whoever owns the interrupt register sets it.
  std::function<void()> onTrap;
  /// Does the whole draw; its results are in memory on return.
  virtual void draw(const Draw& draw) = 0;
  /// Does the whole dispatch, likewise.
  virtual void dispatch(const ComputeCall& call) = 0;
  /// Units that have work now; the command processor adds its own.
  BusyUnits busy;
  /// Firmware wrote cache_control (E11_CACHE_BITS_... of the drawing units).
  virtual void controlCaches(uint32_t bits) = 0;
  /// A performance counter (E11_COUNTERS_...) of the drawing units since reset.
  virtual uint64_t counter(uint32_t number) const = 0;
  /// Back to the state after power-up.
  virtual void reset() = 0;
};

}  // namespace e11::model
