// SPDX-License-Identifier: Apache-2.0
// A committed shader, translated and run on the host.
#pragma once

#include <memory>
#include <string>

#include "e11/compiler.h"
#include "ir_machine.h"
#include "llvm/IR/LLVMContext.h"

namespace e11::translate::test {

/// Seed of random tests: E11_SEED of the environment, else a fixed one.
uint64_t seed();

class ShaderRunner {
 public:
  /// Translates the committed blob of this name; throws MachineError if it is refused.
  explicit ShaderRunner(const std::string& name, const compiler::Options& options = {});
  /// The same for a blob.
  ShaderRunner(const std::vector<uint8_t>& blob, const compiler::Options& options);

  const compiler::Shader& shader() const { return shader_; }
  const llvm::Module& module() const { return *module_; }
  Environment& environment() { return environment_; }

  void setConstantBuffer(uint32_t slot, const std::vector<uint32_t>& dwords);
  void setElements(uint32_t inputRegister, std::vector<std::array<uint32_t, 4>> elements);

  /// Runs a pixel shader at one pixel; E1 and E2 are 0 unless given.
  LaneOutput pixel(uint32_t x, uint32_t y, float edge1 = 0, float edge2 = 0) const;
  /// Runs a pixel shader on the quad whose upper left pixel is (x, y); edges[i] are E1, E2 of lane i.
  std::array<LaneOutput, 4> quad(uint32_t x, uint32_t y,
                                 const std::array<std::array<float, 2>, 4>& edges) const;
  /// Runs a vertex shader for one vertex.
  LaneOutput vertex(uint32_t index, uint32_t vertexId, uint32_t instanceId, uint32_t startInstance,
                    uint32_t lane = 0) const;

  /// Where vertex records are written: the value of s1.
  static constexpr uint32_t kRecords = 0x10000;
  /// Component of register `number` of lane's record; 0 if it was not written.
  uint32_t record(const LaneOutput& output, uint32_t lane, uint32_t number,
                  uint32_t component) const;

 private:
  void translateBlob(const std::vector<uint8_t>& blob, const compiler::Options& options);
  uint32_t entry(compiler::ResourceKind kind, uint32_t slot) const;

  std::unique_ptr<llvm::LLVMContext> context_ = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module_;
  compiler::Shader shader_;
  Environment environment_;
};

}  // namespace e11::translate::test
