// SPDX-License-Identifier: Apache-2.0
//
// ID3D11Device3::WriteToSubresource and ReadFromSubresource: access to default textures that are
// mapped without a pointer (contract DEV3-WTS, DEV3-RFS).

#include "common/log.h"
#include "d3d11/box.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

// The part of a mapped default texture that a call names; false if there is nothing to do.
bool findRange(Resource* resource, UINT subresource, const D3D11_BOX* given, D3D11_MAP forbidden,
               BlockRange* range) {
  if (resource == nullptr || resource->isBuffer() ||
      resource->traits().usage != D3D11_USAGE_DEFAULT ||
      subresource >= resource->subresources().size()) {
    return false;
  }
  const D3D11_MAP map = resource->mapOf(subresource);
  if (map == static_cast<D3D11_MAP>(0) || map == forbidden) return false;
  const D3D11_BOX box = given != nullptr ? *given : wholeBox(*resource, subresource);
  if (isEmpty(box) || !isInside(box, *resource, subresource) ||
      !isAligned(box, *resource, subresource)) {
    return false;
  }
  *range = blockRange(*resource, subresource, box);
  return true;
}

}  // namespace

void Device::WriteToSubresource(ID3D11Resource* pointer, UINT subresource, const D3D11_BOX* box,
                                const void* data, UINT rowPitch, UINT) {
  Resource* resource = resourceOf(*this, pointer);
  BlockRange range;
  if (data == nullptr || !findRange(resource, subresource, box, D3D11_MAP_READ, &range)) {
    E11_INVALID_CALL("not mapped for writing, or an invalid box");
    return;
  }
  for (UINT row = 0; row < range.rowCount; ++row) {
    resource->memory()->write(range.offset + uint64_t{row} * range.rowPitch,
                              static_cast<const std::byte*>(data) + uint64_t{row} * rowPitch,
                              range.rowBytes);
  }
}

void Device::ReadFromSubresource(void* data, UINT rowPitch, UINT, ID3D11Resource* pointer,
                                 UINT subresource, const D3D11_BOX* box) {
  Resource* resource = resourceOf(*this, pointer);
  BlockRange range;
  if (data == nullptr || !findRange(resource, subresource, box, D3D11_MAP_WRITE, &range)) {
    E11_INVALID_CALL("not mapped for reading, or an invalid box");
    return;
  }
  for (UINT row = 0; row < range.rowCount; ++row) {
    resource->memory()->read(range.offset + uint64_t{row} * range.rowPitch,
                             static_cast<std::byte*>(data) + uint64_t{row} * rowPitch,
                             range.rowBytes);
  }
}

}  // namespace e11::umd
