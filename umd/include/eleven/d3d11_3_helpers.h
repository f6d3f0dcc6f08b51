// SPDX-License-Identifier: Apache-2.0
//
// Helper structures of the Windows SDK's d3d11_3.h that the mingw-w64 header lacks. Include
// d3d11_3.h, not this file.

#pragma once

#if defined(__cplusplus) && !defined(D3D11_NO_HELPERS) && !defined(CINTERFACE)
extern "C++" {

struct CD3D11_RASTERIZER_DESC2 : public D3D11_RASTERIZER_DESC2 {
  CD3D11_RASTERIZER_DESC2() = default;
  explicit CD3D11_RASTERIZER_DESC2(const D3D11_RASTERIZER_DESC2& o) : D3D11_RASTERIZER_DESC2(o) {}
  explicit CD3D11_RASTERIZER_DESC2(CD3D11_DEFAULT) {
    static_cast<D3D11_RASTERIZER_DESC2&>(*this) = {
        D3D11_FILL_SOLID,
        D3D11_CULL_BACK,
        FALSE,
        0,
        0.0f,
        0.0f,
        TRUE,
        FALSE,
        FALSE,
        FALSE,
        0,
        D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF};
  }
};

struct CD3D11_TEXTURE2D_DESC1 : public D3D11_TEXTURE2D_DESC1 {
  CD3D11_TEXTURE2D_DESC1() = default;
  explicit CD3D11_TEXTURE2D_DESC1(const D3D11_TEXTURE2D_DESC1& o) : D3D11_TEXTURE2D_DESC1(o) {}
  explicit CD3D11_TEXTURE2D_DESC1(DXGI_FORMAT format, UINT width, UINT height, UINT arraySize = 1,
                                  UINT mipLevels = 0,
                                  UINT bindFlags = D3D11_BIND_SHADER_RESOURCE,
                                  D3D11_USAGE usage = D3D11_USAGE_DEFAULT, UINT cpuAccess = 0,
                                  UINT sampleCount = 1, UINT sampleQuality = 0,
                                  UINT miscFlags = 0,
                                  D3D11_TEXTURE_LAYOUT layout = D3D11_TEXTURE_LAYOUT_UNDEFINED) {
    static_cast<D3D11_TEXTURE2D_DESC1&>(*this) = {
        width, height,    mipLevels, arraySize, format, {sampleCount, sampleQuality},
        usage, bindFlags, cpuAccess, miscFlags, layout};
  }
};

struct CD3D11_QUERY_DESC1 : public D3D11_QUERY_DESC1 {
  CD3D11_QUERY_DESC1() = default;
  explicit CD3D11_QUERY_DESC1(const D3D11_QUERY_DESC1& o) : D3D11_QUERY_DESC1(o) {}
  explicit CD3D11_QUERY_DESC1(D3D11_QUERY query, UINT miscFlags = 0,
                              D3D11_CONTEXT_TYPE contextType = D3D11_CONTEXT_TYPE_ALL) {
    static_cast<D3D11_QUERY_DESC1&>(*this) = {query, miscFlags, contextType};
  }
};

}  // extern "C++"
#endif
