// SPDX-License-Identifier: Apache-2.0
#include "program_builder.h"

#include "dxbc/container.h"
#include "dxbc/container_writer.h"
#include "dxbc/tests/corpus.h"

namespace e11::translate::test {
namespace {

constexpr uint32_t kVersionPs50 = 0x50;
// Operand tokens: component form, register file << 12, number of indices << 20.
constexpr uint32_t kMaskForm = 2;
constexpr uint32_t kSwizzleForm = 2 | 1 << 2 | 0xe4 << 4;
constexpr uint32_t kSingleForm = 2 | 2 << 2;
constexpr uint32_t kOneIndex = 1u << 20, kTwoIndices = 2u << 20;
constexpr uint32_t kTemp = 0 << 12, kOutput = 2 << 12, kArray = 3 << 12, kImmediate = 4 << 12,
                   kConstantBuffer = 8 << 12, kLabel = 10 << 12, kNull = 13 << 12;
constexpr uint32_t kExtended = 1u << 31;

Tokens modified(Tokens source, uint32_t modifier) {
  if ((source[0] & kExtended) != 0) {
    source[1] |= modifier << 6;
    return source;
  }
  source[0] |= kExtended;
  source.insert(source.begin() + 1, 1 | modifier << 6);
  return source;
}

}  // namespace

Tokens tempDest(uint32_t number, uint32_t mask) {
  return {kMaskForm | mask << 4 | kTemp | kOneIndex, number};
}
Tokens outputDest(uint32_t mask) { return {kMaskForm | mask << 4 | kOutput | kOneIndex, 0}; }
Tokens arrayDest(uint32_t index, uint32_t mask) {
  return {kMaskForm | mask << 4 | kArray | kTwoIndices, 0, index};
}
Tokens nullDest() { return {kNull}; }
Tokens temp(uint32_t number) { return {kSwizzleForm | kTemp | kOneIndex, number}; }
Tokens temp(uint32_t number, uint32_t component) {
  return {kSingleForm | component << 4 | kTemp | kOneIndex, number};
}
Tokens constant(uint32_t row) { return {kSwizzleForm | kConstantBuffer | kTwoIndices, 0, row}; }
Tokens constant(uint32_t row, uint32_t component) {
  return {kSingleForm | component << 4 | kConstantBuffer | kTwoIndices, 0, row};
}
Tokens immediate(uint32_t value) { return {1 | kImmediate, value}; }
Tokens immediate(uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
  return {kSwizzleForm | kImmediate, x, y, z, w};
}
Tokens arrayAt(uint32_t number, uint32_t component, uint32_t offset) {
  // The second index is an immediate plus a register.
  Tokens tokens = {kSwizzleForm | kArray | kTwoIndices | 3u << 25, 0, offset};
  const Tokens index = temp(number, component);
  tokens.insert(tokens.end(), index.begin(), index.end());
  return tokens;
}
Tokens label(uint32_t number) { return {kLabel | kOneIndex, number}; }
Tokens negated(Tokens source) { return modified(std::move(source), 1); }
Tokens absolute(Tokens source) { return modified(std::move(source), 2); }

ProgramBuilder::ProgramBuilder() {
  words_ = {kVersionPs50, 0};
  add(dxbc::Opcode::DclConstantBuffer, {constant(16)});
  add(dxbc::Opcode::DclOutput, {outputDest()});
  raw({static_cast<uint32_t>(dxbc::Opcode::DclTemps) | 2u << 24, 8});
  raw({static_cast<uint32_t>(dxbc::Opcode::DclIndexableTemp) | 4u << 24, 0, 4, 4});
}

ProgramBuilder& ProgramBuilder::add(dxbc::Opcode opcode, std::initializer_list<Tokens> operands,
                                    uint32_t controls) {
  const size_t first = words_.size();
  words_.push_back(0);
  for (const Tokens& operand : operands) {
    words_.insert(words_.end(), operand.begin(), operand.end());
  }
  words_[first] = static_cast<uint32_t>(opcode) | controls |
                  static_cast<uint32_t>(words_.size() - first) << 24;
  return *this;
}

ProgramBuilder& ProgramBuilder::raw(std::initializer_list<uint32_t> words) {
  words_.insert(words_.end(), words);
  return *this;
}

std::vector<uint8_t> ProgramBuilder::blob() const {
  const auto& donor = dxbc::test::corpusShader("flow.if_uniform.ps_5_0").bytes;
  const auto container = dxbc::parseContainer(dxbc::Bytes(donor.data(), donor.size()));
  dxbc::ContainerWriter writer;
  for (const char* tag : {"ISGN", "OSGN"}) {
    const dxbc::Chunk* chunk =
        container->find(dxbc::chunkTag(tag[0], tag[1], tag[2], tag[3]));
    writer.addChunk(chunk->tag, std::vector<uint8_t>(chunk->data.data(),
                                                     chunk->data.data() + chunk->data.size()));
  }
  std::vector<uint32_t> words = words_;
  words[1] = static_cast<uint32_t>(words.size());
  writer.addChunk(dxbc::chunkTag('S', 'H', 'E', 'X'), words);
  return writer.finish();
}

}  // namespace e11::translate::test
