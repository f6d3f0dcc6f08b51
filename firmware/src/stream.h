// SPDX-License-Identifier: Apache-2.0
// Packets as words in device memory: a stretch of the ring, or an indirect
// buffer. A packet never wraps around the ring's end (the driver pads with nop).
#pragma once
#include "hardware.h"

typedef const volatile uint32_t* Packet;

static inline uint32_t opcodeOf(uint32_t header) { return header & 0xff; }
static inline uint32_t flagsOf(uint32_t header) { return header >> 8 & 0xff; }
static inline uint32_t lengthOf(uint32_t header) { return header >> 16; }
