// SPDX-License-Identifier: Apache-2.0
//
// Buffers with views, for tests on the fake kernel driver.

#pragma once

#include "test.h"

namespace e11::test {

ComPtr<ID3D11Buffer> structuredBuffer(TestDevice& d, UINT stride, UINT count, UINT bind,
                                      const void* data = nullptr);
ComPtr<ID3D11Buffer> rawBuffer(TestDevice& d, UINT bytes, UINT bind, UINT misc = 0,
                               const void* data = nullptr);

// `flags`: D3D11_BUFFEREX_SRV_FLAG, D3D11_BUFFER_UAV_FLAG.
D3D11_SHADER_RESOURCE_VIEW_DESC inputDesc(DXGI_FORMAT format, UINT first, UINT count, UINT flags);
D3D11_UNORDERED_ACCESS_VIEW_DESC outputDesc(DXGI_FORMAT format, UINT first, UINT count, UINT flags);
ComPtr<ID3D11ShaderResourceView> inputView(TestDevice& d, ID3D11Buffer* buffer, DXGI_FORMAT format,
                                           UINT first, UINT count, UINT flags = 0);
ComPtr<ID3D11UnorderedAccessView> outputView(TestDevice& d, ID3D11Buffer* buffer,
                                             DXGI_FORMAT format, UINT first, UINT count,
                                             UINT flags = 0);

// A structured buffer of four-byte elements with a view of each kind; APPEND, COUNTER by `flags`.
struct ViewedBuffer {
  ViewedBuffer(TestDevice& d, UINT count, UINT flags = 0);
  ComPtr<ID3D11Buffer> buffer;
  ComPtr<ID3D11ShaderResourceView> input;
  ComPtr<ID3D11UnorderedAccessView> output;
};

}  // namespace e11::test
