// SPDX-License-Identifier: Apache-2.0
// Registers and memory as the command processor sees them.
#pragma once
#include <stdint.h>

#include "e11/regs.h"

static inline uint32_t readRegister(uint32_t offset) {
  return *(volatile uint32_t*)(E11_CP_REGISTERS_BASE + offset);
}

static inline void writeRegister(uint32_t offset, uint32_t value) {
  *(volatile uint32_t*)(E11_CP_REGISTERS_BASE + offset) = value;
}

// A word of device memory, through the command processor's cache. The window
// reaches the lower half of the address space.
static inline volatile uint32_t* memoryWord(uint32_t address) {
  return (volatile uint32_t*)(E11_CP_MEMORY_BASE + address);
}

static inline int memoryReachable(uint32_t address, uint32_t addressHigh) {
  return addressHigh == 0 && address < E11_CP_MEMORY_BASE;
}

#define BIT(n) (1u << (n))
