// SPDX-License-Identifier: Apache-2.0
//
// What the device says that it can do. An optional capability is reported only when it works.

#include <cstring>

#include "common/format.h"
#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

// Copies an answer out if the application's structure has its size (contract COM-10).
template <typename Data>
HRESULT answer(const Data& data, void* out, UINT size) {
  if (out == nullptr || size != sizeof(Data)) return E_INVALIDARG;
  std::memcpy(out, &data, sizeof(Data));
  return S_OK;
}

D3D11_FEATURE_DATA_D3D11_OPTIONS options() {
  D3D11_FEATURE_DATA_D3D11_OPTIONS data = {};
  data.DiscardAPIsSeenByDriver = TRUE;
  data.FlagsForUpdateAndCopySeenByDriver = TRUE;
  data.ClearView = TRUE;
  data.ConstantBufferPartialUpdate = TRUE;
  data.ConstantBufferOffsetting = TRUE;
  data.MapNoOverwriteOnDynamicConstantBuffer = TRUE;
  data.MapNoOverwriteOnDynamicBufferSRV = TRUE;
  return data;
}

D3D11_FEATURE_DATA_D3D11_OPTIONS1 options1() {
  D3D11_FEATURE_DATA_D3D11_OPTIONS1 data = {};
  data.TiledResourcesTier = D3D11_TILED_RESOURCES_NOT_SUPPORTED;
  data.ClearViewAlsoSupportsDepthOnlyFormats = TRUE;
  return data;
}

D3D11_FEATURE_DATA_D3D11_OPTIONS2 options2() {
  D3D11_FEATURE_DATA_D3D11_OPTIONS2 data = {};
  data.ConservativeRasterizationTier = D3D11_CONSERVATIVE_RASTERIZATION_NOT_SUPPORTED;
  data.TiledResourcesTier = D3D11_TILED_RESOURCES_NOT_SUPPORTED;
  return data;
}

HRESULT formatSupport(void* out, UINT size) {
  D3D11_FEATURE_DATA_FORMAT_SUPPORT data;
  if (out == nullptr || size != sizeof(data)) return E_INVALIDARG;
  std::memcpy(&data, out, sizeof(data));
  const FormatInfo* format = formatInfo(data.InFormat);
  data.OutFormatSupport = format != nullptr ? format->support : 0;
  std::memcpy(out, &data, sizeof(data));
  return format != nullptr ? S_OK : E_FAIL;
}

HRESULT formatSupport2(void* out, UINT size) {
  D3D11_FEATURE_DATA_FORMAT_SUPPORT2 data;
  if (out == nullptr || size != sizeof(data)) return E_INVALIDARG;
  std::memcpy(&data, out, sizeof(data));
  const FormatInfo* format = formatInfo(data.InFormat);
  data.OutFormatSupport2 = format != nullptr ? format->support2 : 0;
  std::memcpy(out, &data, sizeof(data));
  return format != nullptr ? S_OK : E_FAIL;
}

}  // namespace

HRESULT Device::CheckFeatureSupport(D3D11_FEATURE feature, void* data, UINT size) {
  switch (feature) {
    case D3D11_FEATURE_THREADING:
      return answer(D3D11_FEATURE_DATA_THREADING{TRUE, FALSE}, data, size);
    case D3D11_FEATURE_DOUBLES:
      return answer(D3D11_FEATURE_DATA_DOUBLES{}, data, size);
    case D3D11_FEATURE_FORMAT_SUPPORT:
      return formatSupport(data, size);
    case D3D11_FEATURE_FORMAT_SUPPORT2:
      return formatSupport2(data, size);
    case D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS:
      return answer(D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS{}, data, size);
    case D3D11_FEATURE_D3D11_OPTIONS:
      return answer(options(), data, size);
    case D3D11_FEATURE_ARCHITECTURE_INFO:
      return answer(D3D11_FEATURE_DATA_ARCHITECTURE_INFO{}, data, size);
    case D3D11_FEATURE_D3D9_OPTIONS:
      return answer(D3D11_FEATURE_DATA_D3D9_OPTIONS{}, data, size);
    case D3D11_FEATURE_SHADER_MIN_PRECISION_SUPPORT:
      return answer(D3D11_FEATURE_DATA_SHADER_MIN_PRECISION_SUPPORT{}, data, size);
    case D3D11_FEATURE_D3D9_SHADOW_SUPPORT:
      return answer(D3D11_FEATURE_DATA_D3D9_SHADOW_SUPPORT{}, data, size);
    case D3D11_FEATURE_D3D11_OPTIONS1:
      return answer(options1(), data, size);
    case D3D11_FEATURE_D3D9_SIMPLE_INSTANCING_SUPPORT:
      return answer(D3D11_FEATURE_DATA_D3D9_SIMPLE_INSTANCING_SUPPORT{TRUE}, data, size);
    case D3D11_FEATURE_MARKER_SUPPORT:
      return answer(D3D11_FEATURE_DATA_MARKER_SUPPORT{}, data, size);
    case D3D11_FEATURE_D3D9_OPTIONS1:
      return answer(D3D11_FEATURE_DATA_D3D9_OPTIONS1{FALSE, FALSE, TRUE, FALSE}, data, size);
    case D3D11_FEATURE_D3D11_OPTIONS2:
      return answer(options2(), data, size);
    case D3D11_FEATURE_D3D11_OPTIONS3:
      return answer(D3D11_FEATURE_DATA_D3D11_OPTIONS3{}, data, size);
    case D3D11_FEATURE_GPU_VIRTUAL_ADDRESS_SUPPORT:
      return answer(D3D11_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT{32, 32}, data, size);
    case D3D11_FEATURE_D3D11_OPTIONS4:
      return answer(D3D11_FEATURE_DATA_D3D11_OPTIONS4{}, data, size);
    case D3D11_FEATURE_SHADER_CACHE:
      return answer(D3D11_FEATURE_DATA_SHADER_CACHE{}, data, size);
    case D3D11_FEATURE_D3D11_OPTIONS5:
      return answer(D3D11_FEATURE_DATA_D3D11_OPTIONS5{}, data, size);
    default:
      return E_INVALIDARG;
  }
}

HRESULT Device::CheckFormatSupport(DXGI_FORMAT format, UINT* support) {
  if (support == nullptr) return E_INVALIDARG;
  const FormatInfo* info = formatInfo(format);
  *support = info != nullptr ? info->support : 0;
  return info != nullptr ? S_OK : E_FAIL;
}

HRESULT Device::CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT sampleCount, UINT* levels) {
  return CheckMultisampleQualityLevels1(format, sampleCount, 0, levels);
}

// One sample a pixel is all there is.
HRESULT Device::CheckMultisampleQualityLevels1(DXGI_FORMAT format, UINT sampleCount, UINT flags,
                                               UINT* levels) {
  if (levels == nullptr) return E_INVALIDARG;
  *levels = 0;
  if (flags != 0 || sampleCount == 0 || sampleCount > D3D11_MAX_MULTISAMPLE_SAMPLE_COUNT) {
    return flags != 0 ? E_INVALIDARG : E_FAIL;
  }
  const FormatInfo* info = formatInfo(format);
  if (info == nullptr) return E_FAIL;
  constexpr UINT kTargets = D3D11_FORMAT_SUPPORT_RENDER_TARGET | D3D11_FORMAT_SUPPORT_DEPTH_STENCIL;
  if (sampleCount == 1 && (info->support & kTargets) != 0) *levels = 1;
  return S_OK;
}

void Device::CheckCounterInfo(D3D11_COUNTER_INFO* info) {
  storeOptional(info, D3D11_COUNTER_INFO{});
}

HRESULT Device::CheckCounter(const D3D11_COUNTER_DESC*, D3D11_COUNTER_TYPE*, UINT*, LPSTR, UINT*,
                             LPSTR, UINT*, LPSTR, UINT*) {
  return DXGI_ERROR_UNSUPPORTED;
}

void Device::GetResourceTiling(ID3D11Resource*, UINT* tileCount, D3D11_PACKED_MIP_DESC* mipDesc,
                               D3D11_TILE_SHAPE* tileShape, UINT* subresourceTilingCount, UINT,
                               D3D11_SUBRESOURCE_TILING*) {
  storeOptional(tileCount, 0u);
  storeOptional(mipDesc, D3D11_PACKED_MIP_DESC{});
  storeOptional(tileShape, D3D11_TILE_SHAPE{});
  storeOptional(subresourceTilingCount, 0u);
  E11_UNSUPPORTED("tiled resources");
}

}  // namespace e11::umd
