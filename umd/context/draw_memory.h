// SPDX-License-Identifier: Apache-2.0
//
// Memory that the GPU uses while it works: vertex rings and scratch. Draws in flight share it,
// which is right only if they agree on how it is divided; so there is one area per division.
// Dispatches run alone and share the scratch.

#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "command/command_stream.h"

namespace e11::umd {

class DrawMemory {
 public:
  // `waves`: wave slots of the whole GPU.
  DrawMemory(GpuMemory& memory, uint32_t waves) : memory_(memory), waves_(waves) {}

  struct Scratch {
    std::shared_ptr<Allocation> vector;  // null: out of memory
    std::shared_ptr<Allocation> scalar;
    uint32_t laneBytes = 0;  // per lane in `vector`
  };

  // Areas with at least `laneBytes` bytes per lane.
  Scratch scratchFor(uint32_t laneBytes);
  // The ring for vertex records of that many registers; null if out of memory.
  std::shared_ptr<Allocation> ringFor(uint32_t recordRegisters);

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

// Fills in the words for it, which are the same in the state blocks of draws and dispatches.
void writeScratch(CommandStream& stream, uint32_t block, const DrawMemory::Scratch& scratch);

}  // namespace e11::umd
