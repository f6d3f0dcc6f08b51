// SPDX-License-Identifier: Apache-2.0
// Runs translated IR lane by lane on the host, with the @e11 functions as docs/shader-abi.md and the
// functional specification define them, so that the translator can be tested without a back end.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "llvm/IR/Module.h"

namespace e11::translate::test {

/// Thrown when IR does what no translated shader may do.
struct MachineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Everything a lane sees.
struct LaneInput {
  std::array<uint32_t, 3> vectors = {};   ///< v0..v2 at start
  std::array<uint32_t, 3> scalars = {};   ///< s0..s2 at start
  uint32_t lane = 0;
};

struct Environment {
  std::map<uint32_t, std::vector<uint32_t>> raw;  ///< resource entry: dwords of a raw buffer
  std::map<uint32_t, std::vector<std::array<uint32_t, 4>>> typed;  ///< resource entry: elements
  std::map<uint32_t, std::array<uint32_t, 3>> words;  ///< interpolator words c0..c2
};

struct LaneOutput {
  std::map<uint32_t, std::array<uint32_t, 4>> exports;  ///< target to values
  std::map<uint32_t, uint32_t> exportMasks;
  std::map<uint32_t, uint32_t> memory;  ///< dwords stored with stglb by address
  bool discarded = false;
  bool done = false;
};

class IrMachine {
 public:
  IrMachine(const llvm::Module& module, const Environment& environment)
      : module_(module), environment_(environment) {}

  /// Runs @main for one lane without neighbours: derivatives are errors.
  LaneOutput run(const LaneInput& input) const;

  /// Runs a quad. Derivatives take the value that the neighbours compute at the same execution of
  /// the same instruction (lanes must agree on how often they execute it).
  std::array<LaneOutput, 4> runQuad(const std::array<LaneInput, 4>& inputs) const;

 private:
  const llvm::Module& module_;
  const Environment& environment_;
};

/// Arithmetic of spec 3.1.3 for expected values and for the machine: denormals flushed, NaN 0x7fc00000.
uint32_t flush(uint32_t bits);
float asFloat(uint32_t bits);
uint32_t asBits(float value);
uint32_t addFloat(uint32_t a, uint32_t b);
uint32_t mulFloat(uint32_t a, uint32_t b);

}  // namespace e11::translate::test
