// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/buffer_view.h"
#include "d3d11/view.h"

namespace e11::umd {

// A view for reading in shaders. So far only of buffers.
class ShaderResourceView final
    : public ViewChild<ID3D11ShaderResourceView1, ID3D11ShaderResourceView> {
 public:
  // CreateShaderResourceView and ...1. A null `desc` shows the whole resource in its format
  // (contract DEV3-OBJ-07); a null `out` only validates (S_FALSE). E_NOTIMPL for textures.
  static HRESULT create(Device& device, ID3D11Resource* resource,
                        const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc, ShaderResourceView** out);
  static D3D11_SHADER_RESOURCE_VIEW_DESC1 upgrade(const D3D11_SHADER_RESOURCE_VIEW_DESC& desc);

  void STDMETHODCALLTYPE GetDesc(D3D11_SHADER_RESOURCE_VIEW_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_SHADER_RESOURCE_VIEW_DESC1* desc) override {
    storeOptional(desc, desc_);
  }

  const BufferRange& buffer() const { return buffer_; }

 private:
  ShaderResourceView(Device& device, Resource& resource,
                     const D3D11_SHADER_RESOURCE_VIEW_DESC1& desc, const BufferRange& buffer)
      : ViewChild(device, resource, desc.Format, Range()), desc_(desc), buffer_(buffer) {}
  ~ShaderResourceView() override = default;

  const D3D11_SHADER_RESOURCE_VIEW_DESC1 desc_;
  const BufferRange buffer_;
};

}  // namespace e11::umd
