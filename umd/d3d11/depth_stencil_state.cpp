// SPDX-License-Identifier: Apache-2.0
#include "d3d11/depth_stencil_state.h"

#include "common/log.h"

namespace e11::umd {
namespace {

constexpr D3D11_DEPTH_STENCILOP_DESC kDefaultFace = {
    D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_COMPARISON_ALWAYS};

bool isComparison(D3D11_COMPARISON_FUNC f) {
  return f >= D3D11_COMPARISON_NEVER && f <= D3D11_COMPARISON_ALWAYS;
}

bool isStencilOp(D3D11_STENCIL_OP op) {
  return op >= D3D11_STENCIL_OP_KEEP && op <= D3D11_STENCIL_OP_DECR;
}

bool isValidFace(const D3D11_DEPTH_STENCILOP_DESC& f) {
  return isStencilOp(f.StencilFailOp) && isStencilOp(f.StencilDepthFailOp) &&
         isStencilOp(f.StencilPassOp) && isComparison(f.StencilFunc);
}

}  // namespace

HRESULT DepthStencilState::validate(const D3D11_DEPTH_STENCIL_DESC& desc) {
  if (desc.DepthEnable) {
    if (!isComparison(desc.DepthFunc)) return E_INVALIDARG;
    if (desc.DepthWriteMask != D3D11_DEPTH_WRITE_MASK_ZERO &&
        desc.DepthWriteMask != D3D11_DEPTH_WRITE_MASK_ALL) {
      return E_INVALIDARG;
    }
  }
  if (desc.StencilEnable) {
    if (!isValidFace(desc.FrontFace) || !isValidFace(desc.BackFace)) return E_INVALIDARG;
    E11_UNSUPPORTED("stencil test");
    return E_NOTIMPL;
  }
  return S_OK;
}

D3D11_DEPTH_STENCIL_DESC DepthStencilState::normalise(const D3D11_DEPTH_STENCIL_DESC& desc) {
  const bool depth = desc.DepthEnable != FALSE;
  const bool stencil = desc.StencilEnable != FALSE;
  D3D11_DEPTH_STENCIL_DESC out;
  std::memset(&out, 0, sizeof(out));
  out.DepthEnable = depth ? TRUE : FALSE;
  out.DepthWriteMask = depth ? desc.DepthWriteMask : D3D11_DEPTH_WRITE_MASK_ALL;
  out.DepthFunc = depth ? desc.DepthFunc : D3D11_COMPARISON_LESS;
  out.StencilEnable = stencil ? TRUE : FALSE;
  out.StencilReadMask = stencil ? desc.StencilReadMask : UINT8{D3D11_DEFAULT_STENCIL_READ_MASK};
  out.StencilWriteMask = stencil ? desc.StencilWriteMask : UINT8{D3D11_DEFAULT_STENCIL_WRITE_MASK};
  out.FrontFace = stencil ? desc.FrontFace : kDefaultFace;
  out.BackFace = stencil ? desc.BackFace : kDefaultFace;
  return out;
}

D3D11_DEPTH_STENCIL_DESC DepthStencilState::defaults() {
  D3D11_DEPTH_STENCIL_DESC desc = {};
  desc.DepthEnable = TRUE;
  desc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
  desc.DepthFunc = D3D11_COMPARISON_LESS;
  return normalise(desc);
}

}  // namespace e11::umd
