// SPDX-License-Identifier: Apache-2.0
#include "d3d11/box.h"

#include <cstring>

namespace e11::umd {

D3D11_BOX wholeBox(const Resource& resource, UINT subresource) {
  const SubresourceLayout& layout = resource.subresources()[subresource];
  return {0, 0, 0, layout.width, layout.height, layout.depth};
}

bool isEmpty(const D3D11_BOX& box) {
  return box.left >= box.right || box.top >= box.bottom || box.front >= box.back;
}

bool isInside(const D3D11_BOX& box, const Resource& resource, UINT subresource) {
  const SubresourceLayout& layout = resource.subresources()[subresource];
  return box.right <= layout.width && box.bottom <= layout.height && box.back <= layout.depth;
}

bool isAligned(const D3D11_BOX& box, const Resource& resource, UINT subresource) {
  const FormatInfo& format = resource.format();
  const SubresourceLayout& layout = resource.subresources()[subresource];
  const auto whole = [](UINT value, UINT block) { return value % block == 0; };
  return whole(box.left, format.blockWidth) && whole(box.top, format.blockHeight) &&
         (whole(box.right, format.blockWidth) || box.right == layout.width) &&
         (whole(box.bottom, format.blockHeight) || box.bottom == layout.height);
}

bool isSameBox(const D3D11_BOX& a, const D3D11_BOX& b) {
  return std::memcmp(&a, &b, sizeof(D3D11_BOX)) == 0;
}

BlockRange blockRange(const Resource& resource, UINT subresource, const D3D11_BOX& box) {
  const FormatInfo& format = resource.format();
  const SubresourceLayout& layout = resource.subresources()[subresource];
  const UINT left = box.left / format.blockWidth;
  const UINT top = box.top / format.blockHeight;
  const UINT right = (box.right + format.blockWidth - 1) / format.blockWidth;
  const UINT bottom = (box.bottom + format.blockHeight - 1) / format.blockHeight;
  BlockRange range;
  range.offset =
      layout.offset + uint64_t{top} * layout.rowPitch + uint64_t{left} * format.bytesPerBlock;
  range.rowPitch = layout.rowPitch;
  range.rowBytes = (right - left) * format.bytesPerBlock;
  range.rowCount = bottom - top;
  return range;
}

}  // namespace e11::umd
