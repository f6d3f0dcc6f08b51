// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <stdexcept>

namespace e11::target::test {

uint32_t Machine::allocate(uint32_t bytes) {
  const uint32_t at = next_, rounded = (bytes + 63) & ~63u;
  if (rounded < bytes || rounded > kBytes - next_) throw std::length_error("test machine is full");
  next_ += rounded;
  return at;
}

}  // namespace e11::target::test
