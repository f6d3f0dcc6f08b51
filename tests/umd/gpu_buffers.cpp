// SPDX-License-Identifier: Apache-2.0
#include "gpu_buffers.h"

namespace e11::test {
namespace {

constexpr UINT kBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;

std::string pathOf(const std::string& name) {
  const bool isPath = name.find('/') != std::string::npos;
  return (isPath ? name : "tests/umd/shaders/" + name) + ".dxbc";
}

// Buffer and both views; `count` elements of `format`, raw if `flags` says so.
GpuBuffer make(ID3D11Device* device, const D3D11_BUFFER_DESC& desc,
               const std::vector<uint32_t>& words, DXGI_FORMAT format, UINT count, bool raw,
               UINT uavFlags) {
  GpuBuffer made;
  const D3D11_SUBRESOURCE_DATA initial = {words.data(), 0, 0};
  REQUIRE(device->CreateBuffer(&desc, &initial, &made.buffer) == S_OK);
  D3D11_SHADER_RESOURCE_VIEW_DESC input = {};
  input.Format = format;
  input.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
  input.BufferEx = {0, count, raw ? UINT{D3D11_BUFFEREX_SRV_FLAG_RAW} : 0};
  REQUIRE(device->CreateShaderResourceView(made.buffer.Get(), &input, &made.input) == S_OK);
  D3D11_UNORDERED_ACCESS_VIEW_DESC output = {};
  output.Format = format;
  output.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
  output.Buffer = {0, count, raw ? UINT{D3D11_BUFFER_UAV_FLAG_RAW} : uavFlags};
  REQUIRE(device->CreateUnorderedAccessView(made.buffer.Get(), &output, &made.output) == S_OK);
  return made;
}

UINT byteSize(const std::vector<uint32_t>& words) {
  return static_cast<UINT>(words.size() * sizeof(uint32_t));
}

}  // namespace

std::vector<uint32_t> filled(size_t count, uint32_t value) {
  return std::vector<uint32_t>(count, value);
}

ComPtr<ID3D11ComputeShader> GpuBuffers::computeShader(const std::string& name) {
  const auto bytes = blob(pathOf(name));
  ComPtr<ID3D11ComputeShader> shader;
  INFO(name);
  REQUIRE(device->CreateComputeShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  return shader;
}

ComPtr<ID3D11PixelShader> GpuBuffers::ownPixelShader(const std::string& name) {
  const auto bytes = blob(pathOf(name));
  ComPtr<ID3D11PixelShader> shader;
  INFO(name);
  REQUIRE(device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  return shader;
}

ComPtr<ID3D11VertexShader> GpuBuffers::ownVertexShader(const std::string& name) {
  const auto bytes = blob(pathOf(name));
  ComPtr<ID3D11VertexShader> shader;
  INFO(name);
  REQUIRE(device->CreateVertexShader(bytes.data(), bytes.size(), nullptr, &shader) == S_OK);
  return shader;
}

GpuBuffer GpuBuffers::raw(const std::vector<uint32_t>& words, UINT misc) {
  const D3D11_BUFFER_DESC desc = {byteSize(words),
                                  D3D11_USAGE_DEFAULT,
                                  kBinds,
                                  0,
                                  D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | misc,
                                  0};
  return make(device.Get(), desc, words, DXGI_FORMAT_R32_TYPELESS, static_cast<UINT>(words.size()),
              true, 0);
}

GpuBuffer GpuBuffers::structured(UINT stride, const std::vector<uint32_t>& words, UINT uavFlags) {
  const D3D11_BUFFER_DESC desc = {
      byteSize(words), D3D11_USAGE_DEFAULT, kBinds, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
      stride};
  return make(device.Get(), desc, words, DXGI_FORMAT_UNKNOWN, byteSize(words) / stride, false,
              uavFlags);
}

GpuBuffer GpuBuffers::typed(DXGI_FORMAT format, UINT elements, const std::vector<uint32_t>& words) {
  const D3D11_BUFFER_DESC desc = {byteSize(words), D3D11_USAGE_DEFAULT, kBinds, 0, 0, 0};
  return make(device.Get(), desc, words, format, elements, false, 0);
}

void GpuBuffers::setConstants(UINT slot, std::vector<uint32_t> words) {
  words.resize((words.size() + 3) / 4 * 4);
  const auto constants = buffer(words.data(), byteSize(words), D3D11_BIND_CONSTANT_BUFFER);
  context->CSSetConstantBuffers(slot, 1, constants.GetAddressOf());
  context->VSSetConstantBuffers(slot, 1, constants.GetAddressOf());
  context->PSSetConstantBuffers(slot, 1, constants.GetAddressOf());
}

void GpuBuffers::setInputs(std::vector<ID3D11ShaderResourceView*> views, UINT start) {
  context->CSSetShaderResources(start, static_cast<UINT>(views.size()), views.data());
}

void GpuBuffers::setOutputs(std::vector<ID3D11UnorderedAccessView*> views, const UINT* counts,
                            UINT start) {
  context->CSSetUnorderedAccessViews(start, static_cast<UINT>(views.size()), views.data(), counts);
}

void GpuBuffers::dispatch(const std::string& shader, UINT x, UINT y, UINT z) {
  context->CSSetShader(computeShader(shader).Get(), nullptr, 0);
  context->Dispatch(x, y, z);
}

std::vector<uint32_t> GpuBuffers::words(const GpuBuffer& source) {
  D3D11_BUFFER_DESC desc;
  source.buffer->GetDesc(&desc);
  const D3D11_BUFFER_DESC stagingDesc = {
      desc.ByteWidth, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0, 0};
  ComPtr<ID3D11Buffer> staging;
  REQUIRE(device->CreateBuffer(&stagingDesc, nullptr, &staging) == S_OK);
  context->CopyResource(staging.Get(), source.buffer.Get());
  D3D11_MAPPED_SUBRESOURCE mapped;
  REQUIRE(context->Map(staging.Get(), 0, D3D11_MAP_READ, 0, &mapped) == S_OK);
  std::vector<uint32_t> out(desc.ByteWidth / sizeof(uint32_t));
  std::memcpy(out.data(), mapped.pData, out.size() * sizeof(uint32_t));
  context->Unmap(staging.Get(), 0);
  return out;
}

uint32_t GpuBuffers::countOf(const GpuBuffer& counted) {
  const GpuBuffer count = raw({0xcccccccc});
  context->CopyStructureCount(count.buffer.Get(), 0, counted.output.Get());
  return words(count)[0];
}

}  // namespace e11::test
