// SPDX-License-Identifier: Apache-2.0
//
// Copies between resources, and updates from the application's memory.

#include <algorithm>

#include "common/log.h"
#include "context/context.h"
#include "d3d11/box.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

bool isDestination(const Resource& resource) {
  return resource.traits().usage != D3D11_USAGE_IMMUTABLE;
}

// The rules that both copies have in common (contract CTX-CSR-07, 08, 10; CTX-CPY-03, 05, 06, 07).
const char* whyNotCopyable(const Resource& dst, const Resource& src) {
  if (dst.traits().dimension != src.traits().dimension) return "resources of different types";
  if (!isDestination(dst)) return "the destination is immutable";
  if (dst.isMapped() || src.isMapped()) return "a mapped resource";
  if (!dst.isBuffer() && !isCopyCompatible(dst.traits().format, src.traits().format)) {
    return "formats of different groups";
  }
  return nullptr;
}

bool isDepthStencil(const Resource& resource) {
  return resource.hasBind(D3D11_BIND_DEPTH_STENCIL);
}

}  // namespace

// Both ranges have been checked. Sizes are those of the source box.
void Context::copyRegion(Resource& dst, UINT dstSubresource, UINT x, UINT y, Resource& src,
                         UINT srcSubresource, const D3D11_BOX& box) {
  const BlockRange from = blockRange(src, srcSubresource, box);
  const D3D11_BOX target = {x, y, 0, x + (box.right - box.left), y + (box.bottom - box.top), 1};
  const BlockRange to = blockRange(dst, dstSubresource, target);
  stream_.copy(dst.memory(), to.offset, to.rowPitch, src.memory(), from.offset, from.rowPitch,
               from.rowBytes, from.rowCount);
  submitIfLarge();
}

void Context::CopySubresourceRegion(ID3D11Resource* dstPointer, UINT dstSubresource, UINT dstX,
                                    UINT dstY, UINT dstZ, ID3D11Resource* srcPointer,
                                    UINT srcSubresource, const D3D11_BOX* srcBox) {
  Resource* dst = resourceOf(device(), dstPointer);
  Resource* src = resourceOf(device(), srcPointer);
  if (dst == nullptr || src == nullptr || dstSubresource >= dst->subresources().size() ||
      srcSubresource >= src->subresources().size()) {
    E11_INVALID_CALL("no such subresource");
    return;
  }
  const char* reason = whyNotCopyable(*dst, *src);
  if (dst == src && dstSubresource == srcSubresource) reason = "one subresource on both sides";
  if (reason != nullptr) {
    E11_INVALID_CALL(reason);
    return;
  }
  const D3D11_BOX whole = wholeBox(*src, srcSubresource);
  const D3D11_BOX box = srcBox != nullptr ? *srcBox : whole;
  if (isEmpty(box)) return;
  if (!isInside(box, *src, srcSubresource) || !isAligned(box, *src, srcSubresource)) {
    E11_INVALID_CALL("the box is not inside the source");
    return;
  }
  const uint64_t right = uint64_t{dstX} + (box.right - box.left);
  const uint64_t bottom = uint64_t{dstY} + (box.bottom - box.top);
  const SubresourceLayout& layout = dst->subresources()[dstSubresource];
  if (right > layout.width || bottom > layout.height || dstZ != 0) {
    E11_INVALID_CALL("the box is not inside the destination");
    return;
  }
  const D3D11_BOX target = {dstX, dstY, 0, static_cast<UINT>(right), static_cast<UINT>(bottom), 1};
  if (!isAligned(target, *dst, dstSubresource)) {
    E11_INVALID_CALL("the destination cuts compressed blocks");
    return;
  }
  // Depth-stencil resources are copied whole (contract CTX-CSR-13).
  if ((isDepthStencil(*dst) || isDepthStencil(*src)) &&
      !(isSameBox(box, whole) && isSameBox(target, wholeBox(*dst, dstSubresource)))) {
    E11_INVALID_CALL("a part of a depth-stencil resource");
    return;
  }
  copyRegion(*dst, dstSubresource, dstX, dstY, *src, srcSubresource, box);
}

void Context::CopySubresourceRegion1(ID3D11Resource* dst, UINT dstSubresource, UINT dstX, UINT dstY,
                                     UINT dstZ, ID3D11Resource* src, UINT srcSubresource,
                                     const D3D11_BOX* srcBox, UINT copyFlags) {
  constexpr UINT kFlags = D3D11_COPY_NO_OVERWRITE | D3D11_COPY_DISCARD;
  if ((copyFlags & ~kFlags) != 0 || copyFlags == kFlags) {
    E11_INVALID_CALL("unknown flags");
    return;
  }
  CopySubresourceRegion(dst, dstSubresource, dstX, dstY, dstZ, src, srcSubresource, srcBox);
}

void Context::CopyResource(ID3D11Resource* dstPointer, ID3D11Resource* srcPointer) {
  Resource* dst = resourceOf(device(), dstPointer);
  Resource* src = resourceOf(device(), srcPointer);
  if (dst == nullptr || src == nullptr || dst == src) {
    E11_INVALID_CALL("null, or the same resource on both sides");
    return;
  }
  const char* reason = whyNotCopyable(*dst, *src);
  const SubresourceLayout& a = dst->subresources()[0];
  const SubresourceLayout& b = src->subresources()[0];
  if (reason == nullptr && (dst->subresources().size() != src->subresources().size() ||
                            dst->traits().mipLevels != src->traits().mipLevels ||
                            a.width != b.width || a.height != b.height)) {
    reason = "resources of different sizes";
  }
  if (reason != nullptr) {
    E11_INVALID_CALL(reason);
    return;
  }
  for (UINT i = 0; i < src->subresources().size(); ++i) {
    copyRegion(*dst, i, 0, 0, *src, i, wholeBox(*src, i));
  }
}

// Idle memory is written at once. Otherwise the data is kept in memory of its own and copied by
// the GPU in order (contract CTX-UPD-06, 07).
void Context::updateRegion(Resource& dst, UINT subresource, const D3D11_BOX& box, const void* data,
                           UINT rowPitch) {
  const BlockRange range = blockRange(dst, subresource, box);
  const std::byte* source = static_cast<const std::byte*>(data);
  if (isIdle(*dst.memory())) {
    for (UINT row = 0; row < range.rowCount; ++row) {
      dst.memory()->write(range.offset + uint64_t{row} * range.rowPitch,
                          source + uint64_t{row} * rowPitch, range.rowBytes);
    }
    return;
  }
  std::shared_ptr<Allocation> upload =
      device().memory().allocate(uint64_t{range.rowBytes} * range.rowCount);
  if (upload == nullptr) return;  // logged
  for (UINT row = 0; row < range.rowCount; ++row) {
    upload->write(uint64_t{row} * range.rowBytes, source + uint64_t{row} * rowPitch,
                  range.rowBytes);
  }
  stream_.copy(dst.memory(), range.offset, range.rowPitch, upload, 0, range.rowBytes,
               range.rowBytes, range.rowCount);
  submitIfLarge();
}

void Context::update(ID3D11Resource* pointer, UINT subresource, const D3D11_BOX* dstBox,
                     const void* data, UINT rowPitch, bool partialConstants) {
  Resource* dst = resourceOf(device(), pointer);
  if (dst == nullptr || data == nullptr || subresource >= dst->subresources().size()) {
    E11_INVALID_CALL("no such subresource, or no data");
    return;
  }
  const D3D11_USAGE usage = dst->traits().usage;
  if (usage == D3D11_USAGE_IMMUTABLE || usage == D3D11_USAGE_DYNAMIC || isDepthStencil(*dst) ||
      dst->isMapped()) {
    E11_INVALID_CALL("an immutable, dynamic, depth-stencil or mapped resource");
    return;
  }
  const D3D11_BOX box = dstBox != nullptr ? *dstBox : wholeBox(*dst, subresource);
  if (isEmpty(box)) return;
  if (!isInside(box, *dst, subresource) || !isAligned(box, *dst, subresource)) {
    E11_INVALID_CALL("the box is not inside the resource");
    return;
  }
  if (dst->hasBind(D3D11_BIND_CONSTANT_BUFFER) && dstBox != nullptr &&
      !(partialConstants && box.left % 16 == 0 && box.right % 16 == 0)) {
    E11_INVALID_CALL("a part of a constant buffer");
    return;
  }
  updateRegion(*dst, subresource, box, data, rowPitch);
}

void Context::UpdateSubresource(ID3D11Resource* dst, UINT dstSubresource, const D3D11_BOX* dstBox,
                                const void* srcData, UINT srcRowPitch, UINT) {
  update(dst, dstSubresource, dstBox, srcData, srcRowPitch, false);
}

void Context::UpdateSubresource1(ID3D11Resource* dst, UINT dstSubresource, const D3D11_BOX* dstBox,
                                 const void* srcData, UINT srcRowPitch, UINT, UINT copyFlags) {
  constexpr UINT kFlags = D3D11_COPY_NO_OVERWRITE | D3D11_COPY_DISCARD;
  if ((copyFlags & ~kFlags) != 0 || copyFlags == kFlags) {
    E11_INVALID_CALL("unknown flags");
    return;
  }
  update(dst, dstSubresource, dstBox, srcData, srcRowPitch, true);
}

}  // namespace e11::umd
