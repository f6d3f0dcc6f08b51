// SPDX-License-Identifier: Apache-2.0
// Ordering of the hardware's work: what waits for what.
#pragma once
#include <stdint.h>

// Starts the cache operations of `bits` (E11_CACHE_BITS_...) and waits for their end.
void controlCaches(uint32_t bits);

// Waits until all earlier work is complete and visible in memory.
void waitForWork(void);

// Notes that memory was changed behind the read caches, by the copy engine or
// by this processor.
void noteMemoryChanged(void);

// To be called before a draw: it must see what fills, copies and writes
// before it left in memory.
void prepareForDraw(void);

// The stream cannot go on: tells the driver and stops. `reason` stays in the
// debug word; the driver resets the GPU.
void fail(uint32_t reason) __attribute__((noreturn));
