// SPDX-License-Identifier: Apache-2.0
//
// Context methods of the rasterizer.

#include <algorithm>

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

bool isWithin(float value, float low, float high) {
  return value >= low && value <= high;
}

// Spec 15.6.1. Written so that NaN fails.
bool isViewportValid(const D3D11_VIEWPORT& v) {
  constexpr float kMin = D3D11_VIEWPORT_BOUNDS_MIN;
  constexpr float kMax = D3D11_VIEWPORT_BOUNDS_MAX;
  return isWithin(v.TopLeftX, kMin, kMax) && isWithin(v.TopLeftY, kMin, kMax) &&
         isWithin(v.Width, 0.0f, 2 * kMax + 1) && isWithin(v.Height, 0.0f, 2 * kMax + 1) &&
         isWithin(v.TopLeftX + v.Width, kMin, kMax) &&
         isWithin(v.TopLeftY + v.Height, kMin, kMax) && isWithin(v.MinDepth, 0.0f, 1.0f) &&
         isWithin(v.MaxDepth, v.MinDepth, 1.0f);
}

// The Get methods' rules: null array returns the count, surplus entries are zeroed (CTX-RS-06).
template <typename T>
void getArray(const std::vector<T>& values, UINT* count, T* out) {
  if (count == nullptr) return;
  const UINT capacity = *count;
  *count = static_cast<UINT>(values.size());
  if (out == nullptr) return;
  for (UINT i = 0; i < capacity; ++i) out[i] = i < values.size() ? values[i] : T{};
  *count = std::min(capacity, *count);
}

}  // namespace

void Context::RSSetState(ID3D11RasterizerState* pointer) {
  // Every rasterizer state of ours is the newest interface.
  auto* state = objectOf<RasterizerState>(device(), static_cast<ID3D11RasterizerState2*>(pointer));
  if (pointer != nullptr && state == nullptr) return;
  state_.rasterizer.state.set(state);
  dirty_ |= kDirtyRasterizer;
}

void Context::RSGetState(ID3D11RasterizerState** state) {
  if (state != nullptr) returnReferenced(state_.rasterizer.state.get(), state);
}

void Context::RSSetViewports(UINT numViewports, const D3D11_VIEWPORT* viewports) {
  if (numViewports > kViewportSlots || (numViewports != 0 && viewports == nullptr) ||
      !std::all_of(viewports, viewports + numViewports, isViewportValid)) {
    E11_INVALID_CALL("too many viewports, or values out of range");
    return;
  }
  state_.rasterizer.viewports.assign(viewports, viewports + numViewports);
  dirty_ |= kDirtyRasterizer;
}

void Context::RSGetViewports(UINT* numViewports, D3D11_VIEWPORT* viewports) {
  getArray(state_.rasterizer.viewports, numViewports, viewports);
}

void Context::RSSetScissorRects(UINT numRects, const D3D11_RECT* rects) {
  if (numRects > kViewportSlots || (numRects != 0 && rects == nullptr)) {
    E11_INVALID_CALL("too many rectangles, or a null array");
    return;
  }
  state_.rasterizer.scissors.assign(rects, rects + numRects);
  dirty_ |= kDirtyRasterizer;
}

void Context::RSGetScissorRects(UINT* numRects, D3D11_RECT* rects) {
  getArray(state_.rasterizer.scissors, numRects, rects);
}

}  // namespace e11::umd
