// SPDX-License-Identifier: Apache-2.0
#include "views.h"

namespace e11::test {
namespace {

ComPtr<ID3D11Buffer> create(TestDevice& d, const D3D11_BUFFER_DESC& desc, const void* data) {
  const D3D11_SUBRESOURCE_DATA initial = {data, 0, 0};
  ComPtr<ID3D11Buffer> buffer;
  REQUIRE(d.device->CreateBuffer(&desc, data != nullptr ? &initial : nullptr, &buffer) == S_OK);
  return buffer;
}

}  // namespace

ComPtr<ID3D11Buffer> structuredBuffer(TestDevice& d, UINT stride, UINT count, UINT bind,
                                      const void* data) {
  return create(
      d,
      {stride * count, D3D11_USAGE_DEFAULT, bind, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, stride},
      data);
}

ComPtr<ID3D11Buffer> rawBuffer(TestDevice& d, UINT bytes, UINT bind, UINT misc, const void* data) {
  return create(
      d,
      {bytes, D3D11_USAGE_DEFAULT, bind, 0, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | misc, 0},
      data);
}

D3D11_SHADER_RESOURCE_VIEW_DESC inputDesc(DXGI_FORMAT format, UINT first, UINT count, UINT flags) {
  D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
  desc.Format = format;
  desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
  desc.BufferEx = {first, count, flags};
  return desc;
}

D3D11_UNORDERED_ACCESS_VIEW_DESC outputDesc(DXGI_FORMAT format, UINT first, UINT count,
                                            UINT flags) {
  D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
  desc.Format = format;
  desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
  desc.Buffer = {first, count, flags};
  return desc;
}

ComPtr<ID3D11ShaderResourceView> inputView(TestDevice& d, ID3D11Buffer* buffer, DXGI_FORMAT format,
                                           UINT first, UINT count, UINT flags) {
  const auto desc = inputDesc(format, first, count, flags);
  ComPtr<ID3D11ShaderResourceView> view;
  REQUIRE(d.device->CreateShaderResourceView(buffer, &desc, &view) == S_OK);
  return view;
}

ComPtr<ID3D11UnorderedAccessView> outputView(TestDevice& d, ID3D11Buffer* buffer,
                                             DXGI_FORMAT format, UINT first, UINT count,
                                             UINT flags) {
  const auto desc = outputDesc(format, first, count, flags);
  ComPtr<ID3D11UnorderedAccessView> view;
  REQUIRE(d.device->CreateUnorderedAccessView(buffer, &desc, &view) == S_OK);
  return view;
}

ViewedBuffer::ViewedBuffer(TestDevice& d, UINT count, UINT flags)
    : buffer(
          structuredBuffer(d, 4, count, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS)),
      input(inputView(d, buffer.Get(), DXGI_FORMAT_UNKNOWN, 0, count)),
      output(outputView(d, buffer.Get(), DXGI_FORMAT_UNKNOWN, 0, count, flags)) {}

}  // namespace e11::test
