// SPDX-License-Identifier: Apache-2.0
#include "d3d11/class_info.h"

#include <d3d11.h>

#include "dxbc/container.h"

namespace e11::umd {
namespace {

using dxbc::Bytes;

constexpr uint32_t kMaxEntries = 4096;  // far more than a shader can have
constexpr uint32_t kMaxName = 4096;

// Reads the parts of the chunk; `ok` says whether everything was inside so far. Offsets in the
// chunk count bytes from its start.
class Reader {
 public:
  explicit Reader(Bytes data) : data_(data) {}

  bool ok() const { return ok_; }
  void require(bool condition) { ok_ = ok_ && condition; }

  uint32_t word(size_t offset) {
    uint32_t value = 0;
    require(data_.readU32(offset, &value));
    return ok_ ? value : 0;
  }
  uint32_t half(size_t offset) {
    const bool high = offset % 4 >= 2;
    return word(offset - (high ? 2 : 0)) >> (high ? 16 : 0) & 0xffff;
  }
  std::string name(size_t offset) {
    std::string text;
    for (Bytes byte; text.size() < kMaxName && data_.slice(offset + text.size(), 1, &byte);) {
      if (*byte.data() == 0) return text;
      text.push_back(static_cast<char>(*byte.data()));
    }
    require(false);
    return {};
  }
  uint32_t count(size_t offset, uint32_t limit) {
    const uint32_t value = word(offset);
    require(value <= limit);
    return ok_ ? value : 0;
  }

 private:
  const Bytes data_;
  bool ok_ = true;
};

// Words of the chunk's header.
enum : size_t {
  kInstances = 0,
  kTypes = 4,
  kRecords = 8,
  kInstanceOffset = 16,
  kTypeOffset = 20,
  kRecordOffset = 24
};
// Bytes of the structures it lists.
constexpr size_t kTypeBytes = 12, kInstanceBytes = 16, kRecordBytes = 16;

void readTypes(Reader* reader, ClassInfo* info) {
  const uint32_t count = reader->count(kTypes, kMaxEntries);
  size_t at = reader->word(kTypeOffset);
  for (uint32_t i = 0; i < count && reader->ok(); ++i, at += kTypeBytes) {
    info->types.push_back({reader->name(reader->word(at)), reader->half(at + 6),
                           reader->half(at + 8), reader->half(at + 10)});
  }
}

void readInstances(Reader* reader, ClassInfo* info) {
  const uint32_t count = reader->count(kInstances, kMaxEntries);
  size_t at = reader->word(kInstanceOffset);
  for (uint32_t i = 0; i < count && reader->ok(); ++i, at += kInstanceBytes) {
    info->instances.push_back({reader->name(reader->word(at)), reader->half(at + 4),
                               reader->half(at + 6), reader->half(at + 8), reader->half(at + 10),
                               reader->half(at + 12), reader->half(at + 14)});
    reader->require(info->instances.back().type < info->types.size());
  }
}

void readSlots(Reader* reader, ClassInfo* info) {
  const uint32_t count = reader->count(kRecords, kMaxEntries);
  size_t at = reader->word(kRecordOffset);
  for (uint32_t i = 0; i < count && reader->ok(); ++i, at += kRecordBytes) {
    const uint32_t span = reader->count(at, D3D11_SHADER_MAX_INTERFACES);
    const uint32_t tables = reader->count(at + 4, kMaxEntries);
    const size_t types = reader->word(at + 8), functions = reader->word(at + 12);
    std::vector<ClassInfo::Table> slot;
    for (uint32_t k = 0; k < tables && reader->ok(); ++k) {
      slot.push_back({reader->half(types + 2 * k), reader->word(functions + 4 * k)});
      reader->require(slot.back().type < info->types.size());
    }
    info->slots.insert(info->slots.end(), span, slot);
    reader->require(info->slots.size() <= D3D11_SHADER_MAX_INTERFACES);
  }
}

}  // namespace

bool readClassInfo(const void* dxbc, size_t bytes, ClassInfo* info) {
  const auto container = dxbc::parseContainer(Bytes(dxbc, bytes));
  if (!container) return false;
  const dxbc::Chunk* chunk = container->find(dxbc::chunkTag('I', 'F', 'C', 'E'));
  if (chunk == nullptr) return true;
  Reader reader(chunk->data);
  readTypes(&reader, info);
  readInstances(&reader, info);
  readSlots(&reader, info);
  return reader.ok();
}

}  // namespace e11::umd
