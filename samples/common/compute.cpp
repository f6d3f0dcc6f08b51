// SPDX-License-Identifier: Apache-2.0
#include "common/compute.h"

#include <cstdio>

namespace sample {

Compute::Compute() {
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
  check(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1,
                          D3D11_SDK_VERSION, device_.put(), nullptr, context_.put()),
        "D3D11CreateDevice");
  sample::createBuffer(device_.get(), D3D11_BIND_CONSTANT_BUFFER, D3D11_USAGE_DYNAMIC,
                       kConstantBytes, nullptr, &constants_);
}

void Compute::createShader(const void* blob, size_t bytes, Ref<ID3D11ComputeShader>* out) {
  check(device_->CreateComputeShader(blob, bytes, nullptr, out->put()), "CreateComputeShader");
}

void Compute::createBuffer(UINT stride, UINT count, const void* data, ComputeBuffer* out) {
  const bool raw = stride == 0;
  out->bytes = count * (raw ? 4 : stride);
  D3D11_BUFFER_DESC desc = {};
  desc.ByteWidth = out->bytes;
  desc.BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
  desc.MiscFlags =
      raw ? D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS : D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
  desc.StructureByteStride = stride;
  D3D11_SUBRESOURCE_DATA initial = {};
  initial.pSysMem = data;
  check(device_->CreateBuffer(&desc, data ? &initial : nullptr, out->buffer.put()), "CreateBuffer");

  D3D11_SHADER_RESOURCE_VIEW_DESC input = {};
  input.Format = raw ? DXGI_FORMAT_R32_TYPELESS : DXGI_FORMAT_UNKNOWN;
  input.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
  input.BufferEx.NumElements = count;
  input.BufferEx.Flags = raw ? D3D11_BUFFEREX_SRV_FLAG_RAW : 0;
  check(device_->CreateShaderResourceView(out->buffer.get(), &input, out->input.put()),
        "CreateShaderResourceView");
  D3D11_UNORDERED_ACCESS_VIEW_DESC output = {};
  output.Format = input.Format;
  output.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
  output.Buffer.NumElements = count;
  output.Buffer.Flags = raw ? D3D11_BUFFER_UAV_FLAG_RAW : 0;
  check(device_->CreateUnorderedAccessView(out->buffer.get(), &output, out->output.put()),
        "CreateUnorderedAccessView");
}

void Compute::write(const ComputeBuffer& buffer, const void* data) {
  context_->UpdateSubresource(buffer.buffer.get(), 0, nullptr, data, 0, 0);
}

void Compute::setConstants(const void* data, size_t bytes) {
  D3D11_MAPPED_SUBRESOURCE mapped = {};
  check(context_->Map(constants_.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped), "Map");
  std::memcpy(mapped.pData, data, bytes);
  context_->Unmap(constants_.get(), 0);
}

void Compute::run(const Ref<ID3D11ComputeShader>& shader,
                  std::initializer_list<const ComputeBuffer*> inputs,
                  std::initializer_list<const ComputeBuffer*> outputs, UINT x, UINT y) {
  constexpr UINT kSlots = 8;
  ID3D11ShaderResourceView* views[kSlots] = {};
  ID3D11UnorderedAccessView* writable[kSlots] = {};
  context_->CSSetUnorderedAccessViews(0, kSlots, writable, nullptr);
  UINT slot = 0;
  for (const ComputeBuffer* buffer : inputs) views[slot++] = buffer->input.get();
  slot = 0;
  for (const ComputeBuffer* buffer : outputs) writable[slot++] = buffer->output.get();
  context_->CSSetShader(shader.get(), nullptr, 0);
  context_->CSSetConstantBuffers(0, 1, constants_.array());
  context_->CSSetShaderResources(0, kSlots, views);
  context_->CSSetUnorderedAccessViews(0, kSlots, writable, nullptr);
  context_->Dispatch(x, y, 1);
}

void Compute::read(const ComputeBuffer& buffer, void* out) {
  D3D11_BUFFER_DESC desc = {};
  desc.ByteWidth = buffer.bytes;
  desc.Usage = D3D11_USAGE_STAGING;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  Ref<ID3D11Buffer> staging;
  check(device_->CreateBuffer(&desc, nullptr, staging.put()), "CreateBuffer (staging)");
  context_->CopyResource(staging.get(), buffer.buffer.get());
  D3D11_MAPPED_SUBRESOURCE mapped = {};
  check(context_->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  std::memcpy(out, mapped.pData, buffer.bytes);
  context_->Unmap(staging.get(), 0);
}

void report(const char* name, uint64_t work, const char* unit) {
  std::printf("%s: %llu %s, as on the CPU\n", name, static_cast<unsigned long long>(work), unit);
  std::fflush(stdout);
}

}  // namespace sample
