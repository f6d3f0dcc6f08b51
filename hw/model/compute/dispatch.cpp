// SPDX-License-Identifier: Apache-2.0
#include "e11/model/dispatch.h"

namespace e11::model {

namespace {

constexpr uint32_t field(uint32_t word, unsigned lsb, unsigned width) {
  return word >> lsb & ((1u << width) - 1);
}

struct Threads {
  uint32_t x, y, z;
};

/// The waves of any group of the shader: threads in the order of SV_GroupIndex, x fastest.
std::vector<GroupWave> cut(const Threads& threads, uint32_t count) {
  std::vector<GroupWave> waves(count);
  uint32_t x = 0, y = 0, z = 0;
  for (uint32_t k = 0; k < count; ++k) {
    waves[k].s2 = (kLanes * k) << 16;
    for (int lane = 0; lane < kLanes && z < threads.z; ++lane) {
      waves[k].exec = static_cast<uint16_t>(waves[k].exec | 1u << lane);
      waves[k].ids[lane] = x | y << 10 | z << 20;
      if (++x < threads.x) continue;
      x = 0;
      if (++y < threads.y) continue;
      y = 0;
      ++z;
    }
  }
  return waves;
}

}  // namespace

void Dispatch::writeState(unsigned slot, uint32_t word, uint32_t value) {
  State& state = states_[slot];
  switch (word) {
    case E11_COMPUTE_BLOCK_CS_CODE:
      state.code = value;
      break;
    case E11_COMPUTE_BLOCK_CS_TABLE:
      state.table = value;
      break;
    case E11_COMPUTE_BLOCK_CS_INFO:
      state.info = value;
      break;
    case E11_COMPUTE_BLOCK_CS_GROUP:
      state.group = value;
      break;
    case E11_COMPUTE_BLOCK_CS_LDS:
      state.lds = value & 0xffff;
      break;
    default:
      break;
  }
}

void Dispatch::dispatch(const DispatchCall& call) {
  const State& state = states_[call.slot];
  const uint32_t waves =
      field(state.info, E11_COMPUTE_BLOCK_CS_INFO_WAVES_LSB, E11_COMPUTE_BLOCK_CS_INFO_WAVES_W);
  if (waves == 0 || state.lds > E11_CFG_LDS_BYTES) return;
  const Threads threads = {
      field(state.group, E11_COMPUTE_BLOCK_CS_GROUP_X_LSB, E11_COMPUTE_BLOCK_CS_GROUP_X_W),
      field(state.group, E11_COMPUTE_BLOCK_CS_GROUP_Y_LSB, E11_COMPUTE_BLOCK_CS_GROUP_Y_W),
      field(state.group, E11_COMPUTE_BLOCK_CS_GROUP_Z_LSB, E11_COMPUTE_BLOCK_CS_GROUP_Z_W)};
  const std::vector<GroupWave> pattern = cut(threads, waves);

  ThreadGroup group;
  group.slot = call.slot;
  group.size = static_cast<uint8_t>(
      field(state.info, E11_COMPUTE_BLOCK_CS_INFO_SIZE_LSB, E11_COMPUTE_BLOCK_CS_INFO_SIZE_W));
  group.code = state.code;
  group.s0 = state.table;
  group.ldsBytes = state.lds;
  group.waves = pattern;
  for (uint32_t z = 0; z < call.z; ++z) {
    for (size_t k = 0; k < pattern.size(); ++k) group.waves[k].s2 = pattern[k].s2 | z;
    for (uint32_t y = 0; y < call.y; ++y) {
      for (uint32_t x = 0; x < call.x; ++x) {
        group.s1 = y << 16 | x;
        ++groups_;
        launch_(group);
      }
    }
  }
}

void Dispatch::reset() {
  states_ = {};
  groups_ = 0;
}

}  // namespace e11::model
