// SPDX-License-Identifier: Apache-2.0
// What a shader leaves behind: vertex records and pixel exports (docs/shader-abi.md).
#include "translate/translator.h"

namespace e11::translate {
namespace {

constexpr uint32_t kRecordScalar = 1;  // start register: address of lane 0's record
constexpr uint32_t kRegisterBytes = 16;
constexpr uint32_t kColorTarget = 0;
constexpr uint32_t kDepthTarget = 8;

}  // namespace

void Translator::emitOutputs() {
  if (layout_.stage == compiler::Stage::kVertex) {
    emitRecord();
  } else {
    emitExports();
  }
}

llvm::Value* Translator::outputComponent(uint32_t number, uint32_t component) {
  if (layout_.outputs[number].indexed) {
    return emit_.loadScratch(
        emit_.constant(layout_.outputScratch + kRegisterBytes * number + 4 * component));
  }
  return builder().CreateLoad(emit_.i32(), slot(&outputs_, number, component));
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
  llvm::Value* offset = builder().CreateMul(emit_.intCall("lane", {}),
                                            emit_.constant(registers * kRegisterBytes));
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
  const auto send = [&](const Vector& values, uint32_t target, uint32_t mask, bool done) {
    emit_.call("export", builder().getVoidTy(),
               {gather(values), emit_.constant(target), emit_.constant(mask),
                emit_.constant(done ? 1 : 0)},
               Emitter::Effect::Convergent);
  };
  const OutputRegister& color = layout_.outputs[0];
  if (layout_.depthOutput) {
    const Vector depth = {builder().CreateLoad(emit_.i32(), depth_)};
    send(depth, kDepthTarget, 1, color.mask == 0);
    if (color.mask == 0) return;
  }
  Vector values = {};
  for (uint32_t i = 0; i < 4; ++i) {
    if ((color.mask >> i & 1) != 0) values[i] = outputComponent(0, i);
  }
  send(values, kColorTarget, color.mask, true);
}

}  // namespace e11::translate
