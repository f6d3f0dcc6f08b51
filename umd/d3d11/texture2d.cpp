// SPDX-License-Identifier: Apache-2.0
#include "d3d11/texture2d.h"

#include <algorithm>
#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

// Rows and subresources begin at multiples of this, in bytes: what the output unit asks of targets.
constexpr UINT kPitchAlignment = 64;

constexpr UINT kBindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET |
                            D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kSharingFlags = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX |
                               D3D11_RESOURCE_MISC_SHARED_NTHANDLE |
                               D3D11_RESOURCE_MISC_GDI_COMPATIBLE;
constexpr UINT kMiscFlags = D3D11_RESOURCE_MISC_GENERATE_MIPS | D3D11_RESOURCE_MISC_TEXTURECUBE |
                            D3D11_RESOURCE_MISC_RESOURCE_CLAMP | kSharingFlags;

UINT fullMipCount(UINT width, UINT height) {
  UINT count = 1;
  for (UINT size = std::max(width, height); size > 1; size /= 2) ++count;
  return count;
}

bool areSizesValid(const D3D11_TEXTURE2D_DESC1& desc, const FormatInfo& format) {
  constexpr UINT kMaxSize = D3D11_REQ_TEXTURE2D_U_OR_V_DIMENSION;
  if (desc.Width == 0 || desc.Height == 0 || desc.Width > kMaxSize || desc.Height > kMaxSize) {
    return false;
  }
  if (desc.ArraySize == 0 || desc.ArraySize > D3D11_REQ_TEXTURE2D_ARRAY_AXIS_DIMENSION) {
    return false;
  }
  if (desc.MipLevels > fullMipCount(desc.Width, desc.Height)) return false;
  return desc.Width % format.blockWidth == 0 && desc.Height % format.blockHeight == 0;
}

bool areBindFlagsValid(const D3D11_TEXTURE2D_DESC1& desc) {
  if ((desc.BindFlags & ~kBindFlags) != 0) return false;
  const bool target = (desc.BindFlags & D3D11_BIND_RENDER_TARGET) != 0;
  const bool depth = (desc.BindFlags & D3D11_BIND_DEPTH_STENCIL) != 0;
  if (target && depth) return false;
  if (target && !familySupports(desc.Format, D3D11_FORMAT_SUPPORT_RENDER_TARGET)) return false;
  return !depth || familySupports(desc.Format, D3D11_FORMAT_SUPPORT_DEPTH_STENCIL);
}

bool areMiscFlagsValid(const D3D11_TEXTURE2D_DESC1& desc) {
  if ((desc.MiscFlags & ~kMiscFlags) != 0) return false;
  if ((desc.MiscFlags & D3D11_RESOURCE_MISC_TEXTURECUBE) != 0 &&
      (desc.Width != desc.Height || desc.ArraySize % 6 != 0)) {
    return false;
  }
  constexpr UINT kMipBinds = D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE;
  return (desc.MiscFlags & D3D11_RESOURCE_MISC_GENERATE_MIPS) == 0 ||
         (desc.BindFlags & kMipBinds) == kMipBinds;
}

HRESULT validate(const D3D11_TEXTURE2D_DESC1& desc) {
  const FormatInfo* format = formatInfo(desc.Format);
  if (format == nullptr || !areSizesValid(desc, *format)) return E_INVALIDARG;
  if (desc.SampleDesc.Count == 0) return E_INVALIDARG;
  if (desc.SampleDesc.Count != 1 || desc.SampleDesc.Quality != 0) {
    // CheckMultisampleQualityLevels reports none.
    E11_UNSUPPORTED("multisampled textures");
    return E_INVALIDARG;
  }
  if (!areUsageFlagsValid(desc.Usage, desc.BindFlags, desc.CPUAccessFlags)) return E_INVALIDARG;
  if (!areBindFlagsValid(desc)) {
    logLine(LogLevel::kInfo, "CreateTexture2D: bind flags 0x%x do not go with format %s",
            desc.BindFlags, format->name);
    return E_INVALIDARG;
  }
  if (!areMiscFlagsValid(desc)) return E_INVALIDARG;
  if (desc.TextureLayout != D3D11_TEXTURE_LAYOUT_UNDEFINED) return E_INVALIDARG;
  if (desc.Usage == D3D11_USAGE_DYNAMIC && (desc.MipLevels != 1 || desc.ArraySize != 1)) {
    return E_INVALIDARG;
  }
  if ((desc.MiscFlags & kSharingFlags) != 0) {
    E11_UNSUPPORTED("shared textures");
    return E_NOTIMPL;
  }
  return S_OK;
}

UINT alignUp(UINT value, UINT alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// Slice by slice, and in a slice mip by mip: the order of D3D11CalcSubresource.
std::vector<SubresourceLayout> layoutOf(const D3D11_TEXTURE2D_DESC1& desc, uint64_t* bytes) {
  const FormatInfo& format = *formatInfo(desc.Format);
  std::vector<SubresourceLayout> layouts;
  uint64_t offset = 0;
  for (UINT slice = 0; slice < desc.ArraySize; ++slice) {
    for (UINT mip = 0; mip < desc.MipLevels; ++mip) {
      SubresourceLayout layout;
      layout.offset = offset;
      layout.width = std::max(1u, desc.Width >> mip);
      layout.height = std::max(1u, desc.Height >> mip);
      layout.rowBytes =
          alignUp(layout.width, format.blockWidth) / format.blockWidth * format.bytesPerBlock;
      layout.rowCount = alignUp(layout.height, format.blockHeight) / format.blockHeight;
      layout.rowPitch = alignUp(layout.rowBytes, kPitchAlignment);
      layout.depthPitch = layout.rowPitch * layout.rowCount;
      offset += uint64_t{layout.rowPitch} * layout.rowCount;
      layouts.push_back(layout);
    }
  }
  *bytes = offset;
  return layouts;
}

bool isInitialDataValid(const D3D11_SUBRESOURCE_DATA* data,
                        const std::vector<SubresourceLayout>& layouts) {
  for (size_t i = 0; i < layouts.size(); ++i) {
    if (data[i].pSysMem == nullptr) return false;
    if (layouts[i].rowCount > 1 && data[i].SysMemPitch < layouts[i].rowBytes) return false;
  }
  return true;
}

Resource::Traits traitsOf(const D3D11_TEXTURE2D_DESC1& desc) {
  return {D3D11_RESOURCE_DIMENSION_TEXTURE2D,
          desc.Format,
          desc.Usage,
          desc.BindFlags,
          desc.CPUAccessFlags,
          desc.MiscFlags,
          desc.MipLevels,
          desc.ArraySize};
}

}  // namespace

Texture2D::Texture2D(Device& device, const D3D11_TEXTURE2D_DESC1& desc,
                     std::vector<SubresourceLayout> layout, uint64_t bytes,
                     std::shared_ptr<Allocation> memory)
    : ResourceChild(device, traitsOf(desc), std::move(layout), bytes, std::move(memory)),
      desc_(desc) {}

D3D11_TEXTURE2D_DESC1 Texture2D::upgrade(const D3D11_TEXTURE2D_DESC& desc) {
  return {desc.Width,
          desc.Height,
          desc.MipLevels,
          desc.ArraySize,
          desc.Format,
          desc.SampleDesc,
          desc.Usage,
          desc.BindFlags,
          desc.CPUAccessFlags,
          desc.MiscFlags,
          D3D11_TEXTURE_LAYOUT_UNDEFINED};
}

HRESULT Texture2D::create(Device& device, const D3D11_TEXTURE2D_DESC1* desc,
                          const D3D11_SUBRESOURCE_DATA* data, Texture2D** out) {
  if (desc == nullptr) return E_INVALIDARG;
  D3D11_TEXTURE2D_DESC1 full = *desc;
  if (full.MipLevels == 0) full.MipLevels = fullMipCount(full.Width, full.Height);
  const HRESULT valid = validate(full);
  if (FAILED(valid)) return valid;
  uint64_t bytes = 0;
  std::vector<SubresourceLayout> layouts = layoutOf(full, &bytes);
  if (full.Usage == D3D11_USAGE_IMMUTABLE && data == nullptr) return E_INVALIDARG;
  if (data != nullptr && !isInitialDataValid(data, layouts)) return E_INVALIDARG;
  if (out == nullptr) return S_FALSE;
  std::shared_ptr<Allocation> memory =
      data != nullptr ? device.memory().allocate(bytes) : device.memory().allocateCleared(bytes);
  if (memory == nullptr) return device.allocationFailure();
  auto* texture =
      new (std::nothrow) Texture2D(device, full, std::move(layouts), bytes, std::move(memory));
  if (texture == nullptr) return E_OUTOFMEMORY;
  if (data != nullptr) writeInitialData(*texture, data);
  *out = texture;
  return S_OK;
}

void Texture2D::GetDesc(D3D11_TEXTURE2D_DESC* desc) {
  if (desc == nullptr) return;
  *desc = {desc_.Width,      desc_.Height, desc_.MipLevels, desc_.ArraySize,      desc_.Format,
           desc_.SampleDesc, desc_.Usage,  desc_.BindFlags, desc_.CPUAccessFlags, desc_.MiscFlags};
}

}  // namespace e11::umd
