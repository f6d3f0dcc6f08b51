// SPDX-License-Identifier: Apache-2.0
#include "pipeline.h"

#include <algorithm>

#include "e11/model/gpu.h"
#include "e11/model/make_gpu.h"

namespace e11::model {

namespace {

// Estimates, docs/hw/command.md; the core counts its instructions itself.
constexpr uint64_t kCyclesPerQuad = 1;
constexpr uint64_t kCyclesPerTriangle = 20;
constexpr uint64_t kCyclesPerBatch = 30;
constexpr uint64_t kCyclesPerVertex = 1;

}  // namespace

Pipeline::Pipeline(Memory& memory, Clock& clock)
    : memory_(memory),
      clock_(clock),
      core_(memory, &clock),
      output_(memory),
      pixel_(
          output_, [this](const QuadInfo& info) { output_.quadInfo(info); },
          [this](const PixelWave& wave) { runPixelWave(wave); }),
      raster_([this](const Quad& quad) {
        const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_RASTER);
        clock_.advance(kCyclesPerQuad);
        pixel_.quad(quad);
      }),
      geometry_(memory, {[this](const VertexWave& wave) { runVertexWave(wave); },
                         [this](uint32_t address, const std::array<uint32_t, 3>& c) {
                           core_.writeCoefficient(address, c[0], c[1], c[2]);
                         },
                         [this](const Triangle& triangle) {
                           clock_.advance(kCyclesPerTriangle);
                           raster_.triangle(triangle);
                         },
                         [this] { clock_.advance(kCyclesPerVertex); }}),
      dispatch_([this](const ThreadGroup& group) { runGroup(group); }) {
  core_.onExport = [this](const Export& e) { exportBeats(e); };
  core_.onTrap = [this](uint32_t) {
    if (onTrap) onTrap();
  };
}

void Pipeline::draw(const Draw& draw) {
  DrawCall call;
  call.slot = static_cast<uint8_t>(loadState(draw.state));
  call.count = draw.count;
  call.instances = draw.instances;
  call.first = draw.first;
  call.baseVertex = draw.baseVertex;
  call.startInstance = draw.startInstance;
  const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_GEOMETRY);
  geometry_.draw(call);
}

void Pipeline::dispatch(const ComputeCall& call) {
  const unsigned slot = loadState(call.state);
  const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_DISPATCH);
  dispatch_.dispatch({static_cast<uint8_t>(slot), call.x, call.y, call.z});
}

/// Gives the words to all units, in the next state slot.
template <typename Words>
unsigned Pipeline::loadState(const Words& words) {
  const unsigned slot = slot_;
  slot_ = (slot_ + 1) % E11_CFG_STATE_SLOTS;
  for (unsigned word = 0; word < words.size(); ++word) {
    const uint32_t value = words[word];
    geometry_.writeState(slot, word, value);
    raster_.writeState(slot, word, value);
    pixel_.writeState(slot, word, value);
    core_.writeState(static_cast<int>(slot), word, value);
    output_.writeState(slot, word, value);
    dispatch_.writeState(slot, word, value);
  }
  return slot;
}

void Pipeline::runVertexWave(const VertexWave& wave) {
  Launch launch;
  launch.stage = Stage::kVertex;
  launch.slot = wave.slot;
  launch.size = wave.size;
  launch.code = wave.code;
  launch.s0 = wave.s0;
  launch.s1 = wave.s1;
  launch.s2 = wave.s2;
  launch.exec = launch.cov = wave.exec;
  launch.rows = static_cast<uint8_t>(wave.rows.size());
  launch.row = wave.rows;
  clock_.advance(kCyclesPerBatch);
  const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_CORE);
  core_.run(launch);
}

void Pipeline::runPixelWave(const PixelWave& wave) {
  Launch launch;
  launch.stage = Stage::kPixel;
  launch.slot = wave.slot;
  launch.size = wave.size;
  launch.code = wave.code;
  launch.s0 = wave.s0;
  launch.exec = wave.exec;
  launch.cov = wave.cov;
  launch.rows = static_cast<uint8_t>(wave.rows.size());
  launch.row = wave.rows;
  launch.coef = wave.coef;
  const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_CORE);
  core_.run(launch);
}

void Pipeline::runGroup(const ThreadGroup& group) {
  const BusyUnits::Scope scope(busy, E11_BUSY_UNIT_CORE);
  Launch launch;
  launch.stage = Stage::kCompute;
  launch.slot = group.slot;
  launch.size = group.size;
  launch.code = group.code;
  launch.s0 = group.s0;
  launch.s1 = group.s1;
  launch.rows = 1;
  launch.waves = static_cast<uint8_t>(group.waves.size());
  launch.ldsSize = static_cast<uint16_t>(group.ldsBytes);
  groupLaunches_.assign(group.waves.size(), launch);
  for (size_t i = 0; i < group.waves.size(); ++i) {
    groupLaunches_[i].s2 = group.waves[i].s2;
    groupLaunches_[i].exec = groupLaunches_[i].cov = group.waves[i].exec;
    groupLaunches_[i].row[0] = group.waves[i].ids;
  }
  core_.runGroup(groupLaunches_);
}

void Pipeline::exportBeats(const Export& e) {
  for (uint8_t quad = 0; quad < kQuadsPerWave; ++quad) {
    ExportBeat beat;
    beat.quad = quad;
    beat.target = e.target;
    beat.mask = e.mask;
    beat.done = e.done;
    beat.cov = static_cast<uint8_t>(e.cov >> 4 * quad & 0xf);
    std::copy_n(e.data.begin() + 4 * quad, beat.data.size(), beat.data.begin());
    output_.exportBeat(beat);
  }
}

void Pipeline::controlCaches(uint32_t bits) {
  if ((bits >> E11_CACHE_BITS_INVALIDATE_INSTRUCTION & 1) != 0) core_.invalidateInstructions();
}

uint64_t Pipeline::counter(uint32_t number) const {
  const CoreCounters& core = core_.counters();
  const Geometry::Counters& geometry = geometry_.counters();
  switch (number) {
    case E11_COUNTERS_ISSUED:
      return core.issued;
    case E11_COUNTERS_ISSUED_VECTOR:
      return core.vector;
    case E11_COUNTERS_ISSUED_SCALAR:
      return core.scalar;
    case E11_COUNTERS_ISSUED_MEMORY:
      return core.memory;
    case E11_COUNTERS_ISSUED_CONTROL:
      return core.control;
    case E11_COUNTERS_WAVES_VERTEX:
      return core.wavesVertex;
    case E11_COUNTERS_WAVES_PIXEL:
      return core.wavesPixel;
    case E11_COUNTERS_WAVES_COMPUTE:
      return core.wavesCompute;
    case E11_COUNTERS_GROUPS:
      return dispatch_.groups();
    case E11_COUNTERS_ATOMICS:
      return memory_.atomics();
    case E11_COUNTERS_VERTICES:
      return geometry.vertices;
    case E11_COUNTERS_PRIMITIVES_IN:
      return geometry.primitivesIn;
    case E11_COUNTERS_PRIMITIVES_OUT:
      return geometry.primitivesOut;
    case E11_COUNTERS_QUADS:
      return raster_.quads();
    case E11_COUNTERS_PIXELS_COVERED:
      return raster_.pixelsCovered();
    case E11_COUNTERS_PIXELS_WRITTEN:
      return output_.pixelsWritten();
    default:  // what counts cycles or cache lines
      return 0;
  }
}

void Pipeline::reset() {
  geometry_.reset();
  raster_.reset();
  pixel_.reset();
  output_.reset();
  core_.invalidateInstructions();
  core_.clearCounters();
  core_.abandonGroups();
  dispatch_.reset();
  memory_.clearCounters();
  slot_ = 0;
}

std::unique_ptr<Device> makeGpu(const DeviceOptions& options) {
  return std::make_unique<Gpu>(options, [](Memory& memory, Clock& clock) {
    return std::make_unique<Pipeline>(memory, clock);
  });
}

}  // namespace e11::model
