// SPDX-License-Identifier: Apache-2.0
// Reads of constant buffers and of the immediate constant buffer (spec 7.5).
#include "translate/translator.h"

namespace e11::translate {
namespace {

// A row that was loaded stays in registers for so many instructions after its last use; later ones
// load it again, which costs less than keeping everything alive in a long shader.
constexpr size_t kKeepInstructions = 48;

}  // namespace

// Loads the wanted components of one row, at least one, with one load of 1, 2 or 4 dwords. `row` is
// a row number.
Vector Translator::loadRow(uint32_t resource, llvm::Value* row, uint32_t components) {
  assert((components & 0xf) != 0);
  uint32_t first = 0, last = 3;
  while ((components >> first & 1) == 0) ++first;
  while ((components >> last & 1) == 0) --last;
  uint32_t count = last - first + 1;
  if (count == 3) {
    count = 4;
    first = 0;
  }
  llvm::Value* offset = builder().CreateShl(row, 4);
  if (first != 0) offset = builder().CreateAdd(offset, emit_.constant(4 * first));
  llvm::Value* loaded = emit_.loadRaw(count, descriptor(resource), offset);
  Vector values = {};
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) != 0) values[i] = emit_.component(loaded, i - first);
  }
  return values;
}

Vector Translator::loadStaticRow(uint32_t resource, uint32_t row, uint32_t components) {
  checkCache();
  CachedRow& cached = rowCache_[{resource, row}];
  if (translated_ - cached.age > kKeepInstructions) cached.values = {};
  cached.age = translated_;
  uint32_t missing = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    if ((components >> i & 1) != 0 && cached.values[i] == nullptr) missing |= 1u << i;
  }
  if (missing != 0) {
    const Vector loaded = loadRow(resource, emit_.constant(row), missing);
    for (uint32_t i = 0; i < 4; ++i) {
      if (loaded[i] != nullptr) cached.values[i] = loaded[i];
    }
  }
  return cached.values;
}

Vector Translator::readConstants(const Operand& operand, uint32_t components) {
  uint32_t resource = 0;
  const dxbc::OperandIndex* index = nullptr;
  if (operand.type == dxbc::OperandType::ImmediateConstantBuffer) {
    if (operand.indexCount != 1 || layout_.immediateConstants.empty()) {
      fail("icb is not declared");
      return {};
    }
    resource = layout_.immediateConstantResource;
    index = &operand.index[0];
  } else {
    const auto found =
        operand.indexCount == 2 && !operand.index[0].relative
            ? layout_.constantBufferResource.find(
                  static_cast<uint32_t>(operand.index[0].immediate))
            : layout_.constantBufferResource.end();
    if (found == layout_.constantBufferResource.end()) {
      fail("cb# is not declared");
      return {};
    }
    resource = found->second;
    index = &operand.index[1];
  }
  if (!index->relative) {
    if (index->immediate >= kMaxConstantRows) {
      fail("constant index out of range");
      return {};
    }
    return loadStaticRow(resource, static_cast<uint32_t>(index->immediate), components);
  }
  // Rows outside the buffer read 0. The largest buffer has kMaxConstantRows rows, so the row with
  // that number is outside; clamping to it keeps the byte offset within 32 bits.
  llvm::Value* row = emit_.llvmCall(llvm::Intrinsic::umin,
                                    {indexValue(*index), emit_.constant(kMaxConstantRows)});
  return loadRow(resource, row, components);
}

}  // namespace e11::translate
