// SPDX-License-Identifier: Apache-2.0
//
// The Create methods of the device for resources, views, shaders, states and queries. Each object
// validates its own description; here pointers are checked and versions converted. A null out
// pointer asks for validation only and gives S_FALSE (contract DEV3-OBJ-01).

#include "common/log.h"
#include "d3d11/buffer.h"
#include "d3d11/class_linkage.h"
#include "d3d11/depth_stencil_view.h"
#include "d3d11/device.h"
#include "d3d11/input_layout.h"
#include "d3d11/query.h"
#include "d3d11/render_target_view.h"
#include "d3d11/shader.h"
#include "d3d11/shader_resource_view.h"
#include "d3d11/texture2d.h"
#include "d3d11/unordered_access_view.h"

namespace e11::umd {
namespace {

// Makes or finds a state object.
template <typename State, typename Desc, typename Interface>
HRESULT createState(Device& device, typename State::Cache& cache, const Desc& desc,
                    Interface** out) {
  storeOptional(out, nullptr);
  const HRESULT valid = State::validate(desc);
  if (FAILED(valid)) return valid;
  if (out == nullptr) return S_FALSE;
  State* state = nullptr;
  const HRESULT result = cache.findOrCreate(device, State::normalise(desc), &state);
  *out = state;
  return result;
}

// Passes an object on as the interface that the method returns.
template <typename Object, typename Interface>
HRESULT pass(HRESULT result, Object* object, Interface** out) {
  if (out != nullptr) *out = object;
  return result;
}

// Makes a view of class `View` for either version of its description.
template <typename View, typename Desc1, typename Interface>
HRESULT createView(Device& device, ID3D11Resource* resource, const Desc1* desc, Interface** out) {
  storeOptional(out, nullptr);
  View* view = nullptr;
  const HRESULT result = View::create(device, resource, desc, out != nullptr ? &view : nullptr);
  return pass(result, view, out);
}

template <typename View, typename Desc1, typename Desc, typename Interface>
HRESULT upgradeView(Device& device, ID3D11Resource* resource, const Desc* desc, Interface** out) {
  if (desc == nullptr) return createView<View, Desc1>(device, resource, nullptr, out);
  const Desc1 full = View::upgrade(*desc);
  return createView<View, Desc1>(device, resource, &full, out);
}

}  // namespace

// ---------------------------------------------------------------------------- resources

HRESULT Device::CreateBuffer(const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                             ID3D11Buffer** buffer) {
  storeOptional(buffer, nullptr);
  return Buffer::create(*this, desc, data, buffer);
}

HRESULT Device::CreateTexture1D(const D3D11_TEXTURE1D_DESC*, const D3D11_SUBRESOURCE_DATA*,
                                ID3D11Texture1D** texture) {
  storeOptional(texture, nullptr);
  E11_UNSUPPORTED("1D textures");
  return E_NOTIMPL;
}

HRESULT Device::CreateTexture2D(const D3D11_TEXTURE2D_DESC* desc,
                                const D3D11_SUBRESOURCE_DATA* data, ID3D11Texture2D** texture) {
  storeOptional(texture, nullptr);
  if (desc == nullptr) return E_INVALIDARG;
  const D3D11_TEXTURE2D_DESC1 full = Texture2D::upgrade(*desc);
  Texture2D* object = nullptr;
  const HRESULT result =
      Texture2D::create(*this, &full, data, texture != nullptr ? &object : nullptr);
  return pass(result, object, texture);
}

HRESULT Device::CreateTexture2D1(const D3D11_TEXTURE2D_DESC1* desc,
                                 const D3D11_SUBRESOURCE_DATA* data, ID3D11Texture2D1** texture) {
  storeOptional(texture, nullptr);
  Texture2D* object = nullptr;
  const HRESULT result =
      Texture2D::create(*this, desc, data, texture != nullptr ? &object : nullptr);
  return pass(result, object, texture);
}

HRESULT Device::CreateTexture3D(const D3D11_TEXTURE3D_DESC*, const D3D11_SUBRESOURCE_DATA*,
                                ID3D11Texture3D** texture) {
  storeOptional(texture, nullptr);
  E11_UNSUPPORTED("3D textures");
  return E_NOTIMPL;
}

HRESULT Device::CreateTexture3D1(const D3D11_TEXTURE3D_DESC1*, const D3D11_SUBRESOURCE_DATA*,
                                 ID3D11Texture3D1** texture) {
  storeOptional(texture, nullptr);
  E11_UNSUPPORTED("3D textures");
  return E_NOTIMPL;
}

// ---------------------------------------------------------------------------- views

HRESULT Device::CreateShaderResourceView(ID3D11Resource* resource,
                                         const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                                         ID3D11ShaderResourceView** view) {
  return upgradeView<ShaderResourceView, D3D11_SHADER_RESOURCE_VIEW_DESC1>(*this, resource, desc,
                                                                           view);
}

HRESULT Device::CreateShaderResourceView1(ID3D11Resource* resource,
                                          const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc,
                                          ID3D11ShaderResourceView1** view) {
  return createView<ShaderResourceView>(*this, resource, desc, view);
}

HRESULT Device::CreateUnorderedAccessView(ID3D11Resource* resource,
                                          const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                                          ID3D11UnorderedAccessView** view) {
  return upgradeView<UnorderedAccessView, D3D11_UNORDERED_ACCESS_VIEW_DESC1>(*this, resource, desc,
                                                                             view);
}

HRESULT Device::CreateUnorderedAccessView1(ID3D11Resource* resource,
                                           const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc,
                                           ID3D11UnorderedAccessView1** view) {
  return createView<UnorderedAccessView>(*this, resource, desc, view);
}

HRESULT Device::CreateRenderTargetView(ID3D11Resource* resource,
                                       const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                                       ID3D11RenderTargetView** view) {
  return upgradeView<RenderTargetView, D3D11_RENDER_TARGET_VIEW_DESC1>(*this, resource, desc, view);
}

HRESULT Device::CreateRenderTargetView1(ID3D11Resource* resource,
                                        const D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                                        ID3D11RenderTargetView1** view) {
  return createView<RenderTargetView>(*this, resource, desc, view);
}

HRESULT Device::CreateDepthStencilView(ID3D11Resource* resource,
                                       const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                                       ID3D11DepthStencilView** view) {
  storeOptional(view, nullptr);
  return DepthStencilView::create(*this, resource, desc, view);
}

// ---------------------------------------------------------------------------- shaders

HRESULT Device::CreateInputLayout(const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                                  const void* bytecode, SIZE_T bytes, ID3D11InputLayout** layout) {
  return InputLayout::create(*this, elements, count, bytecode, bytes, layout);
}

HRESULT Device::CreateVertexShader(const void* bytecode, SIZE_T bytes, ID3D11ClassLinkage* linkage,
                                   ID3D11VertexShader** shader) {
  return VertexShader::create(*this, bytecode, bytes, linkage, shader);
}

HRESULT Device::CreatePixelShader(const void* bytecode, SIZE_T bytes, ID3D11ClassLinkage* linkage,
                                  ID3D11PixelShader** shader) {
  return PixelShader::create(*this, bytecode, bytes, linkage, shader);
}

HRESULT Device::CreateGeometryShader(const void*, SIZE_T, ID3D11ClassLinkage*,
                                     ID3D11GeometryShader** shader) {
  storeOptional(shader, nullptr);
  E11_UNSUPPORTED("geometry shaders");
  return E_NOTIMPL;
}

HRESULT Device::CreateGeometryShaderWithStreamOutput(const void*, SIZE_T,
                                                     const D3D11_SO_DECLARATION_ENTRY*, UINT,
                                                     const UINT*, UINT, UINT, ID3D11ClassLinkage*,
                                                     ID3D11GeometryShader** shader) {
  storeOptional(shader, nullptr);
  E11_UNSUPPORTED("stream output");
  return E_NOTIMPL;
}

HRESULT Device::CreateHullShader(const void*, SIZE_T, ID3D11ClassLinkage*,
                                 ID3D11HullShader** shader) {
  storeOptional(shader, nullptr);
  E11_UNSUPPORTED("tessellation");
  return E_NOTIMPL;
}

HRESULT Device::CreateDomainShader(const void*, SIZE_T, ID3D11ClassLinkage*,
                                   ID3D11DomainShader** shader) {
  storeOptional(shader, nullptr);
  E11_UNSUPPORTED("tessellation");
  return E_NOTIMPL;
}

HRESULT Device::CreateComputeShader(const void* bytecode, SIZE_T bytes, ID3D11ClassLinkage* linkage,
                                    ID3D11ComputeShader** shader) {
  return ComputeShader::create(*this, bytecode, bytes, linkage, shader);
}

HRESULT Device::CreateClassLinkage(ID3D11ClassLinkage** linkage) {
  return ClassLinkage::create(*this, linkage);
}

// ---------------------------------------------------------------------------- states

HRESULT Device::CreateBlendState(const D3D11_BLEND_DESC* desc, ID3D11BlendState** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<BlendState>(*this, blendStates_, BlendState::upgrade(*desc), state);
}

HRESULT Device::CreateBlendState1(const D3D11_BLEND_DESC1* desc, ID3D11BlendState1** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<BlendState>(*this, blendStates_, *desc, state);
}

HRESULT Device::CreateDepthStencilState(const D3D11_DEPTH_STENCIL_DESC* desc,
                                        ID3D11DepthStencilState** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<DepthStencilState>(*this, depthStencilStates_, *desc, state);
}

HRESULT Device::CreateRasterizerState(const D3D11_RASTERIZER_DESC* desc,
                                      ID3D11RasterizerState** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<RasterizerState>(*this, rasterizerStates_, RasterizerState::upgrade(*desc),
                                      state);
}

HRESULT Device::CreateRasterizerState1(const D3D11_RASTERIZER_DESC1* desc,
                                       ID3D11RasterizerState1** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<RasterizerState>(*this, rasterizerStates_, RasterizerState::upgrade(*desc),
                                      state);
}

HRESULT Device::CreateRasterizerState2(const D3D11_RASTERIZER_DESC2* desc,
                                       ID3D11RasterizerState2** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<RasterizerState>(*this, rasterizerStates_, *desc, state);
}

HRESULT Device::CreateSamplerState(const D3D11_SAMPLER_DESC* desc, ID3D11SamplerState** state) {
  if (desc == nullptr) return E_INVALIDARG;
  return createState<SamplerState>(*this, samplerStates_, *desc, state);
}

// ---------------------------------------------------------------------------- queries

HRESULT Device::CreateQuery(const D3D11_QUERY_DESC* desc, ID3D11Query** query) {
  storeOptional(query, nullptr);
  if (desc == nullptr) return E_INVALIDARG;
  const D3D11_QUERY_DESC1 full = {desc->Query, desc->MiscFlags, D3D11_CONTEXT_TYPE_ALL};
  Query* object = nullptr;
  const HRESULT result = Query::create(*this, &full, query != nullptr ? &object : nullptr);
  return pass(result, object, query);
}

HRESULT Device::CreateQuery1(const D3D11_QUERY_DESC1* desc, ID3D11Query1** query) {
  storeOptional(query, nullptr);
  Query* object = nullptr;
  const HRESULT result = Query::create(*this, desc, query != nullptr ? &object : nullptr);
  return pass(result, object, query);
}

HRESULT Device::CreatePredicate(const D3D11_QUERY_DESC* desc, ID3D11Predicate** predicate) {
  storeOptional(predicate, nullptr);
  if (desc == nullptr) return E_INVALIDARG;
  E11_UNSUPPORTED("predicates");
  return E_NOTIMPL;
}

// No counters are offered (contract CTX-QRY-09).
HRESULT Device::CreateCounter(const D3D11_COUNTER_DESC*, ID3D11Counter** counter) {
  storeOptional(counter, nullptr);
  return DXGI_ERROR_UNSUPPORTED;
}

}  // namespace e11::umd
