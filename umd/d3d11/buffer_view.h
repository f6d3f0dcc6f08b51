// SPDX-License-Identifier: Apache-2.0
//
// What shader resource views and unordered access views of a buffer have in common: which of its
// bytes they show, and as what.

#pragma once

#include "d3d11/buffer.h"
#include "e11/compiler.h"

namespace e11::umd {

struct BufferRange {
  compiler::BufferLayout layout = compiler::BufferLayout::kRaw;
  DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;  // typed views
  UINT stride = 0;                           // bytes of an element; raw: 4
  uint64_t offset = 0;                       // bytes from the start of the buffer
  UINT count = 0;                            // elements; raw: words

  uint64_t bytes() const { return uint64_t{stride} * count; }
};

// Elements [first, first + count) of a buffer, as a view description states them. `support` holds
// the D3D11_FORMAT_SUPPORT bits that a typed view needs. E_INVALIDARG, with a logged line where the
// reason is the format, for ranges outside the buffer and for what does not go together (spec
// 5.3.9.2).
HRESULT resolveBufferRange(const Buffer& buffer, DXGI_FORMAT format, UINT first, UINT count,
                           bool raw, UINT support, BufferRange* range);

// The whole buffer in its creation format: only structured buffers have one.
HRESULT wholeBufferRange(const Buffer& buffer, BufferRange* range);

// A view to be made: of what, as described (or as the whole buffer is), and which bytes that is.
template <typename Desc>
struct DescribedView {
  Resource* resource = nullptr;
  Desc desc = {};
  BufferRange range;
};

// Checks what a view's creation is given: a resource with the bind flag, and a description or none.
// `rangeOf(buffer, desc, range)` reads a description of this kind; `dimension` is its dimension of
// buffers. E_NOTIMPL for textures.
template <typename Desc, typename RangeOf>
HRESULT describeView(Device& device, ID3D11Resource* pointer, UINT bind, const Desc* given,
                     decltype(Desc::ViewDimension) dimension, RangeOf rangeOf,
                     DescribedView<Desc>* out) {
  out->resource = resourceOf(device, pointer);
  if (out->resource == nullptr || !out->resource->hasBind(bind)) return E_INVALIDARG;
  if (!out->resource->isBuffer()) return E_NOTIMPL;
  const auto& buffer = static_cast<const Buffer&>(*out->resource);
  if (given != nullptr) {
    out->desc = *given;
    return rangeOf(buffer, out->desc, &out->range);
  }
  const HRESULT result = wholeBufferRange(buffer, &out->range);
  out->desc.ViewDimension = dimension;
  out->desc.Buffer.NumElements = out->range.count;
  return result;
}

}  // namespace e11::umd
