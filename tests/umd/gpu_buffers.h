// SPDX-License-Identifier: Apache-2.0
//
// Buffers, their views and dispatches on a real device, for tests of compute and of buffers in
// shaders.

#pragma once

#include <cstring>

#include "gpu.h"

namespace e11::test {

// A buffer with whatever views a test asks for.
struct GpuBuffer {
  ComPtr<ID3D11Buffer> buffer;
  ComPtr<ID3D11ShaderResourceView> input;
  ComPtr<ID3D11UnorderedAccessView> output;
};

// Words 0 .. count - 1 with the same value.
std::vector<uint32_t> filled(size_t count, uint32_t value);

class GpuBuffers : public Gpu {
 public:
  using Gpu::Gpu;

  // Shaders of tests/umd/shaders, for instance "compute.append_.cs_5_0"; or a path from the
  // repository's root without ".dxbc".
  ComPtr<ID3D11ComputeShader> computeShader(const std::string& name);
  ComPtr<ID3D11PixelShader> ownPixelShader(const std::string& name);
  ComPtr<ID3D11VertexShader> ownVertexShader(const std::string& name);

  // Raw views of all of it; `misc`: further D3D11_RESOURCE_MISC flags.
  GpuBuffer raw(const std::vector<uint32_t>& words, UINT misc = 0);
  GpuBuffer structured(UINT stride, const std::vector<uint32_t>& words, UINT uavFlags = 0);
  GpuBuffer typed(DXGI_FORMAT format, UINT elements, const std::vector<uint32_t>& words);
  // Constants, padded to 16 bytes, at slot `slot` of all stages.
  void setConstants(UINT slot, std::vector<uint32_t> words);

  void setInputs(std::vector<ID3D11ShaderResourceView*> views, UINT start = 0);
  void setOutputs(std::vector<ID3D11UnorderedAccessView*> views, const UINT* counts = nullptr,
                  UINT start = 0);
  void dispatch(const std::string& shader, UINT x = 1, UINT y = 1, UINT z = 1);

  std::vector<uint32_t> words(const GpuBuffer& source);
  uint32_t countOf(const GpuBuffer& counted);
};

}  // namespace e11::test
