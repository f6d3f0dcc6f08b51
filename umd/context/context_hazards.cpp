// SPDX-License-Identifier: Apache-2.0
//
// A subresource is never bound for writing and anywhere else at once: a new output takes it from
// the slots that hold it, and what is an output cannot become an input (spec 5.3.9.4; contract
// groups HAZ, CTX-OMR-08, CSU-04). A slot that was emptied so stays empty.

#include <algorithm>

#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr UINT kOutputBinds =
    D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kInputBinds =
    D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER;

template <typename Slots>
bool overlapsAny(const Slots& slots, const View& view) {
  return std::any_of(slots.begin(), slots.end(),
                     [&](const auto& slot) { return slot && slot->overlaps(view); });
}

// True if a slot was emptied.
template <typename Slots>
bool unbind(Slots* slots, const View& view) {
  bool found = false;
  for (auto& slot : *slots) {
    if (!slot || !slot->overlaps(view)) continue;
    slot.reset();
    found = true;
  }
  return found;
}

bool shows(const UavSlots& slots, const Buffer& buffer) {
  return std::any_of(slots.begin(), slots.end(), [&](const auto& slot) {
    return slot && &slot->resource() == static_cast<const Resource*>(&buffer);
  });
}

}  // namespace

bool Context::isWritten(const View& view) const {
  if (!view.resource().hasBind(kOutputBinds)) return false;
  const OutputMergerState& merger = state_.outputMerger;
  // A view that only reads depth may be bound beside inputs (contract STG-14).
  const bool depth = merger.depth && !merger.depth->isReadOnly() && merger.depth->overlaps(view);
  return depth || overlapsAny(merger.targets, view) || overlapsAny(merger.uavs, view) ||
         overlapsAny(state_.computeUavs, view);
}

bool Context::isWrittenBuffer(const Buffer& buffer) const {
  return buffer.hasBind(D3D11_BIND_UNORDERED_ACCESS) &&
         (shows(state_.outputMerger.uavs, buffer) || shows(state_.computeUavs, buffer));
}

void Context::unbindInputs(const View& output) {
  const Resource& resource = output.resource();
  if (!resource.hasBind(kInputBinds)) return;
  for (int stage = 0; stage < kStageCount; ++stage) {
    if (unbind(&state_.stages[stage].resources, output)) markStageDirty(static_cast<Stage>(stage));
  }
  InputAssemblerState& inputs = state_.inputAssembler;
  for (VertexBufferBinding& binding : inputs.vertexBuffers) {
    if (binding.buffer.get() != &resource) continue;
    binding = VertexBufferBinding();
    dirty_ |= kDirtyVertexInput;
  }
  if (inputs.indexBuffer.get() == &resource) {
    inputs.indexBuffer.reset();
    dirty_ |= kDirtyIndex;
  }
}

void Context::unbindComputeUavs(const View& output) {
  if (unbind(&state_.computeUavs, output)) dirty_ |= kDirtyCompute;
}

void Context::unbindPixelUavs(const View& output) {
  if (unbind(&state_.outputMerger.uavs, output)) dirty_ |= kDirtyPixelStage;
}

void Context::unbindTargets(const View& output) {
  OutputMergerState& merger = state_.outputMerger;
  if (unbind(&merger.targets, output)) dirty_ |= kDirtyOutput;
  if (merger.depth && merger.depth->overlaps(output)) {
    merger.depth.reset();
    dirty_ |= kDirtyOutput;
  }
}

}  // namespace e11::umd
