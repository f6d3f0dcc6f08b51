// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>

namespace e11::kmd {

/// Hands out ranges of an address range: first fit, neighbours merged.
class RangeAllocator {
 public:
  /// Manages [begin, end).
  RangeAllocator(uint64_t begin, uint64_t end);

  /// False if no range is large enough. `alignment` is a power of two.
  bool allocate(uint64_t bytes, uint64_t alignment, uint64_t* address);
  void free(uint64_t address, uint64_t bytes);

  uint64_t freeBytes() const { return freeBytes_; }

 private:
  std::map<uint64_t, uint64_t> ranges_;  ///< free: begin to end
  uint64_t freeBytes_ = 0;
};

}  // namespace e11::kmd
