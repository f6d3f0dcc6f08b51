// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/buffer_view.h"
#include "d3d11/view.h"

namespace e11::umd {

// A view for reading and writing in shaders, with a hidden counter if it was asked for. So far only
// of buffers.
class UnorderedAccessView final
    : public ViewChild<ID3D11UnorderedAccessView1, ID3D11UnorderedAccessView> {
 public:
  // CreateUnorderedAccessView and ...1. A null `desc` shows the whole resource in its format
  // (contract DEV3-OBJ-09); a null `out` only validates (S_FALSE). E_NOTIMPL for textures.
  static HRESULT create(Device& device, ID3D11Resource* resource,
                        const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc, UnorderedAccessView** out);
  static D3D11_UNORDERED_ACCESS_VIEW_DESC1 upgrade(const D3D11_UNORDERED_ACCESS_VIEW_DESC& desc);

  void STDMETHODCALLTYPE GetDesc(D3D11_UNORDERED_ACCESS_VIEW_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc) override {
    storeOptional(desc, desc_);
  }

  const BufferRange& buffer() const { return buffer_; }
  // Four bytes that belong to the view, not to the resource (spec 5.3.10.1); null without one of
  // the flags APPEND and COUNTER.
  const std::shared_ptr<Allocation>& counter() const { return counter_; }

 private:
  UnorderedAccessView(Device& device, Resource& resource,
                      const D3D11_UNORDERED_ACCESS_VIEW_DESC1& desc, const BufferRange& buffer,
                      std::shared_ptr<Allocation> counter)
      : ViewChild(device, resource, desc.Format, Range()),
        desc_(desc),
        buffer_(buffer),
        counter_(std::move(counter)) {}
  ~UnorderedAccessView() override = default;

  const D3D11_UNORDERED_ACCESS_VIEW_DESC1 desc_;
  const BufferRange buffer_;
  const std::shared_ptr<Allocation> counter_;
};

inline UnorderedAccessView* uavOf(const Device& device, ID3D11UnorderedAccessView* pointer) {
  return objectOf<UnorderedAccessView>(device, static_cast<ID3D11UnorderedAccessView1*>(pointer));
}

}  // namespace e11::umd
