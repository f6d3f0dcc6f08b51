// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/state_cache.h"

namespace e11::umd {

class BlendState final : public DeviceChild<ID3D11BlendState1, ID3D11BlendState> {
 public:
  using Cache = StateCache<BlendState, D3D11_BLEND_DESC1>;

  // The description with padding cleared, target 0 copied to all targets unless they are
  // independent, and disabled blends set to ONE, ZERO, ADD.
  static D3D11_BLEND_DESC1 normalise(const D3D11_BLEND_DESC1& desc);
  static D3D11_BLEND_DESC1 upgrade(const D3D11_BLEND_DESC& desc);
  static D3D11_BLEND_DESC1 defaults();
  // S_OK, E_INVALIDARG, or E_NOTIMPL (logged) for what the GPU cannot do yet.
  static HRESULT validate(const D3D11_BLEND_DESC1& desc);

  BlendState(Device& device, Cache& cache, const D3D11_BLEND_DESC1& desc)
      : DeviceChildOf(device), cache_(cache), desc_(desc) {}

  void STDMETHODCALLTYPE GetDesc(D3D11_BLEND_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_BLEND_DESC1* desc) override;

  const D3D11_BLEND_DESC1& desc() const { return desc_; }

 private:
  ~BlendState() override { cache_.remove(desc_, this); }

  Cache& cache_;
  const D3D11_BLEND_DESC1 desc_;
};

}  // namespace e11::umd
