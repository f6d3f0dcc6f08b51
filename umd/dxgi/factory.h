// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dxgi1_6.h>

#include <atomic>

#include "common/private_data.h"

namespace e11::dxgi {

// The DXGI factory: one adapter, no outputs, no windows yet. Swap chains are refused.
class Factory final : public IDXGIFactory6 {
 public:
  // `flags` is what CreateDXGIFactory2 was given and GetCreationFlags returns.
  explicit Factory(UINT flags) : flags_(flags) {}

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;
  ULONG STDMETHODCALLTYPE AddRef() override;
  ULONG STDMETHODCALLTYPE Release() override;

  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override;
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override;
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override;
  HRESULT STDMETHODCALLTYPE GetParent(REFIID riid, void** parent) override;

  HRESULT STDMETHODCALLTYPE EnumAdapters(UINT index, IDXGIAdapter** adapter) override;
  HRESULT STDMETHODCALLTYPE MakeWindowAssociation(HWND window, UINT flags) override;
  HRESULT STDMETHODCALLTYPE GetWindowAssociation(HWND* window) override;
  HRESULT STDMETHODCALLTYPE CreateSwapChain(IUnknown* device, DXGI_SWAP_CHAIN_DESC* desc,
                                            IDXGISwapChain** swapChain) override;
  HRESULT STDMETHODCALLTYPE CreateSoftwareAdapter(HMODULE module, IDXGIAdapter** adapter) override;

  HRESULT STDMETHODCALLTYPE EnumAdapters1(UINT index, IDXGIAdapter1** adapter) override;
  WINBOOL STDMETHODCALLTYPE IsCurrent() override;

  WINBOOL STDMETHODCALLTYPE IsWindowedStereoEnabled() override;
  HRESULT STDMETHODCALLTYPE
  CreateSwapChainForHwnd(IUnknown* device, HWND window, const DXGI_SWAP_CHAIN_DESC1* desc,
                         const DXGI_SWAP_CHAIN_FULLSCREEN_DESC* fullscreen, IDXGIOutput* output,
                         IDXGISwapChain1** swapChain) override;
  HRESULT STDMETHODCALLTYPE CreateSwapChainForCoreWindow(IUnknown* device, IUnknown* window,
                                                         const DXGI_SWAP_CHAIN_DESC1* desc,
                                                         IDXGIOutput* output,
                                                         IDXGISwapChain1** swapChain) override;
  HRESULT STDMETHODCALLTYPE GetSharedResourceAdapterLuid(HANDLE resource, LUID* luid) override;
  HRESULT STDMETHODCALLTYPE RegisterStereoStatusWindow(HWND window, UINT message,
                                                       DWORD* cookie) override;
  HRESULT STDMETHODCALLTYPE RegisterStereoStatusEvent(HANDLE event, DWORD* cookie) override;
  void STDMETHODCALLTYPE UnregisterStereoStatus(DWORD cookie) override;
  HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusWindow(HWND window, UINT message,
                                                          DWORD* cookie) override;
  HRESULT STDMETHODCALLTYPE RegisterOcclusionStatusEvent(HANDLE event, DWORD* cookie) override;
  void STDMETHODCALLTYPE UnregisterOcclusionStatus(DWORD cookie) override;
  HRESULT STDMETHODCALLTYPE CreateSwapChainForComposition(IUnknown* device,
                                                          const DXGI_SWAP_CHAIN_DESC1* desc,
                                                          IDXGIOutput* output,
                                                          IDXGISwapChain1** swapChain) override;

  UINT STDMETHODCALLTYPE GetCreationFlags() override;
  HRESULT STDMETHODCALLTYPE EnumAdapterByLuid(LUID luid, REFIID riid, void** adapter) override;
  HRESULT STDMETHODCALLTYPE EnumWarpAdapter(REFIID riid, void** adapter) override;
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DXGI_FEATURE feature, void* data,
                                                UINT size) override;
  HRESULT STDMETHODCALLTYPE EnumAdapterByGpuPreference(UINT index, DXGI_GPU_PREFERENCE preference,
                                                       REFIID riid, void** adapter) override;

 private:
  ~Factory() = default;

  std::atomic<ULONG> references_{1};
  const UINT flags_;
  umd::PrivateData privateData_;
};

}  // namespace e11::dxgi
