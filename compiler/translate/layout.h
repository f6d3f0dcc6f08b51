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
inline constexpr uint32_t kMaxBoundConstantBuffers = 14;  ///< that a program can bind
inline constexpr uint32_t kMaxTemps = 4096;          ///< spec 7.3: r# and x# together
inline constexpr uint32_t kMaxConstantRows = 4096;   ///< of a constant buffer, 16 bytes each
inline constexpr uint32_t kMaxShaderResources = 128;  ///< t#
inline constexpr uint32_t kMaxSamplers = 16;
inline constexpr uint32_t kMaxUnorderedViews = 64;   ///< u#, Direct3D 11.1
inline constexpr uint32_t kMaxGroupBytes = 32768;    ///< thread-group memory
inline constexpr uint32_t kMaxGroupThreads = 1024;
inline constexpr uint32_t kMaxInterfaces = 253;      ///< spec 22.7.20
inline constexpr uint32_t kMaxRenderTargets = 8;
/// Scratch, bytes a lane. With more than kSpillsBehind of the translator's own, the target puts
/// spills into the first kSpillReserve (docs/shader-abi.md); kOtherScratch: register-indexed inputs
/// and outputs, and the stack of calls.
inline constexpr uint32_t kSpillsBehind = 12288, kSpillReserve = 4096, kOtherScratch = 1152;
inline constexpr uint32_t kMaxCallDepth = 32;        ///< spec 22.7.10

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
  SampleIndex,
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

/// D3D10_SB_RESOURCE_DIMENSION: what a texture's coordinates are.
enum class Dimension : uint32_t {
  Unknown = 0,
  Buffer = 1,
  Texture1d = 2,
  Texture2d = 3,
  Texture2dMs = 4,
  Texture3d = 5,
  TextureCube = 6,
  Texture1dArray = 7,
  Texture2dArray = 8,
  Texture2dMsArray = 9,
  TextureCubeArray = 10,
};

/// A t# or u#.
struct ResourceView {
  uint32_t entry = 0;         ///< of the resource table
  uint32_t counterEntry = 0;  ///< u# with a counter
  Dimension dimension = Dimension::Buffer;
  compiler::BufferLayout layout = compiler::BufferLayout::kRaw;  ///< Buffer
  uint32_t stride = 0;                                           ///< kStructured
  bool unordered = false;  ///< u#
  bool coherent = false;
  bool counter = false;    ///< alloc or consume somewhere

  bool isBuffer() const { return dimension == Dimension::Buffer; }
};

/// g#: a part of the thread-group memory.
struct GroupMemory {
  uint32_t offset = 0;
  uint32_t bytes = 0;
  uint32_t stride = 0;  ///< 0: raw
};

/// fp#: which function tables an element may have.
struct Interface {
  uint32_t length = 1;           ///< of the array; element i is this[fp# + i]
  uint32_t functions = 0;        ///< of each table
  std::vector<uint32_t> tables;  ///< ft#; the position here is the type number
};

struct Layout {
  compiler::Stage stage = compiler::Stage::kVertex;
  uint32_t tempCount = 0;
  std::map<uint32_t, TempArray> arrays;
  std::array<InputRegister, kMaxShaderRegisters> inputs;
  std::array<OutputRegister, kMaxShaderRegisters> outputs;
  bool depthOutput = false;
  bool coverageOutput = false, stencilOutput = false;
  bool usesDiscard = false;
  bool forcesEarlyDepth = false;
  bool writesMemory = false;
  /// Register-indexed inputs and outputs live in scratch, 16 bytes each.
  uint32_t inputScratch = 0, outputScratch = 0;
  /// Subroutines call each other in circles, or expanding them would take too much: they are kept
  /// apart, with a stack of return places in scratch.
  bool keepsCalls = false;
  uint32_t callScratch = 0;
  uint32_t scratchBytes = 0;  ///< per lane
  std::map<uint32_t, uint32_t> constantBufferResource;  ///< slot to entry of the resource table
  std::map<uint32_t, uint32_t> elementResource;         ///< v# to entry of the resource table
  std::map<uint32_t, ResourceView> resourceViews;   ///< t#
  std::map<uint32_t, ResourceView> unorderedViews;  ///< u#
  std::map<uint32_t, uint32_t> samplerResource;     ///< s# to entry of the resource table
  std::map<uint32_t, GroupMemory> groupMemory;      ///< g#
  uint32_t groupBytes = 0;
  std::array<uint32_t, 3> threadGroup = {};
  std::map<uint32_t, std::vector<uint32_t>> functionTables;  ///< ft# to fb#
  std::map<uint32_t, Interface> interfaces;                  ///< fp#
  uint32_t instanceResource = 0;  ///< entry of this[0]; the others follow
  uint32_t instanceCount = 0;
  uint32_t immediateConstantResource = 0;
  uint32_t immediateConstantRows = 0;
  std::vector<compiler::Resource> resources;
  std::vector<uint32_t> immediateConstants;
  std::vector<compiler::Need> needs;

  uint32_t highestOutput() const;  ///< 1 + the largest declared o#, 0 if none
};

/// Adds a need unless the feature is there already.
void addNeed(std::vector<compiler::Need>* needs, compiler::Feature feature, std::string what);

/// "opcode at token n".
std::string place(const dxbc::Instruction& instruction);

/// Reads and checks all declarations. On failure returns false with a line in `error`.
bool makeLayout(const dxbc::Shader& shader, Layout* layout, std::string* error);

/// The line for a refused instruction: reason, opcode, token offset.
std::string refusal(const dxbc::Program& program, const dxbc::Instruction& instruction,
                    const std::string& reason);

}  // namespace e11::translate
