// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "d3d11/device_child.h"

namespace e11::umd {

// An event query: tells when the GPU has finished what was recorded before its End. The other
// kinds are refused at creation.
class Query final : public DeviceChild<ID3D11Query1, ID3D11Asynchronous, ID3D11Query> {
 public:
  // CreateQuery and CreateQuery1. A null `out` only validates (S_FALSE).
  static HRESULT create(Device& device, const D3D11_QUERY_DESC1* desc, Query** out);

  UINT STDMETHODCALLTYPE GetDataSize() override { return sizeof(WINBOOL); }
  void STDMETHODCALLTYPE GetDesc(D3D11_QUERY_DESC* desc) override;
  void STDMETHODCALLTYPE GetDesc1(D3D11_QUERY_DESC1* desc) override { storeOptional(desc, desc_); }

  // End: the query is ready when this submission is complete.
  void end(uint64_t serial) {
    ended_ = true;
    serial_ = serial;
  }
  bool isEnded() const { return ended_; }
  uint64_t serial() const { return serial_; }

 private:
  Query(Device& device, const D3D11_QUERY_DESC1& desc) : DeviceChildOf(device), desc_(desc) {}
  ~Query() override = default;

  const D3D11_QUERY_DESC1 desc_;
  bool ended_ = false;
  uint64_t serial_ = 0;
};

}  // namespace e11::umd
