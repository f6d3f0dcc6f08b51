// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e11/model/memory.h"
#include "machine.h"

namespace e11::target::test {

/// The model of the core: one wave behind the other.
class ModelMachine : public Machine {
 public:
  void poke(uint32_t address, const void* data, size_t bytes) override;
  uint32_t peek(uint32_t address) const override;
  void state(uint32_t word, uint32_t value) override;
  void coefficient(uint32_t word, const std::array<uint32_t, 3>& c) override;
  std::vector<Result> run(const std::vector<model::Launch>& waves, uint64_t budget) override;
  model::WaveEnd runGroup(const std::vector<model::Launch>& waves, uint64_t budget) override;

 private:
  model::Memory memory_{kBytes};
  model::Core core_{memory_};
};

}  // namespace e11::target::test
