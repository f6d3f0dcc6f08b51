// SPDX-License-Identifier: Apache-2.0
#include "d3d11/dxgi_device.h"

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {

HRESULT DxgiDevice::QueryInterface(REFIID riid, void** object) {
  return device_.QueryInterface(riid, object);
}

ULONG DxgiDevice::AddRef() {
  return device_.AddRef();
}

ULONG DxgiDevice::Release() {
  return device_.Release();
}

HRESULT DxgiDevice::SetPrivateData(REFGUID guid, UINT size, const void* data) {
  return device_.SetPrivateData(guid, size, data);
}

HRESULT DxgiDevice::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
  return device_.SetPrivateDataInterface(guid, object);
}

HRESULT DxgiDevice::GetPrivateData(REFGUID guid, UINT* size, void* data) {
  return device_.GetPrivateData(guid, size, data);
}

HRESULT DxgiDevice::GetParent(REFIID riid, void** parent) {
  if (parent == nullptr) return E_POINTER;
  if (device_.dxgiAdapter() == nullptr) return noInterface(parent);
  return device_.dxgiAdapter()->QueryInterface(riid, parent);
}

HRESULT DxgiDevice::GetAdapter(IDXGIAdapter** adapter) {
  if (adapter == nullptr) return E_INVALIDARG;
  *adapter = device_.dxgiAdapter();
  if (*adapter == nullptr) return DXGI_ERROR_NOT_FOUND;
  (*adapter)->AddRef();
  return S_OK;
}

HRESULT DxgiDevice::CreateSurface(const DXGI_SURFACE_DESC*, UINT, DXGI_USAGE,
                                  const DXGI_SHARED_RESOURCE*, IDXGISurface**) {
  E11_UNSUPPORTED("DXGI surfaces");
  return E_NOTIMPL;
}

HRESULT DxgiDevice::QueryResourceResidency(IUnknown* const* resources, DXGI_RESIDENCY* residency,
                                           UINT count) {
  if (resources == nullptr || residency == nullptr || count == 0) return E_INVALIDARG;
  // There is no paging: what exists is in device memory.
  for (UINT i = 0; i < count; ++i) residency[i] = DXGI_RESIDENCY_FULLY_RESIDENT;
  return S_OK;
}

HRESULT DxgiDevice::SetGPUThreadPriority(INT priority) {
  constexpr INT kLimit = 7;
  if (priority < -kLimit || priority > kLimit) return E_INVALIDARG;
  if (priority != 0) E11_UNSUPPORTED("GPU priorities other than 0 have no effect");
  priority_ = priority;
  return S_OK;
}

HRESULT DxgiDevice::GetGPUThreadPriority(INT* priority) {
  if (priority == nullptr) return E_INVALIDARG;
  *priority = priority_;
  return S_OK;
}

HRESULT DxgiDevice::SetMaximumFrameLatency(UINT latency) {
  constexpr UINT kMaximum = 16;
  if (latency > kMaximum) return DXGI_ERROR_INVALID_CALL;
  latency_ = latency != 0 ? latency : 3;
  return S_OK;
}

HRESULT DxgiDevice::GetMaximumFrameLatency(UINT* latency) {
  if (latency == nullptr) return DXGI_ERROR_INVALID_CALL;
  *latency = latency_;
  return S_OK;
}

HRESULT DxgiDevice::OfferResources(UINT, IDXGIResource* const*, DXGI_OFFER_RESOURCE_PRIORITY) {
  E11_UNSUPPORTED("offering resources");
  return E_NOTIMPL;
}

HRESULT DxgiDevice::ReclaimResources(UINT, IDXGIResource* const*, WINBOOL*) {
  E11_UNSUPPORTED("offering resources");
  return E_NOTIMPL;
}

HRESULT DxgiDevice::EnqueueSetEvent(HANDLE) {
  E11_UNSUPPORTED("events");
  return E_NOTIMPL;
}

// A hint to give back memory kept for later; nothing is kept that is not in use.
void DxgiDevice::Trim() {}

HRESULT DxgiDevice::OfferResources1(UINT, IDXGIResource* const*, DXGI_OFFER_RESOURCE_PRIORITY,
                                    UINT) {
  E11_UNSUPPORTED("offering resources");
  return E_NOTIMPL;
}

HRESULT DxgiDevice::ReclaimResources1(UINT, IDXGIResource* const*, DXGI_RECLAIM_RESOURCE_RESULTS*) {
  E11_UNSUPPORTED("offering resources");
  return E_NOTIMPL;
}

}  // namespace e11::umd
