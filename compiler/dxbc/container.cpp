// SPDX-License-Identifier: Apache-2.0
#include "dxbc/container.h"

#include "dxbc/checksum.h"

namespace e11::dxbc {
namespace {

constexpr size_t kVersionOffset = 20;
constexpr size_t kSizeOffset = 24;
constexpr size_t kChunkCountOffset = 28;
constexpr size_t kHeaderSize = 32;
constexpr size_t kChunkHeaderSize = 8;

bool checksumMatches(Bytes bytes) {
  const Checksum expected = containerChecksum(bytes);
  for (size_t i = 0; i < expected.size(); ++i) {
    uint32_t stored = 0;
    bytes.readU32(kChecksumOffset + 4 * i, &stored);
    if (stored != expected[i]) return false;
  }
  return true;
}

}  // namespace

std::string tagName(uint32_t tag) {
  std::string name;
  for (int i = 0; i < 4; ++i) {
    const char c = static_cast<char>(tag >> (8 * i));
    name += c >= ' ' && c <= '~' ? c : '?';
  }
  return name;
}

const Chunk* Container::find(uint32_t tag) const {
  for (const Chunk& chunk : chunks) {
    if (chunk.tag == tag) return &chunk;
  }
  return nullptr;
}

Result<Container> parseContainer(Bytes bytes) {
  if (bytes.size() < kHeaderSize) return Error{"container is shorter than its header", bytes.size()};
  uint32_t magic = 0, version = 0, size = 0, count = 0;
  bytes.readU32(0, &magic);
  bytes.readU32(kVersionOffset, &version);
  bytes.readU32(kSizeOffset, &size);
  bytes.readU32(kChunkCountOffset, &count);
  if (magic != chunkTag('D', 'X', 'B', 'C')) return Error{"not a DXBC container", 0};
  if (version != 1) {
    return Error{"unknown container version " + std::to_string(version), kVersionOffset};
  }
  if (size < kHeaderSize || size > bytes.size()) {
    return Error{"container size field says " + std::to_string(size) + " bytes of " +
                     std::to_string(bytes.size()),
                 kSizeOffset};
  }
  bytes = Bytes(bytes.data(), size);
  if (!checksumMatches(bytes)) return Error{"container checksum is wrong", kChecksumOffset};
  if (count > (size - kHeaderSize) / 4) {
    return Error{"chunk table exceeds the container", kChunkCountOffset};
  }

  Container container;
  container.chunks.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const size_t entry = kHeaderSize + 4 * static_cast<size_t>(i);
    uint32_t offset = 0, length = 0;
    Chunk chunk;
    bytes.readU32(entry, &offset);
    if (!bytes.readU32(offset, &chunk.tag) || !bytes.readU32(size_t{offset} + 4, &length) ||
        !bytes.slice(size_t{offset} + kChunkHeaderSize, length, &chunk.data)) {
      return Error{"chunk " + std::to_string(i) + " exceeds the container", entry};
    }
    chunk.offset = size_t{offset} + kChunkHeaderSize;
    container.chunks.push_back(chunk);
  }
  return container;
}

}  // namespace e11::dxbc
