// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dxgi1_6.h>

#include <atomic>

#include "common/private_data.h"

namespace e11::dxgi {

class Factory;

// The one adapter: an Eleven GPU. Which device stands behind it (model or RTL) is decided when a
// Direct3D device is created.
class Adapter final : public IDXGIAdapter4 {
 public:
  static constexpr LUID kLuid = {0x00000e11, 0};

  // Keeps a reference to its factory.
  explicit Adapter(Factory* factory);

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;
  ULONG STDMETHODCALLTYPE AddRef() override;
  ULONG STDMETHODCALLTYPE Release() override;

  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override;
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override;
  HRESULT STDMETHODCALLTYPE GetParent(REFIID riid, void** parent) override;

  HRESULT STDMETHODCALLTYPE EnumOutputs(UINT index, IDXGIOutput** output) override;
  HRESULT STDMETHODCALLTYPE GetDesc(DXGI_ADAPTER_DESC* desc) override;
  HRESULT STDMETHODCALLTYPE CheckInterfaceSupport(REFGUID guid, LARGE_INTEGER* version) override;
  HRESULT STDMETHODCALLTYPE GetDesc1(DXGI_ADAPTER_DESC1* desc) override;
  HRESULT STDMETHODCALLTYPE GetDesc2(DXGI_ADAPTER_DESC2* desc) override;

  HRESULT STDMETHODCALLTYPE
  RegisterHardwareContentProtectionTeardownStatusEvent(HANDLE event, DWORD* cookie) override;
  void STDMETHODCALLTYPE UnregisterHardwareContentProtectionTeardownStatus(DWORD cookie) override;
  HRESULT STDMETHODCALLTYPE QueryVideoMemoryInfo(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                                 DXGI_QUERY_VIDEO_MEMORY_INFO* info) override;
  HRESULT STDMETHODCALLTYPE SetVideoMemoryReservation(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                                      UINT64 reservation) override;
  HRESULT STDMETHODCALLTYPE
  RegisterVideoMemoryBudgetChangeNotificationEvent(HANDLE event, DWORD* cookie) override;
  void STDMETHODCALLTYPE UnregisterVideoMemoryBudgetChangeNotification(DWORD cookie) override;
  HRESULT STDMETHODCALLTYPE GetDesc3(DXGI_ADAPTER_DESC3* desc) override;

 private:
  ~Adapter();

  std::atomic<ULONG> references_{1};
  Factory* const factory_;
  umd::PrivateData privateData_;
};

}  // namespace e11::dxgi
