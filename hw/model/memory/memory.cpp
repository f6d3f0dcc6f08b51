// SPDX-License-Identifier: Apache-2.0
#include "e11/model/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "e11/model/atomic.h"

namespace e11::model {

namespace {

constexpr uint32_t kLargePageBytes = 4u << 20;

bool bit(uint32_t entry, uint32_t lsb) {
  return (entry >> lsb & 1) != 0;
}

uint64_t frame(uint32_t entry) {
  return uint64_t{entry >> E11_PAGE_TABLE_ENTRY_PTE_FRAME_LSB} << 12;
}

}  // namespace

void Memory::Free::operator()(std::byte* p) const {
  std::free(p);
}

// calloc: the host gives zero pages when they are first touched, so that a GPU
// with much memory costs nothing until it is used.
Memory::Memory(uint64_t bytes)
    : storage_(static_cast<std::byte*>(std::calloc(bytes, 1))), size_(bytes) {
  if (!storage_) throw std::bad_alloc();
}

void Memory::readPhysical(uint64_t address, void* data, size_t bytes) const {
  if (address > size_ || bytes > size_ - address) throw std::out_of_range("beyond device memory");
  std::memcpy(data, storage_.get() + address, bytes);
}

void Memory::writePhysical(uint64_t address, const void* data, size_t bytes) {
  if (address > size_ || bytes > size_ - address) throw std::out_of_range("beyond device memory");
  std::memcpy(storage_.get() + address, data, bytes);
}

void Memory::setContext(uint8_t asid, bool translate, uint64_t pageTable) {
  asid_ = asid;
  translate_ = translate;
  pageTable_ = pageTable;
}

bool Memory::readEntry(uint64_t physical, uint32_t* entry) const {
  if (physical > size_ - sizeof *entry) return false;
  std::memcpy(entry, storage_.get() + physical, sizeof *entry);
  return true;
}

/// Physical address of the 4 KiB page of `address`, or kNoPage.
uint64_t Memory::translatePage(uint32_t address, bool write) {
  const uint32_t page = address & ~(kPageBytes - 1);
  if (!translate_) return page;
  uint32_t entry;
  if (!readEntry(pageTable_ + uint64_t{address >> 22} * 4, &entry)) return kNoPage;
  if (!bit(entry, E11_PAGE_TABLE_ENTRY_PTE_VALID_LSB)) return kNoPage;
  const bool large = bit(entry, E11_PAGE_TABLE_ENTRY_PTE_LARGE_LSB);
  uint64_t base = frame(entry);
  if (large) {
    base = (base & ~uint64_t{kLargePageBytes - 1}) + (page & (kLargePageBytes - 1));
  } else {
    if (!readEntry(base + uint64_t{address >> 12 & 0x3ff} * 4, &entry)) return kNoPage;
    if (!bit(entry, E11_PAGE_TABLE_ENTRY_PTE_VALID_LSB)) return kNoPage;
    base = frame(entry);
  }
  if (write && !bit(entry, E11_PAGE_TABLE_ENTRY_PTE_WRITE_LSB)) return kNoPage;
  return base;
}

void Memory::recordFault(Client client, uint32_t address, bool write) {
  if (fault_.valid) return;
  fault_ = {true, client, asid_, write, address & ~(kWordBytes - 1)};
  if (faultHandler_) faultHandler_();
}

/// Cuts an access at page ends: `good(offset, physical, bytes)` where memory
/// is, `bad(offset, bytes)` where it is not.
template <typename Good, typename Bad>
bool Memory::forEachPart(Client client, uint32_t address, size_t bytes, bool write,
                         const Good& good, const Bad& bad) {
  bool ok = true;
  for (size_t offset = 0; offset < bytes;) {
    const uint32_t at = address + static_cast<uint32_t>(offset);
    const size_t part = std::min<size_t>(bytes - offset, kPageBytes - (at & (kPageBytes - 1)));
    const uint64_t page = translatePage(at, write);
    const uint64_t physical = page == kNoPage ? kNoPage : page + (at & (kPageBytes - 1));
    if (physical == kNoPage || physical > size_ || part > size_ - physical) {
      bad(offset, part);
      recordFault(client, at, write);
      ok = false;
    } else {
      good(offset, physical, part);
    }
    offset += part;
  }
  return ok;
}

bool Memory::readPages(Client client, uint32_t address, void* data, size_t bytes) {
  auto* to = static_cast<std::byte*>(data);
  return forEachPart(
      client, address, bytes, false,
      [&](size_t offset, uint64_t physical, size_t part) {
        std::memcpy(to + offset, storage_.get() + physical, part);
      },
      [&](size_t offset, size_t part) { std::memset(to + offset, 0, part); });
}

uint32_t Memory::atomic(uint32_t address, unsigned op, uint32_t operand, uint32_t compare) {
  const uint64_t page = translatePage(address, true);
  const uint64_t physical = page == kNoPage ? kNoPage : page + (address & (kPageBytes - 1));
  if (physical == kNoPage || physical > size_ - 4) {
    recordFault(Client::kVector, address, true);
    return 0;
  }
  uint32_t old;
  readPhysical(physical, &old, sizeof old);
  const uint32_t value = atomicResult(op, old, operand, compare);
  writePhysical(physical, &value, sizeof value);
  ++atomics_;
  return old;
}

bool Memory::writePages(Client client, uint32_t address, const void* data, size_t bytes) {
  const auto* from = static_cast<const std::byte*>(data);
  return forEachPart(
      client, address, bytes, true,
      [&](size_t offset, uint64_t physical, size_t part) {
        std::memcpy(storage_.get() + physical, from + offset, part);
      },
      [](size_t, size_t) {});
}

}  // namespace e11::model
