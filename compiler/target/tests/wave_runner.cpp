// SPDX-License-Identifier: Apache-2.0
#include "wave_runner.h"

#include "e11/regs.h"

namespace e11::target::test {
namespace {

constexpr uint64_t kBudget = 200000;
constexpr uint32_t kFormatR32G32B32A32Uint = 3;  // DXGI_FORMAT

}  // namespace

WaveRunner::WaveRunner(const compiler::Shader& shader) : shader_(shader) {
  code_ = machine_->allocate(static_cast<uint32_t>(shader.code.size()) * 4);
  machine_->poke(code_, shader.code.data(), shader.code.size() * 4);
  table_ = machine_->allocate(static_cast<uint32_t>(shader.resources.size()) * 16);
}

void WaveRunner::setState() {
  machine_->state(E11_STATE_BLOCK_SCRATCH_BASE, Machine::kScratch);
  machine_->state(E11_STATE_BLOCK_SCRATCH_LANE, shader_.scratchBytesPerLane);
  machine_->state(E11_STATE_BLOCK_SSCRATCH_BASE, Machine::kScalarScratch);
}

void WaveRunner::setDescriptor(uint32_t index, uint32_t info, uint32_t size,
                               const std::vector<uint32_t>& contents) {
  const uint32_t bytes = static_cast<uint32_t>(contents.size()) * 4;
  const uint32_t at = machine_->allocate(bytes);
  const uint32_t descriptor[4] = {at, info, size, 0};
  machine_->poke(table_ + 16 * index, descriptor, sizeof(descriptor));
  machine_->poke(at, contents.data(), bytes);
}

void WaveRunner::setRaw(uint32_t index, const std::vector<uint32_t>& dwords) {
  setDescriptor(index, 0, static_cast<uint32_t>(dwords.size()) * 4, dwords);
}

void WaveRunner::setElements(uint32_t index, const std::vector<std::array<uint32_t, 4>>& elements) {
  std::vector<uint32_t> dwords;
  for (const auto& element : elements) dwords.insert(dwords.end(), element.begin(), element.end());
  setDescriptor(index, 16 | kFormatR32G32B32A32Uint << 16, static_cast<uint32_t>(elements.size()),
                dwords);
}

void WaveRunner::setBuffer(uint32_t index, uint32_t stride, uint32_t format,
                           const std::vector<uint32_t>& dwords) {
  setDescriptor(index, stride | format << 16, static_cast<uint32_t>(dwords.size()) * 4 / stride,
                dwords);
}

uint32_t WaveRunner::readBuffer(uint32_t index, uint32_t number) const {
  return read(read(table_ + 16 * index) + 4 * number);
}

void WaveRunner::setWord(uint32_t word, const std::array<uint32_t, 3>& c) {
  machine_->coefficient(word, c);
}

model::Launch WaveRunner::launch(model::Stage stage, const std::array<Lanes, 3>& rows) {
  model::Launch launch;
  launch.stage = stage;
  launch.size = static_cast<uint8_t>(shader_.sizeClass);
  launch.code = code_;
  launch.s0 = table_;
  launch.s1 = kRecords;
  launch.exec = launch.cov = 0xffff;
  launch.rows = 3;
  for (size_t i = 0; i < rows.size(); ++i) launch.row[i] = rows[i];
  return launch;
}

WaveRunner::Pixels WaveRunner::runPixels(const std::array<Lanes, 3>& rows) {
  return runPixels(std::vector<std::array<Lanes, 3>>{rows}).front();
}

std::vector<WaveRunner::Pixels> WaveRunner::runPixels(
    const std::vector<std::array<Lanes, 3>>& waves) {
  setState();
  std::vector<model::Launch> launches;
  for (const auto& rows : waves) launches.push_back(launch(model::Stage::kPixel, rows));
  std::vector<Pixels> results;
  for (const Machine::Result& wave : machine_->run(launches, kBudget)) {
    Pixels result;
    result.end = wave.end;
    for (const model::Export& e : wave.exports) {
      result.coverage = e.cov;
      result.done = result.done || e.done;
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        for (uint32_t c = 0; c < 4; ++c) {
          if ((e.mask >> c & 1) == 0) continue;
          if (e.target == 0) result.color[lane][c] = e.data[lane][c];
          if (e.target == 8 && c == 0) result.depth[lane] = e.data[lane][0];
        }
      }
    }
    results.push_back(result);
  }
  return results;
}

model::WaveEnd WaveRunner::runVertices(const std::array<Lanes, 3>& rows, uint32_t startInstance) {
  setState();
  model::Launch wave = launch(model::Stage::kVertex, rows);
  wave.s2 = startInstance;
  return machine_->run({wave}, kBudget).front().end;
}

// docs/shader-abi.md, "Compute shader".
model::WaveEnd WaveRunner::runGroup(uint32_t x, uint32_t y, uint32_t z) {
  setState();
  const uint32_t* size = shader_.threadGroup;
  const uint32_t threads = size[0] * size[1] * size[2];
  const uint32_t waves = (threads + kLanes - 1) / kLanes;
  std::vector<model::Launch> launches(waves);
  for (uint32_t w = 0; w < waves; ++w) {
    Lanes ids{};
    uint16_t lanes = 0;
    for (uint32_t lane = 0; lane < kLanes && w * kLanes + lane < threads; ++lane) {
      const uint32_t thread = w * kLanes + lane;
      ids[lane] =
          thread % size[0] | thread / size[0] % size[1] << 10 | thread / (size[0] * size[1]) << 20;
      lanes = static_cast<uint16_t>(lanes | 1u << lane);
    }
    launches[w] = launch(model::Stage::kCompute, {ids, Lanes{}, Lanes{}});
    launches[w].rows = 1;
    launches[w].exec = launches[w].cov = lanes;
    launches[w].s1 = x | y << 16;
    launches[w].s2 = z | w * kLanes << 16;
    launches[w].waves = static_cast<uint8_t>(waves);
    launches[w].wave = static_cast<uint8_t>(w);
    launches[w].ldsSize = static_cast<uint16_t>(shader_.groupBytes);
  }
  return machine_->runGroup(launches, kBudget * waves);
}

uint32_t WaveRunner::read(uint32_t address) const {
  return machine_->peek(address);
}

}  // namespace e11::target::test
