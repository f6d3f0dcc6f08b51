// SPDX-License-Identifier: Apache-2.0
//
// The headers arrangement: what an application includes, with the sizes and vtable slots it has on
// Windows. Nothing else of the project is included here.

#include <d3d11.h>
#include <d3d11_4.h>
#include <d3d11sdklayers.h>
#include <d3dcompiler.h>
#include <dxgi1_6.h>
#include <wrl/client.h>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <cstring>

static_assert(sizeof(DWORD) == 4 && sizeof(LONG) == 4 && sizeof(ULONG) == 4);
static_assert(sizeof(HRESULT) == 4 && sizeof(BOOL) == 4 && sizeof(UINT) == 4);
static_assert(sizeof(LARGE_INTEGER) == 8 && sizeof(LUID) == 8 && sizeof(GUID) == 16);
static_assert(sizeof(SIZE_T) == 8 && sizeof(HANDLE) == 8);
static_assert(sizeof(D3D11_BUFFER_DESC) == 24);
static_assert(sizeof(D3D11_TEXTURE2D_DESC) == 44);
static_assert(sizeof(DXGI_SWAP_CHAIN_DESC) == 72);
static_assert(sizeof(D3D11_INPUT_ELEMENT_DESC) == 32);
static_assert(sizeof(D3D11_BLEND_DESC) == 264);
static_assert(sizeof(D3D11_DEPTH_STENCIL_DESC) == 52);
static_assert(sizeof(D3D11_RASTERIZER_DESC) == 40);
static_assert(sizeof(D3D11_SAMPLER_DESC) == 52);
static_assert(sizeof(D3D11_VIEWPORT) == 24 && sizeof(D3D11_BOX) == 24);
static_assert(sizeof(D3D11_MAPPED_SUBRESOURCE) == 16);
static_assert(sizeof(D3D11_SUBRESOURCE_DATA) == 16);
static_assert(sizeof(D3D11_RENDER_TARGET_VIEW_DESC) == 20);

// Contract COM-07: the return codes.
static_assert(S_FALSE == 1);
static_assert(E_INVALIDARG == HRESULT(0x80070057));
static_assert(E_OUTOFMEMORY == HRESULT(0x8007000E));
static_assert(E_NOTIMPL == HRESULT(0x80004001));
static_assert(E_ACCESSDENIED == HRESULT(0x80070005));
static_assert(DXGI_ERROR_INVALID_CALL == HRESULT(0x887A0001));
static_assert(DXGI_ERROR_DEVICE_REMOVED == HRESULT(0x887A0005));
static_assert(DXGI_ERROR_WAS_STILL_DRAWING == HRESULT(0x887A000A));
static_assert(D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS == HRESULT(0x887C0001));
static_assert(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD == HRESULT(0x887C0004));

namespace {

// The vtable slot of a virtual method: in the Itanium C++ ABI a pointer to it holds 1 + the offset.
template <typename Method>
size_t slotOf(Method method) {
  size_t bits = 0;
  std::memcpy(&bits, &method, sizeof(bits));
  return (bits - 1) / sizeof(void*);
}

}  // namespace

TEST_CASE("COM-01 the context's methods are in the documented slots", "[headers][COM]") {
  CHECK(slotOf(&ID3D11DeviceContext::VSSetConstantBuffers) == 7);
  CHECK(slotOf(&ID3D11DeviceContext::Draw) == 13);
  CHECK(slotOf(&ID3D11DeviceContext::Map) == 14);
  CHECK(slotOf(&ID3D11DeviceContext::ExecuteCommandList) == 58);
  CHECK(slotOf(&ID3D11DeviceContext::ClearState) == 110);
  CHECK(slotOf(&ID3D11DeviceContext::FinishCommandList) == 114);
  CHECK(slotOf(&ID3D11DeviceContext1::CopySubresourceRegion1) == 115);
  CHECK(slotOf(&ID3D11DeviceContext1::DiscardView1) == 133);
  CHECK(slotOf(&ID3D11DeviceContext2::UpdateTileMappings) == 134);
  CHECK(slotOf(&ID3D11DeviceContext3::Flush1) == 144);
  CHECK(slotOf(&ID3D11DeviceContext4::Wait) == 148);
}

TEST_CASE("COM-02 COM-03 the device's methods are in the documented slots", "[headers][COM]") {
  CHECK(slotOf(&ID3D11Device::CreateBuffer) == 3);
  CHECK(slotOf(&ID3D11Device::CheckFormatSupport) == 29);
  CHECK(slotOf(&ID3D11Device::GetExceptionMode) == 42);
  CHECK(slotOf(&ID3D11Device1::GetImmediateContext1) == 43);
  CHECK(slotOf(&ID3D11Device1::OpenSharedResourceByName) == 49);
  CHECK(slotOf(&ID3D11Device2::CheckMultisampleQualityLevels1) == 53);
  CHECK(slotOf(&ID3D11Device3::CreateTexture2D1) == 54);
  CHECK(slotOf(&ID3D11Device3::ReadFromSubresource) == 64);
  CHECK(slotOf(&ID3D11Device4::RegisterDeviceRemovedEvent) == 65);
  CHECK(slotOf(&ID3D11Device5::CreateFence) == 68);
}

TEST_CASE("COM-04 interface identifiers", "[headers][COM]") {
  const IID device3 = {
      0xa05c8c37, 0xd2c6, 0x4732, {0xb3, 0xa0, 0x9c, 0xe0, 0xb0, 0xdc, 0x9a, 0xe6}};
  CHECK(__uuidof(ID3D11Device3) == device3);
  // The library's definition and the constexpr one are the same number.
  CHECK(IID_ID3D11Device3 == device3);
  CHECK(IID_IUnknown == __uuidof(IUnknown));
  ID3D11Device* pointer = nullptr;
  CHECK(__uuidof(pointer) == __uuidof(ID3D11Device));
}

TEST_CASE("helper structures of the Windows SDK", "[headers]") {
  const CD3D11_VIEWPORT viewport(1.0f, 2.0f, 3.0f, 4.0f);
  CHECK(viewport.MaxDepth == 1.0f);
  const CD3D11_BOX box(1, 2, 3, 4, 5, 6);
  CHECK(box.back == 6);
  const CD3D11_RASTERIZER_DESC2 rasterizer{CD3D11_DEFAULT()};
  CHECK(rasterizer.CullMode == D3D11_CULL_BACK);
  const CD3D11_BLEND_DESC1 blend{CD3D11_DEFAULT()};
  CHECK(blend.RenderTarget[7].RenderTargetWriteMask == 0xf);
  const CD3D11_TEXTURE2D_DESC1 texture(DXGI_FORMAT_R8G8B8A8_UNORM, 5, 6);
  CHECK(texture.Height == 6);
}
