// SPDX-License-Identifier: Apache-2.0
#include "context/draw_encoder.h"

#include <algorithm>
#include <cmath>

#include "common/log.h"
#include "d3d11/device.h"
#include "e11/regs.h"

namespace e11::umd {
namespace {

// A range of pixels as an edge of the state block's rectangles.
LONG clampPixel(double value) {
  return static_cast<LONG>(
      std::clamp(std::floor(value), 0.0, double{D3D11_REQ_TEXTURE2D_U_OR_V_DIMENSION}));
}

D3D11_RECT intersect(const D3D11_RECT& a, const D3D11_RECT& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

D3D11_RECT targetRect(const View& view) {
  const SubresourceLayout& layout = view.layout(0);
  return {0, 0, static_cast<LONG>(layout.width), static_cast<LONG>(layout.height)};
}

// Without adjacency, and no patches.
bool isSimple(D3D11_PRIMITIVE_TOPOLOGY topology) {
  return topology >= D3D11_PRIMITIVE_TOPOLOGY_POINTLIST &&
         topology <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP;
}

bool drawsLines(D3D11_PRIMITIVE_TOPOLOGY topology, const D3D11_RASTERIZER_DESC2& desc) {
  if (topology == D3D11_PRIMITIVE_TOPOLOGY_POINTLIST) return false;
  return topology == D3D11_PRIMITIVE_TOPOLOGY_LINELIST ||
         topology == D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP || desc.FillMode == D3D11_FILL_WIREFRAME;
}

// Of the three line algorithms (spec 15.14.1).
bool isDrawnLine(const D3D11_RASTERIZER_DESC2& desc) {
  if (desc.AntialiasedLineEnable && !desc.MultisampleEnable) {
    E11_UNSUPPORTED("antialiased lines (AntialiasedLineEnable); such draws are dropped");
    return false;
  }
  return true;
}

const D3D11_RASTERIZER_DESC2& rasterizerOf(const RasterizerStageState& state) {
  static const D3D11_RASTERIZER_DESC2 defaults = RasterizerState::defaults();
  return state.state ? state.state->desc() : defaults;
}

const D3D11_DEPTH_STENCIL_DESC& depthStateOf(const OutputMergerState& state) {
  static const D3D11_DEPTH_STENCIL_DESC defaults = DepthStencilState::defaults();
  return state.depthStencil ? state.depthStencil->desc() : defaults;
}

}  // namespace

void DrawEncoder::encode(CommandStream& stream, const ContextState& state, uint32_t* dirty,
                         const DrawArguments& arguments) {
  if (arguments.count == 0 || arguments.instances == 0) return;
  if ((*dirty & kDirtyDraw) != 0 || blockIsIndexed_ != arguments.indexed) {
    Plan plan;
    blockIsUsable_ = this->plan(state, &plan);
    blockIsIndexed_ = arguments.indexed;
    if (blockIsUsable_) {
      buildTables(stream, state, plan, *dirty);
      blockIsUsable_ = buildStateBlock(stream, state, plan, arguments.indexed);
      *dirty &= ~kDirtyDraw;
    }
  }
  if (!blockIsUsable_) return;
  stream.draw(block_, arguments, accesses_);
}

void DrawEncoder::buildTables(CommandStream& stream, const ContextState& state, const Plan& plan,
                              uint32_t dirty) {
  const StageState& vertexStage = state.stages[kVertex];
  const StageState& pixelStage = state.stages[kPixel];
  if (dirty & (kDirtyVertexStage | kDirtyVertexInput)) {
    vertexTable_ =
        buildResourceTable(stream, *plan.vertex, {vertexStage, nullptr, &state.inputAssembler});
  }
  if (plan.pixel != nullptr && (dirty & kDirtyPixelStage)) {
    pixelTable_ =
        buildResourceTable(stream, *plan.pixel, {pixelStage, &state.outputMerger.uavs, nullptr});
  }
  accesses_ = vertexTable_.accesses;
  if (plan.pixel != nullptr) {
    accesses_.insert(accesses_.end(), pixelTable_.accesses.begin(), pixelTable_.accesses.end());
  }
  const Buffer* indices = state.inputAssembler.indexBuffer.get();
  if (indices != nullptr && indices->hasBind(D3D11_BIND_UNORDERED_ACCESS)) {
    accesses_.push_back({indices->memory(), false});
  }
}

// ---------------------------------------------------------------------------- is there a draw

bool DrawEncoder::plan(const ContextState& state, Plan* plan) {
  if (!state.stages[kVertex].isUsable()) {
    E11_INVALID_CALL("no vertex shader is set, or not all its interfaces; the draw is dropped");
    return false;
  }
  const D3D11_PRIMITIVE_TOPOLOGY topology = state.inputAssembler.topology;
  if (topology == D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED) {
    E11_INVALID_CALL("the topology is undefined; the draw is dropped");
    return false;
  }
  if (!isSimple(topology)) {
    E11_UNSUPPORTED("topologies with adjacency and patches; such draws are dropped");
    return false;
  }
  plan->vertex = vertexBinary(state);
  if (plan->vertex == nullptr) return false;
  if (state.stages[kPixel].shader && !state.stages[kPixel].isUsable()) {
    E11_INVALID_CALL("the pixel shader lacks class instances; the draw is dropped");
    return false;
  }
  if (state.stages[kPixel].shader) plan->pixel = &state.stages[kPixel].shader->binary();
  plan->rasterizer = &rasterizerOf(state.rasterizer);
  if (drawsLines(topology, *plan->rasterizer) && !isDrawnLine(*plan->rasterizer)) return false;
  plan->depthState = &depthStateOf(state.outputMerger);
  return planTargets(state.outputMerger, plan) && planRect(state.rasterizer, plan);
}

bool DrawEncoder::planTargets(const OutputMergerState& state, Plan* plan) {
  // With one sample a pixel only bit 0 of the mask counts (contract CTX-OMB-05).
  if ((state.sampleMask & 1) == 0) return false;
  for (UINT i = 1; i < kRenderTargetSlots; ++i) {
    if (state.targets[i]) {
      E11_UNSUPPORTED("render targets in slots other than 0; such draws are dropped");
      return false;
    }
  }
  // A shader without colour output leaves the target as it is.
  if (plan->pixel != nullptr && plan->pixel->info.writesColor)
    plan->target = state.targets[0].get();
  plan->depth = state.depth.get();
  const bool writesMemory = plan->pixel != nullptr && plan->pixel->info.writesMemory;
  return plan->target != nullptr || plan->depth != nullptr || writesMemory;
}

// Viewport, scissor and targets together. Both viewport edges round down (spec 15.7).
bool DrawEncoder::planRect(const RasterizerStageState& state, Plan* plan) {
  if (state.viewports.empty()) return false;
  const D3D11_VIEWPORT& v = state.viewports[0];
  plan->rect = {clampPixel(v.TopLeftX), clampPixel(v.TopLeftY),
                clampPixel(double{v.TopLeftX} + v.Width),
                clampPixel(double{v.TopLeftY} + v.Height)};
  if (plan->rasterizer->ScissorEnable) {
    if (state.scissors.empty()) return false;  // contract CTX-RS-08
    plan->rect = intersect(plan->rect, state.scissors[0]);
  }
  if (plan->target != nullptr) plan->rect = intersect(plan->rect, targetRect(*plan->target));
  if (plan->depth != nullptr) plan->rect = intersect(plan->rect, targetRect(*plan->depth));
  return plan->rect.left < plan->rect.right && plan->rect.top < plan->rect.bottom;
}

const ShaderBinary* DrawEncoder::vertexBinary(const ContextState& state) {
  ShaderCode& shader = *state.stages[kVertex].shader;
  const InputLayout* layout = state.inputAssembler.layout.get();
  compiler::VertexFetch fetch;
  if (layout != nullptr) {
    for (const compiler::SignatureElement& input : shader.binary().info.inputs) {
      const InputLayout::Element* element = layout->find(input);
      if (element == nullptr || !element->perInstance || input.reg >= std::size(fetch.stepRate)) {
        continue;
      }
      // The largest rate means per-vertex data to the compiler; one less steps as rarely.
      fetch.stepRate[input.reg] =
          std::min(element->stepRate, compiler::VertexFetch::kPerVertex - 1);
    }
  }
  return shader.binaryFor(fetch);
}

}  // namespace e11::umd
