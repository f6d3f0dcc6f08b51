// SPDX-License-Identifier: Apache-2.0
//
// Context methods of the output merger.

#include <algorithm>
#include <iterator>

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

RenderTargetView* targetOf(const Device& device, ID3D11RenderTargetView* pointer) {
  return objectOf<RenderTargetView>(device, static_cast<ID3D11RenderTargetView1*>(pointer));
}

bool isKindEqual(const RenderTargetView& a, const RenderTargetView& b) {
  return a.desc().ViewDimension == b.desc().ViewDimension;
}

}  // namespace

bool Context::doTargetsShareWith(UINT count, ID3D11RenderTargetView* const* targets, UINT uavCount,
                                 ID3D11UnorderedAccessView* const* uavs) const {
  for (UINT i = 0; i < count; ++i) {
    const RenderTargetView* target = targetOf(device(), targets[i]);
    for (UINT j = 0; target != nullptr && j < uavCount; ++j) {
      const UnorderedAccessView* uav = uavOf(device(), uavs[j]);
      if (uav != nullptr && target->overlaps(*uav)) return true;
    }
  }
  return false;
}

// Contract CTX-OMR-02, 05, 09, 10. Samples (CTX-OMR-12) are always one.
bool Context::areTargetsValid(UINT count, ID3D11RenderTargetView* const* views,
                              ID3D11DepthStencilView* depthPointer) const {
  if (count > kRenderTargetSlots || (count != 0 && views == nullptr)) return false;
  auto* depth = objectOf<DepthStencilView>(device(), depthPointer);
  if (depthPointer != nullptr && depth == nullptr) return false;
  const RenderTargetView* first = nullptr;
  for (UINT i = 0; i < count; ++i) {
    if (views[i] == nullptr) continue;
    const RenderTargetView* view = targetOf(device(), views[i]);
    if (view == nullptr) return false;
    if (first == nullptr) first = view;
    if (!isKindEqual(*first, *view) || first->range().sliceCount != view->range().sliceCount) {
      return false;
    }
    for (UINT j = 0; j < i; ++j) {
      const RenderTargetView* other = targetOf(device(), views[j]);
      if (other != nullptr && view->overlaps(*other)) return false;
    }
  }
  return first == nullptr || depth == nullptr ||
         first->range().sliceCount == depth->range().sliceCount;
}

void Context::setTargets(UINT count, ID3D11RenderTargetView* const* views,
                         ID3D11DepthStencilView* depth) {
  for (UINT i = 0; i < kRenderTargetSlots; ++i) {
    state_.outputMerger.targets[i].set(i < count ? targetOf(device(), views[i]) : nullptr);
  }
  state_.outputMerger.depth.set(objectOf<DepthStencilView>(device(), depth));
  dirty_ |= kDirtyOutput;
}

// All slots: those not named become empty (contract CTX-OMU-10).
void Context::setPixelUavs(UINT start, UINT count, ID3D11UnorderedAccessView* const* views,
                           const UINT* counts) {
  for (UINT i = 0; i < kUavSlots; ++i) {
    const bool named = i >= start && i - start < count;
    state_.outputMerger.uavs[i].set(named ? uavOf(device(), views[i - start]) : nullptr);
  }
  dirty_ |= kDirtyPixelStage;
  setCounters(count, views, counts);
}

// The outputs that are bound now take their subresources from inputs and from the compute stage.
void Context::unbindSharedWithOutputs() {
  const auto take = [&](const View& view) {
    unbindInputs(view);
    unbindComputeUavs(view);
  };
  const OutputMergerState& merger = state_.outputMerger;
  for (const auto& target : merger.targets) {
    if (target) take(*target);
  }
  for (const auto& uav : merger.uavs) {
    if (uav) take(*uav);
  }
  if (merger.depth && !merger.depth->isReadOnly()) take(*merger.depth);
}

// Unbinds the unordered access views too (contract CTX-OMR-15).
void Context::OMSetRenderTargets(UINT numViews, ID3D11RenderTargetView* const* renderTargetViews,
                                 ID3D11DepthStencilView* depthStencilView) {
  if (!areTargetsValid(numViews, renderTargetViews, depthStencilView)) {
    E11_INVALID_CALL("targets that do not go together");
    return;
  }
  setTargets(numViews, renderTargetViews, depthStencilView);
  setPixelUavs(0, 0, nullptr, nullptr);
  unbindSharedWithOutputs();
}

// Three cases, by which of the two sets is kept (contract CTX-OMU-05..18).
void Context::OMSetRenderTargetsAndUnorderedAccessViews(UINT numRtvs,
                                                        ID3D11RenderTargetView* const* targets,
                                                        ID3D11DepthStencilView* depth,
                                                        UINT uavStartSlot, UINT numUavs,
                                                        ID3D11UnorderedAccessView* const* uavs,
                                                        const UINT* initialCounts) {
  const bool keepTargets = numRtvs == D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL;
  const bool keepUavs = numUavs == D3D11_KEEP_UNORDERED_ACCESS_VIEWS;
  if (!keepTargets && !areTargetsValid(numRtvs, targets, depth)) {
    E11_INVALID_CALL("targets that do not go together");
    return;
  }
  if (!keepUavs && (!areUavsValid(uavStartSlot, numUavs, uavs) ||
                    (!keepTargets && numUavs != 0 && uavStartSlot < numRtvs))) {
    E11_INVALID_CALL("unordered access views that do not go together, or slots out of range");
    return;
  }
  if (!keepTargets && !keepUavs && doTargetsShareWith(numRtvs, targets, numUavs, uavs)) {
    E11_INVALID_CALL("a target and an unordered access view of one subresource");
    return;
  }
  OutputMergerState& merger = state_.outputMerger;
  if (!keepTargets) setTargets(numRtvs, targets, depth);
  if (!keepUavs) setPixelUavs(uavStartSlot, numUavs, uavs, initialCounts);
  if (keepTargets && !keepUavs) {
    for (UINT i = uavStartSlot; i < kRenderTargetSlots && numUavs != 0; ++i) {
      merger.targets[i].reset();
    }
    for (const auto& uav : merger.uavs) {
      if (uav) unbindTargets(*uav);
    }
    dirty_ |= kDirtyOutput;
  }
  if (keepUavs && !keepTargets) {
    for (UINT i = 0; i < numRtvs; ++i) merger.uavs[i].reset();
    for (const auto& target : merger.targets) {
      if (target) unbindPixelUavs(*target);
    }
    if (merger.depth) unbindPixelUavs(*merger.depth);
    dirty_ |= kDirtyPixelStage;
  }
  unbindSharedWithOutputs();
}

void Context::OMGetRenderTargets(UINT numViews, ID3D11RenderTargetView** renderTargetViews,
                                 ID3D11DepthStencilView** depthStencilView) {
  for (UINT i = 0; renderTargetViews != nullptr && i < numViews; ++i) {
    renderTargetViews[i] = nullptr;
    if (i < kRenderTargetSlots) {
      returnReferenced(state_.outputMerger.targets[i].get(), &renderTargetViews[i]);
    }
  }
  if (depthStencilView != nullptr) {
    returnReferenced(state_.outputMerger.depth.get(), depthStencilView);
  }
}

void Context::OMGetRenderTargetsAndUnorderedAccessViews(
    UINT numRtvs, ID3D11RenderTargetView** renderTargetViews,
    ID3D11DepthStencilView** depthStencilView, UINT uavStartSlot, UINT numUavs,
    ID3D11UnorderedAccessView** unorderedAccessViews) {
  OMGetRenderTargets(numRtvs, renderTargetViews, depthStencilView);
  for (UINT i = 0; unorderedAccessViews != nullptr && i < numUavs; ++i) {
    unorderedAccessViews[i] = nullptr;
    const uint64_t slot = uint64_t{uavStartSlot} + i;
    if (slot < kUavSlots) {
      returnReferenced(state_.outputMerger.uavs[slot].get(), &unorderedAccessViews[i]);
    }
  }
}

void Context::OMSetBlendState(ID3D11BlendState* pointer, const FLOAT blendFactor[4],
                              UINT sampleMask) {
  auto* state = objectOf<BlendState>(device(), static_cast<ID3D11BlendState1*>(pointer));
  if (pointer != nullptr && state == nullptr) return;
  OutputMergerState& merger = state_.outputMerger;
  merger.blend.set(state);
  if (blendFactor != nullptr) {
    std::copy_n(blendFactor, merger.blendFactor.size(), merger.blendFactor.begin());
  } else {
    merger.blendFactor.fill(1.0f);  // contract CTX-OMB-06
  }
  merger.sampleMask = sampleMask;
  dirty_ |= kDirtyOutput;
}

void Context::OMGetBlendState(ID3D11BlendState** blendState, FLOAT blendFactor[4],
                              UINT* sampleMask) {
  const OutputMergerState& merger = state_.outputMerger;
  if (blendState != nullptr) returnReferenced(merger.blend.get(), blendState);
  if (blendFactor != nullptr) {
    std::copy(merger.blendFactor.begin(), merger.blendFactor.end(), blendFactor);
  }
  storeOptional(sampleMask, merger.sampleMask);
}

void Context::OMSetDepthStencilState(ID3D11DepthStencilState* pointer, UINT stencilRef) {
  auto* state = objectOf<DepthStencilState>(device(), pointer);
  if (pointer != nullptr && state == nullptr) return;
  state_.outputMerger.depthStencil.set(state);
  state_.outputMerger.stencilRef = stencilRef;
  dirty_ |= kDirtyOutput;
}

void Context::OMGetDepthStencilState(ID3D11DepthStencilState** state, UINT* stencilRef) {
  if (state != nullptr) returnReferenced(state_.outputMerger.depthStencil.get(), state);
  storeOptional(stencilRef, state_.outputMerger.stencilRef);
}

}  // namespace e11::umd
