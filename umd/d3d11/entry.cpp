// SPDX-License-Identifier: Apache-2.0
//
// The exported functions of libd3d11.so.

#include <d3d11.h>
#include <dxgi1_3.h>

#include "common/export.h"
#include "common/log.h"
#include "context/context.h"
#include "d3d11/create_device.h"
#include "d3d11/open_adapter.h"

namespace e11::umd {
namespace {

// The first adapter, with a reference, where the application names none.
IDXGIAdapter* defaultAdapter() {
  IDXGIFactory1* factory = nullptr;
  IDXGIAdapter* adapter = nullptr;
  if (FAILED(CreateDXGIFactory1(__uuidof(IDXGIFactory1), reinterpret_cast<void**>(&factory)))) {
    return nullptr;
  }
  factory->EnumAdapters(0, &adapter);
  factory->Release();
  return adapter;
}

HRESULT createDevice(const DeviceRequest& request, ID3D11Device** out, D3D_FEATURE_LEVEL* level,
                     ID3D11DeviceContext** context) {
  storeOptional(out, nullptr);
  storeOptional(level, static_cast<D3D_FEATURE_LEVEL>(0));
  storeOptional(context, nullptr);
  Device::Options options;
  HRESULT result = resolveRequest(request, &options);
  if (FAILED(result)) return result;
  if (out == nullptr && context == nullptr) {
    storeOptional(level, options.featureLevel);
    return S_FALSE;
  }
  std::shared_ptr<kmd::Adapter> kernelAdapter = openAdapter();
  if (kernelAdapter == nullptr) return E_FAIL;
  IDXGIAdapter* adapter = request.adapter;
  if (adapter != nullptr) adapter->AddRef();
  if (adapter == nullptr) adapter = defaultAdapter();
  if (adapter == nullptr) return E_OUTOFMEMORY;
  Device* device = nullptr;
  result = Device::create(std::move(kernelAdapter), adapter, options, &device);
  adapter->Release();
  if (FAILED(result)) return result;
  storeOptional(level, options.featureLevel);
  if (context != nullptr) device->GetImmediateContext(context);
  if (out != nullptr) {
    *out = device;
  } else {
    device->Release();
  }
  return S_OK;
}

}  // namespace
}  // namespace e11::umd

extern "C" {

E11_EXPORT HRESULT WINAPI D3D11CreateDevice(IDXGIAdapter* adapter, D3D_DRIVER_TYPE driverType,
                                            HMODULE software, UINT flags,
                                            const D3D_FEATURE_LEVEL* levels, UINT levelCount,
                                            UINT sdkVersion, ID3D11Device** device,
                                            D3D_FEATURE_LEVEL* level,
                                            ID3D11DeviceContext** context) {
  return e11::umd::createDevice(
      {adapter, driverType, software, flags, levels, levelCount, sdkVersion}, device, level,
      context);
}

// Swap chains are not offered: with a description the call fails, without one it is
// D3D11CreateDevice, as on Windows.
E11_EXPORT HRESULT WINAPI D3D11CreateDeviceAndSwapChain(
    IDXGIAdapter* adapter, D3D_DRIVER_TYPE driverType, HMODULE software, UINT flags,
    const D3D_FEATURE_LEVEL* levels, UINT levelCount, UINT sdkVersion,
    const DXGI_SWAP_CHAIN_DESC* swapChainDesc, IDXGISwapChain** swapChain, ID3D11Device** device,
    D3D_FEATURE_LEVEL* level, ID3D11DeviceContext** context) {
  e11::umd::storeOptional(swapChain, nullptr);
  if (swapChainDesc != nullptr || swapChain != nullptr) {
    e11::umd::storeOptional(device, nullptr);
    e11::umd::storeOptional(level, static_cast<D3D_FEATURE_LEVEL>(0));
    e11::umd::storeOptional(context, nullptr);
    E11_UNSUPPORTED(
        "swap chains; draw to a texture of D3D11CreateDevice and read it by a staging copy");
    return E_NOTIMPL;
  }
  return D3D11CreateDevice(adapter, driverType, software, flags, levels, levelCount, sdkVersion,
                           device, level, context);
}

}  // extern "C"
