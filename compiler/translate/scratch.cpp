// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "translate/layout_parts.h"

namespace e11::translate {

// Behind what fits an instruction's offset there is no place for spills: they get the beginning.
void placeScratch(Layout* layout) {
  Layout& out = *layout;
  uint64_t total = 0;
  for (const auto& [number, array] : out.arrays) {
    if (array.indexed) total += uint64_t{array.size} * array.components * 4;
  }
  uint32_t offset = total + kOtherScratch > kSpillsBehind ? kSpillReserve : 0;
  for (auto& [number, array] : out.arrays) {
    if (!array.indexed) continue;
    array.scratchOffset = offset;
    offset += array.size * array.components * 4;
  }
  const auto any = [](const auto& registers) {
    return std::any_of(registers.begin(), registers.end(),
                       [](const auto& one) { return one.indexed; });
  };
  out.inputScratch = offset;
  if (any(out.inputs)) offset += kMaxShaderRegisters * 16;
  out.outputScratch = offset;
  if (any(out.outputs)) offset += kMaxShaderRegisters * 16;
  out.callScratch = offset;
  if (out.keepsCalls) offset += kMaxCallDepth * 4;
  out.scratchBytes = offset;
}

}  // namespace e11::translate
