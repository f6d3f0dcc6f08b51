// SPDX-License-Identifier: Apache-2.0
#include "d3d11/render_target_view.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

D3D11_RENDER_TARGET_VIEW_DESC1 wholeResource(const Resource& resource) {
  D3D11_RENDER_TARGET_VIEW_DESC1 desc = {};
  desc.Format = resource.traits().format;
  if (resource.traits().arraySize > 1) {
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2DARRAY;
    desc.Texture2DArray.ArraySize = resource.traits().arraySize;
  } else {
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
  }
  return desc;
}

// Resolves the "rest of the slices" in `desc` as well.
HRESULT rangeOf(const Resource& resource, D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                View::Range* range) {
  switch (desc->ViewDimension) {
    case D3D11_RTV_DIMENSION_TEXTURE2D:
      if (desc->Texture2D.PlaneSlice != 0) return E_INVALIDARG;
      *range = {desc->Texture2D.MipSlice, 0, 1};
      return resolveRange(resource, range) ? S_OK : E_INVALIDARG;
    case D3D11_RTV_DIMENSION_TEXTURE2DARRAY:
      if (desc->Texture2DArray.PlaneSlice != 0) return E_INVALIDARG;
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

D3D11_RENDER_TARGET_VIEW_DESC1 RenderTargetView::upgrade(
    const D3D11_RENDER_TARGET_VIEW_DESC& desc) {
  D3D11_RENDER_TARGET_VIEW_DESC1 out = {};
  out.Format = desc.Format;
  out.ViewDimension = desc.ViewDimension;
  if (desc.ViewDimension == D3D11_RTV_DIMENSION_TEXTURE2D) {
    out.Texture2D.MipSlice = desc.Texture2D.MipSlice;
  } else if (desc.ViewDimension == D3D11_RTV_DIMENSION_TEXTURE2DARRAY) {
    out.Texture2DArray.MipSlice = desc.Texture2DArray.MipSlice;
    out.Texture2DArray.FirstArraySlice = desc.Texture2DArray.FirstArraySlice;
    out.Texture2DArray.ArraySize = desc.Texture2DArray.ArraySize;
  }
  return out;
}

HRESULT RenderTargetView::create(Device& device, ID3D11Resource* pointer,
                                 const D3D11_RENDER_TARGET_VIEW_DESC1* given,
                                 RenderTargetView** out) {
  Resource* resource = resourceOf(device, pointer);
  if (resource == nullptr || !resource->hasBind(D3D11_BIND_RENDER_TARGET)) return E_INVALIDARG;
  D3D11_RENDER_TARGET_VIEW_DESC1 desc = given != nullptr ? *given : wholeResource(*resource);
  if (desc.Format == DXGI_FORMAT_UNKNOWN) desc.Format = resource->traits().format;
  if (!isViewCompatible(resource->traits().format, desc.Format)) return E_INVALIDARG;
  if ((formatInfo(desc.Format)->support & D3D11_FORMAT_SUPPORT_RENDER_TARGET) == 0) {
    logLine(LogLevel::kWarn, "CreateRenderTargetView: format %s is not supported as a target",
            formatInfo(desc.Format)->name);
    return E_INVALIDARG;
  }
  View::Range range;
  const HRESULT valid = rangeOf(*resource, &desc, &range);
  if (FAILED(valid)) return valid;
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) RenderTargetView(device, *resource, desc, range);
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

void RenderTargetView::GetDesc(D3D11_RENDER_TARGET_VIEW_DESC* desc) {
  if (desc == nullptr) return;
  *desc = {};
  desc->Format = desc_.Format;
  desc->ViewDimension = desc_.ViewDimension;
  if (desc_.ViewDimension == D3D11_RTV_DIMENSION_TEXTURE2D) {
    desc->Texture2D.MipSlice = desc_.Texture2D.MipSlice;
  } else {
    desc->Texture2DArray.MipSlice = desc_.Texture2DArray.MipSlice;
    desc->Texture2DArray.FirstArraySlice = desc_.Texture2DArray.FirstArraySlice;
    desc->Texture2DArray.ArraySize = desc_.Texture2DArray.ArraySize;
  }
}

}  // namespace e11::umd
