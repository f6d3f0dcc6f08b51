// SPDX-License-Identifier: Apache-2.0
//
// From the state of a context to what the GPU reads for a dispatch: resource table, compute state
// block and packet (docs/registers.md, docs/shader-abi.md).

#pragma once

#include "command/command_stream.h"
#include "context/resource_table.h"
#include "context/state.h"

namespace e11::umd {

class Device;

class ComputeEncoder {
 public:
  explicit ComputeEncoder(Device& device) : device_(device) {}

  // Append the dispatch to the stream, or nothing if it has no effect or cannot be done (logged).
  // `dirty` (DirtyBits) says what changed since the last call and is cleared as far as it was used.
  void dispatch(CommandStream& stream, const ContextState& state, uint32_t* dirty, UINT x, UINT y,
                UINT z);
  void dispatchIndirect(CommandStream& stream, const ContextState& state, uint32_t* dirty,
                        const Buffer& counts, UINT offset);

 private:
  bool prepare(CommandStream& stream, const ContextState& state, uint32_t* dirty);
  bool buildBlock(CommandStream& stream, const ShaderBinary& binary);

  Device& device_;
  // Meaningful until the stream is cleared, which sets kDirtyAll.
  ResourceTable table_;
  uint32_t block_ = 0;  // position in the stream's data
  bool isUsable_ = false;
};

}  // namespace e11::umd
