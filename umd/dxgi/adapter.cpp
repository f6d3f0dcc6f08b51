// SPDX-License-Identifier: Apache-2.0
#include "dxgi/adapter.h"

#include <d3d11.h>

#include <algorithm>
#include <cwchar>

#include "common/com.h"
#include "common/log.h"
#include "dxgi/factory.h"

namespace e11::dxgi {
namespace {

// No PCI vendor number is assigned to this project.
constexpr UINT kVendorId = 0x0e11;
constexpr UINT kDeviceId = 0x0001;
// The range of 32-bit GPU addresses that a context has for buffers and textures.
constexpr SIZE_T kDedicatedMemory = SIZE_T{256} << 20;

template <typename Desc>
void fillCommon(Desc* desc) {
  *desc = {};
  constexpr WCHAR kName[] = L"Eleven";
  std::copy(std::begin(kName), std::end(kName), desc->Description);
  desc->VendorId = kVendorId;
  desc->DeviceId = kDeviceId;
  desc->DedicatedVideoMemory = kDedicatedMemory;
  desc->AdapterLuid = Adapter::kLuid;
}

}  // namespace

Adapter::Adapter(Factory* factory) : factory_(factory) {
  factory_->AddRef();
}

Adapter::~Adapter() {
  factory_->Release();
}

HRESULT Adapter::QueryInterface(REFIID riid, void** object) {
  if (object == nullptr) return E_POINTER;
  if (!umd::isAnyOf<IUnknown, IDXGIObject, IDXGIAdapter, IDXGIAdapter1, IDXGIAdapter2,
                    IDXGIAdapter3, IDXGIAdapter4>(riid)) {
    return umd::noInterface(object);
  }
  AddRef();
  *object = static_cast<IDXGIAdapter4*>(this);
  return S_OK;
}

ULONG Adapter::AddRef() {
  return references_.fetch_add(1) + 1;
}

ULONG Adapter::Release() {
  const ULONG left = references_.fetch_sub(1) - 1;
  if (left == 0) delete this;
  return left;
}

HRESULT Adapter::SetPrivateData(REFGUID guid, UINT size, const void* data) {
  return privateData_.set(guid, size, data);
}

HRESULT Adapter::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
  return privateData_.setInterface(guid, object);
}

HRESULT Adapter::GetPrivateData(REFGUID guid, UINT* size, void* data) {
  return privateData_.get(guid, size, data);
}

HRESULT Adapter::GetParent(REFIID riid, void** parent) {
  return factory_->QueryInterface(riid, parent);
}

HRESULT Adapter::EnumOutputs(UINT, IDXGIOutput** output) {
  if (output == nullptr) return DXGI_ERROR_INVALID_CALL;
  *output = nullptr;
  return DXGI_ERROR_NOT_FOUND;
}

HRESULT Adapter::GetDesc(DXGI_ADAPTER_DESC* desc) {
  if (desc == nullptr) return E_INVALIDARG;
  fillCommon(desc);
  return S_OK;
}

HRESULT Adapter::GetDesc1(DXGI_ADAPTER_DESC1* desc) {
  if (desc == nullptr) return E_INVALIDARG;
  fillCommon(desc);
  return S_OK;
}

HRESULT Adapter::GetDesc2(DXGI_ADAPTER_DESC2* desc) {
  if (desc == nullptr) return E_INVALIDARG;
  fillCommon(desc);
  return S_OK;
}

HRESULT Adapter::GetDesc3(DXGI_ADAPTER_DESC3* desc) {
  if (desc == nullptr) return E_INVALIDARG;
  fillCommon(desc);
  return S_OK;
}

// On Windows this answers for Direct3D 10 devices only; applications use it to read the driver
// version, so a device interface is accepted and everything else refused.
HRESULT Adapter::CheckInterfaceSupport(REFGUID guid, LARGE_INTEGER* version) {
  if (guid != __uuidof(IDXGIDevice)) return DXGI_ERROR_UNSUPPORTED;
  if (version != nullptr) version->QuadPart = 1;
  return S_OK;
}

HRESULT Adapter::RegisterHardwareContentProtectionTeardownStatusEvent(HANDLE, DWORD*) {
  E11_UNSUPPORTED("content protection");
  return E_NOTIMPL;
}

void Adapter::UnregisterHardwareContentProtectionTeardownStatus(DWORD) {
  E11_UNSUPPORTED("content protection");
}

HRESULT Adapter::QueryVideoMemoryInfo(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                      DXGI_QUERY_VIDEO_MEMORY_INFO* info) {
  if (info == nullptr || node != 0) return E_INVALIDARG;
  if (group != DXGI_MEMORY_SEGMENT_GROUP_LOCAL && group != DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL) {
    return E_INVALIDARG;
  }
  E11_UNSUPPORTED("memory budgets");
  return E_NOTIMPL;
}

HRESULT Adapter::SetVideoMemoryReservation(UINT, DXGI_MEMORY_SEGMENT_GROUP, UINT64) {
  E11_UNSUPPORTED("memory budgets");
  return E_NOTIMPL;
}

HRESULT Adapter::RegisterVideoMemoryBudgetChangeNotificationEvent(HANDLE, DWORD*) {
  E11_UNSUPPORTED("memory budgets");
  return E_NOTIMPL;
}

void Adapter::UnregisterVideoMemoryBudgetChangeNotification(DWORD) {
  E11_UNSUPPORTED("memory budgets");
}

}  // namespace e11::dxgi
