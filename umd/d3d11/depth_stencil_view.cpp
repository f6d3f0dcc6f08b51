// SPDX-License-Identifier: Apache-2.0
#include "d3d11/depth_stencil_view.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

D3D11_DEPTH_STENCIL_VIEW_DESC wholeResource(const Resource& resource) {
  D3D11_DEPTH_STENCIL_VIEW_DESC desc = {};
  desc.Format = resource.traits().format;
  if (resource.traits().arraySize > 1) {
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2DARRAY;
    desc.Texture2DArray.ArraySize = resource.traits().arraySize;
  } else {
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
  }
  return desc;
}

// Resolves the "rest of the slices" in `desc` as well.
HRESULT rangeOf(const Resource& resource, D3D11_DEPTH_STENCIL_VIEW_DESC* desc, View::Range* range) {
  switch (desc->ViewDimension) {
    case D3D11_DSV_DIMENSION_TEXTURE2D:
      *range = {desc->Texture2D.MipSlice, 0, 1};
      return resolveRange(resource, range) ? S_OK : E_INVALIDARG;
    case D3D11_DSV_DIMENSION_TEXTURE2DARRAY:
      *range = {desc->Texture2DArray.MipSlice, desc->Texture2DArray.FirstArraySlice,
                desc->Texture2DArray.ArraySize};
      if (!resolveRange(resource, range)) return E_INVALIDARG;
      desc->Texture2DArray.ArraySize = range->sliceCount;
      return S_OK;
    default:
      return E_INVALIDARG;  // other dimensions do not fit a one-sample 2D texture
  }
}

}  // namespace

HRESULT DepthStencilView::create(Device& device, ID3D11Resource* pointer,
                                 const D3D11_DEPTH_STENCIL_VIEW_DESC* given,
                                 ID3D11DepthStencilView** out) {
  Resource* resource = resourceOf(device, pointer);
  if (resource == nullptr || !resource->hasBind(D3D11_BIND_DEPTH_STENCIL)) return E_INVALIDARG;
  D3D11_DEPTH_STENCIL_VIEW_DESC desc = given != nullptr ? *given : wholeResource(*resource);
  constexpr UINT kFlags = D3D11_DSV_READ_ONLY_DEPTH | D3D11_DSV_READ_ONLY_STENCIL;
  if ((desc.Flags & ~kFlags) != 0) return E_INVALIDARG;
  if (desc.Format == DXGI_FORMAT_UNKNOWN) desc.Format = resource->traits().format;
  if (!isViewCompatible(resource->traits().format, desc.Format)) return E_INVALIDARG;
  if ((formatInfo(desc.Format)->support & D3D11_FORMAT_SUPPORT_DEPTH_STENCIL) == 0) {
    logLine(LogLevel::kWarn, "CreateDepthStencilView: format %s is not supported as depth",
            formatInfo(desc.Format)->name);
    return E_INVALIDARG;
  }
  View::Range range;
  const HRESULT valid = rangeOf(*resource, &desc, &range);
  if (FAILED(valid)) return valid;
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) DepthStencilView(device, *resource, desc, range);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

}  // namespace e11::umd
