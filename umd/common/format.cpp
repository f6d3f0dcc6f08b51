// SPDX-License-Identifier: Apache-2.0
#include "common/format.h"

#include <d3d11.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "e11/formats.h"

namespace e11::umd {
namespace {

constexpr size_t kTableSize = 256;  // the format numbers in descriptors have eight bits

uint32_t supportBits(uint32_t uses) {
  uint32_t bits = 0;
  if (uses & formats::kVertexBuffer) {
    bits |= D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER;
  }
  if (uses & formats::kIndexBuffer) {
    bits |= D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_IA_INDEX_BUFFER;
  }
  if (uses & formats::kTexture2d) {
    bits |= D3D11_FORMAT_SUPPORT_TEXTURE2D | D3D11_FORMAT_SUPPORT_MIP |
            D3D11_FORMAT_SUPPORT_CPU_LOCKABLE;
  }
  if (uses & formats::kTypedSrv) {
    bits |= D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_SHADER_LOAD;
  }
  if (uses & formats::kTypedUav) {
    bits |= D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW;
  }
  if (uses & formats::kRenderTarget) bits |= D3D11_FORMAT_SUPPORT_RENDER_TARGET;
  if (uses & formats::kDepthStencil) bits |= D3D11_FORMAT_SUPPORT_DEPTH_STENCIL;
  return bits;
}

uint32_t support2Bits(uint32_t uses) {
  uint32_t bits = 0;
  if (uses & formats::kTypedUav) bits |= D3D11_FORMAT_SUPPORT2_UAV_TYPED_STORE;
  if (uses & formats::kTypedUavLoad) bits |= D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD;
  if (uses & formats::kTypedUavExchange) bits |= D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_EXCHANGE;
  if (uses & formats::kTypedUavAtomic) {
    bits |= D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_ADD | D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_BITWISE_OPS |
            D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_COMPARE_STORE_OR_COMPARE_EXCHANGE |
            D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_SIGNED_MIN_OR_MAX |
            D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_UNSIGNED_MIN_OR_MAX;
  }
  return bits;
}

bool isTypeless(const formats::Format& format) {
  // Partly typed names such as R24_UNORM_X8_TYPELESS are views, not typeless formats.
  return format.number == format.family &&
         std::string_view(format.name).find("_TYPELESS") != std::string_view::npos;
}

struct Table {
  std::array<FormatInfo, kTableSize> entries = {};
  Table() {
    for (const formats::Format& f : formats::kFormats) {
      FormatInfo& entry = entries[f.number];
      entry.name = f.name;
      entry.bytesPerBlock = static_cast<uint8_t>(f.bits / 8);
      entry.blockWidth = f.blockWidth;
      entry.blockHeight = f.blockHeight;
      entry.typeless = isTypeless(f);
      entry.family = static_cast<DXGI_FORMAT>(f.family);
      entry.support = supportBits(f.uses);
      entry.support2 = support2Bits(f.uses);
      if (f.family != f.number || entry.typeless) {
        entry.support |= D3D11_FORMAT_SUPPORT_CAST_WITHIN_BIT_LAYOUT;
      }
      entry.elementAlignment = elementAlignment(f);
    }
  }

  // The width, rounded up to a power of two, at most 4 bytes.
  static uint8_t elementAlignment(const formats::Format& f) {
    return static_cast<uint8_t>(f.bits > 16 ? 4 : f.bits > 8 ? 2 : 1);
  }
};

const Table& table() {
  static const Table instance;
  return instance;
}

}  // namespace

const FormatInfo* formatInfo(DXGI_FORMAT format) {
  const uint32_t number = static_cast<uint32_t>(format);
  if (number >= kTableSize) return nullptr;
  const FormatInfo& entry = table().entries[number];
  return entry.name != nullptr ? &entry : nullptr;
}

bool isViewCompatible(DXGI_FORMAT resource, DXGI_FORMAT view) {
  const FormatInfo* from = formatInfo(resource);
  const FormatInfo* to = formatInfo(view);
  if (from == nullptr || to == nullptr || to->typeless) return false;
  return resource == view || (from->typeless && from->family == to->family);
}

bool isCopyCompatible(DXGI_FORMAT a, DXGI_FORMAT b) {
  if (a == b) return true;
  const FormatInfo* first = formatInfo(a);
  const FormatInfo* second = formatInfo(b);
  return first != nullptr && second != nullptr && first->family == second->family;
}

bool familySupports(DXGI_FORMAT format, uint32_t support) {
  const FormatInfo* info = formatInfo(format);
  if (info == nullptr) return false;
  if (!info->typeless) return (info->support & support) == support;
  for (const FormatInfo& entry : table().entries) {
    if (entry.name != nullptr && entry.family == format && !entry.typeless &&
        (entry.support & support) == support) {
      return true;
    }
  }
  return false;
}

}  // namespace e11::umd
