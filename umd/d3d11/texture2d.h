// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/resource.h"

namespace e11::umd {

class Texture2D final : public ResourceChild<ID3D11Texture2D1, ID3D11Texture2D> {
 public:
  // CreateTexture2D and CreateTexture2D1. A null `out` only validates (S_FALSE).
  static HRESULT create(Device& device, const D3D11_TEXTURE2D_DESC1* desc,
                        const D3D11_SUBRESOURCE_DATA* data, Texture2D** out);
  static D3D11_TEXTURE2D_DESC1 upgrade(const D3D11_TEXTURE2D_DESC& desc);

  void STDMETHODCALLTYPE GetDesc(D3D11_TEXTURE2D_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_TEXTURE2D_DESC1* desc) override {
    storeOptional(desc, desc_);
  }

  const D3D11_TEXTURE2D_DESC1& desc() const { return desc_; }

 private:
  Texture2D(Device& device, const D3D11_TEXTURE2D_DESC1& desc,
            std::vector<SubresourceLayout> layout, uint64_t bytes,
            std::shared_ptr<Allocation> memory);
  ~Texture2D() override = default;

  const D3D11_TEXTURE2D_DESC1 desc_;
};

}  // namespace e11::umd
