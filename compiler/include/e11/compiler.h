// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The shader compiler: DXBC in, E11 machine code and what the driver must know
/// about it out. Thread-safe. No LLVM header is needed to use it.
namespace e11::compiler {

enum class Stage : uint8_t { kVertex, kPixel, kCompute };

/// What an entry of the shader's resource table describes (docs/shader-abi.md).
enum class ResourceKind : uint8_t {
  kConstantBuffer,           ///< slot = cb register; raw descriptor
  kImmediateConstantBuffer,  ///< slot 0; raw descriptor of Shader::immediateConstants
  kVertexElement,            ///< slot = input register v#; typed descriptor
  kShaderBuffer,             ///< slot = t#; descriptor of a buffer view of this layout
  kUnorderedBuffer,          ///< slot = u#; likewise
  kCounter,                  ///< slot = u#; raw descriptor of its hidden counter, 4 bytes
  kTexture,                  ///< slot = t#; this entry and the next (not laid out yet)
  kUnorderedTexture,         ///< slot = u#; this entry and the next
  kSampler,                  ///< slot = s#; this entry and the next
  kClassInstance,            ///< slot = interface pointer; docs/shader-abi.md, "Interfaces"
};
enum class BufferLayout : uint8_t { kRaw, kStructured, kTyped };
struct Resource {
  ResourceKind kind;
  uint32_t slot;
  BufferLayout layout =
      BufferLayout::kRaw;  ///< as declared; another kind of view counts as unbound
  uint32_t stride = 0;     ///< kStructured: declared bytes of an element
};

/// Something a shader needs that not every device has.
enum class Feature : uint8_t {
  kTextures,        ///< the texture unit: samples, loads and stores of textures
  kRenderTargets,   ///< colour outputs beyond the first
  kCoverageOutput,  ///< SV_Coverage as output
  kCoverageInput,   ///< SV_Coverage as input, SV_SampleIndex
  kStencilRef,      ///< SV_StencilRef
  kClipDistances,   ///< SV_ClipDistance, SV_CullDistance
  kArrayIndex,      ///< SV_RenderTargetArrayIndex, SV_ViewportArrayIndex
};
struct Need {
  Feature feature;
  std::string what;  ///< the first instruction or declaration that needs it, and its token offset
};

/// One element of a signature (ISGN, OSGN), as the container states it.
struct SignatureElement {
  std::string semantic;  ///< as written; comparisons ignore case
  uint32_t semanticIndex;
  uint32_t systemValue;    ///< D3D_NAME, 0 = none
  uint32_t componentType;  ///< D3D_REGISTER_COMPONENT_TYPE: 1 uint, 2 sint, 3 float
  uint32_t reg;            ///< 0xffffffff: no register (SV_Depth)
  uint8_t mask;            ///< components of the register
  uint8_t usedMask;        ///< inputs: read; outputs: never written (as in DXBC)
};

/// How the vertex shader's inputs are fetched: one entry per input register,
/// for registers that are not 0 here: instance data with this step rate.
/// Everything else is per-vertex data.
struct VertexFetch {
  static constexpr uint32_t kPerVertex = 0xffffffff;
  /// Indexed by input register v#; kPerVertex, or InstanceDataStepRate (0: the
  /// same element for all instances).
  uint32_t stepRate[32];
  VertexFetch() {
    for (uint32_t& rate : stepRate) rate = kPerVertex;
  }
};

struct Options {
  VertexFetch fetch;               ///< vertex shaders only
  bool verifyMachineCode = false;  ///< run LLVM's machine verifier
};

/// From this byte of the code on, up to the next entry's, the code comes from one instruction of
/// the DXBC program.
struct SourceLine {
  uint32_t codeOffset;   ///< bytes from the start of the code; a multiple of 8
  uint32_t instruction;  ///< its place in the program, declarations included, from 1 on; 0: code
                         ///< that belongs to no single one (fetch, register copies, spills)
  uint32_t
      tokenOffset;  ///< of the instruction, in words from the version token; 0 if there is none
};

struct Shader {
  Stage stage = Stage::kVertex;
  std::vector<uint32_t> code;       ///< pairs of words, one pair an instruction
  std::vector<Resource> resources;  ///< entry k of the resource table, 16 bytes each
  std::vector<uint32_t> immediateConstants;
  uint32_t sizeClass = 0;  ///< E11_STATE_BLOCK_VS_INFO_SIZE
  uint32_t vectorRegisters = 0, scalarRegisters = 0;
  uint32_t scratchBytesPerLane = 0;  ///< indexable temps and spilled vector registers
  uint32_t spillBytesPerLane = 0;    ///< the latter alone
  uint32_t scalarScratchBytes = 0;
  uint32_t outputRegisters = 0;    ///< vertex: registers of a record, position included
  uint32_t inputRegisters = 0;     ///< pixel: attribute registers v0..n-1 that need coefficients
  uint32_t inputMask = 0;          ///< pixel: bit v: attribute register v is read
  uint32_t constantMask = 0;       ///< those with constant interpolation
  uint32_t noperspectiveMask = 0;  ///< those interpolated without perspective
  bool usesDiscard = false, writesDepth = false, writesColor = false;
  bool forcesEarlyDepth = false;  ///< pixel: [earlydepthstencil]
  bool writesMemory = false;      ///< stores or atomics on u#
  uint32_t colorMask = 0;         ///< pixel: bit n: writes render target n
  uint32_t threadGroup[3] = {};   ///< compute: threads of a group
  uint32_t groupBytes = 0;        ///< compute: thread-group memory, a multiple of 16
  std::vector<Need> needs;        ///< what a device must have to run it, each feature once
  std::vector<SignatureElement> inputs, outputs;
  /// Ascending; empty if no code has a source. Code before the first entry sets up the shader. The
  /// device does not see this.
  std::vector<SourceLine> lines;
};

/// Compiles. False on failure, with one line in `error` that names the reason
/// and, where it is an instruction, its opcode and token offset.
bool compile(const void* dxbc, size_t bytes, const Options& options, Shader* out,
             std::string* error);

/// What the code at a byte offset came from: `dxbc` is the container the shader was compiled from,
/// `lines` its Shader::lines. For example "dxbc #12 (token 87): mad r0.xyzw, r1.xyzw, ...". Where
/// the code is of no instruction: "dxbc start" in the set-up, else "dxbc behind #12 (token 87):
/// ..." with the last one before it. "dxbc unknown" if the container does not fit.
std::string sourceText(const void* dxbc, size_t bytes, const std::vector<SourceLine>& lines,
                       uint32_t codeOffset);

/// Checks the container and reads the signatures only.
bool readSignatures(const void* dxbc, size_t bytes, Shader* out, std::string* error);

/// For tools: the LLVM IR before the back end, or the assembly after it, with the DXBC instructions
/// as comments.
bool compileToIr(const void* dxbc, size_t bytes, const Options& options, std::string* text,
                 std::string* error);
bool compileToAssembly(const void* dxbc, size_t bytes, const Options& options, std::string* text,
                       std::string* error);

}  // namespace e11::compiler
