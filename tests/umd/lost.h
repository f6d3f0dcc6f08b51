// SPDX-License-Identifier: Apache-2.0
//
// What a device that a shader has hung looks like.

#pragma once

#include "pictures.h"

namespace e11::test {

// The device is lost, reading says so, and a fresh device draws.
inline void checkLost(Gpu& gpu) {
  D3D11_TEXTURE2D_DESC desc;
  gpu.color->GetDesc(&desc);
  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ComPtr<ID3D11Texture2D> staging;
  REQUIRE(gpu.device->CreateTexture2D(&desc, nullptr, &staging) == S_OK);
  gpu.context->CopyResource(staging.Get(), gpu.color.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  CHECK(gpu.context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) ==
        DXGI_ERROR_DEVICE_REMOVED);
  CHECK(gpu.device->GetDeviceRemovedReason() == DXGI_ERROR_DEVICE_HUNG);
  Gpu fresh;
  fresh.setVertices(fullQuad(kGreenF));
  fresh.useVertexColors();
  fresh.context->Draw(6, 0);
  checkPixels(fresh, [](UINT, UINT) { return kGreen; });
}

}  // namespace e11::test
