// SPDX-License-Identifier: Apache-2.0
//
// Unordered access views of the compute stage, and what both pipelines do with their counters.

#include <algorithm>

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

constexpr UINT kKeepCount = ~0u;
constexpr uint32_t kWholeWord = 0xf;

}  // namespace

// Contract CSU-02.
UINT Context::uavSlots() const {
  return device().featureLevel() >= D3D_FEATURE_LEVEL_11_1 ? UINT{D3D11_1_UAV_SLOT_COUNT}
                                                           : UINT{D3D11_PS_CS_UAV_REGISTER_COUNT};
}

bool Context::areUavsValid(UINT start, UINT count, ID3D11UnorderedAccessView* const* views) const {
  if (start > uavSlots() || count > uavSlots() - start || (count != 0 && views == nullptr)) {
    return false;
  }
  for (UINT i = 0; i < count; ++i) {
    if (views[i] == nullptr) continue;
    const UnorderedAccessView* view = uavOf(device(), views[i]);
    if (view == nullptr) return false;
    for (UINT j = 0; j < i; ++j) {
      const UnorderedAccessView* other = uavOf(device(), views[j]);
      if (other != nullptr && view->overlaps(*other)) return false;
    }
  }
  return true;
}

// In the order of the GPU's work (contract CSU-03).
void Context::setCounters(UINT count, ID3D11UnorderedAccessView* const* views, const UINT* counts) {
  for (UINT i = 0; counts != nullptr && i < count; ++i) {
    const UnorderedAccessView* view = uavOf(device(), views[i]);
    if (view == nullptr || view->counter() == nullptr || counts[i] == kKeepCount) continue;
    stream_.fill(view->counter(), 0, sizeof(UINT), sizeof(UINT), 1, counts[i], kWholeWord);
  }
}

void Context::CSSetUnorderedAccessViews(UINT startSlot, UINT numUavs,
                                        ID3D11UnorderedAccessView* const* views,
                                        const UINT* initialCounts) {
  if (!areUavsValid(startSlot, numUavs, views)) {
    E11_INVALID_CALL("slots out of range, or views that do not go together");
    return;
  }
  // Held first: the old slot may have the last reference.
  UavSlots bound;
  for (UINT i = 0; i < numUavs; ++i) bound[i].set(uavOf(device(), views[i]));
  for (UINT i = 0; i < numUavs; ++i) {
    if (!bound[i]) continue;
    unbindInputs(*bound[i]);
    unbindTargets(*bound[i]);
    unbindPixelUavs(*bound[i]);
    unbindComputeUavs(*bound[i]);
  }
  for (UINT i = 0; i < numUavs; ++i) state_.computeUavs[startSlot + i] = std::move(bound[i]);
  if (numUavs != 0) dirty_ |= kDirtyCompute;
  setCounters(numUavs, views, initialCounts);
}

void Context::CSGetUnorderedAccessViews(UINT startSlot, UINT numUavs,
                                        ID3D11UnorderedAccessView** views) {
  if (startSlot > kUavSlots || numUavs > kUavSlots - startSlot || views == nullptr) return;
  for (UINT i = 0; i < numUavs; ++i) {
    returnReferenced(state_.computeUavs[startSlot + i].get(), &views[i]);
  }
}

// Contract CTX-CSC-01.
void Context::CopyStructureCount(ID3D11Buffer* dstPointer, UINT dstOffset,
                                 ID3D11UnorderedAccessView* srcPointer) {
  auto* dst = objectOf<Buffer>(device(), dstPointer);
  const UnorderedAccessView* src = uavOf(device(), srcPointer);
  if (dst == nullptr || src == nullptr || src->counter() == nullptr) {
    E11_INVALID_CALL("no buffer, or a view without a counter");
    return;
  }
  const bool inside = uint64_t{dstOffset} + sizeof(UINT) <= dst->byteSize();
  if (dstOffset % sizeof(UINT) != 0 || !inside || dst->isMapped() ||
      dst->traits().usage == D3D11_USAGE_IMMUTABLE) {
    E11_INVALID_CALL("a misaligned or outside offset, or an immutable or mapped buffer");
    return;
  }
  stream_.copy(dst->memory(), dstOffset, sizeof(UINT), src->counter(), 0, sizeof(UINT),
               sizeof(UINT), 1);
  submitIfLarge();
}

}  // namespace e11::umd
