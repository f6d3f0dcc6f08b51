// SPDX-License-Identifier: Apache-2.0
// The RTL of the shader core, in lock step with the model, as the machine of the compiler's tests.
// What the tests see is what the RTL wrote and exported.
#include <verilated.h>

#include <algorithm>
#include <random>

#include "lockstep.h"
#include "model_machine.h"

// Verilator's models ask for the time only when they trace through the old interface.
double sc_time_stamp() {
  return 0;
}

namespace e11::target::test {
namespace {

/// What takes longer is not worth a simulation: the machine gives up.
constexpr uint64_t kMostInstructions = 20000;
constexpr uint64_t kMostCycles = 4000000;

class RtlMachine : public Machine {
 public:
  RtlMachine() {
    lockstep_.fillRegisters(allocate(bench::Lockstep::kFillBytes),
                            [this] { return static_cast<uint32_t>(random_()); });
  }

  void poke(uint32_t address, const void* data, size_t bytes) override {
    lockstep_.poke(address, data, bytes);
    scout_.poke(address, data, bytes);
  }
  uint32_t peek(uint32_t address) const override { return lockstep_.peek(address); }
  void state(uint32_t word, uint32_t value) override {
    lockstep_.state(0, word, value);
    scout_.state(word, value);
  }
  void coefficient(uint32_t word, const std::array<uint32_t, 3>& c) override {
    lockstep_.coefficient(word, c[0], c[1], c[2]);
    scout_.coefficient(word, c);
  }

  std::vector<Result> run(const std::vector<model::Launch>& waves, uint64_t budget) override {
    std::vector<Result> results = scout_.run(waves, std::min(budget, kMostInstructions));
    for (const Result& result : results) {
      if (result.end == model::WaveEnd::kBudget) return results;
    }
    const uint64_t first = lockstep_.pixelWaves();
    uint64_t pixels = 0;
    for (const model::Launch& wave : waves) lockstep_.launch(wave);
    const bool trapped = runToEnd();
    for (size_t i = 0; i < waves.size(); ++i) {
      results[i] = Result();
      if (waves[i].stage == model::Stage::kPixel) {
        results[i].exports = lockstep_.exports(first + pixels++);
      }
      results[i].end = trapped ? model::WaveEnd::kTrapped : model::WaveEnd::kEnded;
    }
    return results;
  }

  model::WaveEnd runGroup(const std::vector<model::Launch>& waves, uint64_t budget) override {
    const uint64_t most = std::min(budget, kMostInstructions * waves.size());
    const model::WaveEnd end = scout_.runGroup(waves, most);
    if (end == model::WaveEnd::kBudget) return end;
    lockstep_.launchGroup(waves);
    return runToEnd() ? model::WaveEnd::kTrapped : model::WaveEnd::kEnded;
  }

  bool isBroken() const { return broken_; }

 private:
  /// Whether a wave trapped.
  bool runToEnd() {
    const uint64_t traps = lockstep_.traps();
    broken_ = true;  // unless it comes to an end
    lockstep_.run(kMostCycles);
    broken_ = false;
    return lockstep_.traps() != traps;
  }

  bench::Random random_{bench::seed()};
  bench::Lockstep lockstep_{random_, bench::Lockstep::Options()};
  ModelMachine scout_;  ///< says beforehand whether waves end
  bool broken_ = false;
};

}  // namespace

/// One machine for many tests: what one leaves in registers and caches is there for the next.
std::shared_ptr<Machine> machine() {
  static std::shared_ptr<RtlMachine> current;
  if (current == nullptr || current->isNearlyFull() || current->isBroken()) {
    current.reset();
    current = std::make_shared<RtlMachine>();
  }
  return current;
}

}  // namespace e11::target::test
