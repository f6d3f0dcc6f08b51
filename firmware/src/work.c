// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include "hardware.h"

static int memoryChanged;

void controlCaches(uint32_t bits) {
  writeRegister(E11_FW_CACHE_CONTROL, bits);
  while (readRegister(E11_FW_UNIT_BUSY) & BIT(E11_BUSY_UNIT_CACHES)) {
  }
}

void waitForWork(void) {
  const uint32_t upstream = BIT(E11_BUSY_UNIT_DRAW) | BIT(E11_BUSY_UNIT_GEOMETRY) |
                            BIT(E11_BUSY_UNIT_CORE) | BIT(E11_BUSY_UNIT_RASTER) |
                            BIT(E11_BUSY_UNIT_DMA) | BIT(E11_BUSY_UNIT_DISPATCH);
  while (readRegister(E11_FW_UNIT_BUSY) & upstream) {
  }
  // Nothing new reaches the output unit now. Its busy bit also stands for
  // dirty lines, which only a flush removes.
  while (readRegister(E11_FW_UNIT_BUSY) & BIT(E11_BUSY_UNIT_OUTPUT)) {
    controlCaches(BIT(E11_CACHE_BITS_FLUSH_OUTPUT));
  }
  // Results of atomic operations reach memory a little later, by themselves.
  while (readRegister(E11_FW_UNIT_BUSY) & BIT(E11_BUSY_UNIT_CACHES)) {
  }
}

void noteMemoryChanged(void) { memoryChanged = 1; }

void prepareForDraw(void) {
  if (!memoryChanged) return;
  memoryChanged = 0;
  while (readRegister(E11_FW_UNIT_BUSY) & BIT(E11_BUSY_UNIT_DMA)) {
  }
  controlCaches(BIT(E11_CACHE_BITS_INVALIDATE_INSTRUCTION) |
                BIT(E11_CACHE_BITS_INVALIDATE_SCALAR) | BIT(E11_CACHE_BITS_INVALIDATE_VECTOR));
}

void fail(uint32_t reason) {
  writeRegister(E11_FW_DEBUG_WORD, reason);
  writeRegister(E11_FW_RAISE_IRQ, BIT(E11_CAUSES_ERROR));
  for (;;) {
  }
}
