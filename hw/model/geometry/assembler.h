// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "e11/model/geometry.h"

namespace e11::model {

/// Turns the vertices of one draw into batches: docs/hw/geometry.md, Input.
class Geometry::Assembler {
 public:
  Assembler(Geometry& geometry, const DrawCall& draw)
      : geometry_(geometry), draw_(draw), state_(geometry.states_[draw.slot]) {}

  void run();

 private:
  uint32_t index(uint32_t position);
  void cut() { seen_ = 0; }
  void vertex(uint32_t vertexId);
  /// Lines are given as start, end, start; points three times.
  void complete(const std::array<uint32_t, 3>& vertexIds);
  bool add(const std::array<uint32_t, 3>& vertexIds);
  void close(bool last);

  Geometry& geometry_;
  const DrawCall& draw_;
  const State& state_;
  uint32_t instance_ = 0;
  uint32_t primitiveId_ = 0;
  unsigned seen_ = 0;  ///< vertices since the last cut; strips: at most 2 or 3, keeping the parity
  std::array<uint32_t, 3> window_{};
  Batch batch_;
  unsigned instanceLane_ = 0;  ///< first lane of the current instance
};

}  // namespace e11::model
