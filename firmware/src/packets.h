// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdint.h>

// Runs the packets of the ring from word number `from` up to `to`, and reports
// each as consumed. Does not return from a bad packet.
void runRing(uint32_t from, uint32_t to);
