// SPDX-License-Identifier: Apache-2.0
#include "dxgi/factory.h"

#include <new>

#include "common/com.h"
#include "common/log.h"
#include "dxgi/adapter.h"

namespace e11::dxgi {

using umd::noInterface;

HRESULT Factory::QueryInterface(REFIID riid, void** object) {
  if (object == nullptr) return E_POINTER;
  if (!umd::isAnyOf<IUnknown, IDXGIObject, IDXGIFactory, IDXGIFactory1, IDXGIFactory2,
                    IDXGIFactory3, IDXGIFactory4, IDXGIFactory5, IDXGIFactory6>(riid)) {
    return noInterface(object);
  }
  AddRef();
  *object = static_cast<IDXGIFactory6*>(this);
  return S_OK;
}

ULONG Factory::AddRef() {
  return references_.fetch_add(1) + 1;
}

ULONG Factory::Release() {
  const ULONG left = references_.fetch_sub(1) - 1;
  if (left == 0) delete this;
  return left;
}

HRESULT Factory::SetPrivateData(REFGUID guid, UINT size, const void* data) {
  return privateData_.set(guid, size, data);
}

HRESULT Factory::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
  return privateData_.setInterface(guid, object);
}

HRESULT Factory::GetPrivateData(REFGUID guid, UINT* size, void* data) {
  return privateData_.get(guid, size, data);
}

// A factory is the root of the DXGI object tree.
HRESULT Factory::GetParent(REFIID, void** parent) {
  if (parent == nullptr) return E_POINTER;
  return noInterface(parent);
}

HRESULT Factory::EnumAdapters(UINT index, IDXGIAdapter** adapter) {
  return EnumAdapterByGpuPreference(index, DXGI_GPU_PREFERENCE_UNSPECIFIED, __uuidof(IDXGIAdapter),
                                    reinterpret_cast<void**>(adapter));
}

HRESULT Factory::EnumAdapters1(UINT index, IDXGIAdapter1** adapter) {
  return EnumAdapterByGpuPreference(index, DXGI_GPU_PREFERENCE_UNSPECIFIED, __uuidof(IDXGIAdapter1),
                                    reinterpret_cast<void**>(adapter));
}

HRESULT Factory::EnumAdapterByGpuPreference(UINT index, DXGI_GPU_PREFERENCE, REFIID riid,
                                            void** adapter) {
  if (adapter == nullptr) return DXGI_ERROR_INVALID_CALL;
  *adapter = nullptr;
  if (index != 0) return DXGI_ERROR_NOT_FOUND;
  auto* object = new (std::nothrow) Adapter(this);
  if (object == nullptr) return E_OUTOFMEMORY;
  const HRESULT result = object->QueryInterface(riid, adapter);
  object->Release();
  return result;
}

HRESULT Factory::EnumAdapterByLuid(LUID luid, REFIID riid, void** adapter) {
  if (adapter == nullptr) return DXGI_ERROR_INVALID_CALL;
  *adapter = nullptr;
  if (luid.LowPart != Adapter::kLuid.LowPart || luid.HighPart != Adapter::kLuid.HighPart) {
    return DXGI_ERROR_NOT_FOUND;
  }
  return EnumAdapterByGpuPreference(0, DXGI_GPU_PREFERENCE_UNSPECIFIED, riid, adapter);
}

// The driver never runs a shader on the CPU, so there is no software adapter to offer.
HRESULT Factory::EnumWarpAdapter(REFIID, void** adapter) {
  if (adapter == nullptr) return DXGI_ERROR_INVALID_CALL;
  *adapter = nullptr;
  return DXGI_ERROR_NOT_FOUND;
}

HRESULT Factory::CreateSoftwareAdapter(HMODULE, IDXGIAdapter** adapter) {
  umd::storeOptional(adapter, nullptr);
  return DXGI_ERROR_UNSUPPORTED;
}

// There is no window system behind this factory; the association is accepted and has no effect.
HRESULT Factory::MakeWindowAssociation(HWND, UINT) {
  return S_OK;
}

HRESULT Factory::GetWindowAssociation(HWND* window) {
  if (window == nullptr) return DXGI_ERROR_INVALID_CALL;
  *window = nullptr;
  return S_OK;
}

HRESULT Factory::CreateSwapChain(IUnknown*, DXGI_SWAP_CHAIN_DESC*, IDXGISwapChain** swapChain) {
  umd::storeOptional(swapChain, nullptr);
  E11_UNSUPPORTED("swap chains");
  return E_NOTIMPL;
}

HRESULT Factory::CreateSwapChainForHwnd(IUnknown*, HWND, const DXGI_SWAP_CHAIN_DESC1*,
                                        const DXGI_SWAP_CHAIN_FULLSCREEN_DESC*, IDXGIOutput*,
                                        IDXGISwapChain1** swapChain) {
  umd::storeOptional(swapChain, nullptr);
  E11_UNSUPPORTED("swap chains");
  return E_NOTIMPL;
}

HRESULT Factory::CreateSwapChainForCoreWindow(IUnknown*, IUnknown*, const DXGI_SWAP_CHAIN_DESC1*,
                                              IDXGIOutput*, IDXGISwapChain1** swapChain) {
  umd::storeOptional(swapChain, nullptr);
  E11_UNSUPPORTED("swap chains");
  return E_NOTIMPL;
}

HRESULT Factory::CreateSwapChainForComposition(IUnknown*, const DXGI_SWAP_CHAIN_DESC1*,
                                               IDXGIOutput*, IDXGISwapChain1** swapChain) {
  umd::storeOptional(swapChain, nullptr);
  E11_UNSUPPORTED("swap chains");
  return E_NOTIMPL;
}

WINBOOL Factory::IsCurrent() {
  return TRUE;
}

WINBOOL Factory::IsWindowedStereoEnabled() {
  return FALSE;
}

HRESULT Factory::GetSharedResourceAdapterLuid(HANDLE, LUID*) {
  E11_UNSUPPORTED("shared resources");
  return E_NOTIMPL;
}

HRESULT Factory::RegisterStereoStatusWindow(HWND, UINT, DWORD*) {
  E11_UNSUPPORTED("stereo");
  return E_NOTIMPL;
}

HRESULT Factory::RegisterStereoStatusEvent(HANDLE, DWORD*) {
  E11_UNSUPPORTED("stereo");
  return E_NOTIMPL;
}

void Factory::UnregisterStereoStatus(DWORD) {
  E11_UNSUPPORTED("stereo");
}

HRESULT Factory::RegisterOcclusionStatusWindow(HWND, UINT, DWORD*) {
  E11_UNSUPPORTED("occlusion status");
  return E_NOTIMPL;
}

HRESULT Factory::RegisterOcclusionStatusEvent(HANDLE, DWORD*) {
  E11_UNSUPPORTED("occlusion status");
  return E_NOTIMPL;
}

void Factory::UnregisterOcclusionStatus(DWORD) {
  E11_UNSUPPORTED("occlusion status");
}

UINT Factory::GetCreationFlags() {
  return flags_;
}

HRESULT Factory::CheckFeatureSupport(DXGI_FEATURE feature, void* data, UINT size) {
  if (feature != DXGI_FEATURE_PRESENT_ALLOW_TEARING || data == nullptr || size != sizeof(WINBOOL)) {
    return DXGI_ERROR_INVALID_CALL;
  }
  *static_cast<WINBOOL*>(data) = FALSE;
  return S_OK;
}

}  // namespace e11::dxgi
