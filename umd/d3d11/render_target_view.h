// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/view.h"

namespace e11::umd {

class RenderTargetView final : public ViewChild<ID3D11RenderTargetView1, ID3D11RenderTargetView> {
 public:
  // CreateRenderTargetView and ...1. A null `desc` shows all slices of mip level 0 in the
  // resource's format (contract DEV3-OBJ-12); a null `out` only validates (S_FALSE).
  static HRESULT create(Device& device, ID3D11Resource* resource,
                        const D3D11_RENDER_TARGET_VIEW_DESC1* desc, RenderTargetView** out);
  static D3D11_RENDER_TARGET_VIEW_DESC1 upgrade(const D3D11_RENDER_TARGET_VIEW_DESC& desc);

  void STDMETHODCALLTYPE GetDesc(D3D11_RENDER_TARGET_VIEW_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_RENDER_TARGET_VIEW_DESC1* desc) override {
    storeOptional(desc, desc_);
  }

  const D3D11_RENDER_TARGET_VIEW_DESC1& desc() const { return desc_; }

 private:
  RenderTargetView(Device& device, Resource& resource, const D3D11_RENDER_TARGET_VIEW_DESC1& desc,
                   const Range& range)
      : ViewChild(device, resource, desc.Format, range), desc_(desc) {}
  ~RenderTargetView() override = default;

  const D3D11_RENDER_TARGET_VIEW_DESC1 desc_;
};

}  // namespace e11::umd
