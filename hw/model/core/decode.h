// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "e11/isa.h"

namespace e11::model {

/// A source operand, resolved as far as the instruction word allows.
struct Source {
  enum class Kind : uint8_t { kVector, kScalar, kValue, kExec, kCov, kLane };
  Kind kind = Kind::kValue;
  uint8_t index = 0;   ///< register number
  uint32_t value = 0;  ///< kValue: constant or literal
};

/// An instruction word taken apart. Fields that its form lacks are 0.
struct Decoded {
  uint64_t word = 0;
  isa::Op op = isa::Op::kTrap;
  isa::Unit unit = isa::Unit::kCtl;
  bool legal = false;
  bool scalarDst = false;
  uint8_t dst = 0;  ///< destination or data register
  Source src[3];
  uint8_t negate = 0;    ///< bit n: source n; 0 unless the operation allows it
  uint8_t absolute = 0;  ///< bit n: source n
  bool saturate = false;
  uint16_t attribute = 0;
  uint8_t count = 0;  ///< form M: the count field as it is
  uint16_t offset = 0;
  uint8_t atomicOp = 0;  ///< isa::AtomicOp
  bool returns = false;  ///< an atomic whose old value is wanted
  uint8_t base = 0;      ///< form M: number of the scalar register that src1 names
  uint8_t target = 0, mask = 0;
  bool done = false, end = false, invert = false;
  int32_t branch = 0;  ///< in instructions from the next one
};

/// Takes an instruction word apart. Words that are no instruction come back as a
/// trap that is not legal.
Decoded decode(uint64_t word);

}  // namespace e11::model
