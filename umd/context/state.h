// SPDX-License-Identifier: Apache-2.0
//
// Everything that Set methods change and Get methods return, in one copyable structure. Bindings
// hold private references (contract REF-01).

#pragma once

#include <d3d11_4.h>

#include <array>
#include <vector>

#include "d3d11/blend_state.h"
#include "d3d11/buffer.h"
#include "d3d11/class_linkage.h"
#include "d3d11/depth_stencil_state.h"
#include "d3d11/depth_stencil_view.h"
#include "d3d11/input_layout.h"
#include "d3d11/rasterizer_state.h"
#include "d3d11/render_target_view.h"
#include "d3d11/sampler_state.h"
#include "d3d11/shader.h"
#include "d3d11/shader_resource_view.h"
#include "d3d11/unordered_access_view.h"

namespace e11::umd {

constexpr UINT kConstantBufferSlots = D3D11_COMMONSHADER_CONSTANT_BUFFER_API_SLOT_COUNT;
constexpr UINT kShaderResourceSlots = D3D11_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT;
constexpr UINT kSamplerSlots = D3D11_COMMONSHADER_SAMPLER_SLOT_COUNT;
constexpr UINT kVertexBufferSlots = D3D11_IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT;
constexpr UINT kRenderTargetSlots = D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT;
constexpr UINT kUavSlots = D3D11_1_UAV_SLOT_COUNT;
constexpr UINT kStreamOutputSlots = D3D11_SO_BUFFER_SLOT_COUNT;
constexpr UINT kViewportSlots = D3D11_VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE;
constexpr UINT kMaxConstants = D3D11_REQ_CONSTANT_BUFFER_ELEMENT_COUNT;

enum Stage { kVertex, kHull, kDomain, kGeometry, kPixel, kCompute, kStageCount };

struct ConstantBufferBinding {
  PrivateRef<Buffer> buffer;
  // The window of xxSetConstantBuffers1, in constants of 16 bytes (contract STG-10).
  UINT firstConstant = 0;
  UINT constantCount = kMaxConstants;
};

struct StageState {
  // True if a shader is set, with what its interfaces need (contract STG-04).
  bool isUsable() const;

  PrivateRef<ShaderCode> shader;
  // One for each of the shader's interface pointers, or none.
  std::vector<PrivateRef<ClassInstance>> instances;
  std::array<ConstantBufferBinding, kConstantBufferSlots> constants;
  std::array<PrivateRef<ShaderResourceView>, kShaderResourceSlots> resources;
  std::array<PrivateRef<SamplerState>, kSamplerSlots> samplers;
};

// The function table that the shader calls for that instance in interface slot `slot`; null if the
// instance's class does not implement the interface.
const ClassInfo::Table* functionTable(const ShaderCode& shader, size_t slot,
                                      const ClassInstance& instance);

inline bool StageState::isUsable() const {
  if (!shader || instances.size() != shader->classes().slots.size()) return false;
  for (size_t i = 0; i < instances.size(); ++i) {
    if (!instances[i] || functionTable(*shader, i, *instances[i]) == nullptr) return false;
  }
  return true;
}

using UavSlots = std::array<PrivateRef<UnorderedAccessView>, kUavSlots>;

struct VertexBufferBinding {
  PrivateRef<Buffer> buffer;
  UINT stride = 0;
  UINT offset = 0;
};

struct InputAssemblerState {
  PrivateRef<InputLayout> layout;
  std::array<VertexBufferBinding, kVertexBufferSlots> vertexBuffers;
  PrivateRef<Buffer> indexBuffer;
  DXGI_FORMAT indexFormat = DXGI_FORMAT_UNKNOWN;
  UINT indexOffset = 0;
  D3D11_PRIMITIVE_TOPOLOGY topology = D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED;
};

struct RasterizerStageState {
  PrivateRef<RasterizerState> state;
  std::vector<D3D11_VIEWPORT> viewports;
  std::vector<D3D11_RECT> scissors;
};

struct OutputMergerState {
  std::array<PrivateRef<RenderTargetView>, kRenderTargetSlots> targets;
  PrivateRef<DepthStencilView> depth;
  UavSlots uavs;  // of the pixel shader; slot numbers shared with the targets (contract CTX-OMU-02)
  PrivateRef<BlendState> blend;
  std::array<FLOAT, 4> blendFactor = {1.0f, 1.0f, 1.0f, 1.0f};
  UINT sampleMask = D3D11_DEFAULT_SAMPLE_MASK;
  PrivateRef<DepthStencilState> depthStencil;
  UINT stencilRef = 0;
};

struct ContextState {
  std::array<StageState, kStageCount> stages;
  InputAssemblerState inputAssembler;
  RasterizerStageState rasterizer;
  OutputMergerState outputMerger;
  UavSlots computeUavs;
  WINBOOL predicateValue = FALSE;
};

// Groups of state whose change makes an encoder rebuild tables and state blocks.
enum DirtyBits : uint32_t {
  kDirtyVertexInput = 1u << 0,  // layout, vertex buffers
  kDirtyIndex = 1u << 1,        // index buffer, topology
  kDirtyVertexStage = 1u << 2,  // shader, constants, resources
  kDirtyPixelStage = 1u << 3,   // likewise, and unordered access views
  kDirtyRasterizer = 1u << 4,   // state, viewports, scissors
  kDirtyOutput = 1u << 5,       // targets, blend, depth state
  kDirtyDraw = (1u << 6) - 1,   // all of the above
  kDirtyCompute = 1u << 6,      // the compute stage
  kDirtyAll = (1u << 7) - 1,
};

}  // namespace e11::umd
