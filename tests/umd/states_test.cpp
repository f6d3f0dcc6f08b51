// SPDX-License-Identifier: Apache-2.0
//
// State objects: validation, normalisation, de-duplication (contract DEV1-STA, DEV3-OBJ).

#include "test.h"

namespace e11::test {

TEST_CASE("DEV1-STA-01 DEV1-STA-04 blend states: description and same pointer", "[umd][STA]") {
  TestDevice d;
  D3D11_BLEND_DESC1 desc = {};
  desc.RenderTarget[0].RenderTargetWriteMask = 0x5;
  // Fields of a disabled blend have no effect, whatever they hold.
  desc.RenderTarget[0].SrcBlend = static_cast<D3D11_BLEND>(77);
  ComPtr<ID3D11BlendState1> first, second;
  REQUIRE(d.device->CreateBlendState1(&desc, &first) == S_OK);
  desc.RenderTarget[0].SrcBlend = D3D11_BLEND_SRC_ALPHA;
  desc.RenderTarget[3].RenderTargetWriteMask = 0xf;  // ignored: not independent
  REQUIRE(d.device->CreateBlendState1(&desc, &second) == S_OK);
  CHECK(first == second);
  D3D11_BLEND_DESC1 read;
  first->GetDesc1(&read);
  CHECK(read.RenderTarget[0].SrcBlend == D3D11_BLEND_ONE);
  CHECK(read.RenderTarget[0].DestBlend == D3D11_BLEND_ZERO);
  CHECK(read.RenderTarget[0].RenderTargetWriteMask == 0x5);
  CHECK(read.RenderTarget[7].RenderTargetWriteMask == 0x5);
  // The old interface makes the same object.
  D3D11_BLEND_DESC old = {};
  old.RenderTarget[0].RenderTargetWriteMask = 0x5;
  ComPtr<ID3D11BlendState> third;
  REQUIRE(d.device->CreateBlendState(&old, &third) == S_OK);
  CHECK(third.Get() == static_cast<ID3D11BlendState*>(first.Get()));
  D3D11_BLEND_DESC oldRead;
  third->GetDesc(&oldRead);
  CHECK(oldRead.RenderTarget[0].RenderTargetWriteMask == 0x5);
}

TEST_CASE("DEV1-STA-02 DEV1-STA-03 logic operations are refused", "[umd][STA]") {
  TestDevice d;
  D3D11_BLEND_DESC1 desc = {};
  desc.RenderTarget[0].LogicOpEnable = TRUE;
  desc.RenderTarget[0].LogicOp = D3D11_LOGIC_OP_XOR;
  ComPtr<ID3D11BlendState1> state;
  CHECK(d.device->CreateBlendState1(&desc, &state) == E_INVALIDARG);
  desc.RenderTarget[0].BlendEnable = TRUE;
  CHECK(d.device->CreateBlendState1(&desc, &state) == E_INVALIDARG);
}

TEST_CASE("blend states: hostile descriptions", "[umd][STA]") {
  TestDevice d;
  ComPtr<ID3D11BlendState> state;
  CHECK(d.device->CreateBlendState(nullptr, &state) == E_INVALIDARG);
  const CD3D11_BLEND_DESC good{CD3D11_DEFAULT()};
  D3D11_BLEND_DESC desc = good;
  desc.RenderTarget[0].RenderTargetWriteMask = 0x10;
  CHECK(d.device->CreateBlendState(&desc, &state) == E_INVALIDARG);
  desc = good;
  desc.RenderTarget[0].BlendEnable = TRUE;
  desc.RenderTarget[0].BlendOp = static_cast<D3D11_BLEND_OP>(9);
  CHECK(d.device->CreateBlendState(&desc, &state) == E_INVALIDARG);
  desc.RenderTarget[0].BlendOp = D3D11_BLEND_OP_ADD;
  desc.RenderTarget[0].SrcBlendAlpha = D3D11_BLEND_SRC_COLOR;  // no colour factor for alpha
  CHECK(d.device->CreateBlendState(&desc, &state) == E_INVALIDARG);
  // Valid, but the GPU does not blend yet: refused, not ignored.
  desc.RenderTarget[0].SrcBlendAlpha = D3D11_BLEND_ONE;
  CHECK(d.device->CreateBlendState(&desc, &state) == E_NOTIMPL);
  CHECK(state == nullptr);
}

TEST_CASE("DEV1-STA-05 at most 4096 unique blend states", "[umd][STA]") {
  TestDevice d;
  std::vector<ComPtr<ID3D11BlendState>> states;
  CD3D11_BLEND_DESC desc{CD3D11_DEFAULT()};
  desc.IndependentBlendEnable = TRUE;
  const auto setMasks = [&](UINT number) {
    for (UINT i = 0; i < 4; ++i) {
      desc.RenderTarget[i].RenderTargetWriteMask = static_cast<UINT8>(number >> 4 * i & 0xf);
    }
  };
  for (UINT i = 0; i < 4096; ++i) {
    setMasks(i);
    ComPtr<ID3D11BlendState> state;
    REQUIRE(d.device->CreateBlendState(&desc, &state) == S_OK);
    states.push_back(state);
  }
  setMasks(4096);
  ComPtr<ID3D11BlendState> state;
  CHECK(d.device->CreateBlendState(&desc, &state) == D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS);
  setMasks(17);
  CHECK(d.device->CreateBlendState(&desc, &state) == S_OK);
  CHECK(state == states[17]);
  // A released one makes room.
  states.pop_back();
  setMasks(4096);
  CHECK(d.device->CreateBlendState(&desc, &state) == S_OK);
}

TEST_CASE("DEV1-STA-06 DEV1-STA-08 DEV3-OBJ-03 rasterizer states", "[umd][STA]") {
  TestDevice d;
  CD3D11_RASTERIZER_DESC2 desc{CD3D11_DEFAULT()};
  desc.DepthBias = -7;
  desc.ScissorEnable = 5;  // any true value
  ComPtr<ID3D11RasterizerState2> state;
  REQUIRE(d.device->CreateRasterizerState2(&desc, &state) == S_OK);
  D3D11_RASTERIZER_DESC2 read2;
  state->GetDesc2(&read2);
  CHECK(read2.DepthBias == -7);
  CHECK(read2.ScissorEnable == TRUE);
  D3D11_RASTERIZER_DESC1 read1;
  state->GetDesc1(&read1);
  CHECK(read1.ForcedSampleCount == 0);
  CD3D11_RASTERIZER_DESC old{CD3D11_DEFAULT()};
  old.DepthBias = -7;
  old.ScissorEnable = TRUE;
  ComPtr<ID3D11RasterizerState> same;
  REQUIRE(d.device->CreateRasterizerState(&old, &same) == S_OK);
  CHECK(same.Get() == static_cast<ID3D11RasterizerState*>(state.Get()));
  old.DepthBias = 8;
  ComPtr<ID3D11RasterizerState> other;
  REQUIRE(d.device->CreateRasterizerState(&old, &other) == S_OK);
  CHECK(other != same);
}

TEST_CASE("CTX-RS-01 wireframe and line modes are kept by every version of the call",
          "[umd][STA]") {
  TestDevice d;
  for (const BOOL multisample : {FALSE, TRUE}) {
    for (const BOOL antialiased : {FALSE, TRUE}) {
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.FillMode = D3D11_FILL_WIREFRAME;
      desc.CullMode = D3D11_CULL_NONE;
      desc.MultisampleEnable = multisample;
      desc.AntialiasedLineEnable = antialiased;
      ComPtr<ID3D11RasterizerState> state;
      REQUIRE(d.device->CreateRasterizerState(&desc, &state) == S_OK);
      D3D11_RASTERIZER_DESC read;
      state->GetDesc(&read);
      CHECK(read.FillMode == D3D11_FILL_WIREFRAME);
      CHECK(read.MultisampleEnable == multisample);
      CHECK(read.AntialiasedLineEnable == antialiased);
      CD3D11_RASTERIZER_DESC1 desc1{CD3D11_DEFAULT()};
      desc1.FillMode = D3D11_FILL_WIREFRAME;
      desc1.CullMode = D3D11_CULL_NONE;
      desc1.MultisampleEnable = multisample;
      desc1.AntialiasedLineEnable = antialiased;
      ComPtr<ID3D11RasterizerState1> state1;
      REQUIRE(d.device->CreateRasterizerState1(&desc1, &state1) == S_OK);
      CHECK(static_cast<ID3D11RasterizerState*>(state1.Get()) == state.Get());
      CD3D11_RASTERIZER_DESC2 desc2{CD3D11_DEFAULT()};
      desc2.FillMode = D3D11_FILL_WIREFRAME;
      desc2.CullMode = D3D11_CULL_NONE;
      desc2.MultisampleEnable = multisample;
      desc2.AntialiasedLineEnable = antialiased;
      ComPtr<ID3D11RasterizerState2> state2;
      REQUIRE(d.device->CreateRasterizerState2(&desc2, &state2) == S_OK);
      CHECK(static_cast<ID3D11RasterizerState*>(state2.Get()) == state.Get());
    }
  }
}

TEST_CASE("DEV1-STA-07 DEV3-OBJ-04 rasterizer states: hostile descriptions", "[umd][STA]") {
  TestDevice d;
  ComPtr<ID3D11RasterizerState2> state;
  const CD3D11_RASTERIZER_DESC2 good{CD3D11_DEFAULT()};
  const auto create = [&](auto change) {
    D3D11_RASTERIZER_DESC2 desc = good;
    change(desc);
    return d.device->CreateRasterizerState2(&desc, &state);
  };
  CHECK(d.device->CreateRasterizerState2(nullptr, &state) == E_INVALIDARG);
  CHECK(create([](auto& x) { x.FillMode = static_cast<D3D11_FILL_MODE>(1); }) == E_INVALIDARG);
  CHECK(create([](auto& x) { x.CullMode = static_cast<D3D11_CULL_MODE>(0); }) == E_INVALIDARG);
  CHECK(create([](auto& x) { x.CullMode = static_cast<D3D11_CULL_MODE>(4); }) == E_INVALIDARG);
  CHECK(create([](auto& x) { x.ForcedSampleCount = 3; }) == E_INVALIDARG);
  CHECK(create([](auto& x) { x.ForcedSampleCount = 4; }) == E_NOTIMPL);
  CHECK(create([](auto& x) { x.ConservativeRaster = D3D11_CONSERVATIVE_RASTERIZATION_MODE_ON; }) ==
        E_INVALIDARG);
}

TEST_CASE("DEV1-STA-09 DEV3-OBJ-01 a null out pointer only validates", "[umd][STA]") {
  TestDevice d;
  const CD3D11_RASTERIZER_DESC2 rasterizer{CD3D11_DEFAULT()};
  CHECK(d.device->CreateRasterizerState2(&rasterizer, nullptr) == S_FALSE);
  D3D11_RASTERIZER_DESC2 bad = rasterizer;
  bad.ForcedSampleCount = 3;
  CHECK(d.device->CreateRasterizerState2(&bad, nullptr) == E_INVALIDARG);
  const CD3D11_BLEND_DESC blend{CD3D11_DEFAULT()};
  CHECK(d.device->CreateBlendState(&blend, nullptr) == S_FALSE);
  const CD3D11_DEPTH_STENCIL_DESC depth{CD3D11_DEFAULT()};
  CHECK(d.device->CreateDepthStencilState(&depth, nullptr) == S_FALSE);
  const CD3D11_SAMPLER_DESC sampler{CD3D11_DEFAULT()};
  CHECK(d.device->CreateSamplerState(&sampler, nullptr) == S_FALSE);
  const CD3D11_QUERY_DESC1 query(D3D11_QUERY_EVENT);
  CHECK(d.device->CreateQuery1(&query, nullptr) == S_FALSE);
  const CD3D11_TEXTURE2D_DESC1 texture(DXGI_FORMAT_R8G8B8A8_UNORM, 4, 4);
  CHECK(d.device->CreateTexture2D1(&texture, nullptr, nullptr) == S_FALSE);
  const CD3D11_TEXTURE2D_DESC1 empty(DXGI_FORMAT_R8G8B8A8_UNORM, 0, 4);
  CHECK(d.device->CreateTexture2D1(&empty, nullptr, nullptr) == E_INVALIDARG);
  const D3D11_BUFFER_DESC buffer = {16, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
  CHECK(d.device->CreateBuffer(&buffer, nullptr, nullptr) == S_FALSE);
}

TEST_CASE("DEV1-STA-10 depth-stencil states", "[umd][STA]") {
  TestDevice d;
  CD3D11_DEPTH_STENCIL_DESC desc{CD3D11_DEFAULT()};
  desc.DepthEnable = FALSE;
  desc.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(99);  // without effect
  ComPtr<ID3D11DepthStencilState> first, second;
  REQUIRE(d.device->CreateDepthStencilState(&desc, &first) == S_OK);
  desc.DepthFunc = D3D11_COMPARISON_EQUAL;
  REQUIRE(d.device->CreateDepthStencilState(&desc, &second) == S_OK);
  CHECK(first == second);
  D3D11_DEPTH_STENCIL_DESC read;
  first->GetDesc(&read);
  CHECK(read.DepthFunc == D3D11_COMPARISON_LESS);
  CHECK(read.StencilReadMask == 0xff);

  desc.DepthEnable = TRUE;
  desc.DepthFunc = static_cast<D3D11_COMPARISON_FUNC>(0);
  CHECK(d.device->CreateDepthStencilState(&desc, &first) == E_INVALIDARG);
  desc.DepthFunc = D3D11_COMPARISON_ALWAYS;
  desc.DepthWriteMask = static_cast<D3D11_DEPTH_WRITE_MASK>(2);
  CHECK(d.device->CreateDepthStencilState(&desc, &first) == E_INVALIDARG);
  desc.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ZERO;
  desc.StencilEnable = TRUE;
  desc.BackFace.StencilFailOp = static_cast<D3D11_STENCIL_OP>(0);
  CHECK(d.device->CreateDepthStencilState(&desc, &first) == E_INVALIDARG);
  desc.BackFace.StencilFailOp = D3D11_STENCIL_OP_KEEP;
  CHECK(d.device->CreateDepthStencilState(&desc, &first) == E_NOTIMPL);  // no stencil test yet
}

TEST_CASE("DEV1-STA-10 sampler states", "[umd][STA]") {
  TestDevice d;
  CD3D11_SAMPLER_DESC desc{CD3D11_DEFAULT()};
  desc.MaxAnisotropy = 9;      // without effect: not anisotropic
  desc.BorderColor[2] = 0.5f;  // without effect: no border
  ComPtr<ID3D11SamplerState> first, second;
  REQUIRE(d.device->CreateSamplerState(&desc, &first) == S_OK);
  desc.MaxAnisotropy = 3;
  desc.BorderColor[2] = 0.25f;
  REQUIRE(d.device->CreateSamplerState(&desc, &second) == S_OK);
  CHECK(first == second);
  desc.AddressV = D3D11_TEXTURE_ADDRESS_BORDER;
  REQUIRE(d.device->CreateSamplerState(&desc, &second) == S_OK);
  CHECK(first != second);
  D3D11_SAMPLER_DESC bad = desc;
  bad.Filter = static_cast<D3D11_FILTER>(2);
  CHECK(d.device->CreateSamplerState(&bad, &first) == E_INVALIDARG);
  bad = desc;
  bad.AddressW = static_cast<D3D11_TEXTURE_ADDRESS_MODE>(0);
  CHECK(d.device->CreateSamplerState(&bad, &first) == E_INVALIDARG);
  bad = desc;
  bad.Filter = D3D11_FILTER_ANISOTROPIC;
  bad.MaxAnisotropy = 17;
  CHECK(d.device->CreateSamplerState(&bad, &first) == E_INVALIDARG);
  bad.MaxAnisotropy = 16;
  CHECK(d.device->CreateSamplerState(&bad, &first) == S_OK);
  bad.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR;
  bad.ComparisonFunc = static_cast<D3D11_COMPARISON_FUNC>(0);
  CHECK(d.device->CreateSamplerState(&bad, &first) == E_INVALIDARG);
}

}  // namespace e11::test
