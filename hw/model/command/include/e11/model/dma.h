// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "e11/model/clock.h"
#include "e11/model/memory.h"

namespace e11::model {

/// The copy and fill engine. Its registers have the names of docs/registers.md.
class Dma {
 public:
  Dma(Memory& memory, Clock& clock) : memory_(memory), clock_(clock) {}

  uint32_t dst = 0, dstPitch = 0, src = 0, srcPitch = 0, width = 0, height = 0;

  void reset();
  /// Writes dma_start: does the work at once.
  void start(uint32_t control);

 private:
  void fillRow(uint32_t to, uint32_t mask);
  void copyRow(uint32_t to, uint32_t from);

  Memory& memory_;
  Clock& clock_;
};

}  // namespace e11::model
