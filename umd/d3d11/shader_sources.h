// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "e11/compiler.h"

namespace e11::umd {

// Which shader's code lies where in GPU memory, for devices that report differences (lock step).
// The process has one, as it has one adapter. Thread-safe.
class ShaderSources {
 public:
  static ShaderSources& instance();

  // Until remember() was asked for, add() does nothing: no other device wants to know.
  void remember();
  // The shader's code was written to GPU memory from `address` on. What was known of that memory is
  // forgotten; a shader that is no more stays known until then, as waves may still run it.
  void add(uint64_t address, const compiler::Shader& shader, const void* dxbc, size_t bytes);
  // "vs at 0x43000, dxbc #12 (token 87): mad r0.xyzw, ..."; empty if no shader is known there.
  std::string describe(uint32_t address) const;

 private:
  struct Entry {
    uint64_t bytes;
    compiler::Stage stage;
    std::vector<compiler::SourceLine> lines;
    std::vector<std::byte> dxbc;
  };

  mutable std::mutex mutex_;
  bool remembers_ = false;
  std::map<uint64_t, Entry> entries_;  // by address
};

}  // namespace e11::umd
