// SPDX-License-Identifier: Apache-2.0
//
// Helper structures of the Windows SDK's d3d11_1.h that the mingw-w64 header lacks. Include
// d3d11_1.h, not this file.

#pragma once

#if defined(__cplusplus) && !defined(D3D11_NO_HELPERS) && !defined(CINTERFACE)
extern "C++" {

struct CD3D11_BLEND_DESC1 : public D3D11_BLEND_DESC1 {
  CD3D11_BLEND_DESC1() = default;
  explicit CD3D11_BLEND_DESC1(const D3D11_BLEND_DESC1& o) : D3D11_BLEND_DESC1(o) {}
  explicit CD3D11_BLEND_DESC1(CD3D11_DEFAULT) {
    AlphaToCoverageEnable = FALSE;
    IndependentBlendEnable = FALSE;
    for (D3D11_RENDER_TARGET_BLEND_DESC1& target : RenderTarget) {
      target = {FALSE,
                FALSE,
                D3D11_BLEND_ONE,
                D3D11_BLEND_ZERO,
                D3D11_BLEND_OP_ADD,
                D3D11_BLEND_ONE,
                D3D11_BLEND_ZERO,
                D3D11_BLEND_OP_ADD,
                D3D11_LOGIC_OP_NOOP,
                D3D11_COLOR_WRITE_ENABLE_ALL};
    }
  }
};

struct CD3D11_RASTERIZER_DESC1 : public D3D11_RASTERIZER_DESC1 {
  CD3D11_RASTERIZER_DESC1() = default;
  explicit CD3D11_RASTERIZER_DESC1(const D3D11_RASTERIZER_DESC1& o) : D3D11_RASTERIZER_DESC1(o) {}
  explicit CD3D11_RASTERIZER_DESC1(CD3D11_DEFAULT) {
    static_cast<D3D11_RASTERIZER_DESC1&>(*this) = {
        D3D11_FILL_SOLID, D3D11_CULL_BACK, FALSE, 0, 0.0f, 0.0f, TRUE, FALSE, FALSE, FALSE, 0};
  }
};

}  // extern "C++"
#endif
