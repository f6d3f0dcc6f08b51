// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdint>

#include "e11/isa.h"

namespace e11::model {

/// What an atomic operation leaves in a dword that held `old`. Numbers that are no operation
/// leave it as it is. `compare` is for cmpxchg alone.
inline uint32_t atomicResult(unsigned op, uint32_t old, uint32_t operand, uint32_t compare) {
  const auto a = static_cast<int32_t>(old), b = static_cast<int32_t>(operand);
  switch (static_cast<isa::AtomicOp>(op)) {
    case isa::AtomicOp::kAdd:
      return old + operand;
    case isa::AtomicOp::kAnd:
      return old & operand;
    case isa::AtomicOp::kOr:
      return old | operand;
    case isa::AtomicOp::kXor:
      return old ^ operand;
    case isa::AtomicOp::kImin:
      return static_cast<uint32_t>(std::min(a, b));
    case isa::AtomicOp::kImax:
      return static_cast<uint32_t>(std::max(a, b));
    case isa::AtomicOp::kUmin:
      return std::min(old, operand);
    case isa::AtomicOp::kUmax:
      return std::max(old, operand);
    case isa::AtomicOp::kXchg:
      return operand;
    case isa::AtomicOp::kCmpxchg:
      return old == compare ? operand : old;
  }
  return old;
}

}  // namespace e11::model
