// SPDX-License-Identifier: Apache-2.0
//
// Widths within the packed structs of e11_pkg.sv, for benches that take them apart: the last
// member of a struct is at bit 0.
#pragma once
#include "e11/regs.h"

namespace e11::bench {

constexpr unsigned bitsFor(unsigned values) {
  unsigned bits = 1;
  while (values > 1u << bits) ++bits;
  return bits;
}

/// slot_t.
constexpr unsigned kSlotBits = bitsFor(E11_CFG_STATE_SLOTS);
/// launch_t: group, waves, lds_base and lds_size, below coef.
constexpr unsigned kLaunchGroupBits = 4 + 7 + 15 + 16;

}  // namespace e11::bench
