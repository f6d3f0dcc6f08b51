// SPDX-License-Identifier: Apache-2.0
#include "range_allocator.h"

#include <iterator>

namespace e11::kmd {

RangeAllocator::RangeAllocator(uint64_t begin, uint64_t end) {
  if (begin < end) free(begin, end - begin);
}

bool RangeAllocator::allocate(uint64_t bytes, uint64_t alignment, uint64_t* address) {
  if (bytes == 0) return false;
  for (auto it = ranges_.begin(); it != ranges_.end(); ++it) {
    const uint64_t begin = it->first;
    const uint64_t end = it->second;
    const uint64_t aligned = (begin + alignment - 1) & ~(alignment - 1);
    if (aligned < begin || aligned > end || bytes > end - aligned) continue;
    ranges_.erase(it);
    if (begin < aligned) ranges_[begin] = aligned;
    if (aligned + bytes < end) ranges_[aligned + bytes] = end;
    freeBytes_ -= bytes;
    *address = aligned;
    return true;
  }
  return false;
}

void RangeAllocator::free(uint64_t address, uint64_t bytes) {
  freeBytes_ += bytes;
  uint64_t begin = address;
  uint64_t end = address + bytes;
  auto next = ranges_.lower_bound(begin);
  if (next != ranges_.end() && next->first == end) {
    end = next->second;
    next = ranges_.erase(next);
  }
  if (next != ranges_.begin()) {
    const auto before = std::prev(next);
    if (before->second == begin) {
      begin = before->first;
      ranges_.erase(before);
    }
  }
  ranges_[begin] = end;
}

}  // namespace e11::kmd
