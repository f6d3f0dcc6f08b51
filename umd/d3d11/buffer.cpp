// SPDX-License-Identifier: Apache-2.0
#include "d3d11/buffer.h"

#include <new>

#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr UINT kConstantBytes = 16;
constexpr UINT kAllBindFlags = D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER |
                               D3D11_BIND_CONSTANT_BUFFER | D3D11_BIND_SHADER_RESOURCE |
                               D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_RENDER_TARGET |
                               D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kSharingFlags = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX |
                               D3D11_RESOURCE_MISC_SHARED_NTHANDLE;
constexpr UINT kBufferMiscFlags =
    D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS | D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS |
    D3D11_RESOURCE_MISC_BUFFER_STRUCTURED | D3D11_RESOURCE_MISC_RESOURCE_CLAMP | kSharingFlags;

bool isStructureValid(const D3D11_BUFFER_DESC& desc) {
  const bool structured = (desc.MiscFlags & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED) != 0;
  const bool raw = (desc.MiscFlags & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS) != 0;
  const bool viewed =
      (desc.BindFlags & (D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS)) != 0;
  if (raw && (structured || !viewed)) return false;
  if (!structured) return true;
  // Structures are seen by shaders only (spec 5.4.2), and arguments have no structure.
  constexpr UINT kBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
  if ((desc.BindFlags & ~kBinds) != 0) return false;
  if ((desc.MiscFlags & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS) != 0) return false;
  const UINT stride = desc.StructureByteStride;
  if (stride == 0 || stride > D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES || stride % 4 != 0) {
    return false;
  }
  return desc.ByteWidth % stride == 0;
}

HRESULT validate(const D3D11_BUFFER_DESC& desc) {
  if (desc.ByteWidth == 0) return E_INVALIDARG;
  if ((desc.BindFlags & ~kAllBindFlags) != 0) return E_INVALIDARG;
  if ((desc.MiscFlags & ~kBufferMiscFlags) != 0) return E_INVALIDARG;
  if (!areUsageFlagsValid(desc.Usage, desc.BindFlags, desc.CPUAccessFlags)) return E_INVALIDARG;
  if (!isStructureValid(desc)) return E_INVALIDARG;
  if ((desc.BindFlags & D3D11_BIND_CONSTANT_BUFFER) != 0) {
    if (desc.BindFlags != D3D11_BIND_CONSTANT_BUFFER) return E_INVALIDARG;
    if (desc.ByteWidth % kConstantBytes != 0) return E_INVALIDARG;
  }
  if ((desc.BindFlags & D3D11_BIND_STREAM_OUTPUT) != 0) {
    E11_UNSUPPORTED("stream output buffers");
    return E_NOTIMPL;
  }
  if ((desc.BindFlags & D3D11_BIND_RENDER_TARGET) != 0) {
    E11_UNSUPPORTED("buffers as render targets");
    return E_NOTIMPL;
  }
  if ((desc.MiscFlags & kSharingFlags) != 0) {
    E11_UNSUPPORTED("shared buffers");
    return E_NOTIMPL;
  }
  return S_OK;
}

Resource::Traits traitsOf(const D3D11_BUFFER_DESC& desc) {
  return {D3D11_RESOURCE_DIMENSION_BUFFER,
          DXGI_FORMAT_UNKNOWN,
          desc.Usage,
          desc.BindFlags,
          desc.CPUAccessFlags,
          desc.MiscFlags,
          1,
          1};
}

std::vector<SubresourceLayout> layoutOf(const D3D11_BUFFER_DESC& desc) {
  SubresourceLayout layout;
  layout.width = desc.ByteWidth;
  layout.rowBytes = desc.ByteWidth;
  layout.rowPitch = desc.ByteWidth;
  layout.depthPitch = desc.ByteWidth;
  return {layout};
}

}  // namespace

Buffer::Buffer(Device& device, const D3D11_BUFFER_DESC& desc, std::shared_ptr<Allocation> memory)
    : ResourceChild(device, traitsOf(desc), layoutOf(desc), uint64_t{desc.ByteWidth},
                    std::move(memory)),
      desc_(desc) {}

HRESULT Buffer::create(Device& device, const D3D11_BUFFER_DESC* desc,
                       const D3D11_SUBRESOURCE_DATA* data, ID3D11Buffer** out) {
  if (desc == nullptr) return E_INVALIDARG;
  const HRESULT valid = validate(*desc);
  if (FAILED(valid)) return valid;
  if (desc->Usage == D3D11_USAGE_IMMUTABLE && data == nullptr) return E_INVALIDARG;
  if (data != nullptr && data->pSysMem == nullptr) return E_INVALIDARG;
  if (out == nullptr) return S_FALSE;
  std::shared_ptr<Allocation> memory = data != nullptr
                                           ? device.memory().allocate(desc->ByteWidth)
                                           : device.memory().allocateCleared(desc->ByteWidth);
  if (memory == nullptr) return device.allocationFailure();
  auto* buffer = new (std::nothrow) Buffer(device, *desc, std::move(memory));
  if (buffer == nullptr) return E_OUTOFMEMORY;
  if (data != nullptr) buffer->memory()->write(0, data->pSysMem, desc->ByteWidth);
  *out = buffer;
  return S_OK;
}

}  // namespace e11::umd
