// SPDX-License-Identifier: Apache-2.0
// Builds DXBC containers, and repairs the checksum of changed ones (for tests and fuzzers).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace e11::dxbc {

class ContainerWriter {
 public:
  /// Adds a chunk; chunks keep their order. `data` is padded with zeros to a multiple of 4 bytes.
  void addChunk(uint32_t tag, std::vector<uint8_t> data);
  /// Adds a chunk of 32-bit words.
  void addChunk(uint32_t tag, const std::vector<uint32_t>& words);
  /// The finished container with a right checksum.
  std::vector<uint8_t> finish() const;

 private:
  std::vector<std::pair<uint32_t, std::vector<uint8_t>>> chunks_;
};

/// Makes the checksum field fit the rest of the container (as long as its size field says, or all
/// of it if that is wrong). Does nothing to fewer bytes than a header.
void repairChecksum(std::vector<uint8_t>* container);

}  // namespace e11::dxbc
