// SPDX-License-Identifier: Apache-2.0
// The DXBC container: a header with a checksum, then tagged chunks.
#pragma once

#include <string>
#include <vector>

#include "dxbc/bytes.h"
#include "dxbc/result.h"

namespace e11::dxbc {

/// Four characters, first one in the lowest byte.
constexpr uint32_t chunkTag(char a, char b, char c, char d) {
  return static_cast<uint32_t>(static_cast<uint8_t>(a)) |
         static_cast<uint32_t>(static_cast<uint8_t>(b)) << 8 |
         static_cast<uint32_t>(static_cast<uint8_t>(c)) << 16 |
         static_cast<uint32_t>(static_cast<uint8_t>(d)) << 24;
}

/// The tag as text for messages; bytes that are not printable show as '?'.
std::string tagName(uint32_t tag);

struct Chunk {
  uint32_t tag = 0;
  size_t offset = 0;  ///< of the chunk's data in the container, in bytes
  Bytes data;         ///< view into the container's bytes
};

struct Container {
  std::vector<Chunk> chunks;

  /// The first chunk with this tag, or null.
  const Chunk* find(uint32_t tag) const;
};

/// Parses header and chunk table. The result refers to the caller's bytes. Fails if the magic, the
/// version (1), the size field, the checksum or any offset or size is wrong. A size field smaller
/// than the given bytes is accepted; the bytes behind it are not looked at.
Result<Container> parseContainer(Bytes bytes);

}  // namespace e11::dxbc
