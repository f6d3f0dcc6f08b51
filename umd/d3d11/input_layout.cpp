// SPDX-License-Identifier: Apache-2.0
#include "d3d11/input_layout.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <new>

#include "common/format.h"
#include "common/log.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

using Elements = std::vector<InputLayout::Element>;

constexpr UINT kSlots = D3D11_IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT;
constexpr UINT kMaxElements = 32;  // D3D11_IA_VERTEX_INPUT_STRUCTURE_ELEMENT_COUNT

bool isElementValid(const D3D11_INPUT_ELEMENT_DESC& desc) {
  if (desc.SemanticName == nullptr || desc.InputSlot >= kSlots) return false;
  const FormatInfo* format = formatInfo(desc.Format);
  if (format == nullptr || (format->support & D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER) == 0) {
    logLine(LogLevel::kWarn, "CreateInputLayout: %s%u: no vertex format", desc.SemanticName,
            desc.SemanticIndex);
    return false;
  }
  if (desc.InputSlotClass == D3D11_INPUT_PER_VERTEX_DATA) return desc.InstanceDataStepRate == 0;
  return desc.InputSlotClass == D3D11_INPUT_PER_INSTANCE_DATA;
}

// Resolves D3D11_APPEND_ALIGNED_ELEMENT: behind the previous element of the slot, aligned. False
// for misaligned or too large offsets.
bool resolveOffset(const D3D11_INPUT_ELEMENT_DESC& desc, std::array<UINT, kSlots>* ends,
                   UINT* offset) {
  const FormatInfo& format = *formatInfo(desc.Format);
  const UINT alignment = format.elementAlignment;
  UINT& end = (*ends)[desc.InputSlot];
  *offset = desc.AlignedByteOffset == D3D11_APPEND_ALIGNED_ELEMENT
                ? (end + alignment - 1) / alignment * alignment
                : desc.AlignedByteOffset;
  constexpr UINT kMaxBytes = D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES;
  if (*offset % alignment != 0 || *offset > kMaxBytes - format.bytesPerBlock) return false;
  end = *offset + format.bytesPerBlock;
  return true;
}

bool isSameElement(const InputLayout::Element& a, const InputLayout::Element& b) {
  return a.semanticIndex == b.semanticIndex && isSameSemantic(a.semantic, b.semantic);
}

// Elements of one slot step alike; a semantic appears once.
bool isConsistent(const Elements& elements, const InputLayout::Element& added) {
  return std::none_of(elements.begin(), elements.end(), [&](const InputLayout::Element& e) {
    if (isSameElement(e, added)) return true;
    return e.slot == added.slot &&
           (e.perInstance != added.perInstance || e.stepRate != added.stepRate);
  });
}

bool readElements(const D3D11_INPUT_ELEMENT_DESC* descs, UINT count, Elements* elements) {
  std::array<UINT, kSlots> ends = {};
  for (UINT i = 0; i < count; ++i) {
    const D3D11_INPUT_ELEMENT_DESC& desc = descs[i];
    if (!isElementValid(desc)) return false;
    InputLayout::Element element = {desc.SemanticName,
                                    desc.SemanticIndex,
                                    desc.Format,
                                    desc.InputSlot,
                                    0,
                                    desc.InputSlotClass == D3D11_INPUT_PER_INSTANCE_DATA,
                                    desc.InstanceDataStepRate};
    if (!resolveOffset(desc, &ends, &element.offset)) return false;
    if (!isConsistent(*elements, element)) return false;
    elements->push_back(std::move(element));
  }
  return true;
}

const InputLayout::Element* findIn(const Elements& elements,
                                   const compiler::SignatureElement& input) {
  const auto it =
      std::find_if(elements.begin(), elements.end(), [&](const InputLayout::Element& e) {
        return e.semanticIndex == input.semanticIndex && isSameSemantic(e.semantic, input.semantic);
      });
  return it != elements.end() ? &*it : nullptr;
}

}  // namespace

bool isSameSemantic(const std::string& a, const std::string& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return std::tolower(static_cast<unsigned char>(x)) ==
                  std::tolower(static_cast<unsigned char>(y));
         });
}

bool isGeneratedInput(const compiler::SignatureElement& input) {
  return input.systemValue == D3D_NAME_VERTEX_ID || input.systemValue == D3D_NAME_PRIMITIVE_ID ||
         input.systemValue == D3D_NAME_INSTANCE_ID;
}

const InputLayout::Element* InputLayout::find(const compiler::SignatureElement& input) const {
  return findIn(elements_, input);
}

HRESULT InputLayout::create(Device& device, const D3D11_INPUT_ELEMENT_DESC* descs, UINT count,
                            const void* bytecode, SIZE_T bytes, ID3D11InputLayout** out) {
  if (out != nullptr) *out = nullptr;
  if (bytecode == nullptr || bytes == 0 || count > kMaxElements) return E_INVALIDARG;
  if (descs == nullptr && count != 0) return E_INVALIDARG;
  compiler::Shader signatures;
  std::string error;
  if (!compiler::readSignatures(bytecode, bytes, &signatures, &error)) {
    logLine(LogLevel::kWarn, "CreateInputLayout: %s", error.c_str());
    return E_INVALIDARG;
  }
  Elements elements;
  if (!readElements(descs, count, &elements)) return E_INVALIDARG;
  for (const compiler::SignatureElement& input : signatures.inputs) {
    if (!isGeneratedInput(input) && findIn(elements, input) == nullptr) {
      logLine(LogLevel::kWarn, "CreateInputLayout: no element for input %s%u",
              input.semantic.c_str(), input.semanticIndex);
      return E_INVALIDARG;
    }
  }
  if (out == nullptr) return S_FALSE;
  *out = new (std::nothrow) InputLayout(device, std::move(elements));
  return *out != nullptr ? S_OK : E_OUTOFMEMORY;
}

}  // namespace e11::umd
