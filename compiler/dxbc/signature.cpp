// SPDX-License-Identifier: Apache-2.0
#include "dxbc/signature.h"

#include <algorithm>

namespace e11::dxbc {
namespace {

// Elements start with a stream number in the 5 and 1 forms and end with a precision in the 1 form.
struct Layout {
  bool stream = false;
  bool precision = false;
  size_t elementSize() const { return 24 + (stream ? 4 : 0) + (precision ? 4 : 0); }
};

bool layoutOf(uint32_t tag, Layout* layout) {
  switch (tag) {
    case chunkTag('I', 'S', 'G', 'N'):
    case chunkTag('O', 'S', 'G', 'N'):
    case chunkTag('P', 'C', 'S', 'G'):
      *layout = {false, false};
      return true;
    case chunkTag('O', 'S', 'G', '5'):
      *layout = {true, false};
      return true;
    case chunkTag('I', 'S', 'G', '1'):
    case chunkTag('O', 'S', 'G', '1'):
    case chunkTag('P', 'S', 'G', '1'):
      *layout = {true, true};
      return true;
    default:
      return false;
  }
}

bool readName(Bytes data, size_t offset, std::string* name) {
  if (offset >= data.size()) return false;
  const uint8_t* begin = data.data() + offset;
  const uint8_t* end = data.data() + data.size();
  const uint8_t* terminator = std::find(begin, end, uint8_t{0});
  if (terminator == end) return false;
  name->assign(begin, terminator);
  return true;
}

bool readElement(Bytes data, size_t offset, const Layout& layout, SignatureElement* element) {
  uint32_t nameOffset = 0, type = 0, masks = 0;
  size_t at = offset;
  const auto next = [&](uint32_t* value) {
    const bool good = data.readU32(at, value);
    at += 4;
    return good;
  };
  if (layout.stream && !next(&element->stream)) return false;
  if (!next(&nameOffset) || !next(&element->semanticIndex) || !next(&element->systemValue) ||
      !next(&type) || !next(&element->registerIndex) || !next(&masks)) {
    return false;
  }
  if (layout.precision && !next(&element->minPrecision)) return false;
  element->type = static_cast<ComponentType>(type);
  element->mask = masks & 0xf;
  element->usageMask = (masks >> 8) & 0xf;
  return readName(data, nameOffset, &element->name);
}

}  // namespace

bool isSignatureTag(uint32_t tag) {
  Layout layout;
  return layoutOf(tag, &layout);
}

Result<Signature> parseSignature(const Chunk& chunk) {
  Layout layout;
  if (!layoutOf(chunk.tag, &layout)) {
    return Error{"chunk " + tagName(chunk.tag) + " is not a signature", chunk.offset};
  }
  uint32_t count = 0, first = 0;
  if (!chunk.data.readU32(0, &count) || !chunk.data.readU32(4, &first)) {
    return Error{"signature " + tagName(chunk.tag) + " is shorter than its header", chunk.offset};
  }
  if (first > chunk.data.size() || count > (chunk.data.size() - first) / layout.elementSize()) {
    return Error{"signature " + tagName(chunk.tag) + " exceeds its chunk", chunk.offset};
  }
  Signature signature(count);
  for (uint32_t i = 0; i < count; ++i) {
    const size_t offset = first + i * layout.elementSize();
    if (!readElement(chunk.data, offset, layout, &signature[i])) {
      return Error{"signature element " + std::to_string(i) + " has a bad name",
                   chunk.offset + offset};
    }
  }
  return signature;
}

}  // namespace e11::dxbc
