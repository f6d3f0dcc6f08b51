// SPDX-License-Identifier: Apache-2.0
//
// Draw and dispatch calls of the context.

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {

void Context::draw(const DrawArguments& arguments) {
  encoder_.encode(stream_, state_, &dirty_, arguments);
  submitIfLarge();
}

void Context::Draw(UINT vertexCount, UINT startVertexLocation) {
  DrawArguments arguments;
  arguments.count = vertexCount;
  arguments.first = startVertexLocation;
  draw(arguments);
}

void Context::DrawInstanced(UINT vertexCountPerInstance, UINT instanceCount,
                            UINT startVertexLocation, UINT startInstanceLocation) {
  DrawArguments arguments;
  arguments.count = vertexCountPerInstance;
  arguments.instances = instanceCount;
  arguments.first = startVertexLocation;
  arguments.startInstance = startInstanceLocation;
  draw(arguments);
}

void Context::DrawIndexed(UINT indexCount, UINT startIndexLocation, INT baseVertexLocation) {
  DrawArguments arguments;
  arguments.count = indexCount;
  arguments.first = startIndexLocation;
  arguments.baseVertex = baseVertexLocation;
  arguments.indexed = true;
  draw(arguments);
}

void Context::DrawIndexedInstanced(UINT indexCountPerInstance, UINT instanceCount,
                                   UINT startIndexLocation, INT baseVertexLocation,
                                   UINT startInstanceLocation) {
  DrawArguments arguments;
  arguments.count = indexCountPerInstance;
  arguments.instances = instanceCount;
  arguments.first = startIndexLocation;
  arguments.baseVertex = baseVertexLocation;
  arguments.startInstance = startInstanceLocation;
  arguments.indexed = true;
  draw(arguments);
}

void Context::Dispatch(UINT threadGroupCountX, UINT threadGroupCountY, UINT threadGroupCountZ) {
  computeEncoder_.dispatch(stream_, state_, &dirty_, threadGroupCountX, threadGroupCountY,
                           threadGroupCountZ);
  submitIfLarge();
}

void Context::DispatchIndirect(ID3D11Buffer* bufferForArgs, UINT alignedByteOffsetForArgs) {
  const auto* counts = objectOf<Buffer>(device(), bufferForArgs);
  if (counts == nullptr ||
      (counts->desc().MiscFlags & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS) == 0) {
    E11_INVALID_CALL("no buffer for arguments (contract CTX-DISP-05)");
    return;
  }
  computeEncoder_.dispatchIndirect(stream_, state_, &dirty_, *counts, alignedByteOffsetForArgs);
  submitIfLarge();
}

}  // namespace e11::umd
