// SPDX-License-Identifier: Apache-2.0
#include "shader_runner.h"

#include <cstdlib>

#include "dxbc/tests/corpus.h"
#include "translate/translate.h"

namespace e11::translate::test {

uint64_t seed() {
  const char* text = std::getenv("E11_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 0) : 0x5eedf00d;
}

ShaderRunner::ShaderRunner(const std::string& name, const compiler::Options& options) {
  translateBlob(dxbc::test::corpusShader(name).bytes, options);
}

ShaderRunner::ShaderRunner(const std::vector<uint8_t>& blob, const compiler::Options& options) {
  translateBlob(blob, options);
}

void ShaderRunner::translateBlob(const std::vector<uint8_t>& blob,
                                 const compiler::Options& options) {
  const auto parsed = dxbc::parse(blob.data(), blob.size());
  if (!parsed) throw MachineError(parsed.error().text());
  std::string error;
  module_ = translate(*parsed, options, *context_, &shader_, &error);
  if (module_ == nullptr) throw MachineError(error);
  if (shader_.immediateConstants.empty()) return;
  environment_.raw[entry(compiler::ResourceKind::kImmediateConstantBuffer, 0)] =
      shader_.immediateConstants;
}

uint32_t ShaderRunner::entry(compiler::ResourceKind kind, uint32_t slot) const {
  for (size_t i = 0; i < shader_.resources.size(); ++i) {
    if (shader_.resources[i].kind == kind && shader_.resources[i].slot == slot) {
      return static_cast<uint32_t>(i);
    }
  }
  throw MachineError("shader does not use slot " + std::to_string(slot));
}

void ShaderRunner::setConstantBuffer(uint32_t slot, const std::vector<uint32_t>& dwords) {
  environment_.raw[entry(compiler::ResourceKind::kConstantBuffer, slot)] = dwords;
}

void ShaderRunner::setElements(uint32_t inputRegister,
                               std::vector<std::array<uint32_t, 4>> elements) {
  environment_.typed[entry(compiler::ResourceKind::kVertexElement, inputRegister)] =
      std::move(elements);
}

LaneOutput ShaderRunner::pixel(uint32_t x, uint32_t y, float edge1, float edge2) const {
  LaneInput input;
  input.vectors = {asBits(edge1), asBits(edge2), y << 16 | x};
  return IrMachine(*module_, environment_).run(input);
}

std::array<LaneOutput, 4> ShaderRunner::quad(
    uint32_t x, uint32_t y, const std::array<std::array<float, 2>, 4>& edges) const {
  std::array<LaneInput, 4> inputs;
  for (uint32_t i = 0; i < 4; ++i) {
    inputs[i].lane = i;
    inputs[i].vectors = {asBits(edges[i][0]), asBits(edges[i][1]),
                         (y + (i >> 1)) << 16 | (x + (i & 1))};
  }
  return IrMachine(*module_, environment_).runQuad(inputs);
}

LaneOutput ShaderRunner::vertex(uint32_t index, uint32_t vertexId, uint32_t instanceId,
                                uint32_t startInstance, uint32_t lane) const {
  LaneInput input;
  input.vectors = {index, vertexId, instanceId};
  input.scalars = {0, kRecords, startInstance};
  input.lane = lane;
  return IrMachine(*module_, environment_).run(input);
}

uint32_t ShaderRunner::record(const LaneOutput& output, uint32_t lane, uint32_t number,
                              uint32_t component) const {
  const uint32_t address =
      kRecords + lane * 16 * shader_.outputRegisters + 16 * number + 4 * component;
  const auto found = output.memory.find(address);
  return found == output.memory.end() ? 0 : found->second;
}

}  // namespace e11::translate::test
