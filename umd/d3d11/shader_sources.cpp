// SPDX-License-Identifier: Apache-2.0
#include "d3d11/shader_sources.h"

#include <cstdio>
#include <iterator>

namespace e11::umd {
namespace {

const char* nameOf(compiler::Stage stage) {
  switch (stage) {
    case compiler::Stage::kVertex:
      return "vs";
    case compiler::Stage::kPixel:
      return "ps";
    default:
      return "cs";
  }
}

}  // namespace

ShaderSources& ShaderSources::instance() {
  static ShaderSources sources;
  return sources;
}

void ShaderSources::remember() {
  std::lock_guard<std::mutex> lock(mutex_);
  remembers_ = true;
}

void ShaderSources::add(uint64_t address, const compiler::Shader& shader, const void* dxbc,
                        size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!remembers_) return;
  const uint64_t size = shader.code.size() * sizeof(uint32_t);
  auto it = entries_.upper_bound(address);
  if (it != entries_.begin()) --it;
  while (it != entries_.end() && it->first < address + size) {
    it = it->first + it->second.bytes > address ? entries_.erase(it) : std::next(it);
  }
  const auto* first = static_cast<const std::byte*>(dxbc);
  entries_[address] = {size, shader.stage, shader.lines, {first, first + bytes}};
}

std::string ShaderSources::describe(uint32_t address) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto it = entries_.upper_bound(address);
  if (it == entries_.begin()) return std::string();
  --it;
  const Entry& entry = it->second;
  const uint64_t offset = address - it->first;
  if (offset >= entry.bytes) return std::string();
  char place[40];
  std::snprintf(place, sizeof place, "%s at %#llx, ", nameOf(entry.stage),
                static_cast<unsigned long long>(it->first));
  return place + compiler::sourceText(entry.dxbc.data(), entry.dxbc.size(), entry.lines,
                                      static_cast<uint32_t>(offset));
}

}  // namespace e11::umd
