// SPDX-License-Identifier: Apache-2.0
// Read-only view of bytes with checked little-endian access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace e11::dxbc {

/// Does not own its bytes. Reads outside yield nothing: every accessor reports success.
class Bytes {
 public:
  Bytes() = default;
  Bytes(const void* data, size_t size) : data_(static_cast<const uint8_t*>(data)), size_(size) {}

  const uint8_t* data() const { return data_; }
  size_t size() const { return size_; }
  bool contains(size_t offset, size_t length) const {
    return offset <= size_ && length <= size_ - offset;
  }

  /// Reads 32 bits at any alignment; false if they are not all inside.
  bool readU32(size_t offset, uint32_t* value) const {
    if (!contains(offset, 4)) return false;
    const uint8_t* p = data_ + offset;
    *value = static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 |
             static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
    return true;
  }

  /// Sets *part to `length` bytes from `offset`; false if they are not all inside.
  bool slice(size_t offset, size_t length, Bytes* part) const {
    if (!contains(offset, length)) return false;
    *part = Bytes(data_ + offset, length);
    return true;
  }

 private:
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace e11::dxbc
