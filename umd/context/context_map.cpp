// SPDX-License-Identifier: Apache-2.0
//
// Map and Unmap.

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr D3D11_MAP kNotMapped = static_cast<D3D11_MAP>(0);

bool mapReads(D3D11_MAP type) {
  return type == D3D11_MAP_READ || type == D3D11_MAP_READ_WRITE;
}

bool mapDiscardsOrAppends(D3D11_MAP type) {
  return type == D3D11_MAP_WRITE_DISCARD || type == D3D11_MAP_WRITE_NO_OVERWRITE;
}

// Contract CTX-MAP-08.
bool isMapAllowed(const Resource& resource, D3D11_MAP type) {
  const Resource::Traits& traits = resource.traits();
  const bool canRead = (traits.cpuAccess & D3D11_CPU_ACCESS_READ) != 0;
  const bool canWrite = (traits.cpuAccess & D3D11_CPU_ACCESS_WRITE) != 0;
  switch (type) {
    case D3D11_MAP_READ:
      return traits.usage == D3D11_USAGE_STAGING && canRead;
    case D3D11_MAP_WRITE:
      return traits.usage == D3D11_USAGE_STAGING && canWrite;
    case D3D11_MAP_READ_WRITE:
      return traits.usage == D3D11_USAGE_STAGING && canRead && canWrite;
    case D3D11_MAP_WRITE_DISCARD:
      return traits.usage == D3D11_USAGE_DYNAMIC;
    case D3D11_MAP_WRITE_NO_OVERWRITE:
      return traits.usage == D3D11_USAGE_DYNAMIC && resource.isBuffer();
    default:
      return false;
  }
}

uint32_t dirtyBitsOf(const Resource& resource) {
  uint32_t bits = 0;
  if (resource.hasBind(D3D11_BIND_VERTEX_BUFFER)) bits |= kDirtyVertexInput;
  if (resource.hasBind(D3D11_BIND_INDEX_BUFFER)) bits |= kDirtyIndex;
  if (resource.hasBind(D3D11_BIND_CONSTANT_BUFFER) ||
      resource.hasBind(D3D11_BIND_SHADER_RESOURCE)) {
    bits |= kDirtyVertexStage | kDirtyPixelStage | kDirtyCompute;
  }
  return bits;
}

}  // namespace

// New memory for a discarding Map, unless the old is free. The GPU keeps reading the old one.
HRESULT Context::rename(Resource& resource) {
  if (isIdle(*resource.memory())) return S_OK;
  std::shared_ptr<Allocation> memory = device().memory().allocate(resource.byteSize());
  if (memory == nullptr) return waitForMemory(*resource.memory(), false, true);
  resource.replaceMemory(std::move(memory));
  dirty_ |= dirtyBitsOf(resource);
  return S_OK;
}

HRESULT Context::prepareMap(Resource& resource, D3D11_MAP type, bool mayWait) {
  switch (type) {
    case D3D11_MAP_WRITE_DISCARD:
      return rename(resource);
    case D3D11_MAP_WRITE_NO_OVERWRITE:
      return S_OK;
    default:
      // Reading needs the GPU's writes, writing also that it has stopped reading.
      return waitForMemory(*resource.memory(), type == D3D11_MAP_READ, mayWait);
  }
}

// A texture of default usage is mapped without a pointer; ID3D11Device3's WriteToSubresource and
// ReadFromSubresource reach it (contract CTX-MAP-06).
HRESULT Context::mapWithoutPointer(Resource& resource, UINT subresource, D3D11_MAP type,
                                   bool mayWait) {
  if (resource.isBuffer() || resource.traits().usage != D3D11_USAGE_DEFAULT || !isImmediate() ||
      mapDiscardsOrAppends(type)) {
    return E_INVALIDARG;
  }
  const HRESULT result = waitForMemory(*resource.memory(), type == D3D11_MAP_READ, mayWait);
  if (result != S_OK) return result;
  resource.setMap(subresource, type);
  return S_OK;
}

HRESULT Context::Map(ID3D11Resource* pointer, UINT subresource, D3D11_MAP type, UINT flags,
                     D3D11_MAPPED_SUBRESOURCE* mapped) {
  if (mapped != nullptr) *mapped = {};
  Resource* resource = resourceOf(device(), pointer);
  if (resource == nullptr || subresource >= resource->subresources().size()) return E_INVALIDARG;
  const bool mayWait = (flags & D3D11_MAP_FLAG_DO_NOT_WAIT) == 0;
  if ((flags & ~UINT{D3D11_MAP_FLAG_DO_NOT_WAIT}) != 0) return E_INVALIDARG;
  if (!mayWait && mapDiscardsOrAppends(type)) return E_INVALIDARG;
  if (type < D3D11_MAP_READ || type > D3D11_MAP_WRITE_NO_OVERWRITE) return E_INVALIDARG;
  if (resource->mapOf(subresource) != kNotMapped) return E_INVALIDARG;
  if (mapped == nullptr) return mapWithoutPointer(*resource, subresource, type, mayWait);
  if (!isMapAllowed(*resource, type)) return E_INVALIDARG;

  const HRESULT result = prepareMap(*resource, type, mayWait);
  // A lost device fails maps that read; writes go to memory that nobody will use (CTX-MAP-03).
  if (result == DXGI_ERROR_WAS_STILL_DRAWING || result == E_OUTOFMEMORY) return result;
  if (FAILED(result) && mapReads(type)) return DXGI_ERROR_DEVICE_REMOVED;
  const SubresourceLayout& layout = resource->subresources()[subresource];
  const uint64_t bytes = uint64_t{layout.rowPitch} * layout.rowCount;
  std::byte* data =
      resource->memory()->beginMap(layout.offset, bytes, type != D3D11_MAP_WRITE_DISCARD);
  if (data == nullptr) return DXGI_ERROR_DEVICE_REMOVED;
  resource->setMap(subresource, type);
  *mapped = {data, layout.rowPitch, layout.depthPitch};
  return S_OK;
}

void Context::Unmap(ID3D11Resource* pointer, UINT subresource) {
  Resource* resource = resourceOf(device(), pointer);
  if (resource == nullptr || subresource >= resource->subresources().size()) return;
  const D3D11_MAP type = resource->mapOf(subresource);
  if (type == kNotMapped) return;
  resource->setMap(subresource, kNotMapped);
  resource->memory()->endMap(resource->subresources()[subresource].offset, type != D3D11_MAP_READ);
}

}  // namespace e11::umd
