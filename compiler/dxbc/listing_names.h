// SPDX-License-Identifier: Apache-2.0
// Names that the listing gives to the numbers in tokens. Unknown numbers give "unknown".
#pragma once

#include <cstdint>

#include "dxbc/program.h"

namespace e11::dxbc {

const char* operandTypeName(OperandType type);
/// Names as declarations number them (tessellation factors differ from signatures).
const char* systemValueName(uint32_t value);
const char* interpolationName(InterpolationMode mode);
const char* resourceDimensionName(uint32_t dimension);
const char* returnTypeName(uint32_t type);
const char* minPrecisionName(uint32_t precision);
const char* samplerModeName(uint32_t mode);
const char* primitiveName(uint32_t primitive);
const char* topologyName(uint32_t topology);
const char* tessDomainName(uint32_t domain);
const char* tessPartitioningName(uint32_t partitioning);
const char* tessOutputName(uint32_t primitive);
const char* globalFlagName(int bit);
const char* stagePrefix(ShaderStage stage);

}  // namespace e11::dxbc
