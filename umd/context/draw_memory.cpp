// SPDX-License-Identifier: Apache-2.0
#include "context/draw_memory.h"

#include <algorithm>

#include "e11/regs.h"

namespace e11::umd {
namespace {

constexpr uint32_t kLanes = 16;
constexpr uint64_t kRegisterBytes = 16;
constexpr uint64_t kScalarScratchBytes = 256;  // per wave (docs/shader-abi.md)
constexpr uint32_t kSmallestScratchLane = 16;

}  // namespace

std::shared_ptr<Allocation> DrawMemory::area(std::map<uint32_t, std::shared_ptr<Allocation>>& areas,
                                             uint32_t key, uint64_t bytes) {
  std::shared_ptr<Allocation>& entry = areas[key];
  if (entry == nullptr) entry = memory_.allocate(bytes);
  return entry;
}

DrawMemory::Scratch DrawMemory::scratchFor(uint32_t laneBytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  Scratch scratch;
  // Powers of two, so that few areas exist.
  scratch.laneBytes = kSmallestScratchLane;
  while (scratch.laneBytes < laneBytes) scratch.laneBytes *= 2;
  scratch.vector = area(scratch_, scratch.laneBytes, uint64_t{waves_} * kLanes * scratch.laneBytes);
  scratch.scalar = area(scalar_, 0, waves_ * kScalarScratchBytes);
  if (scratch.scalar == nullptr) scratch.vector = nullptr;
  return scratch;
}

std::shared_ptr<Allocation> DrawMemory::ringFor(uint32_t recordRegisters) {
  std::lock_guard<std::mutex> lock(mutex_);
  return area(rings_, recordRegisters,
              uint64_t{E11_CFG_VERTEX_BATCHES} * kLanes * recordRegisters * kRegisterBytes);
}

void writeScratch(CommandStream& stream, uint32_t block, const DrawMemory::Scratch& scratch) {
  stream.setDataAddress(block + E11_STATE_BLOCK_SCRATCH_BASE, scratch.vector, 0);
  stream.setData(block + E11_STATE_BLOCK_SCRATCH_LANE, scratch.laneBytes);
  stream.setDataAddress(block + E11_STATE_BLOCK_SSCRATCH_BASE, scratch.scalar, 0);
  stream.use(scratch.vector, true);
  stream.use(scratch.scalar, true);
}

}  // namespace e11::umd
