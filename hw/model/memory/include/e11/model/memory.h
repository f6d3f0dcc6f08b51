// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>

#include "e11/regs.h"

namespace e11::model {

/// Who accesses memory: the client numbers of fault_info.
enum class Client : uint8_t {
  kCp = E11_MEM_CLIENTS_CP,
  kDma = E11_MEM_CLIENTS_DMA,
  kState = E11_MEM_CLIENTS_STATE,
  kIndex = E11_MEM_CLIENTS_INDEX,
  kVertex = E11_MEM_CLIENTS_VERTEX,
  kInstruction = E11_MEM_CLIENTS_INSTRUCTION,
  kScalar = E11_MEM_CLIENTS_SCALAR,
  kVector = E11_MEM_CLIENTS_VECTOR,
  kDepth = E11_MEM_CLIENTS_DEPTH,
  kColor = E11_MEM_CLIENTS_COLOR,
  kWalker = E11_MEM_CLIENTS_WALKER,
};

/// The fault registers' content.
struct Fault {
  bool valid = false;
  Client client = Client::kCp;
  uint8_t asid = 0;
  bool write = false;
  uint32_t address = 0;  ///< of the 16-byte word, virtual
};

/// Device memory, and the path of all units to it with its translation step
/// (the RTL's e11_memory and its caches, which functionally are not there).
class Memory {
 public:
  explicit Memory(uint64_t bytes);

  // Physical, for the host: [address, address + bytes) must be inside.
  std::byte* data() { return storage_.get(); }
  uint64_t size() const { return size_; }
  void readPhysical(uint64_t address, void* data, size_t bytes) const;
  void writePhysical(uint64_t address, const void* data, size_t bytes);

  /// The address space that units see (ring_context, ring_page_table). With
  /// translation off a virtual address is a physical one.
  void setContext(uint8_t asid, bool translate, uint64_t pageTable);

  /// Virtual, any alignment. A page that faults reads as 0 or is not written;
  /// false if one did.
  bool read(Client client, uint32_t address, void* data, size_t bytes) {
    if (!plain(address, bytes)) return readPages(client, address, data, bytes);
    std::memcpy(data, storage_.get() + address, bytes);
    return true;
  }
  bool write(Client client, uint32_t address, const void* data, size_t bytes) {
    if (!plain(address, bytes)) return writePages(client, address, data, bytes);
    std::memcpy(storage_.get() + address, data, bytes);
    return true;
  }

  uint32_t read32(Client client, uint32_t address) {
    uint32_t value;
    read(client, address, &value, sizeof value);
    return value;
  }
  void write32(Client client, uint32_t address, uint32_t value) {
    write(client, address, &value, sizeof value);
  }

  /// An atomic operation (isa::AtomicOp) on the dword at a 4-byte aligned address, by the vector
  /// client; gives the old value, 0 where the page faults. Counted where it is done.
  uint32_t atomic(uint32_t address, unsigned op, uint32_t operand, uint32_t compare);
  uint64_t atomics() const { return atomics_; }
  void clearCounters() { atomics_ = 0; }

  /// The first fault since clearFault, and who is told of it.
  const Fault& fault() const { return fault_; }
  void clearFault() { fault_ = Fault(); }
  void onFault(std::function<void()> handler) { faultHandler_ = std::move(handler); }

 private:
  static constexpr uint64_t kNoPage = ~uint64_t{0};
  static constexpr uint32_t kPageBytes = 4096;
  static constexpr uint32_t kWordBytes = 16;

  struct Free {
    void operator()(std::byte* p) const;
  };

  /// The usual case: the address is physical and there is memory.
  bool plain(uint32_t address, size_t bytes) const {
    return !translate_ && address <= size_ && bytes <= size_ - address;
  }
  bool readPages(Client client, uint32_t address, void* data, size_t bytes);
  bool writePages(Client client, uint32_t address, const void* data, size_t bytes);
  uint64_t translatePage(uint32_t address, bool write);
  bool readEntry(uint64_t physical, uint32_t* entry) const;
  void recordFault(Client client, uint32_t address, bool write);
  template <typename Good, typename Bad>
  bool forEachPart(Client client, uint32_t address, size_t bytes, bool write, const Good& good,
                   const Bad& bad);

  std::unique_ptr<std::byte[], Free> storage_;
  uint64_t size_;
  uint8_t asid_ = 0;
  bool translate_ = false;
  uint64_t pageTable_ = 0;
  uint64_t atomics_ = 0;
  Fault fault_;
  std::function<void()> faultHandler_;
};

}  // namespace e11::model
