// SPDX-License-Identifier: Apache-2.0
//
// Context methods of the input assembler.

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {
namespace {

bool isTopology(D3D11_PRIMITIVE_TOPOLOGY t) {
  if (t <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP) return true;
  if (t >= D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ &&
      t <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ) {
    return true;
  }
  return t >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST &&
         t <= D3D11_PRIMITIVE_TOPOLOGY_32_CONTROL_POINT_PATCHLIST;
}

}  // namespace

void Context::IASetInputLayout(ID3D11InputLayout* inputLayout) {
  auto* layout = objectOf<InputLayout>(device(), inputLayout);
  if (inputLayout != nullptr && layout == nullptr) return;
  state_.inputAssembler.layout.set(layout);
  dirty_ |= kDirtyVertexInput;
}

void Context::IAGetInputLayout(ID3D11InputLayout** inputLayout) {
  if (inputLayout != nullptr) returnReferenced(state_.inputAssembler.layout.get(), inputLayout);
}

void Context::IASetVertexBuffers(UINT startSlot, UINT numBuffers,
                                 ID3D11Buffer* const* vertexBuffers, const UINT* strides,
                                 const UINT* offsets) {
  if (startSlot > kVertexBufferSlots || numBuffers > kVertexBufferSlots - startSlot) {
    E11_INVALID_CALL("slots out of range");
    return;
  }
  if (numBuffers != 0 && (vertexBuffers == nullptr || strides == nullptr || offsets == nullptr)) {
    E11_INVALID_CALL("null array");
    return;
  }
  for (UINT i = 0; i < numBuffers; ++i) {
    const auto* buffer = objectOf<Buffer>(device(), vertexBuffers[i]);
    if (vertexBuffers[i] == nullptr) continue;
    if (buffer == nullptr || !buffer->hasBind(D3D11_BIND_VERTEX_BUFFER) ||
        strides[i] > D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES) {
      E11_INVALID_CALL("no vertex buffer, or its stride is too large");
      return;
    }
  }
  for (UINT i = 0; i < numBuffers; ++i) {
    VertexBufferBinding& binding = state_.inputAssembler.vertexBuffers[startSlot + i];
    Buffer* buffer = objectOf<Buffer>(device(), vertexBuffers[i]);
    // What is bound for writing is not bound for reading (contract HAZ-02).
    if (buffer != nullptr && isWrittenBuffer(*buffer)) buffer = nullptr;
    binding.buffer.set(buffer);
    binding.stride = strides[i];
    binding.offset = offsets[i];
  }
  dirty_ |= kDirtyVertexInput;
}

void Context::IAGetVertexBuffers(UINT startSlot, UINT numBuffers, ID3D11Buffer** vertexBuffers,
                                 UINT* strides, UINT* offsets) {
  if (startSlot > kVertexBufferSlots || numBuffers > kVertexBufferSlots - startSlot) return;
  for (UINT i = 0; i < numBuffers; ++i) {
    const VertexBufferBinding& binding = state_.inputAssembler.vertexBuffers[startSlot + i];
    if (vertexBuffers != nullptr) returnReferenced(binding.buffer.get(), &vertexBuffers[i]);
    if (strides != nullptr) strides[i] = binding.stride;
    if (offsets != nullptr) offsets[i] = binding.offset;
  }
}

void Context::IASetIndexBuffer(ID3D11Buffer* indexBuffer, DXGI_FORMAT format, UINT offset) {
  auto* buffer = objectOf<Buffer>(device(), indexBuffer);
  if (indexBuffer != nullptr) {
    const bool formatOk = format == DXGI_FORMAT_R16_UINT || format == DXGI_FORMAT_R32_UINT;
    if (buffer == nullptr || !buffer->hasBind(D3D11_BIND_INDEX_BUFFER) || !formatOk) {
      E11_INVALID_CALL("no index buffer, or no index format");
      return;
    }
  }
  if (buffer != nullptr && isWrittenBuffer(*buffer)) buffer = nullptr;
  state_.inputAssembler.indexBuffer.set(buffer);
  state_.inputAssembler.indexFormat = format;
  state_.inputAssembler.indexOffset = offset;
  dirty_ |= kDirtyIndex;
}

void Context::IAGetIndexBuffer(ID3D11Buffer** indexBuffer, DXGI_FORMAT* format, UINT* offset) {
  const InputAssemblerState& state = state_.inputAssembler;
  if (indexBuffer != nullptr) returnReferenced(state.indexBuffer.get(), indexBuffer);
  storeOptional(format, state.indexFormat);
  storeOptional(offset, state.indexOffset);
}

void Context::IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY topology) {
  if (!isTopology(topology)) {
    E11_INVALID_CALL("unknown topology");
    return;
  }
  state_.inputAssembler.topology = topology;
  dirty_ |= kDirtyIndex;
}

void Context::IAGetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY* topology) {
  storeOptional(topology, state_.inputAssembler.topology);
}

}  // namespace e11::umd
