// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "decode.h"
#include "e11/model/core.h"

namespace e11::model {

/// One instruction of one wave: the core's memory and exports around it.
class Core::Interpreter {
 public:
  Interpreter(Core& core, Wave& wave, Retired* retired)
      : core_(core), wave_(wave), retired_(retired) {}

  void execute(const Decoded& d);
  /// The wave ends: a pixel wave without done gives its last export.
  void end();
  void trap();

 private:
  // alu.cpp
  void alu(const Decoded& d);
  template <int n>
  void evaluate(const Decoded& d, const uint32_t* a, const uint32_t* b, const uint32_t* c,
                uint32_t* r);
  void quad(const Decoded& d, const uint32_t* a, uint32_t* r);
  void interpolate(const Decoded& d, const uint32_t* a, const uint32_t* c, uint32_t* r);
  const uint32_t* operand(const Decoded& d, int position, Row* room) const;
  uint32_t scalarOperand(const Decoded& d, int position) const;

  // control.cpp
  void control(const Decoded& d);
  uint16_t nonZero(const Decoded& d) const;
  void branch(const Decoded& d);
  void discard(const Decoded& d);
  void exportRows(const Decoded& d);
  void sendExport(const Export& e);

  // vector_memory.cpp
  struct Addresses;
  void vectorMemory(const Decoded& d);
  Addresses addresses(const Decoded& d) const;
  void loadDwords(const Decoded& d, const Addresses& at);
  void loadTyped(const Decoded& d, const Addresses& at);
  void storeDwords(const Decoded& d, const Addresses& at);
  void storeTyped(const Decoded& d, const Addresses& at);
  void atomics(const Decoded& d, const Addresses& at);

  // group_memory.cpp
  struct Places;
  void groupMemory(const Decoded& d);
  Places places(const Decoded& d) const;
  void loadGroup(const Decoded& d, const Places& at);
  void storeGroup(const Decoded& d, const Places& at);
  void atomicsGroup(const Decoded& d, const Places& at);

  // scalar_memory.cpp
  void scalarMemory(const Decoded& d);
  void scalarScratch(const Decoded& d);

  void writeVector(uint32_t number, const Row& value, uint16_t lanes);
  void writeScalar(uint32_t number, uint32_t value);
  void store(Client client, uint32_t address, uint32_t value);
  void storeBytes(uint32_t address, uint64_t value, uint32_t bytes);
  uint32_t atomic(uint32_t address, unsigned op, uint32_t operand, uint32_t compare);
  Row& vector(uint32_t number) { return wave_.v[number & wave_.vectorMask]; }
  const Row& vector(uint32_t number) const { return wave_.v[number & wave_.vectorMask]; }
  uint32_t scalar(uint32_t number) const { return wave_.s[number & wave_.scalarMask]; }

  Core& core_;
  Wave& wave_;
  Retired* retired_;
};

}  // namespace e11::model
