// SPDX-License-Identifier: Apache-2.0
//===- E11ShaderInfo.h - what the code generator says of a shader -*- C++ -*-===//

#pragma once

#include <cstdint>

namespace llvm::E11 {

/// The section's contents: these words, little-endian.
constexpr const char *ShaderInfoSection = ".e11.info";
struct ShaderInfo {
  uint32_t VectorRegisters; // highest used + 1
  uint32_t ScalarRegisters;
  uint32_t ScratchBytes; // a lane, indexable temporaries included
  uint32_t ScalarScratchBytes; // a wave
  uint32_t Spilled; // 1: a larger size class may do better
  uint32_t SizeClass;
};

/// Where code of another IR line begins: pairs of words {byte offset, line},
/// line 0 being none. Assembly has comments SourceComment + line instead.
constexpr const char *SourceLinesSection = ".e11.lines";
constexpr const char *SourceComment = "dxbc #";

} // namespace llvm::E11
