// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/resource.h"

namespace e11::umd {

class Buffer final : public ResourceChild<ID3D11Buffer> {
 public:
  // CreateBuffer. A null `out` only validates (S_FALSE).
  static HRESULT create(Device& device, const D3D11_BUFFER_DESC* desc,
                        const D3D11_SUBRESOURCE_DATA* data, ID3D11Buffer** out);

  void STDMETHODCALLTYPE GetDesc(D3D11_BUFFER_DESC* desc) override { storeOptional(desc, desc_); }

  const D3D11_BUFFER_DESC& desc() const { return desc_; }

 private:
  Buffer(Device& device, const D3D11_BUFFER_DESC& desc, std::shared_ptr<Allocation> memory);
  ~Buffer() override = default;

  const D3D11_BUFFER_DESC desc_;
};

}  // namespace e11::umd
