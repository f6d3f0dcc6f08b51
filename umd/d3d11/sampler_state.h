// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/state_cache.h"

namespace e11::umd {

class SamplerState final : public DeviceChild<ID3D11SamplerState> {
 public:
  using Cache = StateCache<SamplerState, D3D11_SAMPLER_DESC>;

  // The description with anisotropy, comparison and border colour cleared where they are unused.
  static D3D11_SAMPLER_DESC normalise(const D3D11_SAMPLER_DESC& desc);
  static HRESULT validate(const D3D11_SAMPLER_DESC& desc);

  SamplerState(Device& device, Cache& cache, const D3D11_SAMPLER_DESC& desc)
      : DeviceChildOf(device), cache_(cache), desc_(desc) {}

  void STDMETHODCALLTYPE GetDesc(D3D11_SAMPLER_DESC* desc) override { storeOptional(desc, desc_); }

  const D3D11_SAMPLER_DESC& desc() const { return desc_; }

 private:
  ~SamplerState() override { cache_.remove(desc_, this); }

  Cache& cache_;
  const D3D11_SAMPLER_DESC desc_;
};

}  // namespace e11::umd
