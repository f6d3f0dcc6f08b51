// SPDX-License-Identifier: Apache-2.0
// What the instructions of a compiled shader are that are no operation of its DXBC program.
#pragma once

#include <array>
#include <cstdint>

#include "dxbc/program.h"
#include "e11/compiler.h"

namespace e11::compiler {

/// Sorts E11 instructions by what they do. There is no kind for waiting: the hardware interlocks.
enum class Kind {
  kArithmetic,     ///< more than the DXBC instruction has operations: expanded, or addresses' parts
  kAddress,        ///< arithmetic for an access of memory
  kCopy,           ///< a register to another
  kConstant,       ///< a constant to a register
  kUniformLoad,    ///< constant buffers and descriptors
  kInterpolation,  ///< of pixel shader inputs
  kMemory,         ///< vector loads and stores beyond the program's own: fetch, records
  kSpill,          ///< scratch, indexable temps beyond the program's own accesses included
  kControl,        ///< branches, the execution mask, the end
  kExport,         ///< of pixel shader outputs
  kSetup,          ///< arithmetic that comes from no DXBC instruction
  kCount
};
constexpr int kKinds = static_cast<int>(Kind::kCount);

/// "arithmetic" and so on, one word.
const char* kindName(Kind kind);

/// Every DXBC instruction has as many scalar operations (dxbc::scalarOperations); so many of the
/// E11 instructions that came from it stand for them, the rest is overhead of its kind. Operations
/// without an instruction (folded, dead, done once for several) count as `folded`:
/// instructions = operations + sum of `overhead` - folded.
struct Breakdown {
  std::array<uint32_t, kKinds> overhead = {};
  uint32_t folded = 0;
};
Breakdown breakDown(const dxbc::Program& program, const Shader& shader);

}  // namespace e11::compiler
