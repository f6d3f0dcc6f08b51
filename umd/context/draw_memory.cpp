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

DrawMemory::Areas DrawMemory::areasFor(uint32_t recordRegisters, uint32_t scratchLane) {
  std::lock_guard<std::mutex> lock(mutex_);
  Areas areas;
  // Powers of two, so that few areas exist.
  areas.scratchLane = kSmallestScratchLane;
  while (areas.scratchLane < scratchLane) areas.scratchLane *= 2;
  areas.ring = area(rings_, recordRegisters,
                    uint64_t{E11_CFG_VERTEX_BATCHES} * kLanes * recordRegisters * kRegisterBytes);
  areas.scratch = area(scratch_, areas.scratchLane, uint64_t{waves_} * kLanes * areas.scratchLane);
  areas.scalarScratch = area(scalar_, 0, waves_ * kScalarScratchBytes);
  if (areas.scratch == nullptr || areas.scalarScratch == nullptr) areas.ring = nullptr;
  return areas;
}

}  // namespace e11::umd
