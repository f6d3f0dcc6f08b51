// SPDX-License-Identifier: Apache-2.0
// The shader program of an SHDR or SHEX chunk: decoded instructions, declarations among them.
// spec 22.2 (version), 22.3 (declarations), 22.4 to 22.19 (instructions).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "dxbc/bytes.h"
#include "dxbc/opcodes.h"
#include "dxbc/result.h"

namespace e11::dxbc {

enum class ShaderStage : uint32_t {
  Pixel = 0,
  Vertex = 1,
  Geometry = 2,
  Hull = 3,
  Domain = 4,
  Compute = 5,
};

enum class OperandType : uint32_t {
  Temp = 0,
  Input = 1,
  Output = 2,
  IndexableTemp = 3,
  Immediate32 = 4,
  Immediate64 = 5,
  Sampler = 6,
  Resource = 7,
  ConstantBuffer = 8,
  ImmediateConstantBuffer = 9,
  Label = 10,
  InputPrimitiveId = 11,
  OutputDepth = 12,
  Null = 13,
  Rasterizer = 14,
  OutputCoverageMask = 15,
  Stream = 16,
  FunctionBody = 17,
  FunctionTable = 18,
  Interface = 19,
  FunctionInput = 20,
  FunctionOutput = 21,
  OutputControlPointId = 22,
  InputForkInstanceId = 23,
  InputJoinInstanceId = 24,
  InputControlPoint = 25,
  OutputControlPoint = 26,
  InputPatchConstant = 27,
  InputDomainPoint = 28,
  ThisPointer = 29,
  UnorderedAccessView = 30,
  ThreadGroupSharedMemory = 31,
  InputThreadId = 32,
  InputThreadGroupId = 33,
  InputThreadIdInGroup = 34,
  InputCoverageMask = 35,
  InputThreadIdInGroupFlattened = 36,
  InputGsInstanceId = 37,
  OutputDepthGreaterEqual = 38,
  OutputDepthLessEqual = 39,
  CycleCounter = 40,
  OutputStencilRef = 41,
  InnerCoverage = 42,
};
inline constexpr uint32_t kOperandTypeCount = 43;

enum class InterpolationMode : uint32_t {
  Undefined = 0,
  Constant = 1,
  Linear = 2,
  LinearCentroid = 3,
  LinearNoPerspective = 4,
  LinearNoPerspectiveCentroid = 5,
  LinearSample = 6,
  LinearNoPerspectiveSample = 7,
};

/// How an operand chooses components: a destination's mask, a source's swizzle or single component,
/// or none (scalar operands, resources named as a whole, null).
enum class Selection { None, Mask, Swizzle, Single };

struct Operand;

/// One index of an operand: immediate + the run-time value of `relative`, if present.
struct OperandIndex {
  uint64_t immediate = 0;
  std::shared_ptr<const Operand> relative;  ///< a single component of r# or x#[], or null
};

struct Operand {
  OperandType type = OperandType::Null;
  uint32_t componentCount = 0;  ///< 0, 1 or 4
  Selection selection = Selection::None;
  uint8_t mask = 0;                           ///< Selection::Mask: bit 0 = x
  std::array<uint8_t, 4> swizzle = {0, 1, 2, 3};  ///< Swizzle; Single: all four the same
  bool negate = false;                        ///< applied after absolute
  bool absolute = false;
  uint32_t minPrecision = 0;
  bool nonUniform = false;
  uint32_t indexCount = 0;
  std::array<OperandIndex, 3> index;
  /// Immediate32: up to 4 values (componentCount of them). Immediate64: low and high word pairs.
  std::array<uint32_t, 4> immediate = {};

  /// Number of words that immediate holds.
  uint32_t immediateWords() const;
};

/// Extended opcode tokens.
struct SampleOffsets {
  bool present = false;
  int u = 0, v = 0, w = 0;  ///< -8..7 texels
};
struct ResourceDimension {
  bool present = false;
  uint32_t dimension = 0;  ///< number as in dcl_resource
  uint32_t stride = 0;     ///< of structured buffers, bytes
};
struct ResourceReturnType {
  bool present = false;
  std::array<uint32_t, 4> type = {};
};

enum class CustomDataClass : uint32_t {
  Comment = 0,
  DebugInfo = 1,
  Opaque = 2,
  ImmediateConstantBuffer = 3,
  ShaderMessage = 4,
};

struct Instruction {
  Opcode opcode = Opcode::Nop;
  uint32_t offset = 0;    ///< token offset: words from the version token
  uint32_t length = 0;    ///< words, all tokens included
  uint32_t controls = 0;  ///< bits 11..23 of the opcode token, moved to bit 0
  SampleOffsets sampleOffsets;
  ResourceDimension resourceDimension;
  ResourceReturnType resourceReturnType;
  std::vector<Operand> operands;    ///< destinations first
  std::vector<uint32_t> extraWords;  ///< words behind the operands; custom data: its content
  CustomDataClass customDataClass = CustomDataClass::Comment;  ///< CustomData
  uint32_t functionIndex = 0;                                  ///< InterfaceCall: function number

  bool saturate() const { return (controls >> 2 & 1) != 0; }
  bool testNonZero() const { return (controls >> 7 & 1) != 0; }
  uint32_t preciseMask() const { return controls >> 8 & 0xf; }
  /// For the declarations that carry it.
  InterpolationMode interpolationMode() const {
    return static_cast<InterpolationMode>(controls & 0xf);
  }
};

struct Program {
  ShaderStage stage = ShaderStage::Pixel;
  uint32_t majorVersion = 0;
  uint32_t minorVersion = 0;
  std::vector<Instruction> instructions;
};

/// Decodes the content of an SHDR or SHEX chunk, Shader Model 4.0 to 5.0. Fails with the token
/// offset if anything is not well formed: lengths, operand encodings, unknown opcodes. It does not
/// check that the program makes sense (declared registers, nesting).
Result<Program> decodeProgram(Bytes chunk);

}  // namespace e11::dxbc
