// SPDX-License-Identifier: Apache-2.0
#include "d3d11/sampler_state.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace e11::umd {
namespace {

// D3D11_FILTER: two bits each for mip (0), mag (2) and min (4), of which only the values 0 and 1
// exist; bit 6 is anisotropic, bits 7 and 8 the reduction (standard, comparison, minimum, maximum).
constexpr UINT kMipLinear = 0x01;
constexpr UINT kMagLinear = 0x04;
constexpr UINT kMinLinear = 0x10;
constexpr UINT kAllLinear = kMipLinear | kMagLinear | kMinLinear;
constexpr UINT kAnisotropic = 0x40;
constexpr UINT kReductionShift = 7;
constexpr UINT kReductionComparison = 1;

UINT reductionOf(D3D11_FILTER filter) {
  return (static_cast<UINT>(filter) >> kReductionShift) & 3;
}

bool isFilter(D3D11_FILTER filter) {
  const UINT bits = static_cast<UINT>(filter) & ~(3u << kReductionShift);
  if ((bits & kAnisotropic) != 0) return bits == (kAnisotropic | kAllLinear);
  return (bits & ~kAllLinear) == 0;
}

bool isAnisotropic(D3D11_FILTER filter) {
  return (static_cast<UINT>(filter) & kAnisotropic) != 0;
}

bool isComparisonFilter(D3D11_FILTER filter) {
  return reductionOf(filter) == kReductionComparison;
}

bool isAddressMode(D3D11_TEXTURE_ADDRESS_MODE mode) {
  return mode >= D3D11_TEXTURE_ADDRESS_WRAP && mode <= D3D11_TEXTURE_ADDRESS_MIRROR_ONCE;
}

}  // namespace

HRESULT SamplerState::validate(const D3D11_SAMPLER_DESC& desc) {
  if (!isFilter(desc.Filter)) return E_INVALIDARG;
  if (!isAddressMode(desc.AddressU) || !isAddressMode(desc.AddressV) ||
      !isAddressMode(desc.AddressW)) {
    return E_INVALIDARG;
  }
  if (isAnisotropic(desc.Filter) && (desc.MaxAnisotropy < 1 || desc.MaxAnisotropy > 16)) {
    return E_INVALIDARG;
  }
  if (isComparisonFilter(desc.Filter) && (desc.ComparisonFunc < D3D11_COMPARISON_NEVER ||
                                          desc.ComparisonFunc > D3D11_COMPARISON_ALWAYS)) {
    return E_INVALIDARG;
  }
  // Minimum and maximum reductions need a tiled-resources tier, which is not reported.
  if (reductionOf(desc.Filter) > kReductionComparison) return E_INVALIDARG;
  if (std::isnan(desc.MipLODBias) || std::isnan(desc.MinLOD) || std::isnan(desc.MaxLOD)) {
    return E_INVALIDARG;
  }
  return S_OK;
}

D3D11_SAMPLER_DESC SamplerState::normalise(const D3D11_SAMPLER_DESC& desc) {
  D3D11_SAMPLER_DESC out = desc;
  if (!isAnisotropic(desc.Filter)) out.MaxAnisotropy = 0;
  if (!isComparisonFilter(desc.Filter)) out.ComparisonFunc = D3D11_COMPARISON_NEVER;
  if (desc.AddressU != D3D11_TEXTURE_ADDRESS_BORDER &&
      desc.AddressV != D3D11_TEXTURE_ADDRESS_BORDER &&
      desc.AddressW != D3D11_TEXTURE_ADDRESS_BORDER) {
    std::fill(std::begin(out.BorderColor), std::end(out.BorderColor), 0.0f);
  }
  return out;
}

}  // namespace e11::umd
