// SPDX-License-Identifier: Apache-2.0
#include "d3d11/device_child.h"

#include "d3d11/device.h"

namespace e11::umd {

ChildBase::ChildBase(Device& device) : device_(device) {
  device_.AddRef();
}

bool ChildBase::tryAddPrivate() {
  ULONG count = lifetime_.load();
  while (count != 0) {
    if (lifetime_.compare_exchange_weak(count, count + 1)) return true;
  }
  return false;
}

void ChildBase::releasePrivate() {
  if (lifetime_.fetch_sub(1) == 1) delete this;
}

ULONG ChildBase::addPublic() {
  const ULONG before = public_.fetch_add(1);
  if (before == 0) {
    addPrivate();
    device_.AddRef();
  }
  return before + 1;
}

ULONG ChildBase::releasePublic() {
  const ULONG left = public_.fetch_sub(1) - 1;
  if (left == 0) {
    // The device outlives this call's use of it: its reference goes last.
    Device& device = device_;
    releasePrivate();
    device.Release();
  }
  return left;
}

void ChildBase::childGetDevice(ID3D11Device** device) {
  if (device == nullptr) return;
  device_.AddRef();
  *device = &device_;
}

}  // namespace e11::umd
