// SPDX-License-Identifier: Apache-2.0
//
// What every RTL bench needs: a clocked model and a printed seed.
#pragma once

#if __has_include(<catch2/catch.hpp>)
#include <catch2/catch.hpp>
#else
#include <catch2/catch_all.hpp>
#endif

#include <verilated.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

namespace e11::bench {

// The seed of this run: E11_SEED from the environment, or a fixed one. Printed, so that a failure
// can be repeated.
inline uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("E11_SEED");
    const uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 0x45313131;
    std::printf("seed: E11_SEED=%#llx\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

using Random = std::mt19937_64;

inline bool oneIn(Random& random, unsigned n) {
  return random() % n == 0;
}

// Reads and writes fields of wide Verilator ports (VlWide or plain integers): bit lsb, up to 64
// bits.
template <typename Port>
uint64_t getBits(const Port& port, unsigned lsb, unsigned width) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&port);
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = lsb + i;
    value |= uint64_t{(bytes[bit / 8] >> (bit % 8)) & 1u} << i;
  }
  return value;
}

template <typename Port>
void setBits(Port& port, unsigned lsb, unsigned width, uint64_t value) {
  auto* bytes = reinterpret_cast<uint8_t*>(&port);
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = lsb + i;
    const auto mask = static_cast<uint8_t>(1u << (bit % 8));
    bytes[bit / 8] = static_cast<uint8_t>((bytes[bit / 8] & ~mask) | ((value >> i & 1) ? mask : 0));
  }
}

// A verilated top with clk_i and rst_ni. Between edges: set inputs, settle(), look at outputs,
// tick().
template <typename Model>
class Clocked {
 public:
  Clocked() : context_(std::make_unique<VerilatedContext>()) {
    context_->randReset(2);  // a flip-flop without reset starts with noise
    context_->randSeed(static_cast<int>(seed() & 0x7fffffff) | 1);
    context_->assertOn(true);
    model_ = std::make_unique<Model>(context_.get());
    model_->clk_i = 0;  // inputs start random as well
    model_->eval();
  }
  ~Clocked() {
    model_->final();
    // The destructor looks for its scopes in the thread's context, which may be another model's.
    Verilated::threadContextp(context_.get());
    model_.reset();
  }
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;

  Model* operator->() { return model_.get(); }
  Model& operator*() { return *model_; }
  uint64_t cycle() const { return cycle_; }

  void reset() {
    model_->clk_i = 0;
    model_->rst_ni = 1;
    model_->eval();
    model_->rst_ni = 0;
    model_->eval();
    tick();
    tick();
    model_->rst_ni = 1;
    settle();
  }
  // Lets combinational outputs follow the inputs.
  void settle() { model_->eval(); }
  void tick() {
    model_->clk_i = 1;
    model_->eval();
    model_->clk_i = 0;
    model_->eval();
    ++cycle_;
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
  uint64_t cycle_ = 0;
};

}  // namespace e11::bench
