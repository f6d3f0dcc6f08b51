// SPDX-License-Identifier: Apache-2.0
#include "dxbc/listing_names.h"

namespace e11::dxbc {
namespace {

template <size_t N>
const char* pick(const char* const (&names)[N], uint32_t index) {
  return index < N && names[index] != nullptr ? names[index] : "unknown";
}

}  // namespace

const char* operandTypeName(OperandType type) {
  static const char* const kNames[] = {
      "r", "v", "o", "x", "l", "d", "s", "t", "cb", "icb", "label", "vPrim", "oDepth", "null",
      "rasterizer", "oMask", "m", "fb", "ft", "fp", "fi", "fo", "vOutputControlPointID",
      "vForkInstanceID", "vJoinInstanceID", "vicp", "vocp", "vpc", "vDomain", "this", "u", "g",
      "vThreadID", "vThreadGroupID", "vThreadIDInGroup", "vCoverage", "vThreadIDInGroupFlattened",
      "vGSInstanceID", "oDepthGE", "oDepthLE", "vCycleCounter", "oStencilRef", "vInnerCoverage"};
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == kOperandTypeCount);
  return pick(kNames, static_cast<uint32_t>(type));
}

const char* systemValueName(uint32_t value) {
  static const char* const kNames[] = {
      "undefined", "position", "clip_distance", "cull_distance", "rendertarget_array_index",
      "viewport_array_index", "vertex_id", "primitive_id", "instance_id", "is_front_face",
      "sampleIndex", "finalQuadUeq0EdgeTessFactor", "finalQuadVeq0EdgeTessFactor",
      "finalQuadUeq1EdgeTessFactor", "finalQuadVeq1EdgeTessFactor", "finalQuadUInsideTessFactor",
      "finalQuadVInsideTessFactor", "finalTriUeq0EdgeTessFactor", "finalTriVeq0EdgeTessFactor",
      "finalTriWeq0EdgeTessFactor", "finalTriInsideTessFactor", "finalLineDetailTessFactor",
      "finalLineDensityTessFactor"};
  return pick(kNames, value);
}

const char* interpolationName(InterpolationMode mode) {
  static const char* const kNames[] = {
      "undefined", "constant", "linear", "linear centroid", "linear noperspective",
      "linear noperspective centroid", "linear sample", "linear noperspective sample"};
  return pick(kNames, static_cast<uint32_t>(mode));
}

const char* resourceDimensionName(uint32_t dimension) {
  static const char* const kNames[] = {
      "unknown", "buffer", "texture1d", "texture2d", "texture2dms", "texture3d", "texturecube",
      "texture1darray", "texture2darray", "texture2dmsarray", "texturecubearray", "raw_buffer",
      "structured_buffer"};
  return pick(kNames, dimension);
}

const char* returnTypeName(uint32_t type) {
  static const char* const kNames[] = {"unknown", "unorm", "snorm",  "sint",     "uint",
                                       "float",   "mixed", "double", "continued", "unused"};
  return pick(kNames, type);
}

const char* minPrecisionName(uint32_t precision) {
  static const char* const kNames[] = {"def32", "min16f", "min2_8f", nullptr, "min16i", "min16u"};
  return pick(kNames, precision);
}

const char* samplerModeName(uint32_t mode) {
  static const char* const kNames[] = {"mode_default", "mode_comparison", "mode_mono"};
  return pick(kNames, mode);
}

const char* primitiveName(uint32_t primitive) {
  static const char* const kNames[] = {"undefined", "point",   "line",       "triangle",
                                       nullptr,     nullptr,   "lineadj",    "triangleadj"};
  return pick(kNames, primitive);
}

const char* topologyName(uint32_t topology) {
  static const char* const kNames[] = {"undefined", "pointlist",    "linelist",
                                       "linestrip", "trianglelist", "trianglestrip"};
  return pick(kNames, topology);
}

const char* tessDomainName(uint32_t domain) {
  static const char* const kNames[] = {"undefined", "domain_isoline", "domain_tri", "domain_quad"};
  return pick(kNames, domain);
}

const char* tessPartitioningName(uint32_t partitioning) {
  static const char* const kNames[] = {"undefined", "partitioning_integer", "partitioning_pow2",
                                       "partitioning_fractional_odd",
                                       "partitioning_fractional_even"};
  return pick(kNames, partitioning);
}

const char* tessOutputName(uint32_t primitive) {
  static const char* const kNames[] = {"undefined", "output_point", "output_line",
                                       "output_triangle_cw", "output_triangle_ccw"};
  return pick(kNames, primitive);
}

const char* globalFlagName(int bit) {
  static const char* const kNames[] = {
      "refactoringAllowed", "enableDoublePrecisionFloatOps", "forceEarlyDepthStencil",
      "enableRawAndStructuredBuffers", "skipOptimization", "enableMinimumPrecision",
      "enable11_1DoubleExtensions", "enable11_1ShaderExtensions", "allResourcesBound"};
  return pick(kNames, static_cast<uint32_t>(bit));
}

const char* stagePrefix(ShaderStage stage) {
  static const char* const kNames[] = {"ps", "vs", "gs", "hs", "ds", "cs"};
  return pick(kNames, static_cast<uint32_t>(stage));
}

}  // namespace e11::dxbc
