// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dxgi1_5.h>

namespace e11::umd {

class Device;

// The IDXGIDevice face of a Direct3D device: one COM object with it.
class DxgiDevice final : public IDXGIDevice4 {
 public:
  explicit DxgiDevice(Device& device) : device_(device) {}

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;
  ULONG STDMETHODCALLTYPE AddRef() override;
  ULONG STDMETHODCALLTYPE Release() override;

  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override;
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override;
  HRESULT STDMETHODCALLTYPE GetParent(REFIID riid, void** parent) override;

  HRESULT STDMETHODCALLTYPE GetAdapter(IDXGIAdapter** adapter) override;
  HRESULT STDMETHODCALLTYPE CreateSurface(const DXGI_SURFACE_DESC* desc, UINT count,
                                          DXGI_USAGE usage, const DXGI_SHARED_RESOURCE* shared,
                                          IDXGISurface** surface) override;
  HRESULT STDMETHODCALLTYPE QueryResourceResidency(IUnknown* const* resources,
                                                   DXGI_RESIDENCY* residency, UINT count) override;
  HRESULT STDMETHODCALLTYPE SetGPUThreadPriority(INT priority) override;
  HRESULT STDMETHODCALLTYPE GetGPUThreadPriority(INT* priority) override;
  HRESULT STDMETHODCALLTYPE SetMaximumFrameLatency(UINT latency) override;
  HRESULT STDMETHODCALLTYPE GetMaximumFrameLatency(UINT* latency) override;
  HRESULT STDMETHODCALLTYPE OfferResources(UINT count, IDXGIResource* const* resources,
                                           DXGI_OFFER_RESOURCE_PRIORITY priority) override;
  HRESULT STDMETHODCALLTYPE ReclaimResources(UINT count, IDXGIResource* const* resources,
                                             WINBOOL* discarded) override;
  HRESULT STDMETHODCALLTYPE EnqueueSetEvent(HANDLE event) override;
  void STDMETHODCALLTYPE Trim() override;
  HRESULT STDMETHODCALLTYPE OfferResources1(UINT count, IDXGIResource* const* resources,
                                            DXGI_OFFER_RESOURCE_PRIORITY priority,
                                            UINT flags) override;
  HRESULT STDMETHODCALLTYPE ReclaimResources1(UINT count, IDXGIResource* const* resources,
                                              DXGI_RECLAIM_RESOURCE_RESULTS* results) override;

 private:
  Device& device_;
  INT priority_ = 0;
  UINT latency_ = 3;  // the documented default of frames queued ahead
};

}  // namespace e11::umd
