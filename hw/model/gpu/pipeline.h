// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "e11/model/clock.h"
#include "e11/model/core.h"
#include "e11/model/dispatch.h"
#include "e11/model/draw.h"
#include "e11/model/geometry.h"
#include "e11/model/memory.h"
#include "e11/model/output.h"
#include "e11/model/raster.h"

namespace e11::model {

/// The drawing and computing units, wired as in e11_gpu: geometry, raster, pixel, core,
/// output; dispatch, core. Each hands its results on at once, so that a triangle is on the
/// screen before geometry makes the next one.
class Pipeline : public DrawSink {
 public:
  Pipeline(Memory& memory, Clock& clock);

  void draw(const Draw& draw) override;
  void dispatch(const ComputeCall& call) override;
  void controlCaches(uint32_t bits) override;
  uint64_t counter(uint32_t number) const override;
  void reset() override;

 private:
  template <typename Words>
  unsigned loadState(const Words& words);
  void runVertexWave(const VertexWave& wave);
  void runPixelWave(const PixelWave& wave);
  void runGroup(const ThreadGroup& group);
  void exportBeats(const Export& e);

  Memory& memory_;
  Clock& clock_;
  Core core_;
  Output output_;
  Pixel pixel_;
  Raster raster_;
  Geometry geometry_;
  Dispatch dispatch_;
  std::vector<Launch> groupLaunches_;  ///< of runGroup
  unsigned slot_ = 0;  ///< state slot of the next draw
};

}  // namespace e11::model
