// SPDX-License-Identifier: Apache-2.0
#include "d3d11/buffer_view.h"

#include "common/log.h"

namespace e11::umd {
namespace {

constexpr UINT kWordBytes = 4;
constexpr UINT kRawAlignment = D3D11_RAW_UAV_SRV_BYTE_ALIGNMENT;
constexpr UINT64 kMaxTexels = UINT64{1} << D3D11_REQ_BUFFER_RESOURCE_TEXEL_COUNT_2_TO_EXP;

bool hasMisc(const Buffer& buffer, UINT flag) {
  return (buffer.desc().MiscFlags & flag) != 0;
}

bool fits(const Buffer& buffer, const BufferRange& range) {
  return range.count != 0 && range.offset <= buffer.byteSize() &&
         range.bytes() <= buffer.byteSize() - range.offset;
}

// Layout and stride; the rest follows from them.
HRESULT resolveLayout(const Buffer& buffer, DXGI_FORMAT format, bool raw, UINT support,
                      BufferRange* range) {
  if (raw) {
    if (format != DXGI_FORMAT_R32_TYPELESS ||
        !hasMisc(buffer, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS)) {
      return E_INVALIDARG;
    }
    range->layout = compiler::BufferLayout::kRaw;
    range->stride = kWordBytes;
    return S_OK;
  }
  if (hasMisc(buffer, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED)) {
    if (format != DXGI_FORMAT_UNKNOWN) return E_INVALIDARG;
    range->layout = compiler::BufferLayout::kStructured;
    range->stride = buffer.desc().StructureByteStride;
    return S_OK;
  }
  const FormatInfo* info = formatInfo(format);
  if (info == nullptr || info->typeless) return E_INVALIDARG;
  if ((info->support & support) != support) {
    logLine(LogLevel::kWarn, "format %s is not supported in such a view of a buffer", info->name);
    return E_INVALIDARG;
  }
  range->layout = compiler::BufferLayout::kTyped;
  range->format = format;
  range->stride = info->bytesPerBlock;
  return S_OK;
}

}  // namespace

HRESULT resolveBufferRange(const Buffer& buffer, DXGI_FORMAT format, UINT first, UINT count,
                           bool raw, UINT support, BufferRange* range) {
  const HRESULT result = resolveLayout(buffer, format, raw, support, range);
  if (FAILED(result)) return result;
  range->offset = uint64_t{first} * range->stride;
  range->count = count;
  if (raw && range->offset % kRawAlignment != 0) return E_INVALIDARG;
  if (!raw && range->layout == compiler::BufferLayout::kTyped && count > kMaxTexels) {
    return E_INVALIDARG;
  }
  return fits(buffer, *range) ? S_OK : E_INVALIDARG;
}

HRESULT wholeBufferRange(const Buffer& buffer, BufferRange* range) {
  if (!hasMisc(buffer, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED)) return E_INVALIDARG;
  const UINT count = buffer.desc().ByteWidth / buffer.desc().StructureByteStride;
  return resolveBufferRange(buffer, DXGI_FORMAT_UNKNOWN, 0, count, false, 0, range);
}

}  // namespace e11::umd
