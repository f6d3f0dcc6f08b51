// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/state_cache.h"

namespace e11::umd {

class RasterizerState final
    : public DeviceChild<ID3D11RasterizerState2, ID3D11RasterizerState, ID3D11RasterizerState1> {
 public:
  using Cache = StateCache<RasterizerState, D3D11_RASTERIZER_DESC2>;

  // Booleans become TRUE or FALSE; nothing else in this description is without effect.
  static D3D11_RASTERIZER_DESC2 normalise(const D3D11_RASTERIZER_DESC2& desc);
  static D3D11_RASTERIZER_DESC2 upgrade(const D3D11_RASTERIZER_DESC& desc);
  static D3D11_RASTERIZER_DESC2 upgrade(const D3D11_RASTERIZER_DESC1& desc);
  static D3D11_RASTERIZER_DESC2 defaults();
  // S_OK, E_INVALIDARG, or E_NOTIMPL (logged) for what the GPU cannot do yet.
  static HRESULT validate(const D3D11_RASTERIZER_DESC2& desc);

  RasterizerState(Device& device, Cache& cache, const D3D11_RASTERIZER_DESC2& desc)
      : DeviceChildOf(device), cache_(cache), desc_(desc) {}

  void STDMETHODCALLTYPE GetDesc(D3D11_RASTERIZER_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_RASTERIZER_DESC1* desc) override;
  void STDMETHODCALLTYPE GetDesc2(D3D11_RASTERIZER_DESC2* desc) override;

  const D3D11_RASTERIZER_DESC2& desc() const { return desc_; }

 private:
  ~RasterizerState() override { cache_.remove(desc_, this); }

  Cache& cache_;
  const D3D11_RASTERIZER_DESC2 desc_;
};

}  // namespace e11::umd
