// SPDX-License-Identifier: Apache-2.0
//
// What render target and depth-stencil views share: a resource, a mip level and a range of slices.

#pragma once

#include "d3d11/resource.h"

namespace e11::umd {

class View : public ChildBase {
 public:
  struct Range {
    UINT mip = 0;
    UINT firstSlice = 0;
    UINT sliceCount = 1;
  };

  Resource& resource() const { return *resource_; }
  const Range& range() const { return range_; }
  DXGI_FORMAT viewFormat() const { return format_; }
  // Number of the subresource that slice `i` of the view shows.
  UINT subresource(UINT i) const {
    return range_.mip + (range_.firstSlice + i) * resource_->traits().mipLevels;
  }
  // Where that slice lies in memory.
  const SubresourceLayout& layout(UINT i) const {
    return resource_->subresources()[subresource(i)];
  }
  // True if the views have a subresource in common.
  bool overlaps(const View& other) const;

 protected:
  View(Device& device, Resource& resource, DXGI_FORMAT format, const Range& range)
      : ChildBase(device), resource_(&resource), format_(format), range_(range) {}

 private:
  const PrivateRef<Resource> resource_;
  const DXGI_FORMAT format_;
  const Range range_;
};

// Checks a range of a texture; a slice count of ~0 means the rest and is replaced.
bool resolveRange(const Resource& resource, View::Range* range);

// Implements ID3D11View for `Interface`.
template <typename Interface, typename... Parents>
class ViewChild : public DeviceChildOf<View, Interface, ID3D11View, Parents...> {
 public:
  using Base = DeviceChildOf<View, Interface, ID3D11View, Parents...>;
  using Base::Base;

  void STDMETHODCALLTYPE GetResource(ID3D11Resource** resource) override {
    if (resource == nullptr) return;
    *resource = this->resource().publicInterface();
    (*resource)->AddRef();
  }
};

}  // namespace e11::umd
