// SPDX-License-Identifier: Apache-2.0
//
// The runtime's view of the format table (hw/defs/formats.yaml).

#pragma once

#include <dxgiformat.h>

#include <cstdint>

namespace e11::umd {

struct FormatInfo {
  const char* name;          // without the DXGI_FORMAT_ prefix
  uint8_t bytesPerBlock;     // bytes of one element, or of one block of a compressed format
  uint8_t blockWidth;        // texels
  uint8_t blockHeight;       // texels
  uint8_t elementAlignment;  // of an element in a buffer, in bytes: 1, 2 or 4 (spec 4.4.6)
  bool typeless;
  DXGI_FORMAT family;  // the typeless format of its group, or itself
  uint32_t support;    // D3D11_FORMAT_SUPPORT bits that work on this GPU
  uint32_t support2;   // D3D11_FORMAT_SUPPORT2 bits
};

// Null for numbers that are no format, for UNKNOWN, and for video formats.
const FormatInfo* formatInfo(DXGI_FORMAT format);

// True if `view` may interpret a resource of format `resource`: the same format, or a typed format
// of a typeless resource's family (spec 19.1.3.3).
bool isViewCompatible(DXGI_FORMAT resource, DXGI_FORMAT view);

// True if the format, or for a typeless one any typed format of its family, has all these
// D3D11_FORMAT_SUPPORT bits.
bool familySupports(DXGI_FORMAT format, uint32_t support);

// True if copies between the two are allowed: identical, or of one family (contract CTX-CSR-08).
bool isCopyCompatible(DXGI_FORMAT a, DXGI_FORMAT b);

}  // namespace e11::umd
