// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the whole compiler on any bytes with the checksum repaired. It must give code or
// a reason, never an internal error.
#include <string>
#include <vector>

#include "dxbc/container_writer.h"
#include "e11/compiler.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<uint8_t> bytes(data, data + size);
  e11::dxbc::repairChecksum(&bytes);
  e11::compiler::Shader shader;
  std::string error;
  const bool good = e11::compiler::compile(bytes.data(), bytes.size(), {}, &shader, &error);
  if (good ? shader.code.empty() : error.empty()) __builtin_trap();
  if (error.find("internal error") != std::string::npos) __builtin_trap();
  return 0;
}
