// SPDX-License-Identifier: Apache-2.0
#include "d3d11/resource.h"

#include <algorithm>
#include <cstring>

#include "d3d11/buffer.h"
#include "d3d11/device.h"
#include "d3d11/texture2d.h"

namespace e11::umd {
namespace {

constexpr D3D11_MAP kNotMapped = static_cast<D3D11_MAP>(0);

// A buffer is copied and updated as a row of bytes.
constexpr FormatInfo kByteElement = {"byte", 1, 1, 1, 1, false, DXGI_FORMAT_UNKNOWN, 0, 0};

const FormatInfo& elementOf(const Resource::Traits& traits) {
  const FormatInfo* info =
      traits.dimension == D3D11_RESOURCE_DIMENSION_BUFFER ? nullptr : formatInfo(traits.format);
  return info != nullptr ? *info : kByteElement;
}

}  // namespace

Resource::Resource(Device& device, const Traits& traits,
                   std::vector<SubresourceLayout> subresources, uint64_t byteSize,
                   std::shared_ptr<Allocation> memory)
    : ChildBase(device),
      traits_(traits),
      format_(elementOf(traits)),
      subresources_(std::move(subresources)),
      byteSize_(byteSize),
      memory_(std::move(memory)),
      maps_(subresources_.size(), kNotMapped) {}

bool Resource::isMapped() const {
  return std::any_of(maps_.begin(), maps_.end(), [](D3D11_MAP m) { return m != kNotMapped; });
}

Resource* resourceOf(const Device& device, ID3D11Resource* pointer) {
  if (pointer == nullptr) return nullptr;
  D3D11_RESOURCE_DIMENSION dimension = D3D11_RESOURCE_DIMENSION_UNKNOWN;
  pointer->GetType(&dimension);
  switch (dimension) {
    case D3D11_RESOURCE_DIMENSION_BUFFER:
      return objectOf<Buffer>(device, static_cast<ID3D11Buffer*>(pointer));
    case D3D11_RESOURCE_DIMENSION_TEXTURE2D:
      return objectOf<Texture2D>(device, static_cast<ID3D11Texture2D*>(pointer));
    default:
      return nullptr;  // no other kind can be created
  }
}

void writeInitialData(Resource& resource, const D3D11_SUBRESOURCE_DATA* data) {
  // Gathered in the memory's layout first: one transfer, however the application's rows lie.
  std::vector<std::byte> bytes(resource.byteSize());
  for (size_t i = 0; i < resource.subresources().size(); ++i) {
    const SubresourceLayout& layout = resource.subresources()[i];
    const std::byte* source = static_cast<const std::byte*>(data[i].pSysMem);
    for (UINT row = 0; row < layout.rowCount; ++row) {
      std::memcpy(&bytes[layout.offset + uint64_t{row} * layout.rowPitch],
                  source + uint64_t{row} * data[i].SysMemPitch, layout.rowBytes);
    }
  }
  resource.memory()->write(0, bytes.data(), bytes.size());
}

bool areUsageFlagsValid(D3D11_USAGE usage, UINT bindFlags, UINT cpuAccess) {
  constexpr UINT kOutputs = D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_RENDER_TARGET |
                            D3D11_BIND_DEPTH_STENCIL | D3D11_BIND_UNORDERED_ACCESS;
  constexpr UINT kCpuBoth = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
  if ((cpuAccess & ~kCpuBoth) != 0) return false;
  switch (usage) {
    case D3D11_USAGE_DEFAULT:
      // CPU access would need the MapOnDefault capabilities, which are not reported.
      return cpuAccess == 0;
    case D3D11_USAGE_IMMUTABLE:
      return cpuAccess == 0 && bindFlags != 0 && (bindFlags & kOutputs) == 0;
    case D3D11_USAGE_DYNAMIC:
      return cpuAccess == D3D11_CPU_ACCESS_WRITE && bindFlags != 0 && (bindFlags & kOutputs) == 0;
    case D3D11_USAGE_STAGING:
      return cpuAccess != 0 && bindFlags == 0;
    default:
      return false;
  }
}

}  // namespace e11::umd
