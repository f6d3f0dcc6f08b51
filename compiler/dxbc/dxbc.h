// SPDX-License-Identifier: Apache-2.0
// Entry point of the DXBC library: a shader blob parsed as a whole.
#pragma once

#include "dxbc/container.h"
#include "dxbc/program.h"
#include "dxbc/result.h"
#include "dxbc/signature.h"

namespace e11::dxbc {

/// A parsed shader. It owns its contents; the blob may be freed after parsing.
struct Shader {
  Program program;
  Signature input;
  Signature output;
  Signature patchConstant;      ///< hull and domain shaders
  uint64_t featureFlags = 0;    ///< SFI0: optional features that the shader needs
};

/// Parses a blob of exactly `size` bytes. Never crashes: anything malformed gives an error with
/// words and a place. Requires a program chunk (SHDR or SHEX) and signatures for input and output;
/// chunks without meaning for execution (RDEF, STAT, debug information, ...) are tolerated.
Result<Shader> parse(const void* data, size_t size);

}  // namespace e11::dxbc
