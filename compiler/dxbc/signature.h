// SPDX-License-Identifier: Apache-2.0
// Input, output and patch constant signatures (ISGN, ISG1, OSGN, OSG5, OSG1, PCSG, PSG1).
#pragma once

#include <string>
#include <vector>

#include "dxbc/container.h"

namespace e11::dxbc {

/// System value names as signatures and declarations number them. Signatures use the first group
/// and, for pixel shader outputs, the second; tessellation factors are numbered differently in
/// declarations, see systemValueName.
enum class SystemValue : uint32_t {
  None = 0,
  Position = 1,
  ClipDistance = 2,
  CullDistance = 3,
  RenderTargetArrayIndex = 4,
  ViewportArrayIndex = 5,
  VertexId = 6,
  PrimitiveId = 7,
  InstanceId = 8,
  IsFrontFace = 9,
  SampleIndex = 10,
  Target = 64,
  Depth = 65,
  Coverage = 66,
  DepthGreaterEqual = 67,
  DepthLessEqual = 68,
  StencilRef = 69,
  InnerCoverage = 70,
};

enum class ComponentType : uint32_t { Unknown = 0, UInt = 1, SInt = 2, Float = 3 };

struct SignatureElement {
  std::string name;             ///< semantic name as written in HLSL, without its index
  uint32_t semanticIndex = 0;
  uint32_t systemValue = 0;     ///< SystemValue, or a number this list does not know
  ComponentType type = ComponentType::Unknown;
  uint32_t registerIndex = 0;   ///< 0xffffffff where the value has no register (oDepth, ...)
  uint8_t mask = 0;             ///< components of the register: bit 0 = x
  /// Inputs: components the shader may read. Outputs: components it never writes.
  uint8_t usageMask = 0;
  uint32_t stream = 0;          ///< geometry shader stream
  uint32_t minPrecision = 0;
};

using Signature = std::vector<SignatureElement>;

/// Parses one signature chunk; `chunk.tag` must be one of the seven above.
Result<Signature> parseSignature(const Chunk& chunk);

/// True if the tag is that of a signature chunk.
bool isSignatureTag(uint32_t tag);

}  // namespace e11::dxbc
