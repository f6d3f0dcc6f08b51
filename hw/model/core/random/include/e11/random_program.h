// SPDX-License-Identifier: Apache-2.0
//
// Random programs that end: every instruction, structured branches and loops with
// counters, memory accesses mostly inside their buffers.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace e11::bench {

using Random = std::mt19937_64;

/// What a wave finds at the address in s0: what random programs load first. The typed buffer is
/// the wave's (or its group's) own, too.
struct Table {
  static constexpr uint32_t kRaw = 4, kTyped = 8, kStruct = 12, kPrivateRaw = 16;
  static constexpr uint32_t kPrivateStruct = 20, kPrivateBase = 24;  // scalar registers
  uint32_t words[24];                                                // s4..s27
};

class RandomProgram {
 public:
  struct Options {
    bool pixel = false;
    bool compute = false;  ///< with barriers, fences and thread-group memory
    bool memory = true;
    bool traps = false;
    uint32_t size = 0;     ///< register size class
    unsigned length = 40;  ///< instructions outside blocks, about
  };

  RandomProgram(Random& random, const Options& options) : random_(random), options_(options) {}

  std::vector<uint64_t> make();

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  void emit(uint64_t word) { code_.push_back(word); }
  uint32_t anyVector();
  uint32_t freeScalar();
  uint32_t scalarSource();
  uint32_t vectorSource();
  uint32_t literal();
  void prologue();
  void block(unsigned length, unsigned depth);
  void alu();
  void control();
  void memory();
  void vectorMemory();
  void atomic();
  void groupMemory();
  uint32_t index(uint32_t mask);
  void scalarMemory();
  void ifElse(unsigned depth);
  void uniformLoop(unsigned depth);
  void lanesLoop(unsigned depth);
  void skip();
  void masked(unsigned depth);
  void epilogue();
  void patch(size_t at, size_t target);

  Random& random_;
  Options options_;
  std::vector<uint64_t> code_;
};

/// A 32-bit value of the kinds that find faults: small integers, floats of all
/// classes, random bits.
uint32_t interestingValue(Random& random);

}  // namespace e11::bench
