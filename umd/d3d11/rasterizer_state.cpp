// SPDX-License-Identifier: Apache-2.0
#include "d3d11/rasterizer_state.h"

#include "common/log.h"

namespace e11::umd {

HRESULT RasterizerState::validate(const D3D11_RASTERIZER_DESC2& desc) {
  if (desc.FillMode != D3D11_FILL_SOLID && desc.FillMode != D3D11_FILL_WIREFRAME) {
    return E_INVALIDARG;
  }
  if (desc.CullMode < D3D11_CULL_NONE || desc.CullMode > D3D11_CULL_BACK) return E_INVALIDARG;
  // No conservative rasterization tier is reported (DEV3-OBJ-04).
  if (desc.ConservativeRaster != D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF) return E_INVALIDARG;
  switch (desc.ForcedSampleCount) {  // DEV1-STA-07
    case 0:
      return S_OK;
    case 1:
    case 4:
    case 8:
    case 16:
      E11_UNSUPPORTED("forced sample count");
      return E_NOTIMPL;
    default:
      return E_INVALIDARG;
  }
}

D3D11_RASTERIZER_DESC2 RasterizerState::normalise(const D3D11_RASTERIZER_DESC2& desc) {
  const auto boolean = [](WINBOOL b) { return b ? TRUE : FALSE; };
  D3D11_RASTERIZER_DESC2 out = desc;
  out.FrontCounterClockwise = boolean(desc.FrontCounterClockwise);
  out.DepthClipEnable = boolean(desc.DepthClipEnable);
  out.ScissorEnable = boolean(desc.ScissorEnable);
  out.MultisampleEnable = boolean(desc.MultisampleEnable);
  out.AntialiasedLineEnable = boolean(desc.AntialiasedLineEnable);
  return out;
}

D3D11_RASTERIZER_DESC2 RasterizerState::upgrade(const D3D11_RASTERIZER_DESC1& desc) {
  return {desc.FillMode,
          desc.CullMode,
          desc.FrontCounterClockwise,
          desc.DepthBias,
          desc.DepthBiasClamp,
          desc.SlopeScaledDepthBias,
          desc.DepthClipEnable,
          desc.ScissorEnable,
          desc.MultisampleEnable,
          desc.AntialiasedLineEnable,
          desc.ForcedSampleCount,
          D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF};
}

D3D11_RASTERIZER_DESC2 RasterizerState::upgrade(const D3D11_RASTERIZER_DESC& desc) {
  return {desc.FillMode,
          desc.CullMode,
          desc.FrontCounterClockwise,
          desc.DepthBias,
          desc.DepthBiasClamp,
          desc.SlopeScaledDepthBias,
          desc.DepthClipEnable,
          desc.ScissorEnable,
          desc.MultisampleEnable,
          desc.AntialiasedLineEnable,
          0,
          D3D11_CONSERVATIVE_RASTERIZATION_MODE_OFF};
}

D3D11_RASTERIZER_DESC2 RasterizerState::defaults() {
  D3D11_RASTERIZER_DESC2 desc = {};
  desc.FillMode = D3D11_FILL_SOLID;
  desc.CullMode = D3D11_CULL_BACK;
  desc.DepthClipEnable = TRUE;
  return desc;
}

void RasterizerState::GetDesc(D3D11_RASTERIZER_DESC* desc) {
  if (desc == nullptr) return;
  *desc = {desc_.FillMode,
           desc_.CullMode,
           desc_.FrontCounterClockwise,
           desc_.DepthBias,
           desc_.DepthBiasClamp,
           desc_.SlopeScaledDepthBias,
           desc_.DepthClipEnable,
           desc_.ScissorEnable,
           desc_.MultisampleEnable,
           desc_.AntialiasedLineEnable};
}

void RasterizerState::GetDesc1(D3D11_RASTERIZER_DESC1* desc) {
  if (desc == nullptr) return;
  *desc = {desc_.FillMode,
           desc_.CullMode,
           desc_.FrontCounterClockwise,
           desc_.DepthBias,
           desc_.DepthBiasClamp,
           desc_.SlopeScaledDepthBias,
           desc_.DepthClipEnable,
           desc_.ScissorEnable,
           desc_.MultisampleEnable,
           desc_.AntialiasedLineEnable,
           desc_.ForcedSampleCount};
}

void RasterizerState::GetDesc2(D3D11_RASTERIZER_DESC2* desc) {
  storeOptional(desc, desc_);
}

}  // namespace e11::umd
