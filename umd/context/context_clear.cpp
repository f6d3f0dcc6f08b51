// SPDX-License-Identifier: Apache-2.0
//
// Clears: fills of the copy engine, in order with the draws.

#include <algorithm>
#include <cstring>

#include "common/log.h"
#include "context/context.h"
#include "d3d11/box.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr uint32_t kAllBytes = 0xf;
// D24_UNORM_S8_UINT: depth in the low three bytes of a word, stencil in the high one.
constexpr uint32_t kDepth24Bytes = 0x7;
constexpr uint32_t kStencilByte = 0x8;
constexpr uint32_t kStencilShift = 24;

struct DepthClear {
  uint32_t value = 0;
  uint32_t byteMask = 0;
};

DepthClear depthClear(DXGI_FORMAT format, UINT flags, float depth, UINT8 stencil) {
  const float clamped = depth > 0.0f ? std::min(depth, 1.0f) : 0.0f;
  DepthClear clear;
  if ((flags & D3D11_CLEAR_DEPTH) != 0) {
    if (format == DXGI_FORMAT_D32_FLOAT) {
      std::memcpy(&clear.value, &clamped, sizeof(clear.value));
      clear.byteMask = kAllBytes;
    } else {
      clear.value = toUnorm(clamped, kStencilShift);
      clear.byteMask = kDepth24Bytes;
    }
  }
  if ((flags & D3D11_CLEAR_STENCIL) != 0 && format == DXGI_FORMAT_D24_UNORM_S8_UINT) {
    clear.value |= uint32_t{stencil} << kStencilShift;
    clear.byteMask |= kStencilByte;
  }
  return clear;
}

}  // namespace

// Fills a box of one slice of the view; an empty box does nothing.
void Context::fillView(const View& view, UINT slice, const D3D11_BOX& box, uint32_t value,
                       uint32_t byteMask) {
  if (isEmpty(box) || byteMask == 0) return;
  const BlockRange range = blockRange(view.resource(), view.subresource(slice), box);
  stream_.fill(view.resource().memory(), range.offset, range.rowPitch, range.rowBytes,
               range.rowCount, value, byteMask);
  if (isImmediate() && stream_.isLarge()) submit();
}

void Context::fillWhole(const View& view, uint32_t value, uint32_t byteMask) {
  if (view.resource().isMapped()) {
    E11_INVALID_CALL("a mapped resource");
    return;
  }
  for (UINT slice = 0; slice < view.range().sliceCount; ++slice) {
    fillView(view, slice, wholeBox(view.resource(), view.subresource(slice)), value, byteMask);
  }
}

void Context::ClearRenderTargetView(ID3D11RenderTargetView* pointer, const FLOAT color[4]) {
  auto* view = objectOf<RenderTargetView>(device(), static_cast<ID3D11RenderTargetView1*>(pointer));
  if (view == nullptr || color == nullptr) {
    E11_INVALID_CALL("no view, or no colour");
    return;
  }
  fillWhole(*view, packUnormColor(view->viewFormat(), color), kAllBytes);
}

void Context::ClearDepthStencilView(ID3D11DepthStencilView* pointer, UINT clearFlags, FLOAT depth,
                                    UINT8 stencil) {
  auto* view = objectOf<DepthStencilView>(device(), pointer);
  constexpr UINT kFlags = D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL;
  if (view == nullptr || (clearFlags & ~kFlags) != 0) {
    E11_INVALID_CALL("no view, or unknown flags");
    return;
  }
  const DepthClear clear = depthClear(view->viewFormat(), clearFlags, depth, stencil);
  fillWhole(*view, clear.value, clear.byteMask);
}

// Render targets, and depth formats without stencil (contract CTX-N-03). No rectangles: the whole
// view. Rectangles reaching outside are clipped.
void Context::ClearView(ID3D11View* pointer, const FLOAT color[4], const D3D11_RECT* rects,
                        UINT numRects) {
  if (pointer == nullptr || color == nullptr || (rects == nullptr && numRects != 0)) {
    E11_INVALID_CALL("no view, no colour, or no rectangles");
    return;
  }
  ID3D11RenderTargetView* target = nullptr;
  ID3D11DepthStencilView* depth = nullptr;
  const View* view = nullptr;
  uint32_t value = 0;
  if (SUCCEEDED(pointer->QueryInterface(&target))) {
    target->Release();
    view = objectOf<RenderTargetView>(device(), static_cast<ID3D11RenderTargetView1*>(target));
    if (view != nullptr) value = packUnormColor(view->viewFormat(), color);
  } else if (SUCCEEDED(pointer->QueryInterface(&depth))) {
    depth->Release();
    view = objectOf<DepthStencilView>(device(), depth);
    if (view != nullptr && view->viewFormat() != DXGI_FORMAT_D32_FLOAT) view = nullptr;
    value = depthClear(DXGI_FORMAT_D32_FLOAT, D3D11_CLEAR_DEPTH, color[0], 0).value;
  }
  if (view == nullptr || view->resource().isMapped()) {
    E11_INVALID_CALL("a view that cannot be cleared in parts");
    return;
  }
  if (numRects == 0) {
    fillWhole(*view, value, kAllBytes);
    return;
  }
  for (UINT slice = 0; slice < view->range().sliceCount; ++slice) {
    const SubresourceLayout& layout = view->layout(slice);
    for (UINT i = 0; i < numRects; ++i) {
      const auto clip = [](LONG edge, UINT size) {
        return static_cast<UINT>(std::clamp<LONG>(edge, 0, static_cast<LONG>(size)));
      };
      const D3D11_BOX box = {
          clip(rects[i].left, layout.width),  clip(rects[i].top, layout.height),    0,
          clip(rects[i].right, layout.width), clip(rects[i].bottom, layout.height), 1};
      fillView(*view, slice, box, value, kAllBytes);
    }
  }
}

}  // namespace e11::umd
