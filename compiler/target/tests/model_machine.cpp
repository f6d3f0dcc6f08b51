// SPDX-License-Identifier: Apache-2.0
#include "model_machine.h"

namespace e11::target::test {

void ModelMachine::poke(uint32_t address, const void* data, size_t bytes) {
  memory_.writePhysical(address, data, bytes);
}

uint32_t ModelMachine::peek(uint32_t address) const {
  uint32_t value = 0;
  memory_.readPhysical(address, &value, sizeof(value));
  return value;
}

void ModelMachine::state(uint32_t word, uint32_t value) {
  core_.writeState(0, word, value);
}

void ModelMachine::coefficient(uint32_t word, const std::array<uint32_t, 3>& c) {
  core_.writeCoefficient(word, c[0], c[1], c[2]);
}

std::vector<Machine::Result> ModelMachine::run(const std::vector<model::Launch>& waves,
                                               uint64_t budget) {
  std::vector<Result> results(waves.size());
  for (size_t i = 0; i < waves.size(); ++i) {
    core_.onExport = [&](const model::Export& e) { results[i].exports.push_back(e); };
    results[i].end = core_.run(waves[i], budget);
  }
  return results;
}

model::WaveEnd ModelMachine::runGroup(const std::vector<model::Launch>& waves, uint64_t budget) {
  return core_.runGroup(waves, budget);
}

}  // namespace e11::target::test
