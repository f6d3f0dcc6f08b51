// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/state_cache.h"

namespace e11::umd {

class DepthStencilState final : public DeviceChild<ID3D11DepthStencilState> {
 public:
  using Cache = StateCache<DepthStencilState, D3D11_DEPTH_STENCIL_DESC>;

  // The description with padding cleared and the fields of a disabled test at their defaults.
  static D3D11_DEPTH_STENCIL_DESC normalise(const D3D11_DEPTH_STENCIL_DESC& desc);
  static D3D11_DEPTH_STENCIL_DESC defaults();
  // S_OK, E_INVALIDARG, or E_NOTIMPL (logged) for what the GPU cannot do yet.
  static HRESULT validate(const D3D11_DEPTH_STENCIL_DESC& desc);

  DepthStencilState(Device& device, Cache& cache, const D3D11_DEPTH_STENCIL_DESC& desc)
      : DeviceChildOf(device), cache_(cache), desc_(desc) {}

  void STDMETHODCALLTYPE GetDesc(D3D11_DEPTH_STENCIL_DESC* desc) override {
    storeOptional(desc, desc_);
  }

  const D3D11_DEPTH_STENCIL_DESC& desc() const { return desc_; }

 private:
  ~DepthStencilState() override { cache_.remove(desc_, this); }

  Cache& cache_;
  const D3D11_DEPTH_STENCIL_DESC desc_;
};

}  // namespace e11::umd
