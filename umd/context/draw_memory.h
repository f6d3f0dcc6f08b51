// SPDX-License-Identifier: Apache-2.0
//
// Memory that the GPU uses while it draws: vertex rings and scratch. Draws in flight share it,
// which is right only if they agree on how it is divided; so there is one area per division.

#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "command/gpu_memory.h"

namespace e11::umd {

class DrawMemory {
 public:
  // `waves`: wave slots of the whole GPU.
  DrawMemory(GpuMemory& memory, uint32_t waves) : memory_(memory), waves_(waves) {}

  struct Areas {
    std::shared_ptr<Allocation> ring;  // null: out of memory
    std::shared_ptr<Allocation> scratch;
    std::shared_ptr<Allocation> scalarScratch;
    uint32_t scratchLane = 0;  // bytes per lane in `scratch`
  };

  // Areas for vertex records of `recordRegisters` registers and at least `scratchLane` bytes of
  // scratch per lane.
  Areas areasFor(uint32_t recordRegisters, uint32_t scratchLane);

 private:
  std::shared_ptr<Allocation> area(std::map<uint32_t, std::shared_ptr<Allocation>>& areas,
                                   uint32_t key, uint64_t bytes);

  GpuMemory& memory_;
  const uint32_t waves_;
  std::mutex mutex_;
  std::map<uint32_t, std::shared_ptr<Allocation>> rings_;    // by registers per record
  std::map<uint32_t, std::shared_ptr<Allocation>> scratch_;  // by bytes per lane
  std::map<uint32_t, std::shared_ptr<Allocation>> scalar_;   // one entry
};

}  // namespace e11::umd
