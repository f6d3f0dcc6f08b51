// SPDX-License-Identifier: Apache-2.0
// What a shader leaves behind: vertex records and pixel exports (docs/shader-abi.md).
#include "translate/translator.h"

namespace e11::translate {
namespace {

constexpr uint32_t kRecordScalar = 1;  // start register: address of lane 0's record
constexpr uint32_t kRegisterBytes = 16;
// Colours have their own numbers.
constexpr uint32_t kDepthTarget = 8;
constexpr uint32_t kCoverageTarget = 9;
constexpr uint32_t kStencilTarget = 10;

}  // namespace

void Translator::emitOutputs() {
  if (layout_.stage == compiler::Stage::kVertex) {
    emitRecord();
  } else if (layout_.stage == compiler::Stage::kPixel) {
    emitExports();
  }
}

llvm::Value* Translator::outputComponent(uint32_t number, uint32_t component) {
  if (layout_.outputs[number].indexed) {
    return emit_.loadScratch(
        emit_.constant(layout_.outputScratch + kRegisterBytes * number + 4 * component));
  }
  return emit_.asBits(loadSlot(slot(&outputs_, number, component)));
}

llvm::Value* Translator::gather(const Vector& values) {
  llvm::Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(emit_.i32(), 4));
  for (uint32_t i = 0; i < 4; ++i) {
    llvm::Value* value = values[i] != nullptr ? values[i] : emit_.constant(0);
    vector = builder().CreateInsertElement(vector, value, i);
  }
  return vector;
}

void Translator::emitRecord() {
  const uint32_t registers = 1 + layout_.highestOutput();
  llvm::Value* base = startScalar(kRecordScalar);
  llvm::Value* offset =
      builder().CreateMul(emit_.intCall("lane", {}), emit_.constant(registers * kRegisterBytes));
  for (uint32_t number = 0; number < kMaxShaderRegisters; ++number) {
    const OutputRegister& output = layout_.outputs[number];
    if (output.mask == 0) continue;
    Vector values = {};
    for (uint32_t i = 0; i < 4; ++i) {
      if ((output.mask >> i & 1) != 0) values[i] = outputComponent(number, i);
    }
    // The position goes to register 0 of the record only.
    const uint32_t place = output.position ? 0 : 1 + number;
    emit_.call("stglb.4", builder().getVoidTy(),
               {gather(values), base, offset, emit_.constant(place * kRegisterBytes)},
               Emitter::Effect::Write);
  }
}

void Translator::emitExports() {
  struct Export {
    uint32_t target;
    uint32_t mask;
  };
  std::vector<Export> exports;
  if (depth_ != nullptr) exports.push_back({kDepthTarget, 1});
  if (coverage_ != nullptr) exports.push_back({kCoverageTarget, 1});
  if (stencil_ != nullptr) exports.push_back({kStencilTarget, 1});
  for (uint32_t i = kMaxRenderTargets; i-- > 0;) {
    if (layout_.outputs[i].mask != 0) exports.push_back({i, layout_.outputs[i].mask});
  }
  if (exports.empty()) exports.push_back({0, 0});
  for (const Export& one : exports) {
    Vector values = {};
    llvm::AllocaInst* single = one.target == kDepthTarget      ? depth_
                               : one.target == kCoverageTarget ? coverage_
                               : one.target == kStencilTarget  ? stencil_
                                                               : nullptr;
    if (single != nullptr) values[0] = emit_.asBits(loadSlot(single));
    for (uint32_t i = 0; i < 4 && single == nullptr; ++i) {
      if ((one.mask >> i & 1) != 0) values[i] = outputComponent(one.target, i);
    }
    emit_.call("export", builder().getVoidTy(),
               {gather(values), emit_.constant(one.target), emit_.constant(one.mask),
                emit_.constant(&one == &exports.back() ? 1 : 0)},
               Emitter::Effect::Convergent);
  }
}

}  // namespace e11::translate
