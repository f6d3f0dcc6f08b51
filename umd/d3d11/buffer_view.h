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

}  // namespace e11::umd
