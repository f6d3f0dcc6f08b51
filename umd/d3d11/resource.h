// SPDX-License-Identifier: Apache-2.0
//
// What buffers and textures share: where their bytes are, and who may touch them.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "command/gpu_memory.h"
#include "common/format.h"
#include "d3d11/device_child.h"

namespace e11::umd {

// Where one subresource lies inside the resource's memory. Sizes in texels (bytes for buffers),
// pitches in bytes; rows are rows of blocks for compressed formats.
struct SubresourceLayout {
  uint64_t offset = 0;
  UINT width = 0;
  UINT height = 1;
  UINT depth = 1;
  UINT rowBytes = 0;
  UINT rowCount = 1;
  UINT rowPitch = 0;
  UINT depthPitch = 0;
};

class Resource : public ChildBase {
 public:
  // Creation parameters that all kinds have in common.
  struct Traits {
    D3D11_RESOURCE_DIMENSION dimension;
    DXGI_FORMAT format;
    D3D11_USAGE usage;
    UINT bindFlags;
    UINT cpuAccess;
    UINT miscFlags;
    UINT mipLevels;
    UINT arraySize;
  };

  const Traits& traits() const { return traits_; }
  const std::vector<SubresourceLayout>& subresources() const { return subresources_; }
  uint64_t byteSize() const { return byteSize_; }
  bool isBuffer() const { return traits_.dimension == D3D11_RESOURCE_DIMENSION_BUFFER; }
  bool hasBind(UINT flag) const { return (traits_.bindFlags & flag) != 0; }
  // Bytes and block size of an element; a buffer's element is one byte.
  const FormatInfo& format() const { return format_; }

  // The memory that commands recorded from now on use. Replaced by a discarding Map.
  const std::shared_ptr<Allocation>& memory() const { return memory_; }
  void replaceMemory(std::shared_ptr<Allocation> memory) { memory_ = std::move(memory); }

  // Kind of the Map in progress on each subresource; 0 if not mapped.
  D3D11_MAP mapOf(UINT subresource) const { return maps_[subresource]; }
  void setMap(UINT subresource, D3D11_MAP map) { maps_[subresource] = map; }
  bool isMapped() const;

  // The application's interface of this object, without a new reference.
  virtual ID3D11Resource* publicInterface() = 0;

 protected:
  Resource(Device& device, const Traits& traits, std::vector<SubresourceLayout> subresources,
           uint64_t byteSize, std::shared_ptr<Allocation> memory);

  UINT evictionPriority_ = DXGI_RESOURCE_PRIORITY_NORMAL;

 private:
  const Traits traits_;
  const FormatInfo& format_;
  const std::vector<SubresourceLayout> subresources_;
  const uint64_t byteSize_;
  std::shared_ptr<Allocation> memory_;
  std::vector<D3D11_MAP> maps_;
};

// Our resource behind an interface pointer; null if it is null or belongs to another device.
Resource* resourceOf(const Device& device, ID3D11Resource* pointer);

// Writes an application's initial data into fresh memory that the GPU has not seen yet.
void writeInitialData(Resource& resource, const D3D11_SUBRESOURCE_DATA* data);

// Usage, bind and CPU access flags that do not go together (documented with D3D11_USAGE).
bool areUsageFlagsValid(D3D11_USAGE usage, UINT bindFlags, UINT cpuAccess);

// Implements ID3D11Resource for `Interface`.
template <typename Interface, typename... Parents>
class ResourceChild : public DeviceChildOf<Resource, Interface, ID3D11Resource, Parents...> {
 public:
  using Base = DeviceChildOf<Resource, Interface, ID3D11Resource, Parents...>;
  using Base::Base;

  void STDMETHODCALLTYPE GetType(D3D11_RESOURCE_DIMENSION* dimension) override {
    storeOptional(dimension, this->traits().dimension);
  }
  void STDMETHODCALLTYPE SetEvictionPriority(UINT priority) override {
    this->evictionPriority_ = priority;
  }
  UINT STDMETHODCALLTYPE GetEvictionPriority() override { return this->evictionPriority_; }
  ID3D11Resource* publicInterface() override { return this; }
};

}  // namespace e11::umd
