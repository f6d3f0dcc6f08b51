// SPDX-License-Identifier: Apache-2.0
//
// Draws whose shaders read and write buffers, and class instances.

#include "gpu_buffers.h"
#include "pictures.h"

namespace e11::test {
namespace {

constexpr UINT kPixels = kSize * kSize;

void setPixelUavs(GpuBuffers& gpu, UINT start, ID3D11UnorderedAccessView* view) {
  gpu.context->OMSetRenderTargetsAndUnorderedAccessViews(
      D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, nullptr, nullptr, start, 1, &view, nullptr);
}

}  // namespace

TEST_CASE("STP-03 a vertex shader reads structured and typed buffers", "[gpu][STG]") {
  GpuBuffers gpu;
  const auto corners = leftQuad(kRedF);
  std::vector<uint32_t> positions(6 * 4), colors(6 * 4);
  for (size_t i = 0; i < 6; ++i) {
    std::memcpy(&positions[4 * i], corners[i].position.data(), 16);
    std::memcpy(&colors[4 * i], corners[i].color.data(), 16);
  }
  const GpuBuffer a = gpu.structured(16, positions);
  const GpuBuffer b = gpu.typed(DXGI_FORMAT_R32G32B32A32_FLOAT, 6, colors);
  gpu.context->VSSetShader(gpu.ownVertexShader("graphics.from_buffers.vs_5_0").Get(), nullptr, 0);
  gpu.context->VSSetShaderResources(3, 1, a.input.GetAddressOf());
  gpu.context->VSSetShaderResources(127, 1, b.input.GetAddressOf());
  gpu.useVertexColors();
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kRed, kBlack); });
}

TEST_CASE("CTX-OMU-02 REF-03 a pixel shader counts through slot 1", "[gpu][OM]") {
  GpuBuffers gpu;
  GpuBuffer counts = gpu.raw({0, 0, 0, 0});
  gpu.setVertices(leftQuad(kRedF));
  gpu.context->PSSetShader(gpu.ownPixelShader("graphics.count_pixels.ps_5_0").Get(), nullptr, 0);
  setPixelUavs(gpu, 1, counts.output.Get());
  counts.output.Reset();  // the binding holds it
  gpu.context->Draw(6, 0);
  CHECK(gpu.words(counts)[0] == kPixels / 2);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kGreen, kBlack); });
}

TEST_CASE("depth is tested after a shader that writes memory, unless it asks for before",
          "[gpu][OM]") {
  for (const bool early : {false, true}) {
    GpuBuffers gpu;
    const GpuBuffer counts = gpu.raw({0, 0, 0, 0});
    gpu.setVertices(fullQuad(kRedF, 0.5f));
    const char* name = early ? "graphics.count_early.ps_5_0" : "graphics.count_pixels.ps_5_0";
    gpu.context->PSSetShader(gpu.ownPixelShader(name).Get(), nullptr, 0);
    setPixelUavs(gpu, 1, counts.output.Get());
    gpu.context->ClearDepthStencilView(gpu.depthView.Get(), D3D11_CLEAR_DEPTH, 0.25f, 0);
    gpu.context->Draw(6, 0);  // everything is behind
    INFO("early " << early);
    CHECK(gpu.words(counts)[0] == (early ? 0 : kPixels));
    checkPixels(gpu, [](UINT, UINT) { return kBlack; });
  }
}

TEST_CASE("a draw without targets writes memory", "[gpu][OM]") {
  GpuBuffers gpu;
  const GpuBuffer marks = gpu.structured(4, filled(kPixels, 0xcccccccc));
  gpu.setVertices(leftQuad(kRedF));
  gpu.context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 2, 1,
                                                         marks.output.GetAddressOf(), nullptr);
  gpu.context->PSSetShader(gpu.ownPixelShader("graphics.mark_pixels.ps_5_0").Get(), nullptr, 0);
  gpu.context->Draw(6, 0);
  const auto got = gpu.words(marks);
  for (UINT y = 0; y < kSize; ++y) {
    for (UINT x = 0; x < kSize; ++x) {
      REQUIRE(got[y * kSize + x] == (x < 8 ? x + 100 * y : 0xcccccccc));
    }
  }
}

TEST_CASE("CTX-DISP-06 draws see what draws and dispatches before them wrote", "[gpu][OM]") {
  GpuBuffers gpu;
  const GpuBuffer marks = gpu.structured(4, filled(kPixels, 0));
  gpu.setVertices(fullQuad(kRedF));
  gpu.context->PSSetShader(gpu.ownPixelShader("graphics.add_to_words.ps_5_0").Get(), nullptr, 0);
  setPixelUavs(gpu, 2, marks.output.Get());
  for (int i = 0; i < 8; ++i) gpu.context->Draw(6, 0);
  CHECK(gpu.words(marks) == filled(kPixels, 255));

  // A dispatch writes the colours that the next draw reads.
  std::vector<uint32_t> source(kPixels);
  for (uint32_t i = 0; i < kPixels; ++i) source[i] = 0xff000000 | i;
  const GpuBuffer from = gpu.raw(source), colors = gpu.raw(filled(kPixels, 0));
  gpu.setConstants(0, {0});
  gpu.context->CSSetShader(gpu.computeShader("compute.raw_copy.cs_5_0").Get(), nullptr, 0);
  gpu.setInputs({from.input.Get()});
  gpu.setOutputs({colors.output.Get()});
  gpu.context->Dispatch(1, 1, 1);  // the first 64 words
  gpu.setOutputs({nullptr});
  gpu.context->OMSetRenderTargets(1, gpu.target.GetAddressOf(), nullptr);
  gpu.context->PSSetShaderResources(0, 1, colors.input.GetAddressOf());
  gpu.context->PSSetShader(gpu.ownPixelShader("graphics.color_of_word.ps_5_0").Get(), nullptr, 0);
  gpu.context->Draw(6, 0);
  checkPixels(gpu, [](UINT x, UINT y) {
    return y < 4 ? Rgba{static_cast<uint8_t>(y * kSize + x), 0, 0, 255} : kBlack;
  });
}

TEST_CASE("STG-03 STG-04 STG-05 class instances choose what a shader calls", "[gpu][STG]") {
  GpuBuffers gpu;
  const auto bytes = Gpu::blob("tests/umd/shaders/interfaces.one.ps_5_0.dxbc");
  ComPtr<ID3D11ClassLinkage> linkage;
  REQUIRE(gpu.device->CreateClassLinkage(&linkage) == S_OK);
  ComPtr<ID3D11PixelShader> shader;
  REQUIRE(gpu.device->CreatePixelShader(bytes.data(), bytes.size(), linkage.Get(), &shader) ==
          S_OK);
  ComPtr<ID3D11ClassInstance> plain, striped, second, made, missing;
  REQUIRE(linkage->GetClassInstance("plain", 0, &plain) == S_OK);
  REQUIRE(linkage->GetClassInstance("striped", 0, &striped) == S_OK);
  REQUIRE(linkage->GetClassInstance("plains", 1, &second) == S_OK);
  CHECK(linkage->GetClassInstance("plains", 2, &missing) == E_INVALIDARG);
  CHECK(linkage->GetClassInstance("nothing", 0, &missing) == E_INVALIDARG);
  // An object of class Plain at constant 5 of b1: the same as plains[1].
  REQUIRE(linkage->CreateClassInstance("Plain", 1, 5, 0, 0, &made) == S_OK);
  CHECK(linkage->CreateClassInstance("Nothing", 0, 0, 0, 0, &missing) == E_INVALIDARG);

  const float paints[6][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1},
                              {8, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 1}};
  const auto constants = gpu.buffer(paints, sizeof(paints), D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(1, 1, constants.GetAddressOf());
  gpu.setVertices(fullQuad(kRedF));
  const auto draw = [&](ID3D11ClassInstance* instance) {
    gpu.context->PSSetShader(shader.Get(), &instance, 1);
    gpu.clear();
    gpu.context->Draw(6, 0);
  };
  draw(plain.Get());
  checkPixels(gpu, [](UINT, UINT) { return kRed; });
  draw(striped.Get());
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, kGreen, kBlue); });
  for (ID3D11ClassInstance* instance : {second.Get(), made.Get()}) {
    draw(instance);
    checkPixels(gpu, [](UINT, UINT) { return kBlue; });
  }
  // Without its instance the shader is disabled.
  draw(nullptr);
  checkPixels(gpu, [](UINT, UINT) { return kBlack; });
}

}  // namespace e11::test
