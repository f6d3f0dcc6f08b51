// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "common/app.h"

namespace sample {

/// A compiled shader (DXBC).
struct Shader {
  const void* code;
  size_t bytes;
};

/// A cube lit by one point light, turning. With Options::seed the camera stands at random places instead,
/// one a frame: tools/oracle compares those pictures. Both shaders read the constant buffer of cube.hlsl.
/// Returns the program's exit code.
int drawCube(const Options& options, Shader vertexShader, Shader pixelShader);

}  // namespace sample
