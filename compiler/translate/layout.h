// SPDX-License-Identifier: Apache-2.0
// What the declarations of a shader say, checked, and where each register lives.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "dxbc/dxbc.h"
#include "e11/compiler.h"

namespace e11::translate {

inline constexpr uint32_t kMaxShaderRegisters = 32;  ///< v# and o#
inline constexpr uint32_t kMaxConstantBuffers = 15;
inline constexpr uint32_t kMaxTemps = 4096;          ///< spec 7.3: r# and x# together
inline constexpr uint32_t kMaxConstantRows = 4096;   ///< of a constant buffer, 16 bytes each

/// Where a component of an input register comes from.
enum class InputSource {
  None,         ///< not declared
  Fetch,        ///< vertex shader: vertex element
  Attribute,    ///< pixel shader: interpolated
  Position,     ///< pixel shader: SV_Position
  VertexId,
  InstanceId,
  PrimitiveId,
  FrontFace,
};

/// Whether a mode divides by w.
inline bool isPerspective(dxbc::InterpolationMode mode) {
  return mode == dxbc::InterpolationMode::Linear || mode == dxbc::InterpolationMode::LinearCentroid ||
         mode == dxbc::InterpolationMode::LinearSample;
}

struct InputRegister {
  std::array<InputSource, 4> source = {};
  dxbc::InterpolationMode mode = dxbc::InterpolationMode::Undefined;
  bool indexed = false;  ///< in a range that is addressed with a register

  bool uses(InputSource wanted) const;
};

struct OutputRegister {
  uint8_t mask = 0;       ///< declared components
  bool position = false;  ///< vertex shader: SV_Position
  bool indexed = false;
};

/// x#: an array of registers.
struct TempArray {
  uint32_t size = 0;        ///< registers
  uint32_t components = 0;  ///< 1 to 4
  bool indexed = false;     ///< addressed with a register somewhere
  uint32_t scratchOffset = 0;  ///< if indexed: byte offset of its first register
};

struct Layout {
  compiler::Stage stage = compiler::Stage::kVertex;
  uint32_t tempCount = 0;
  std::map<uint32_t, TempArray> arrays;
  std::array<InputRegister, kMaxShaderRegisters> inputs;
  std::array<OutputRegister, kMaxShaderRegisters> outputs;
  bool depthOutput = false;
  bool usesDiscard = false;
  /// Register-indexed inputs and outputs live in scratch, 16 bytes each.
  uint32_t inputScratch = 0, outputScratch = 0;
  uint32_t scratchBytes = 0;  ///< per lane
  std::map<uint32_t, uint32_t> constantBufferResource;  ///< slot to entry of the resource table
  std::map<uint32_t, uint32_t> elementResource;         ///< v# to entry of the resource table
  uint32_t immediateConstantResource = 0;
  uint32_t immediateConstantRows = 0;
  std::vector<compiler::Resource> resources;
  std::vector<uint32_t> immediateConstants;

  uint32_t highestOutput() const;  ///< 1 + the largest declared o#, 0 if none
};

/// Reads and checks all declarations. On failure returns false with a line in `error`.
bool makeLayout(const dxbc::Shader& shader, Layout* layout, std::string* error);

/// The line for a refused instruction: reason, opcode, token offset.
std::string refusal(const dxbc::Program& program, const dxbc::Instruction& instruction,
                    const std::string& reason);

}  // namespace e11::translate
