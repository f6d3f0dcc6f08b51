// SPDX-License-Identifier: Apache-2.0
#include "d3d11/blend_state.h"

#include "common/log.h"

namespace e11::umd {
namespace {

constexpr UINT kTargets = D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT;

bool isBlendFactor(D3D11_BLEND factor, bool alpha) {
  if (factor < D3D11_BLEND_ZERO || factor > D3D11_BLEND_INV_SRC1_ALPHA) return false;
  if (factor == 12 || factor == 13) return false;  // gap in the enumeration
  if (!alpha) return true;
  switch (factor) {
    case D3D11_BLEND_SRC_COLOR:
    case D3D11_BLEND_INV_SRC_COLOR:
    case D3D11_BLEND_DEST_COLOR:
    case D3D11_BLEND_INV_DEST_COLOR:
    case D3D11_BLEND_SRC1_COLOR:
    case D3D11_BLEND_INV_SRC1_COLOR:
      return false;
    default:
      return true;
  }
}

bool isBlendOp(D3D11_BLEND_OP op) {
  return op >= D3D11_BLEND_OP_ADD && op <= D3D11_BLEND_OP_MAX;
}

bool isValidTarget(const D3D11_RENDER_TARGET_BLEND_DESC1& t) {
  if (t.RenderTargetWriteMask > D3D11_COLOR_WRITE_ENABLE_ALL) return false;
  if (!t.BlendEnable) return true;
  return isBlendFactor(t.SrcBlend, false) && isBlendFactor(t.DestBlend, false) &&
         isBlendFactor(t.SrcBlendAlpha, true) && isBlendFactor(t.DestBlendAlpha, true) &&
         isBlendOp(t.BlendOp) && isBlendOp(t.BlendOpAlpha);
}

}  // namespace

HRESULT BlendState::validate(const D3D11_BLEND_DESC1& desc) {
  const UINT used = desc.IndependentBlendEnable ? kTargets : 1;
  for (UINT i = 0; i < used; ++i) {
    const D3D11_RENDER_TARGET_BLEND_DESC1& target = desc.RenderTarget[i];
    // Logic operations: the OutputMergerLogicOp capability is not reported (DEV1-STA-02, 03).
    if (target.LogicOpEnable || !isValidTarget(target)) return E_INVALIDARG;
  }
  for (UINT i = 0; i < used; ++i) {
    if (desc.RenderTarget[i].BlendEnable) {
      E11_UNSUPPORTED("blending");
      return E_NOTIMPL;
    }
  }
  if (desc.AlphaToCoverageEnable) {
    E11_UNSUPPORTED("alpha to coverage");
    return E_NOTIMPL;
  }
  return S_OK;
}

D3D11_BLEND_DESC1 BlendState::normalise(const D3D11_BLEND_DESC1& desc) {
  D3D11_BLEND_DESC1 out;
  std::memset(&out, 0, sizeof(out));
  out.AlphaToCoverageEnable = desc.AlphaToCoverageEnable ? TRUE : FALSE;
  out.IndependentBlendEnable = desc.IndependentBlendEnable ? TRUE : FALSE;
  for (UINT i = 0; i < kTargets; ++i) {
    const D3D11_RENDER_TARGET_BLEND_DESC1& from =
        desc.RenderTarget[desc.IndependentBlendEnable ? i : 0];
    D3D11_RENDER_TARGET_BLEND_DESC1& to = out.RenderTarget[i];
    const bool on = from.BlendEnable != FALSE;
    to.BlendEnable = on ? TRUE : FALSE;
    to.LogicOpEnable = FALSE;
    to.SrcBlend = on ? from.SrcBlend : D3D11_BLEND_ONE;
    to.DestBlend = on ? from.DestBlend : D3D11_BLEND_ZERO;
    to.BlendOp = on ? from.BlendOp : D3D11_BLEND_OP_ADD;
    to.SrcBlendAlpha = on ? from.SrcBlendAlpha : D3D11_BLEND_ONE;
    to.DestBlendAlpha = on ? from.DestBlendAlpha : D3D11_BLEND_ZERO;
    to.BlendOpAlpha = on ? from.BlendOpAlpha : D3D11_BLEND_OP_ADD;
    to.LogicOp = D3D11_LOGIC_OP_NOOP;
    to.RenderTargetWriteMask = from.RenderTargetWriteMask;
  }
  return out;
}

D3D11_BLEND_DESC1 BlendState::upgrade(const D3D11_BLEND_DESC& desc) {
  D3D11_BLEND_DESC1 out = {};
  out.AlphaToCoverageEnable = desc.AlphaToCoverageEnable;
  out.IndependentBlendEnable = desc.IndependentBlendEnable;
  for (UINT i = 0; i < kTargets; ++i) {
    const D3D11_RENDER_TARGET_BLEND_DESC& from = desc.RenderTarget[i];
    out.RenderTarget[i] = {from.BlendEnable,    FALSE,
                           from.SrcBlend,       from.DestBlend,
                           from.BlendOp,        from.SrcBlendAlpha,
                           from.DestBlendAlpha, from.BlendOpAlpha,
                           D3D11_LOGIC_OP_NOOP, from.RenderTargetWriteMask};
  }
  return out;
}

D3D11_BLEND_DESC1 BlendState::defaults() {
  D3D11_BLEND_DESC1 desc = {};
  desc.RenderTarget[0].RenderTargetWriteMask = D3D11_COLOR_WRITE_ENABLE_ALL;
  return normalise(desc);
}

void BlendState::GetDesc(D3D11_BLEND_DESC* desc) {
  if (desc == nullptr) return;
  desc->AlphaToCoverageEnable = desc_.AlphaToCoverageEnable;
  desc->IndependentBlendEnable = desc_.IndependentBlendEnable;
  for (UINT i = 0; i < kTargets; ++i) {
    const D3D11_RENDER_TARGET_BLEND_DESC1& from = desc_.RenderTarget[i];
    desc->RenderTarget[i] = {
        from.BlendEnable,   from.SrcBlend,       from.DestBlend,    from.BlendOp,
        from.SrcBlendAlpha, from.DestBlendAlpha, from.BlendOpAlpha, from.RenderTargetWriteMask};
  }
}

void BlendState::GetDesc1(D3D11_BLEND_DESC1* desc) {
  storeOptional(desc, desc_);
}

}  // namespace e11::umd
