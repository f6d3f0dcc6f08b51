// SPDX-License-Identifier: Apache-2.0
// Compiled shaders on a shader core: the model's, or (tests/compiled) the RTL's.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "e11/compiler.h"
#include "machine.h"

namespace e11::target::test {

constexpr uint32_t kLanes = 16;
using Lanes = std::array<uint32_t, kLanes>;

class WaveRunner {
 public:
  /// Where vertex records are written (s1).
  static constexpr uint32_t kRecords = 0x10000;

  explicit WaveRunner(const compiler::Shader& shader);

  /// What entry `index` of the resource table describes.
  void setRaw(uint32_t index, const std::vector<uint32_t>& dwords);
  void setElements(uint32_t index, const std::vector<std::array<uint32_t, 4>>& elements);
  /// A structured (format 0) or typed buffer: bytes between elements, DXGI_FORMAT, contents.
  void setBuffer(uint32_t index, uint32_t stride, uint32_t format,
                 const std::vector<uint32_t>& dwords);
  /// Dword `number` of what entry `index` describes.
  uint32_t readBuffer(uint32_t index, uint32_t number) const;
  /// A coefficient word of the one primitive.
  void setWord(uint32_t word, const std::array<uint32_t, 3>& c);

  struct Pixels {
    std::array<std::array<uint32_t, 4>, kLanes> color{};
    std::array<uint32_t, kLanes> depth{};
    uint16_t coverage = 0;
    bool done = false;
    model::WaveEnd end = model::WaveEnd::kTrapped;
  };
  /// A pixel wave: v0 and v1 (edge functions), v2 (positions).
  Pixels runPixels(const std::array<Lanes, 3>& rows);
  /// Several that may run side by side.
  std::vector<Pixels> runPixels(const std::vector<std::array<Lanes, 3>>& waves);
  /// A vertex wave: v0 (index), v1 (vertex id), v2 (instance id).
  model::WaveEnd runVertices(const std::array<Lanes, 3>& rows, uint32_t startInstance);
  /// A thread group of a compute shader.
  model::WaveEnd runGroup(uint32_t x, uint32_t y, uint32_t z);
  /// A dword of device memory.
  uint32_t read(uint32_t address) const;

 private:
  void setDescriptor(uint32_t index, uint32_t info, uint32_t size,
                     const std::vector<uint32_t>& contents);
  model::Launch launch(model::Stage stage, const std::array<Lanes, 3>& rows);

  void setState();

  std::shared_ptr<Machine> machine_ = machine();
  compiler::Shader shader_;
  uint32_t code_, table_;
};

}  // namespace e11::target::test
