// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "d3d11/device_child.h"
#include "e11/compiler.h"

namespace e11::umd {

class InputLayout final : public DeviceChild<ID3D11InputLayout> {
 public:
  struct Element {
    std::string semantic;
    UINT semanticIndex;
    DXGI_FORMAT format;
    UINT slot;
    UINT offset;  // bytes within the vertex
    bool perInstance;
    UINT stepRate;
  };

  // CreateInputLayout: `bytecode` is any container with an input signature. E_INVALIDARG if the
  // elements are wrong in themselves or leave an input of the signature without data. A null `out`
  // only validates (S_FALSE).
  static HRESULT create(Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                        const void* bytecode, SIZE_T bytes, ID3D11InputLayout** out);

  // The element that feeds this input of a vertex shader, or null.
  const Element* find(const compiler::SignatureElement& input) const;

 private:
  InputLayout(Device& device, std::vector<Element> elements)
      : DeviceChildOf(device), elements_(std::move(elements)) {}
  ~InputLayout() override = default;

  const std::vector<Element> elements_;
};

// Semantic names compare without regard to case.
bool isSameSemantic(const std::string& a, const std::string& b);

// True for inputs that the GPU makes itself: vertex, primitive and instance numbers.
bool isGeneratedInput(const compiler::SignatureElement& input);

}  // namespace e11::umd
