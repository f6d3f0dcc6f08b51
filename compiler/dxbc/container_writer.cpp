// SPDX-License-Identifier: Apache-2.0
#include "dxbc/container_writer.h"

#include "dxbc/checksum.h"
#include "dxbc/container.h"

namespace e11::dxbc {
namespace {

constexpr size_t kSizeOffset = 24;
constexpr size_t kHeaderSize = 32;

void putU32(std::vector<uint8_t>* bytes, uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes->push_back(static_cast<uint8_t>(value >> (8 * i)));
}

}  // namespace

void ContainerWriter::addChunk(uint32_t tag, std::vector<uint8_t> data) {
  data.resize((data.size() + 3) / 4 * 4);
  chunks_.emplace_back(tag, std::move(data));
}

void ContainerWriter::addChunk(uint32_t tag, const std::vector<uint32_t>& words) {
  std::vector<uint8_t> data;
  data.reserve(4 * words.size());
  for (uint32_t word : words) putU32(&data, word);
  chunks_.emplace_back(tag, std::move(data));
}

std::vector<uint8_t> ContainerWriter::finish() const {
  size_t size = kHeaderSize + 4 * chunks_.size();
  std::vector<uint32_t> offsets;
  for (const auto& chunk : chunks_) {
    offsets.push_back(static_cast<uint32_t>(size));
    size += 8 + chunk.second.size();
  }
  std::vector<uint8_t> bytes;
  bytes.reserve(size);
  putU32(&bytes, chunkTag('D', 'X', 'B', 'C'));
  for (int i = 0; i < 4; ++i) putU32(&bytes, 0);
  putU32(&bytes, 1);
  putU32(&bytes, static_cast<uint32_t>(size));
  putU32(&bytes, static_cast<uint32_t>(chunks_.size()));
  for (uint32_t offset : offsets) putU32(&bytes, offset);
  for (const auto& chunk : chunks_) {
    putU32(&bytes, chunk.first);
    putU32(&bytes, static_cast<uint32_t>(chunk.second.size()));
    bytes.insert(bytes.end(), chunk.second.begin(), chunk.second.end());
  }
  repairChecksum(&bytes);
  return bytes;
}

void repairChecksum(std::vector<uint8_t>* container) {
  if (container->size() < kHeaderSize) return;
  uint32_t size = 0;
  Bytes(container->data(), container->size()).readU32(kSizeOffset, &size);
  if (size < kHeaderSize || size > container->size()) size = static_cast<uint32_t>(container->size());
  const Checksum sum = containerChecksum(Bytes(container->data(), size));
  for (size_t i = 0; i < sum.size(); ++i) {
    for (size_t j = 0; j < 4; ++j) {
      (*container)[kChecksumOffset + 4 * i + j] = static_cast<uint8_t>(sum[i] >> (8 * j));
    }
  }
}

}  // namespace e11::dxbc
