// SPDX-License-Identifier: Apache-2.0
#include "d3d11/view.h"

namespace e11::umd {

bool View::overlaps(const View& other) const {
  if (resource_.get() != other.resource_.get() || range_.mip != other.range_.mip) return false;
  return range_.firstSlice < other.range_.firstSlice + other.range_.sliceCount &&
         other.range_.firstSlice < range_.firstSlice + range_.sliceCount;
}

bool resolveRange(const Resource& resource, View::Range* range) {
  const Resource::Traits& traits = resource.traits();
  if (range->mip >= traits.mipLevels || range->firstSlice >= traits.arraySize) return false;
  const UINT rest = traits.arraySize - range->firstSlice;
  if (range->sliceCount == ~0u) range->sliceCount = rest;
  return range->sliceCount != 0 && range->sliceCount <= rest;
}

}  // namespace e11::umd
