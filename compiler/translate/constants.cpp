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
Vector Translator::loadRow(llvm::Value* descriptor, llvm::Value* row, uint32_t components) {
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
  llvm::Value* loaded = emit_.loadRaw(count, descriptor, offset);
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
    const Vector loaded = loadRow(descriptor(resource), emit_.constant(row), missing);
    for (uint32_t i = 0; i < 4; ++i) {
      if (loaded[i] != nullptr) cached.values[i] = loaded[i];
    }
  }
  return cached.values;
}

// The slot is the same in all lanes (spec 7.11). A slot that is not declared is undefined.
llvm::Value* Translator::chooseDescriptor(const std::map<uint32_t, uint32_t>& entryOfSlot,
                                          llvm::Value* slot, bool pair) {
  if (entryOfSlot.empty()) return nullptr;
  const auto emitLoad = [&](llvm::Value* offset) {
    return pair ? emit_.call("desc.at.8", emit_.dwords(8), {offset})
                : emit_.call("desc.at", emit_.dwords(4), {offset});
  };
  // Slots in a row have entries in a row.
  const auto [firstSlot, firstEntry] = *entryOfSlot.begin();
  const uint32_t last = static_cast<uint32_t>(entryOfSlot.size()) - 1;
  const uint32_t step = pair ? 2 : 1;
  if (entryOfSlot.rbegin()->first == firstSlot + last &&
      entryOfSlot.rbegin()->second == firstEntry + last * step) {
    llvm::Value* number = emit_.llvmCall(
        llvm::Intrinsic::umin,
        {builder().CreateSub(slot, emit_.constant(firstSlot)), emit_.constant(last)});
    return emitLoad(builder().CreateAdd(
        builder().CreateMul(number, emit_.constant(16 * step)),
        emit_.constant(16 * firstEntry)));
  }
  llvm::Value* offset = nullptr;
  for (const auto& [candidate, entry] : entryOfSlot) {
    llvm::Value* its = emit_.constant(entry * 16);
    offset = offset == nullptr
                 ? its
                 : builder().CreateSelect(
                       builder().CreateICmpEQ(slot, emit_.constant(candidate)), its, offset);
  }
  return emitLoad(offset);
}

Vector Translator::readConstants(const Operand& operand, uint32_t components) {
  uint32_t resource = 0;
  llvm::Value* chosen = nullptr;  // descriptor, where the buffer is indexed
  const dxbc::OperandIndex* index = nullptr;
  if (operand.type == dxbc::OperandType::ImmediateConstantBuffer) {
    if (operand.indexCount != 1 || layout_.immediateConstants.empty()) {
      fail("icb is not declared");
      return {};
    }
    resource = layout_.immediateConstantResource;
    index = &operand.index[0];
  } else if (operand.indexCount == 2 && operand.index[0].relative) {
    chosen = chooseDescriptor(layout_.constantBufferResource, uniformIndex(operand.index[0]),
                              /*pair=*/false);
    if (chosen == nullptr) {
      fail("cb# is not declared");
      return {};
    }
    index = &operand.index[1];
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
    if (chosen != nullptr) {
      return loadRow(chosen, emit_.constant(static_cast<uint32_t>(index->immediate)), components);
    }
    return loadStaticRow(resource, static_cast<uint32_t>(index->immediate), components);
  }
  // Rows outside the buffer read 0. The largest buffer has kMaxConstantRows rows, so the row with
  // that number is outside; clamping to it keeps the byte offset within 32 bits.
  llvm::Value* row = emit_.llvmCall(llvm::Intrinsic::umin,
                                    {indexValue(*index), emit_.constant(kMaxConstantRows)});
  return loadRow(chosen != nullptr ? chosen : descriptor(resource), row, components);
}

}  // namespace e11::translate
