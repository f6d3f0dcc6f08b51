// SPDX-License-Identifier: Apache-2.0
//
// The part of DrawEncoder that writes the state block, in the order of its words.

#include <algorithm>
#include <cstring>

#include "common/log.h"
#include "context/draw_encoder.h"
#include "d3d11/device.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

// Smallest depth above 0 that 24 bits of UNORM can hold (spec 15.10: r).
constexpr float kUnorm24Step = 1.0f / 16777215.0f;

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

uint32_t pixelWord(LONG x, LONG y) {
  return static_cast<uint32_t>(x) << E11_STATE_BLOCK_RECT_MIN_X_LSB |
         static_cast<uint32_t>(y) << E11_STATE_BLOCK_RECT_MIN_Y_LSB;
}

uint32_t flag(bool value, uint32_t lsb) {
  return value ? 1u << lsb : 0u;
}

uint32_t cullField(D3D11_CULL_MODE mode) {
  return static_cast<uint32_t>(mode) - D3D11_CULL_NONE;
}

// The vertex shader's output that feeds an input of the pixel shader, or null.
const compiler::SignatureElement* findOutput(const compiler::Shader& vertex,
                                             const compiler::SignatureElement& input) {
  const auto it = std::find_if(vertex.outputs.begin(), vertex.outputs.end(), [&](const auto& o) {
    return o.semanticIndex == input.semanticIndex && isSameSemantic(o.semantic, input.semantic);
  });
  return it != vertex.outputs.end() ? &*it : nullptr;
}

}  // namespace

bool DrawEncoder::buildStateBlock(CommandStream& stream, const ContextState& state,
                                  const Plan& plan, bool indexed) {
  block_ = stream.addData(E11_STATE_BLOCK_WORDS, E11_STATE_BLOCK_WORDS);
  if (!writeShaders(stream, plan) || !writeAttributeMap(stream, plan)) return false;
  writeInputAssembler(stream, state.inputAssembler, indexed);
  writeRasterizer(stream, state.rasterizer, plan);
  writeDepthBias(stream, plan);
  writeOutputs(stream, state, plan);
  return true;
}

bool DrawEncoder::writeShaders(CommandStream& stream, const Plan& plan) {
  const compiler::Shader& vs = plan.vertex->info;
  const compiler::Shader* ps = plan.pixel != nullptr ? &plan.pixel->info : nullptr;
  const uint32_t scratchLane =
      std::max(vs.scratchBytesPerLane, ps != nullptr ? ps->scratchBytesPerLane : 0);
  const DrawMemory::Scratch scratch = device_.drawMemory().scratchFor(scratchLane);
  const std::shared_ptr<Allocation> ring = device_.drawMemory().ringFor(vs.outputRegisters);
  if (ring == nullptr || scratch.vector == nullptr) return false;  // out of memory, logged

  stream.setDataAddress(block_ + E11_STATE_BLOCK_VS_CODE, plan.vertex->code, 0);
  stream.setDataPointer(block_ + E11_STATE_BLOCK_VS_TABLE, vertexTable_.position);
  stream.setData(block_ + E11_STATE_BLOCK_VS_INFO,
                 vs.sizeClass << E11_STATE_BLOCK_VS_INFO_SIZE_LSB |
                     vs.outputRegisters << E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB);
  stream.setDataAddress(block_ + E11_STATE_BLOCK_RING_BASE, ring, 0);
  stream.use(ring, true);
  if (ps != nullptr) {
    stream.setDataAddress(block_ + E11_STATE_BLOCK_PS_CODE, plan.pixel->code, 0);
    stream.setDataPointer(block_ + E11_STATE_BLOCK_PS_TABLE, pixelTable_.position);
    // Where the shader may change what the test sees or has effects of its own, the test comes
    // after it, unless it asks for the opposite (spec 16.x, [earlydepthstencil]).
    const bool early = ps->forcesEarlyDepth;
    const bool writesDepth = ps->writesDepth && !early;
    const bool late = !early && (ps->usesDiscard || writesDepth || ps->writesMemory);
    stream.setData(block_ + E11_STATE_BLOCK_PS_INFO,
                   ps->sizeClass << E11_STATE_BLOCK_PS_INFO_SIZE_LSB |
                       flag(true, E11_STATE_BLOCK_PS_INFO_ENABLE_LSB) |
                       ps->inputRegisters << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB |
                       flag(late, E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB) |
                       flag(writesDepth, E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB));
  }
  writeScratch(stream, block_, scratch);
  return true;
}

void DrawEncoder::writeInputAssembler(CommandStream& stream, const InputAssemblerState& state,
                                      bool indexed) {
  const uint32_t topology = static_cast<uint32_t>(state.topology);  // the GPU has the same numbers
  uint32_t sizeField = 0;
  if (indexed) {
    const uint32_t indexBytes = state.indexFormat == DXGI_FORMAT_R16_UINT ? 2 : 4;
    sizeField = indexBytes / 2;
    // Without a buffer, or beyond its end, indices are 0 (contract CTX-IA-09).
    const bool aligned = state.indexOffset % indexBytes == 0;
    if (!aligned) E11_UNSUPPORTED("misaligned index buffer offsets; the indices read as 0");
    if (state.indexBuffer && aligned && state.indexOffset < state.indexBuffer->byteSize()) {
      stream.setDataAddress(block_ + E11_STATE_BLOCK_INDEX_BASE, state.indexBuffer->memory(),
                            state.indexOffset);
      const uint64_t bytes = state.indexBuffer->byteSize() - state.indexOffset;
      stream.setData(block_ + E11_STATE_BLOCK_INDEX_COUNT,
                     static_cast<uint32_t>(bytes / indexBytes));
    }
  }
  stream.setData(block_ + E11_STATE_BLOCK_IA_INFO,
                 topology << E11_STATE_BLOCK_IA_INFO_TOPOLOGY_LSB |
                     sizeField << E11_STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB |
                     flag(indexed, E11_STATE_BLOCK_IA_INFO_RESTART_LSB));
}

void DrawEncoder::writeRasterizer(CommandStream& stream, const RasterizerStageState& state,
                                  const Plan& plan) {
  const D3D11_RASTERIZER_DESC2& desc = *plan.rasterizer;
  const bool floatDepth =
      plan.depth != nullptr && plan.depth->viewFormat() == DXGI_FORMAT_D32_FLOAT;
  stream.setData(
      block_ + E11_STATE_BLOCK_RASTER_INFO,
      cullField(desc.CullMode) << E11_STATE_BLOCK_RASTER_INFO_CULL_LSB |
          flag(desc.FrontCounterClockwise, E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB) |
          flag(desc.DepthClipEnable, E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB) |
          flag(desc.FillMode == D3D11_FILL_WIREFRAME, E11_STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB) |
          flag(desc.MultisampleEnable, E11_STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB) |
          flag(floatDepth, E11_STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB));
  const D3D11_VIEWPORT& v = state.viewports[0];
  stream.setData(block_ + E11_STATE_BLOCK_VP_X, bitsOf(v.TopLeftX));
  stream.setData(block_ + E11_STATE_BLOCK_VP_Y, bitsOf(v.TopLeftY));
  stream.setData(block_ + E11_STATE_BLOCK_VP_HALF_W, bitsOf(v.Width * 0.5f));
  stream.setData(block_ + E11_STATE_BLOCK_VP_HALF_H, bitsOf(v.Height * 0.5f));
  stream.setData(block_ + E11_STATE_BLOCK_VP_MIN_Z, bitsOf(v.MinDepth));
  stream.setData(block_ + E11_STATE_BLOCK_VP_DZ, bitsOf(v.MaxDepth - v.MinDepth));
  stream.setData(block_ + E11_STATE_BLOCK_VP_MAX_Z, bitsOf(v.MaxDepth));
  stream.setData(block_ + E11_STATE_BLOCK_RECT_MIN, pixelWord(plan.rect.left, plan.rect.top));
  stream.setData(block_ + E11_STATE_BLOCK_RECT_MAX, pixelWord(plan.rect.right, plan.rect.bottom));
}

// Spec 15.10: for float depth the GPU scales by the exponent of each primitive.
void DrawEncoder::writeDepthBias(CommandStream& stream, const Plan& plan) {
  const D3D11_RASTERIZER_DESC2& desc = *plan.rasterizer;
  const float bias = static_cast<float>(desc.DepthBias);
  const bool floatDepth =
      plan.depth != nullptr && plan.depth->viewFormat() == DXGI_FORMAT_D32_FLOAT;
  stream.setData(block_ + E11_STATE_BLOCK_BIAS_CONST,
                 bitsOf(floatDepth ? bias : bias * kUnorm24Step));
  stream.setData(block_ + E11_STATE_BLOCK_BIAS_SLOPE, bitsOf(desc.SlopeScaledDepthBias));
  stream.setData(block_ + E11_STATE_BLOCK_BIAS_CLAMP, bitsOf(desc.DepthBiasClamp));
}

void DrawEncoder::writeOutputs(CommandStream& stream, const ContextState& state, const Plan& plan) {
  if (plan.depth != nullptr) {
    const D3D11_DEPTH_STENCIL_DESC& desc = *plan.depthState;
    const bool write = desc.DepthEnable && desc.DepthWriteMask == D3D11_DEPTH_WRITE_MASK_ALL &&
                       !plan.depth->isDepthReadOnly();
    const uint32_t func = static_cast<uint32_t>(desc.DepthFunc) - D3D11_COMPARISON_NEVER;
    stream.setData(block_ + E11_STATE_BLOCK_DEPTH_INFO,
                   flag(desc.DepthEnable, E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB) |
                       flag(write, E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB) |
                       func << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                       static_cast<uint32_t>(plan.depth->viewFormat())
                           << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB);
    const SubresourceLayout& layout = plan.depth->layout(0);
    const std::shared_ptr<Allocation>& memory = plan.depth->resource().memory();
    stream.setDataAddress(block_ + E11_STATE_BLOCK_DEPTH_BASE, memory, layout.offset);
    stream.setData(block_ + E11_STATE_BLOCK_DEPTH_PITCH, layout.rowPitch);
    stream.use(memory, write);
  }
  if (plan.target != nullptr) {
    static const D3D11_BLEND_DESC1 defaults = BlendState::defaults();
    const D3D11_BLEND_DESC1& blend =
        state.outputMerger.blend ? state.outputMerger.blend->desc() : defaults;
    const uint32_t mask = blend.RenderTarget[0].RenderTargetWriteMask;
    stream.setData(block_ + E11_STATE_BLOCK_RT_COUNT, 1u << E11_STATE_BLOCK_RT_COUNT_COUNT_LSB);
    stream.setData(block_ + E11_STATE_BLOCK_RT0_INFO,
                   static_cast<uint32_t>(plan.target->viewFormat())
                           << E11_STATE_BLOCK_RT0_INFO_FORMAT_LSB |
                       mask << E11_STATE_BLOCK_RT0_INFO_MASK_LSB);
    const SubresourceLayout& layout = plan.target->layout(0);
    const std::shared_ptr<Allocation>& memory = plan.target->resource().memory();
    stream.setDataAddress(block_ + E11_STATE_BLOCK_RT0_BASE, memory, layout.offset);
    stream.setData(block_ + E11_STATE_BLOCK_RT0_PITCH, layout.rowPitch);
    stream.use(memory, true);
  }
}

// Which register of the vertex record each attribute register of the pixel shader reads. Record
// register 0 is the position, 1 + k the vertex shader's output register k (docs/shader-abi.md).
// Bits 6 and 7 tell geometry how to interpolate the attributes of triangles that it clips.
bool DrawEncoder::writeAttributeMap(CommandStream& stream, const Plan& plan) {
  if (plan.pixel == nullptr) return true;
  constexpr uint32_t kMissing = 1u << E11_STATE_BLOCK_ATTR_MAP_MISSING_LSB;
  constexpr uint32_t kConstant = 1u << E11_STATE_BLOCK_ATTR_MAP_CONSTANT_LSB;
  constexpr uint32_t kNoPerspective = kConstant | kMissing;
  constexpr uint32_t kRegisters = (E11_STATE_BLOCK_WORDS - E11_STATE_BLOCK_ATTR_MAP) * 4;
  std::array<uint32_t, kRegisters> map;
  map.fill(kMissing);
  for (const compiler::SignatureElement& input : plan.pixel->info.inputs) {
    if (input.reg >= kRegisters) continue;
    const compiler::SignatureElement* output = findOutput(plan.vertex->info, input);
    if (output == nullptr || output->reg >= kRegisters) continue;
    const uint32_t record = 1 + output->reg;
    if (map[input.reg] != kMissing && map[input.reg] != record) {
      logLine(LogLevel::kWarn,
              "the pixel shader's input register %u is fed by two outputs of the vertex shader; "
              "the draw is dropped",
              input.reg);
      return false;
    }
    map[input.reg] = record;
  }
  for (uint32_t r = 0; r < kRegisters; ++r) {
    if (map[r] == kMissing) continue;
    if (plan.pixel->info.constantMask >> r & 1) map[r] |= kConstant;
    if (plan.pixel->info.noperspectiveMask >> r & 1) map[r] |= kNoPerspective;
  }
  for (uint32_t r = 0; r < kRegisters; r += 4) {
    stream.setData(block_ + E11_STATE_BLOCK_ATTR_MAP + r / 4,
                   map[r] | map[r + 1] << 8 | map[r + 2] << 16 | map[r + 3] << 24);
  }
  return true;
}

}  // namespace e11::umd
