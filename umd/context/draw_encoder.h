// SPDX-License-Identifier: Apache-2.0
//
// From the state of a context to what the GPU reads for a draw: resource tables, the state block
// and the draw packet (docs/registers.md, docs/shader-abi.md).

#pragma once

#include "command/command_stream.h"
#include "context/resource_table.h"
#include "context/state.h"

namespace e11::umd {

class Device;

class DrawEncoder {
 public:
  explicit DrawEncoder(Device& device) : device_(device) {}

  // Appends the draw to the stream, or nothing if it has no effect or cannot be done (logged).
  // `dirty` (DirtyBits) says what changed since the last call and is cleared as far as it was used.
  void encode(CommandStream& stream, const ContextState& state, uint32_t* dirty,
              const DrawArguments& arguments);

 private:
  // What the draw consists of once it is known to be possible.
  struct Plan {
    const ShaderBinary* vertex = nullptr;
    const ShaderBinary* pixel = nullptr;  // null: depth only
    RenderTargetView* target = nullptr;
    DepthStencilView* depth = nullptr;
    const D3D11_RASTERIZER_DESC2* rasterizer = nullptr;
    const D3D11_DEPTH_STENCIL_DESC* depthState = nullptr;
    D3D11_RECT rect = {};
  };

  bool plan(const ContextState& state, Plan* plan);
  bool planTargets(const OutputMergerState& state, Plan* plan);
  bool planRect(const RasterizerStageState& state, Plan* plan);
  const ShaderBinary* vertexBinary(const ContextState& state);

  // What `dirty` says has changed.
  void buildTables(CommandStream& stream, const ContextState& state, const Plan& plan,
                   uint32_t dirty);
  bool buildStateBlock(CommandStream& stream, const ContextState& state, const Plan& plan,
                       bool indexed);
  bool writeShaders(CommandStream& stream, const Plan& plan);
  void writeInputAssembler(CommandStream& stream, const InputAssemblerState& state, bool indexed);
  void writeRasterizer(CommandStream& stream, const RasterizerStageState& state, const Plan& plan);
  void writeDepthBias(CommandStream& stream, const Plan& plan);
  void writeOutputs(CommandStream& stream, const ContextState& state, const Plan& plan);
  bool writeAttributeMap(CommandStream& stream, const Plan& plan);

  Device& device_;
  // Positions in the stream's data; meaningful until the stream is cleared, which sets kDirtyAll.
  uint32_t block_ = 0;
  ResourceTable vertexTable_;
  ResourceTable pixelTable_;
  std::vector<Access> accesses_;
  bool blockIsIndexed_ = false;
  bool blockIsUsable_ = false;  // false: the present state draws nothing
};

}  // namespace e11::umd
