// SPDX-License-Identifier: Apache-2.0
#include "translate/layout_parts.h"

namespace e11::translate {
namespace {

class EntryMaker {
 public:
  explicit EntryMaker(Layout* layout) : layout_(*layout) {}

  void make() {
    using compiler::ResourceKind;
    for (auto& [slot, entry] : layout_.constantBufferResource) {
      entry = addResource(ResourceKind::kConstantBuffer, slot);
    }
    if (!layout_.immediateConstants.empty()) {
      layout_.immediateConstantResource = addResource(ResourceKind::kImmediateConstantBuffer, 0);
    }
    for (uint32_t i = 0; i < kMaxShaderRegisters; ++i) {
      if (layout_.inputs[i].uses(InputSource::Fetch)) {
        layout_.elementResource[i] = addResource(ResourceKind::kVertexElement, i);
      }
    }
    for (auto& [slot, view] : layout_.resourceViews) assignView(slot, &view);
    for (auto& [slot, view] : layout_.unorderedViews) assignView(slot, &view);
    for (auto& [slot, entry] : layout_.samplerResource) {
      entry = addPair(ResourceKind::kSampler, slot);
    }
    layout_.instanceResource = static_cast<uint32_t>(layout_.resources.size());
    for (uint32_t i = 0; i < layout_.instanceCount; ++i) {
      addResource(ResourceKind::kClassInstance, i);
    }
  }

 private:
  uint32_t addResource(compiler::ResourceKind kind, uint32_t slot) {
    layout_.resources.push_back({kind, slot});
    return static_cast<uint32_t>(layout_.resources.size() - 1);
  }

  // A texture, an image or a sampler takes two entries.
  uint32_t addPair(compiler::ResourceKind kind, uint32_t slot) {
    const uint32_t entry = addResource(kind, slot);
    addResource(kind, slot);
    return entry;
  }

  void assignView(uint32_t slot, ResourceView* view) {
    using compiler::ResourceKind;
    if (!view->isBuffer()) {
      view->entry =
          addPair(view->unordered ? ResourceKind::kUnorderedTexture : ResourceKind::kTexture, slot);
      return;
    }
    view->entry = addResource(
        view->unordered ? ResourceKind::kUnorderedBuffer : ResourceKind::kShaderBuffer, slot);
    layout_.resources.back().layout = view->layout;
    layout_.resources.back().stride = view->stride;
    if (view->counter) view->counterEntry = addResource(ResourceKind::kCounter, slot);
  }

  Layout& layout_;
};

}  // namespace

void assignResources(Layout* layout) {
  EntryMaker(layout).make();
}

}  // namespace e11::translate
