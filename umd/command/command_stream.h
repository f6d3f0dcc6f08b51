// SPDX-License-Identifier: Apache-2.0
//
// A sequence of GPU commands under construction: packets, the data that they point to (state
// blocks, resource tables), and relocations for every address in both. Addresses are filled in at
// submission, so a stream can be submitted many times.

#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "command/gpu_memory.h"

namespace e11::umd {

struct DrawArguments {
  uint32_t count = 0;  // vertices or indices per instance
  uint32_t instances = 1;
  uint32_t first = 0;  // first vertex, or first index
  int32_t baseVertex = 0;
  uint32_t startInstance = 0;
  bool indexed = false;
};

// Memory that shaders may write, as a draw or dispatch uses it.
struct Access {
  std::shared_ptr<Allocation> memory;
  bool write = false;
};

class CommandStream {
 public:
  // Beyond these sizes the context submits by itself (contract CTX-FLS-02).
  static constexpr size_t kPacketWordLimit = 16 * 1024;
  static constexpr size_t kDataWordLimit = 128 * 1024;

  bool empty() const { return packets_.empty(); }
  bool isLarge() const {
    return packets_.size() > kPacketWordLimit || data_.size() > kDataWordLimit;
  }
  void clear();

  // ---- data: words that packets point to; positions are word indices into it

  // Appends `words` zero words, aligned to `alignment` words; returns the first one's position.
  uint32_t addData(uint32_t words, uint32_t alignment);
  void setData(uint32_t position, uint32_t value) { data_[position] = value; }
  uint32_t data(uint32_t position) const { return data_[position]; }
  // The word will hold the address of byte `offset` of `memory` (32 bits: the low half).
  void setDataAddress(uint32_t position, const std::shared_ptr<Allocation>& memory,
                      uint64_t offset);
  // The word will hold the address of the data at position `target`.
  void setDataPointer(uint32_t position, uint32_t target);

  // Names memory that the commands read or write without an address here (idempotent). Returns its
  // number in memories().
  uint32_t use(const std::shared_ptr<Allocation>& memory, bool write);
  // True if the commands so far read or write that memory; with `writesOnly`, if they write it.
  bool names(const Allocation& memory, bool writesOnly) const;

  // ---- packets

  // `accesses`: what the shaders read and write of memory that shaders may write. Later work sees
  // the writes of earlier work (contract CTX-DISP-06).
  void draw(uint32_t stateBlock, const DrawArguments& arguments,
            const std::vector<Access>& accesses);
  void dispatch(uint32_t stateBlock, uint32_t x, uint32_t y, uint32_t z,
                const std::vector<Access>& accesses);
  // The counts are three words at byte `offset` of `counts`.
  void dispatchIndirect(uint32_t stateBlock, const std::shared_ptr<Allocation>& counts,
                        uint64_t offset, const std::vector<Access>& accesses);
  // Waits for earlier work and invalidates: E11_CACHE_BITS_... as bit numbers in a mask.
  void barrier(uint32_t cacheBits);
  // `byteMask`: which bytes of each word are written.
  void fill(const std::shared_ptr<Allocation>& memory, uint64_t offset, uint32_t pitch,
            uint32_t widthBytes, uint32_t height, uint32_t value, uint32_t byteMask);
  void copy(const std::shared_ptr<Allocation>& dst, uint64_t dstOffset, uint32_t dstPitch,
            const std::shared_ptr<Allocation>& src, uint64_t srcOffset, uint32_t srcPitch,
            uint32_t widthBytes, uint32_t height);

  // ---- for submission

  struct Address {
    uint32_t word;    // position in packets or data
    uint32_t memory;  // index into memories(), or kData
    uint64_t offset;  // bytes
  };
  static constexpr uint32_t kData = ~0u;

  struct Memory {
    std::shared_ptr<Allocation> allocation;
    bool written = false;
  };

  const std::vector<uint32_t>& packets() const { return packets_; }
  const std::vector<Address>& packetAddresses() const { return packetAddresses_; }
  const std::vector<uint32_t>& dataWords() const { return data_; }
  const std::vector<Address>& dataAddresses() const { return dataAddresses_; }
  const std::vector<Memory>& memories() const { return memories_; }

 private:
  void beginPacket(uint32_t opcode, uint32_t flags, uint32_t words);
  // Appends a 64-bit address to the packet.
  void addAddress(uint32_t memory, uint64_t offset);
  // Order work of the shaders and of the copy engine: see the definitions.
  void beforeShaders(const std::vector<Access>& accesses, bool isDraw);
  void beforeDma();

  std::vector<uint32_t> packets_;
  std::vector<Address> packetAddresses_;
  std::vector<uint32_t> data_;
  std::vector<Address> dataAddresses_;
  std::vector<Memory> memories_;
  std::unordered_map<const Allocation*, uint32_t> memoryIndex_;
  bool workPending_ = false;     // draws or dispatches since the last barrier
  bool outputsPending_ = false;  // draws since output caches were flushed
  bool dmaPending_ = false;      // copies or fills since the last barrier
  bool countsStale_ = true;      // the command processor's cache may hold old counts
  std::unordered_set<const Allocation*> shaderWrites_;  // since the last barrier
};

}  // namespace e11::umd
