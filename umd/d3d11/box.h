// SPDX-License-Identifier: Apache-2.0
//
// Boxes in subresources: checks, and what they are in memory.

#pragma once

#include "d3d11/resource.h"

namespace e11::umd {

// A rectangle of blocks of one subresource as bytes of the resource's memory.
struct BlockRange {
  uint64_t offset;
  UINT rowPitch;
  UINT rowBytes;
  UINT rowCount;
};

D3D11_BOX wholeBox(const Resource& resource, UINT subresource);
bool isEmpty(const D3D11_BOX& box);
bool isInside(const D3D11_BOX& box, const Resource& resource, UINT subresource);
// True if the box cuts no compressed block, except at the subresource's own edge.
bool isAligned(const D3D11_BOX& box, const Resource& resource, UINT subresource);
bool isSameBox(const D3D11_BOX& a, const D3D11_BOX& b);
// `box` is not empty, inside, and aligned.
BlockRange blockRange(const Resource& resource, UINT subresource, const D3D11_BOX& box);

}  // namespace e11::umd
