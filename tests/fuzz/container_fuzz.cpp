// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the DXBC library on any bytes, as they are and with the checksum repaired.
#include <vector>

#include "dxbc/container_writer.h"
#include "dxbc/dxbc.h"
#include "dxbc/listing.h"

namespace {

void tryBlob(const std::vector<uint8_t>& bytes) {
  const auto shader = e11::dxbc::parse(bytes.data(), bytes.size());
  if (shader) {
    if (e11::dxbc::list(shader->program).empty()) __builtin_trap();
  } else if (shader.error().text().empty()) {
    __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<uint8_t> bytes(data, data + size);
  tryBlob(bytes);
  e11::dxbc::repairChecksum(&bytes);
  tryBlob(bytes);
  return 0;
}
