// SPDX-License-Identifier: Apache-2.0
//
// The slots of unordered access views: 64 at feature level 11_1, 8 at 11_0.

#include "gpu_buffers.h"
#include "pictures.h"

namespace e11::test {
namespace {

constexpr UINT kSlots = D3D11_1_UAV_SLOT_COUNT;

// A buffer for each slot, filled with its number.
std::vector<GpuBuffer> buffers(GpuBuffers& gpu) {
  std::vector<GpuBuffer> made;
  for (UINT i = 0; i < kSlots; ++i) made.push_back(gpu.raw(filled(256, i)));
  return made;
}

std::vector<ID3D11UnorderedAccessView*> views(const std::vector<GpuBuffer>& from, UINT first) {
  std::vector<ID3D11UnorderedAccessView*> pointers;
  for (size_t i = first; i < from.size(); ++i) pointers.push_back(from[i].output.Get());
  return pointers;
}

}  // namespace

TEST_CASE("CSU-02 a dispatch writes through all 64 slots of level 11_1", "[gpu][CSU]") {
  GpuBuffers gpu;
  const auto all = buffers(gpu);
  gpu.setOutputs(views(all, 0));
  gpu.dispatch("slots.fill.cs_5_0");
  for (UINT slot = 0; slot < kSlots; ++slot) {
    INFO("slot " << slot);
    const bool written = slot == 0 || slot == 7 || slot == 8 || slot == 63;
    const auto got = gpu.words(all[slot]);
    for (UINT i = 0; i < 8; ++i) CHECK(got[i] == (written && i < 4 ? 1000 + slot + i : slot));
  }
}

TEST_CASE("CTX-OMU-02 a draw writes through the slots behind its target", "[gpu][OM]") {
  GpuBuffers gpu;
  const auto all = buffers(gpu);
  gpu.context->ClearUnorderedAccessViewUint(all[7].output.Get(), std::array<UINT, 4>().data());
  gpu.context->ClearUnorderedAccessViewUint(all[8].output.Get(), std::array<UINT, 4>().data());
  gpu.context->OMSetRenderTargetsAndUnorderedAccessViews(1, gpu.target.GetAddressOf(), nullptr, 1,
                                                         kSlots - 1, views(all, 1).data(), nullptr);
  gpu.setVertices(fullQuad(kRedF));
  gpu.context->PSSetShader(gpu.ownPixelShader("slots.mark.ps_5_0").Get(), nullptr, 0);
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT, UINT) { return kGreen; });
  CHECK(gpu.words(all[7])[0] == kSize * kSize);
  const auto rows = gpu.words(all[8]), marks = gpu.words(all[63]);
  for (UINT y = 0; y < kSize; ++y) {
    CHECK(rows[y] == 0xffff);
    for (UINT x = 0; x < kSize; ++x) CHECK(marks[y * kSize + x] == x + 100 * y);
  }
}

TEST_CASE("CSU-02 shaders with more than 8 slots are refused at level 11_0", "[gpu][CSU]") {
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
  ComPtr<ID3D11Device> device;
  REQUIRE(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1,
                            D3D11_SDK_VERSION, &device, nullptr, nullptr) == S_OK);
  const auto create = [&](const std::string& name) {
    const auto bytes = Gpu::blob("tests/umd/shaders/" + name + ".dxbc");
    ComPtr<ID3D11ComputeShader> compute;
    ComPtr<ID3D11PixelShader> pixel;
    const bool forPixels = name.find(".ps_") != std::string::npos;
    return forPixels ? device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &pixel)
                     : device->CreateComputeShader(bytes.data(), bytes.size(), nullptr, &compute);
  };
  CHECK(create("slots.fill.cs_5_0") == E_INVALIDARG);
  CHECK(create("slots.mark.ps_5_0") == E_INVALIDARG);
  CHECK(create("compute.slots_0_7.cs_5_0") == S_OK);
}

}  // namespace e11::test
