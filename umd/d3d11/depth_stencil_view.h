// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/view.h"

namespace e11::umd {

class DepthStencilView final : public ViewChild<ID3D11DepthStencilView> {
 public:
  // CreateDepthStencilView. A null `desc` shows all slices of mip level 0 in the resource's format;
  // a null `out` only validates (S_FALSE).
  static HRESULT create(Device& device, ID3D11Resource* resource,
                        const D3D11_DEPTH_STENCIL_VIEW_DESC* desc, ID3D11DepthStencilView** out);

  void STDMETHODCALLTYPE GetDesc(D3D11_DEPTH_STENCIL_VIEW_DESC* desc) override {
    storeOptional(desc, desc_);
  }

  const D3D11_DEPTH_STENCIL_VIEW_DESC& desc() const { return desc_; }
  bool isDepthReadOnly() const { return (desc_.Flags & D3D11_DSV_READ_ONLY_DEPTH) != 0; }
  // True if draws change nothing of what the view shows.
  bool isReadOnly() const {
    return isDepthReadOnly() && (viewFormat() != DXGI_FORMAT_D24_UNORM_S8_UINT ||
                                 (desc_.Flags & D3D11_DSV_READ_ONLY_STENCIL) != 0);
  }

 private:
  DepthStencilView(Device& device, Resource& resource, const D3D11_DEPTH_STENCIL_VIEW_DESC& desc,
                   const Range& range)
      : ViewChild(device, resource, desc.Format, range), desc_(desc) {}
  ~DepthStencilView() override = default;

  const D3D11_DEPTH_STENCIL_VIEW_DESC desc_;
};

}  // namespace e11::umd
