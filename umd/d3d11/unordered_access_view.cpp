// SPDX-License-Identifier: Apache-2.0
#include "d3d11/unordered_access_view.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr UINT kCounterFlags = D3D11_BUFFER_UAV_FLAG_APPEND | D3D11_BUFFER_UAV_FLAG_COUNTER;

HRESULT rangeOf(const Buffer& buffer, const D3D11_UNORDERED_ACCESS_VIEW_DESC1& desc,
                BufferRange* range) {
  if (desc.ViewDimension != D3D11_UAV_DIMENSION_BUFFER) return E_INVALIDARG;
  const UINT flags = desc.Buffer.Flags;
  // At most one of the three.
  if ((flags & ~(UINT{D3D11_BUFFER_UAV_FLAG_RAW} | kCounterFlags)) != 0 ||
      (flags & (flags - 1)) != 0) {
    return E_INVALIDARG;
  }
  const bool raw = (flags & D3D11_BUFFER_UAV_FLAG_RAW) != 0;
  const HRESULT result =
      resolveBufferRange(buffer, desc.Format, desc.Buffer.FirstElement, desc.Buffer.NumElements,
                         raw, D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW, range);
  if (FAILED(result)) return result;
  const bool counted = (flags & kCounterFlags) != 0;
  return counted && range->layout != compiler::BufferLayout::kStructured ? E_INVALIDARG : S_OK;
}

}  // namespace

D3D11_UNORDERED_ACCESS_VIEW_DESC1 UnorderedAccessView::upgrade(
    const D3D11_UNORDERED_ACCESS_VIEW_DESC& desc) {
  D3D11_UNORDERED_ACCESS_VIEW_DESC1 out = {};
  out.Format = desc.Format;
  out.ViewDimension = desc.ViewDimension;
  if (desc.ViewDimension == D3D11_UAV_DIMENSION_BUFFER) out.Buffer = desc.Buffer;
  return out;
}

HRESULT UnorderedAccessView::create(Device& device, ID3D11Resource* pointer,
                                    const D3D11_UNORDERED_ACCESS_VIEW_DESC1* given,
                                    UnorderedAccessView** out) {
  DescribedView<D3D11_UNORDERED_ACCESS_VIEW_DESC1> view;
  const HRESULT result = describeView(device, pointer, D3D11_BIND_UNORDERED_ACCESS, given,
                                      D3D11_UAV_DIMENSION_BUFFER, rangeOf, &view);
  if (result == E_NOTIMPL) E11_UNSUPPORTED("unordered access views of textures");
  if (FAILED(result)) return result;
  if (out == nullptr) return S_FALSE;
  std::shared_ptr<Allocation> counter;
  if ((view.desc.Buffer.Flags & kCounterFlags) != 0) {
    constexpr uint32_t kZero = 0;
    counter = device.memory().allocate(sizeof(kZero));
    if (counter == nullptr) return device.allocationFailure();
    counter->write(0, &kZero, sizeof(kZero));
  }
  *out = new (std::nothrow)
      UnorderedAccessView(device, *view.resource, view.desc, view.range, std::move(counter));
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

void UnorderedAccessView::GetDesc(D3D11_UNORDERED_ACCESS_VIEW_DESC* desc) {
  if (desc == nullptr) return;
  *desc = {};
  desc->Format = desc_.Format;
  desc->ViewDimension = desc_.ViewDimension;
  desc->Buffer = desc_.Buffer;
}

}  // namespace e11::umd
