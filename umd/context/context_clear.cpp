// SPDX-License-Identifier: Apache-2.0
//
// Clears: fills of the copy engine, in order with the draws.

#include <algorithm>
#include <cstring>

#include "common/log.h"
#include "common/pack.h"
#include "context/context.h"
#include "d3d11/box.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr uint32_t kAllBytes = 0xf;
constexpr uint32_t kWordBytes = 4;
// D24_UNORM_S8_UINT: depth in the low three bytes of a word, stencil in the high one.
constexpr uint32_t kDepth24Bytes = 0x7;
constexpr uint32_t kStencilByte = 0x8;
constexpr uint32_t kStencilShift = 24;

UINT clipEdge(LONG edge, UINT size) {
  return static_cast<UINT>(std::clamp<int64_t>(edge, 0, size));
}

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
  submitIfLarge();
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
  fillWhole(*view, packFloats(view->viewFormat(), color).words[0], kAllBytes);
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

// ---------------------------------------------------------------------------- buffers

// Fills elements [first, first + count) of the view; they lie in the buffer one after another.
void Context::fillElements(const UnorderedAccessView& view, UINT first, UINT count,
                           const ElementBytes& element) {
  if (count == 0) return;
  const std::shared_ptr<Allocation>& memory = view.resource().memory();
  const uint64_t begin = view.buffer().offset + uint64_t{first} * element.bytes;
  const auto bytes = static_cast<uint32_t>(uint64_t{count} * element.bytes);
  const uint32_t words = element.bytes / kWordBytes;
  const bool uniform = std::all_of(element.words.begin(), element.words.begin() + words,
                                   [&](uint32_t word) { return word == element.words[0]; });
  if (words == 0) {
    fillNarrow(memory, begin, bytes, element);
  } else if (uniform) {
    stream_.fill(memory, begin, bytes, bytes, 1, element.words[0], kAllBytes);
  } else {
    for (uint32_t i = 0; i < words; ++i) {
      stream_.fill(memory, begin + i * kWordBytes, element.bytes, kWordBytes, count,
                   element.words[i], kAllBytes);
    }
  }
  submitIfLarge();
}

// Elements smaller than a word: fills are of whole words, so those at the ends have masks.
void Context::fillNarrow(const std::shared_ptr<Allocation>& memory, uint64_t begin, uint64_t bytes,
                         const ElementBytes& element) {
  uint32_t value = element.words[0];
  for (uint32_t filled = element.bytes; filled < kWordBytes; filled *= 2) {
    value |= value << filled * 8;
  }
  const uint64_t end = begin + bytes;
  const uint64_t firstWord = begin / kWordBytes * kWordBytes;
  const uint64_t lastWord = end / kWordBytes * kWordBytes;
  const uint32_t headMask = kAllBytes << begin % kWordBytes & kAllBytes;
  const uint32_t tailMask = kAllBytes >> (kWordBytes - end % kWordBytes);
  const auto fillWords = [&](uint64_t offset, uint64_t length, uint32_t mask) {
    const auto width = static_cast<uint32_t>(length);
    if (width != 0 && mask != 0) stream_.fill(memory, offset, width, width, 1, value, mask);
  };
  if (firstWord == lastWord) {
    fillWords(firstWord, kWordBytes, headMask & tailMask);
    return;
  }
  const uint64_t body = begin % kWordBytes != 0 ? firstWord + kWordBytes : firstWord;
  fillWords(firstWord, body - firstWord, headMask);
  fillWords(body, lastWord - body, kAllBytes);
  fillWords(lastWord, end > lastWord ? kWordBytes : 0, tailMask);
}

void Context::ClearUnorderedAccessViewUint(ID3D11UnorderedAccessView* pointer,
                                           const UINT values[4]) {
  const UnorderedAccessView* view = uavOf(device(), pointer);
  if (view == nullptr || values == nullptr || view->resource().isMapped()) {
    E11_INVALID_CALL("no view, no values, or a mapped resource");
    return;
  }
  const BufferRange& range = view->buffer();
  if (range.layout == compiler::BufferLayout::kTyped) {
    fillElements(*view, 0, range.count, packBits(range.format, values));
    return;
  }
  // Raw and structured views: one value for every word (contract CTX-CLR-06).
  const ElementBytes word = {{values[0]}, kWordBytes};
  fillElements(*view, 0, static_cast<UINT>(range.bytes() / kWordBytes), word);
}

void Context::ClearUnorderedAccessViewFloat(ID3D11UnorderedAccessView* pointer,
                                            const FLOAT values[4]) {
  const UnorderedAccessView* view = uavOf(device(), pointer);
  if (view == nullptr || values == nullptr || view->resource().isMapped()) {
    E11_INVALID_CALL("no view, no values, or a mapped resource");
    return;
  }
  const BufferRange& range = view->buffer();
  if (range.layout != compiler::BufferLayout::kTyped || !isFloatOrNormalised(range.format)) {
    E11_INVALID_CALL("a view that does not hold floats (contract CTX-CLR-08)");
    return;
  }
  fillElements(*view, 0, range.count, packFloats(range.format, values));
}

// ---------------------------------------------------------------------------- ClearView

// The rectangles of a buffer are ranges of elements; none: the whole view.
void Context::clearBuffer(const UnorderedAccessView& view, const FLOAT color[4],
                          const D3D11_RECT* rects, UINT numRects) {
  const BufferRange& range = view.buffer();
  if (range.layout != compiler::BufferLayout::kTyped || view.resource().isMapped()) {
    E11_INVALID_CALL("a view that cannot be cleared in parts");
    return;
  }
  const ElementBytes element = packFloats(range.format, color);
  if (numRects == 0) fillElements(view, 0, range.count, element);
  for (UINT i = 0; i < numRects; ++i) {
    const UINT first = clipEdge(rects[i].left, range.count);
    const UINT last = clipEdge(rects[i].right, range.count);
    if (first < last) fillElements(view, first, last - first, element);
  }
}

// Render targets, typed buffers, and depth formats without stencil (contract CTX-N-03). No
// rectangles: the whole view. Rectangles reaching outside are clipped.
void Context::ClearView(ID3D11View* pointer, const FLOAT color[4], const D3D11_RECT* rects,
                        UINT numRects) {
  if (pointer == nullptr || color == nullptr || (rects == nullptr && numRects != 0)) {
    E11_INVALID_CALL("no view, no colour, or no rectangles");
    return;
  }
  ID3D11UnorderedAccessView* uav = nullptr;
  ID3D11RenderTargetView* target = nullptr;
  ID3D11DepthStencilView* depth = nullptr;
  if (SUCCEEDED(pointer->QueryInterface(&uav))) {
    uav->Release();
    const UnorderedAccessView* buffer = uavOf(device(), uav);
    if (buffer != nullptr) clearBuffer(*buffer, color, rects, numRects);
    return;
  }
  const View* view = nullptr;
  uint32_t value = 0;
  if (SUCCEEDED(pointer->QueryInterface(&target))) {
    target->Release();
    view = objectOf<RenderTargetView>(device(), static_cast<ID3D11RenderTargetView1*>(target));
    if (view != nullptr) value = packFloats(view->viewFormat(), color).words[0];
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
      const D3D11_BOX box = {
          clipEdge(rects[i].left, layout.width),  clipEdge(rects[i].top, layout.height),    0,
          clipEdge(rects[i].right, layout.width), clipEdge(rects[i].bottom, layout.height), 1};
      fillView(*view, slice, box, value, kAllBytes);
    }
  }
}

}  // namespace e11::umd
