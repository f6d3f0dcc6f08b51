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

void Context::OMSetRenderTargets(UINT numViews, ID3D11RenderTargetView* const* renderTargetViews,
                                 ID3D11DepthStencilView* depthStencilView) {
  if (!areTargetsValid(numViews, renderTargetViews, depthStencilView)) {
    E11_INVALID_CALL("targets that do not go together");
    return;
  }
  setTargets(numViews, renderTargetViews, depthStencilView);
}

// Unordered access views cannot be created yet, so their slots stay empty; what the call does to
// the targets follows the three cases of contract CTX-OMU-05..18.
void Context::OMSetRenderTargetsAndUnorderedAccessViews(
    UINT numRtvs, ID3D11RenderTargetView* const* renderTargetViews,
    ID3D11DepthStencilView* depthStencilView, UINT uavStartSlot, UINT numUavs,
    ID3D11UnorderedAccessView* const* unorderedAccessViews, const UINT*) {
  const bool keepTargets = numRtvs == D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL;
  const bool keepUavs = numUavs == D3D11_KEEP_UNORDERED_ACCESS_VIEWS;
  if (!keepUavs) {
    if (uavStartSlot > kUavSlots || numUavs > kUavSlots - uavStartSlot ||
        (!keepTargets && numUavs != 0 && uavStartSlot < numRtvs) ||
        (numUavs != 0 && unorderedAccessViews == nullptr) ||
        std::any_of(unorderedAccessViews, unorderedAccessViews + numUavs,
                    [](ID3D11UnorderedAccessView* view) { return view != nullptr; })) {
      E11_INVALID_CALL("slots out of range, or no views of this device");
      return;
    }
  }
  if (keepTargets) {
    if (keepUavs) return;
    for (UINT i = uavStartSlot; i < kRenderTargetSlots && numUavs != 0; ++i) {
      state_.outputMerger.targets[i].reset();
    }
    dirty_ |= kDirtyOutput;
    return;
  }
  OMSetRenderTargets(numRtvs, renderTargetViews, depthStencilView);
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
    ID3D11DepthStencilView** depthStencilView, UINT, UINT numUavs,
    ID3D11UnorderedAccessView** unorderedAccessViews) {
  OMGetRenderTargets(numRtvs, renderTargetViews, depthStencilView);
  for (UINT i = 0; unorderedAccessViews != nullptr && i < numUavs; ++i) {
    unorderedAccessViews[i] = nullptr;
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
