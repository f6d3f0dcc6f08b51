// SPDX-License-Identifier: Apache-2.0
#include "d3d11/create_device.h"

#include <algorithm>
#include <iterator>

#include "common/log.h"

namespace e11::umd {
namespace {

constexpr UINT kKnownFlags = D3D11_CREATE_DEVICE_SINGLETHREADED | D3D11_CREATE_DEVICE_DEBUG |
                             D3D11_CREATE_DEVICE_PREVENT_INTERNAL_THREADING_OPTIMIZATIONS |
                             D3D11_CREATE_DEVICE_BGRA_SUPPORT | D3D11_CREATE_DEVICE_DEBUGGABLE |
                             D3D11_CREATE_DEVICE_PREVENT_ALTERING_LAYER_SETTINGS_FROM_REGISTRY |
                             D3D11_CREATE_DEVICE_DISABLE_GPU_TIMEOUT |
                             D3D11_CREATE_DEVICE_VIDEO_SUPPORT;

constexpr D3D_FEATURE_LEVEL kSupported[] = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0,
                                            D3D_FEATURE_LEVEL_10_1, D3D_FEATURE_LEVEL_10_0};

HRESULT checkDriver(const DeviceRequest& request) {
  if (request.driverType < D3D_DRIVER_TYPE_UNKNOWN || request.driverType > D3D_DRIVER_TYPE_WARP) {
    return E_INVALIDARG;
  }
  // An adapter goes with UNKNOWN and only with it; a module with SOFTWARE and only with it.
  const bool unknown = request.driverType == D3D_DRIVER_TYPE_UNKNOWN;
  if (unknown != (request.adapter != nullptr)) return E_INVALIDARG;
  const bool software = request.driverType == D3D_DRIVER_TYPE_SOFTWARE;
  if (software != (request.software != nullptr)) return E_INVALIDARG;
  if (!unknown && request.driverType != D3D_DRIVER_TYPE_HARDWARE) {
    logLine(LogLevel::kWarn, "D3D11CreateDevice: only hardware devices are offered");
    return DXGI_ERROR_UNSUPPORTED;
  }
  return S_OK;
}

HRESULT checkFlags(UINT flags) {
  if ((flags & ~kKnownFlags) != 0) return E_INVALIDARG;
  if ((flags & D3D11_CREATE_DEVICE_VIDEO_SUPPORT) != 0) {
    logLine(LogLevel::kWarn, "D3D11CreateDevice: video is not offered");
    return DXGI_ERROR_UNSUPPORTED;
  }
  if ((flags & (D3D11_CREATE_DEVICE_DEBUG | D3D11_CREATE_DEVICE_DEBUGGABLE)) != 0) {
    logLine(LogLevel::kWarn,
            "D3D11CreateDevice: there is no debug layer; ELEVEN_LOG=info reports invalid calls");
  }
  return S_OK;
}

}  // namespace

HRESULT resolveRequest(const DeviceRequest& request, Device::Options* options) {
  if (request.sdkVersion != D3D11_SDK_VERSION) return E_INVALIDARG;
  HRESULT result = checkDriver(request);
  if (FAILED(result)) return result;
  result = checkFlags(request.flags);
  if (FAILED(result)) return result;
  options->flags = request.flags;
  if (request.levels == nullptr) {
    if (request.levelCount != 0) return E_INVALIDARG;
    options->featureLevel = D3D_FEATURE_LEVEL_11_0;
    return S_OK;
  }
  if (request.levelCount == 0) return E_INVALIDARG;
  const D3D_FEATURE_LEVEL* end = request.levels + request.levelCount;
  const D3D_FEATURE_LEVEL* chosen =
      std::find_first_of(request.levels, end, std::begin(kSupported), std::end(kSupported));
  if (chosen == end) {
    logLine(LogLevel::kWarn, "D3D11CreateDevice: none of the feature levels is offered");
    return DXGI_ERROR_UNSUPPORTED;
  }
  options->featureLevel = *chosen;
  return S_OK;
}

}  // namespace e11::umd
