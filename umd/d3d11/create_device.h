// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <d3d11.h>

#include "d3d11/device.h"

namespace e11::umd {

// The arguments of D3D11CreateDevice that say what is wanted.
struct DeviceRequest {
  IDXGIAdapter* adapter;
  D3D_DRIVER_TYPE driverType;
  HMODULE software;
  UINT flags;
  const D3D_FEATURE_LEVEL* levels;
  UINT levelCount;
  UINT sdkVersion;
};

// Checks them and chooses the feature level: the first of the list that is supported, 11_0 without
// a list (11_1 has to be asked for, as on Windows). E_INVALIDARG, or DXGI_ERROR_UNSUPPORTED for
// drivers and levels that are not offered.
HRESULT resolveRequest(const DeviceRequest& request, Device::Options* options);

}  // namespace e11::umd
