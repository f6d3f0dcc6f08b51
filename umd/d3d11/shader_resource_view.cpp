// SPDX-License-Identifier: Apache-2.0
#include "d3d11/shader_resource_view.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

HRESULT rangeOf(const Buffer& buffer, const D3D11_SHADER_RESOURCE_VIEW_DESC1& desc,
                BufferRange* range) {
  constexpr UINT kSupport = D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_SHADER_LOAD;
  switch (desc.ViewDimension) {
    case D3D11_SRV_DIMENSION_BUFFER:
      return resolveBufferRange(buffer, desc.Format, desc.Buffer.FirstElement,
                                desc.Buffer.NumElements, false, kSupport, range);
    case D3D11_SRV_DIMENSION_BUFFEREX: {
      const UINT flags = desc.BufferEx.Flags;
      if ((flags & ~UINT{D3D11_BUFFEREX_SRV_FLAG_RAW}) != 0) return E_INVALIDARG;
      return resolveBufferRange(buffer, desc.Format, desc.BufferEx.FirstElement,
                                desc.BufferEx.NumElements, flags != 0, kSupport, range);
    }
    default:
      return E_INVALIDARG;  // no dimension of a buffer
  }
}

}  // namespace

D3D11_SHADER_RESOURCE_VIEW_DESC1 ShaderResourceView::upgrade(
    const D3D11_SHADER_RESOURCE_VIEW_DESC& desc) {
  D3D11_SHADER_RESOURCE_VIEW_DESC1 out = {};
  out.Format = desc.Format;
  out.ViewDimension = desc.ViewDimension;
  if (desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFER) {
    out.Buffer = desc.Buffer;
  } else if (desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX) {
    out.BufferEx = desc.BufferEx;
  }
  return out;
}

HRESULT ShaderResourceView::create(Device& device, ID3D11Resource* pointer,
                                   const D3D11_SHADER_RESOURCE_VIEW_DESC1* given,
                                   ShaderResourceView** out) {
  DescribedView<D3D11_SHADER_RESOURCE_VIEW_DESC1> view;
  const HRESULT result = describeView(device, pointer, D3D11_BIND_SHADER_RESOURCE, given,
                                      D3D11_SRV_DIMENSION_BUFFER, rangeOf, &view);
  if (result == E_NOTIMPL) E11_UNSUPPORTED("shader resource views of textures");
  if (FAILED(result)) return result;
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) ShaderResourceView(device, *view.resource, view.desc, view.range);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

void ShaderResourceView::GetDesc(D3D11_SHADER_RESOURCE_VIEW_DESC* desc) {
  if (desc == nullptr) return;
  *desc = {};
  desc->Format = desc_.Format;
  desc->ViewDimension = desc_.ViewDimension;
  if (desc_.ViewDimension == D3D11_SRV_DIMENSION_BUFFER) {
    desc->Buffer = desc_.Buffer;
  } else {
    desc->BufferEx = desc_.BufferEx;
  }
}

}  // namespace e11::umd
