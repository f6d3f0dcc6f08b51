// SPDX-License-Identifier: Apache-2.0
#include "d3d11/device.h"

#include <new>

#include "common/log.h"
#include "context/context.h"

namespace e11::umd {

Device::Device(std::shared_ptr<kmd::Adapter> adapter, std::unique_ptr<kmd::Context> kernelContext,
               IDXGIAdapter* dxgiAdapter, const Options& options)
    : options_(options),
      dxgiDevice_(*this),
      multithread_(*this),
      dxgiAdapter_(dxgiAdapter),
      adapter_(std::move(adapter)),
      kernelContext_(std::move(kernelContext)),
      memory_(std::make_unique<GpuMemory>(*kernelContext_)),
      drawMemory_(
          std::make_unique<DrawMemory>(*memory_, adapter_->caps().waves * adapter_->caps().cores)),
      queue_(std::make_unique<SubmissionQueue>(*kernelContext_, *memory_)) {
  if (dxgiAdapter_ != nullptr) dxgiAdapter_->AddRef();
}

Device::~Device() {
  if (context_ != nullptr) context_->releasePrivate();
  if (dxgiAdapter_ != nullptr) dxgiAdapter_->Release();
}

HRESULT Device::create(std::shared_ptr<kmd::Adapter> adapter, IDXGIAdapter* dxgiAdapter,
                       const Options& options, Device** out) {
  *out = nullptr;
  std::unique_ptr<kmd::Context> kernelContext = adapter->createContext();
  if (kernelContext == nullptr) {
    logLine(LogLevel::kError, "the kernel driver gives no context");
    return DXGI_ERROR_DEVICE_REMOVED;
  }
  auto* device =
      new (std::nothrow) Device(std::move(adapter), std::move(kernelContext), dxgiAdapter, options);
  if (device == nullptr) return E_OUTOFMEMORY;
  device->context_ = new (std::nothrow) Context(*device, D3D11_DEVICE_CONTEXT_IMMEDIATE);
  if (device->context_ == nullptr) {
    device->Release();
    return E_OUTOFMEMORY;
  }
  // The device keeps its context by a private reference; the context would tie it in a cycle
  // otherwise.
  device->context_->addPrivate();
  device->context_->Release();
  *out = device;
  return S_OK;
}

HRESULT Device::QueryInterface(REFIID riid, void** object) {
  if (object == nullptr) return E_POINTER;
  if (isAnyOf<IUnknown, ID3D11Device, ID3D11Device1, ID3D11Device2, ID3D11Device3, ID3D11Device4,
              ID3D11Device5>(riid)) {
    *object = static_cast<ID3D11Device5*>(this);
  } else if (isAnyOf<IDXGIObject, IDXGIDevice, IDXGIDevice1, IDXGIDevice2, IDXGIDevice3,
                     IDXGIDevice4>(riid)) {
    *object = static_cast<IDXGIDevice4*>(&dxgiDevice_);
  } else if (riid == __uuidof(ID3D11Multithread)) {
    *object = static_cast<ID3D11Multithread*>(&multithread_);
  } else {
    return noInterface(object);
  }
  AddRef();
  return S_OK;
}

ULONG Device::AddRef() {
  return references_.fetch_add(1) + 1;
}

ULONG Device::Release() {
  const ULONG left = references_.fetch_sub(1) - 1;
  if (left == 0) delete this;
  return left;
}

HRESULT Device::GetPrivateData(REFGUID guid, UINT* size, void* data) {
  return privateData_.get(guid, size, data);
}

HRESULT Device::SetPrivateData(REFGUID guid, UINT size, const void* data) {
  return privateData_.set(guid, size, data);
}

HRESULT Device::SetPrivateDataInterface(REFGUID guid, const IUnknown* object) {
  return privateData_.setInterface(guid, object);
}

D3D_FEATURE_LEVEL Device::GetFeatureLevel() {
  return options_.featureLevel;
}

UINT Device::GetCreationFlags() {
  return options_.flags;
}

HRESULT Device::GetDeviceRemovedReason() {
  return queue_->removedReason();
}

HRESULT Device::allocationFailure() {
  const bool lost = memory_->context().status() != kmd::Result::kOk;
  return lost ? DXGI_ERROR_DEVICE_REMOVED : E_OUTOFMEMORY;
}

// Raising exceptions on device loss is a debugging aid of the Windows runtime.
HRESULT Device::SetExceptionMode(UINT raiseFlags) {
  if ((raiseFlags & ~UINT{D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR}) != 0) return E_INVALIDARG;
  if (raiseFlags != 0) {
    E11_UNSUPPORTED("exceptions");
    return E_NOTIMPL;
  }
  return S_OK;
}

UINT Device::GetExceptionMode() {
  return 0;
}

// ---------------------------------------------------------------------------- contexts

void Device::GetImmediateContext(ID3D11DeviceContext** context) {
  if (context != nullptr) returnReferenced(context_, context);
}

void Device::GetImmediateContext1(ID3D11DeviceContext1** context) {
  if (context != nullptr) returnReferenced(context_, context);
}

void Device::GetImmediateContext2(ID3D11DeviceContext2** context) {
  if (context != nullptr) returnReferenced(context_, context);
}

void Device::GetImmediateContext3(ID3D11DeviceContext3** context) {
  if (context != nullptr) returnReferenced(context_, context);
}

// The errors a working CreateDeferredContext would give come first (contract DEV1-CTX-04..06).
HRESULT Device::refuseDeferredContext(UINT flags) {
  if (flags != 0) return E_INVALIDARG;
  if (isSingleThreaded()) return DXGI_ERROR_INVALID_CALL;
  if (FAILED(queue_->removedReason())) return DXGI_ERROR_DEVICE_REMOVED;
  E11_UNSUPPORTED("deferred contexts");
  return E_NOTIMPL;
}

HRESULT Device::CreateDeferredContext(UINT flags, ID3D11DeviceContext** context) {
  storeOptional(context, nullptr);
  return refuseDeferredContext(flags);
}

HRESULT Device::CreateDeferredContext1(UINT flags, ID3D11DeviceContext1** context) {
  storeOptional(context, nullptr);
  return refuseDeferredContext(flags);
}

HRESULT Device::CreateDeferredContext2(UINT flags, ID3D11DeviceContext2** context) {
  storeOptional(context, nullptr);
  return refuseDeferredContext(flags);
}

HRESULT Device::CreateDeferredContext3(UINT flags, ID3D11DeviceContext3** context) {
  storeOptional(context, nullptr);
  return refuseDeferredContext(flags);
}

HRESULT Device::CreateDeviceContextState(UINT, const D3D_FEATURE_LEVEL*, UINT, UINT, REFIID,
                                         D3D_FEATURE_LEVEL* chosen,
                                         ID3DDeviceContextState** state) {
  storeOptional(chosen, static_cast<D3D_FEATURE_LEVEL>(0));
  storeOptional(state, nullptr);
  E11_UNSUPPORTED("device context states");
  return E_NOTIMPL;
}

// ---------------------------------------------------------------------------- sharing, fences

HRESULT Device::OpenSharedResource(HANDLE, REFIID, void** resource) {
  storeOptional(resource, nullptr);
  E11_UNSUPPORTED("shared resources");
  return E_NOTIMPL;
}

HRESULT Device::OpenSharedResource1(HANDLE, REFIID, void** resource) {
  storeOptional(resource, nullptr);
  E11_UNSUPPORTED("shared resources");
  return E_NOTIMPL;
}

HRESULT Device::OpenSharedResourceByName(LPCWSTR, DWORD, REFIID, void** resource) {
  storeOptional(resource, nullptr);
  E11_UNSUPPORTED("shared resources");
  return E_NOTIMPL;
}

HRESULT Device::OpenSharedFence(HANDLE, REFIID, void** fence) {
  storeOptional(fence, nullptr);
  E11_UNSUPPORTED("fences");
  return E_NOTIMPL;
}

HRESULT Device::CreateFence(UINT64, D3D11_FENCE_FLAG, REFIID, void** fence) {
  storeOptional(fence, nullptr);
  E11_UNSUPPORTED("fences");
  return E_NOTIMPL;
}

HRESULT Device::RegisterDeviceRemovedEvent(HANDLE, DWORD*) {
  E11_UNSUPPORTED("device removed events");
  return E_NOTIMPL;
}

void Device::UnregisterDeviceRemoved(DWORD) {
  E11_UNSUPPORTED("device removed events");
}

}  // namespace e11::umd
