// SPDX-License-Identifier: Apache-2.0
//
// The resource table of a shader: one descriptor for each resource that its code names
// (docs/shader-abi.md). What is not bound, or bound as another kind than declared, stays zero and
// reads 0.

#pragma once

#include <vector>

#include "command/command_stream.h"
#include "context/state.h"

namespace e11::umd {

// What a stage has bound. `uavs` and `inputs` are null for stages that have none.
struct StageBindings {
  const StageState& stage;
  const UavSlots* uavs = nullptr;
  const InputAssemblerState* inputs = nullptr;
};

struct ResourceTable {
  uint32_t position = 0;         // in the stream's data
  std::vector<Access> accesses;  // of memory that shaders may write
};

ResourceTable buildResourceTable(CommandStream& stream, const ShaderBinary& binary,
                                 const StageBindings& bindings);

}  // namespace e11::umd
