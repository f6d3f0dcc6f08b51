// SPDX-License-Identifier: Apache-2.0
//
// The Direct3D 11 device: makes objects and owns what they share. Its methods are in
//
//   device.cpp            life, identity, the immediate context, shared resources and fences
//   device_create.cpp     resources, views, shaders, states, queries
//   device_features.cpp   what the device says that it can do
//   device_transfer.cpp   WriteToSubresource, ReadFromSubresource

#pragma once

#include <d3d11_4.h>
#include <dxgi1_5.h>

#include <atomic>
#include <memory>

#include "command/gpu_memory.h"
#include "command/submission_queue.h"
#include "common/private_data.h"
#include "context/draw_memory.h"
#include "d3d11/blend_state.h"
#include "d3d11/depth_stencil_state.h"
#include "d3d11/device_child.h"
#include "d3d11/dxgi_device.h"
#include "d3d11/multithread.h"
#include "d3d11/rasterizer_state.h"
#include "d3d11/sampler_state.h"
#include "e11/kmd.h"

namespace e11::umd {

class Context;

class Device final : public ID3D11Device5 {
 public:
  struct Options {
    UINT flags = 0;  // D3D11_CREATE_DEVICE_FLAG
    D3D_FEATURE_LEVEL featureLevel = D3D_FEATURE_LEVEL_11_1;
  };

  // `dxgiAdapter` is kept by reference; it may be null in tests. The result has one reference.
  // E_OUTOFMEMORY, or DXGI_ERROR_DEVICE_REMOVED if the kernel driver gives no context.
  static HRESULT create(std::shared_ptr<kmd::Adapter> adapter, IDXGIAdapter* dxgiAdapter,
                        const Options& options, Device** out);

  // IUnknown
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;
  ULONG STDMETHODCALLTYPE AddRef() override;
  ULONG STDMETHODCALLTYPE Release() override;

  // ID3D11Device : IUnknown
  HRESULT STDMETHODCALLTYPE CreateBuffer(const D3D11_BUFFER_DESC* desc,
                                         const D3D11_SUBRESOURCE_DATA* initialData,
                                         ID3D11Buffer** buffer) override;
  HRESULT STDMETHODCALLTYPE CreateTexture1D(const D3D11_TEXTURE1D_DESC* desc,
                                            const D3D11_SUBRESOURCE_DATA* initialData,
                                            ID3D11Texture1D** texture1D) override;
  HRESULT STDMETHODCALLTYPE CreateTexture2D(const D3D11_TEXTURE2D_DESC* desc,
                                            const D3D11_SUBRESOURCE_DATA* initialData,
                                            ID3D11Texture2D** texture2D) override;
  HRESULT STDMETHODCALLTYPE CreateTexture3D(const D3D11_TEXTURE3D_DESC* desc,
                                            const D3D11_SUBRESOURCE_DATA* initialData,
                                            ID3D11Texture3D** texture3D) override;
  HRESULT STDMETHODCALLTYPE CreateShaderResourceView(ID3D11Resource* resource,
                                                     const D3D11_SHADER_RESOURCE_VIEW_DESC* desc,
                                                     ID3D11ShaderResourceView** view) override;
  HRESULT STDMETHODCALLTYPE CreateUnorderedAccessView(ID3D11Resource* resource,
                                                      const D3D11_UNORDERED_ACCESS_VIEW_DESC* desc,
                                                      ID3D11UnorderedAccessView** view) override;
  HRESULT STDMETHODCALLTYPE CreateRenderTargetView(ID3D11Resource* resource,
                                                   const D3D11_RENDER_TARGET_VIEW_DESC* desc,
                                                   ID3D11RenderTargetView** view) override;
  HRESULT STDMETHODCALLTYPE CreateDepthStencilView(ID3D11Resource* resource,
                                                   const D3D11_DEPTH_STENCIL_VIEW_DESC* desc,
                                                   ID3D11DepthStencilView** view) override;
  HRESULT STDMETHODCALLTYPE CreateInputLayout(const D3D11_INPUT_ELEMENT_DESC* inputElementDescs,
                                              UINT numElements,
                                              const void* shaderBytecodeWithInputSignature,
                                              SIZE_T bytecodeLength,
                                              ID3D11InputLayout** inputLayout) override;
  HRESULT STDMETHODCALLTYPE CreateVertexShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                               ID3D11ClassLinkage* classLinkage,
                                               ID3D11VertexShader** vertexShader) override;
  HRESULT STDMETHODCALLTYPE CreateGeometryShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                                 ID3D11ClassLinkage* classLinkage,
                                                 ID3D11GeometryShader** geometryShader) override;
  HRESULT STDMETHODCALLTYPE CreateGeometryShaderWithStreamOutput(
      const void* shaderBytecode, SIZE_T bytecodeLength,
      const D3D11_SO_DECLARATION_ENTRY* soDeclaration, UINT numEntries, const UINT* bufferStrides,
      UINT numStrides, UINT rasterizedStream, ID3D11ClassLinkage* classLinkage,
      ID3D11GeometryShader** geometryShader) override;
  HRESULT STDMETHODCALLTYPE CreatePixelShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                              ID3D11ClassLinkage* classLinkage,
                                              ID3D11PixelShader** pixelShader) override;
  HRESULT STDMETHODCALLTYPE CreateHullShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                             ID3D11ClassLinkage* classLinkage,
                                             ID3D11HullShader** hullShader) override;
  HRESULT STDMETHODCALLTYPE CreateDomainShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                               ID3D11ClassLinkage* classLinkage,
                                               ID3D11DomainShader** domainShader) override;
  HRESULT STDMETHODCALLTYPE CreateComputeShader(const void* shaderBytecode, SIZE_T bytecodeLength,
                                                ID3D11ClassLinkage* classLinkage,
                                                ID3D11ComputeShader** computeShader) override;
  HRESULT STDMETHODCALLTYPE CreateClassLinkage(ID3D11ClassLinkage** linkage) override;
  HRESULT STDMETHODCALLTYPE CreateBlendState(const D3D11_BLEND_DESC* blendStateDesc,
                                             ID3D11BlendState** blendState) override;
  HRESULT STDMETHODCALLTYPE
  CreateDepthStencilState(const D3D11_DEPTH_STENCIL_DESC* depthStencilDesc,
                          ID3D11DepthStencilState** depthStencilState) override;
  HRESULT STDMETHODCALLTYPE CreateRasterizerState(const D3D11_RASTERIZER_DESC* rasterizerDesc,
                                                  ID3D11RasterizerState** rasterizerState) override;
  HRESULT STDMETHODCALLTYPE CreateSamplerState(const D3D11_SAMPLER_DESC* samplerDesc,
                                               ID3D11SamplerState** samplerState) override;
  HRESULT STDMETHODCALLTYPE CreateQuery(const D3D11_QUERY_DESC* queryDesc,
                                        ID3D11Query** query) override;
  HRESULT STDMETHODCALLTYPE CreatePredicate(const D3D11_QUERY_DESC* predicateDesc,
                                            ID3D11Predicate** predicate) override;
  HRESULT STDMETHODCALLTYPE CreateCounter(const D3D11_COUNTER_DESC* counterDesc,
                                          ID3D11Counter** counter) override;
  HRESULT STDMETHODCALLTYPE CreateDeferredContext(UINT contextFlags,
                                                  ID3D11DeviceContext** deferredContext) override;
  HRESULT STDMETHODCALLTYPE OpenSharedResource(HANDLE handle, REFIID returnedInterface,
                                               void** resource) override;
  HRESULT STDMETHODCALLTYPE CheckFormatSupport(DXGI_FORMAT format, UINT* formatSupport) override;
  HRESULT STDMETHODCALLTYPE CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT sampleCount,
                                                          UINT* numQualityLevels) override;
  void STDMETHODCALLTYPE CheckCounterInfo(D3D11_COUNTER_INFO* counterInfo) override;
  HRESULT STDMETHODCALLTYPE CheckCounter(const D3D11_COUNTER_DESC* desc, D3D11_COUNTER_TYPE* type,
                                         UINT* activeCounters, LPSTR name, UINT* nameLength,
                                         LPSTR units, UINT* unitsLength, LPSTR description,
                                         UINT* descriptionLength) override;
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D11_FEATURE feature, void* featureSupportData,
                                                UINT featureSupportDataSize) override;
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* dataSize, void* data) override;
  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT dataSize, const void* data) override;
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* data) override;
  D3D_FEATURE_LEVEL STDMETHODCALLTYPE GetFeatureLevel() override;
  UINT STDMETHODCALLTYPE GetCreationFlags() override;
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override;
  void STDMETHODCALLTYPE GetImmediateContext(ID3D11DeviceContext** immediateContext) override;
  HRESULT STDMETHODCALLTYPE SetExceptionMode(UINT raiseFlags) override;
  UINT STDMETHODCALLTYPE GetExceptionMode() override;

  // ID3D11Device1 : ID3D11Device
  void STDMETHODCALLTYPE GetImmediateContext1(ID3D11DeviceContext1** immediateContext) override;
  HRESULT STDMETHODCALLTYPE CreateDeferredContext1(UINT contextFlags,
                                                   ID3D11DeviceContext1** deferredContext) override;
  HRESULT STDMETHODCALLTYPE CreateBlendState1(const D3D11_BLEND_DESC1* blendStateDesc,
                                              ID3D11BlendState1** blendState) override;
  HRESULT STDMETHODCALLTYPE
  CreateRasterizerState1(const D3D11_RASTERIZER_DESC1* rasterizerDesc,
                         ID3D11RasterizerState1** rasterizerState) override;
  HRESULT STDMETHODCALLTYPE CreateDeviceContextState(
      UINT flags, const D3D_FEATURE_LEVEL* levels, UINT levelCount, UINT sdkVersion,
      REFIID emulatedInterface, D3D_FEATURE_LEVEL* chosenFeatureLevel,
      ID3DDeviceContextState** contextState) override;
  HRESULT STDMETHODCALLTYPE OpenSharedResource1(HANDLE handle, REFIID returnedInterface,
                                                void** resource) override;
  HRESULT STDMETHODCALLTYPE OpenSharedResourceByName(LPCWSTR name, DWORD access,
                                                     REFIID returnedInterface,
                                                     void** resource) override;

  // ID3D11Device2 : ID3D11Device1
  void STDMETHODCALLTYPE GetImmediateContext2(ID3D11DeviceContext2** context) override;
  HRESULT STDMETHODCALLTYPE CreateDeferredContext2(UINT flags,
                                                   ID3D11DeviceContext2** context) override;
  void STDMETHODCALLTYPE GetResourceTiling(ID3D11Resource* resource, UINT* tileCount,
                                           D3D11_PACKED_MIP_DESC* mipDesc,
                                           D3D11_TILE_SHAPE* tileShape,
                                           UINT* subresourceTilingCount,
                                           UINT firstSubresourceTiling,
                                           D3D11_SUBRESOURCE_TILING* subresourceTiling) override;
  HRESULT STDMETHODCALLTYPE CheckMultisampleQualityLevels1(DXGI_FORMAT format, UINT sampleCount,
                                                           UINT flags,
                                                           UINT* qualityLevelCount) override;

  // ID3D11Device3 : ID3D11Device2
  HRESULT STDMETHODCALLTYPE CreateTexture2D1(const D3D11_TEXTURE2D_DESC1* desc,
                                             const D3D11_SUBRESOURCE_DATA* initialData,
                                             ID3D11Texture2D1** texture) override;
  HRESULT STDMETHODCALLTYPE CreateTexture3D1(const D3D11_TEXTURE3D_DESC1* desc,
                                             const D3D11_SUBRESOURCE_DATA* initialData,
                                             ID3D11Texture3D1** texture) override;
  HRESULT STDMETHODCALLTYPE CreateRasterizerState2(const D3D11_RASTERIZER_DESC2* desc,
                                                   ID3D11RasterizerState2** state) override;
  HRESULT STDMETHODCALLTYPE CreateShaderResourceView1(ID3D11Resource* resource,
                                                      const D3D11_SHADER_RESOURCE_VIEW_DESC1* desc,
                                                      ID3D11ShaderResourceView1** view) override;
  HRESULT STDMETHODCALLTYPE CreateUnorderedAccessView1(
      ID3D11Resource* resource, const D3D11_UNORDERED_ACCESS_VIEW_DESC1* desc,
      ID3D11UnorderedAccessView1** view) override;
  HRESULT STDMETHODCALLTYPE CreateRenderTargetView1(ID3D11Resource* resource,
                                                    const D3D11_RENDER_TARGET_VIEW_DESC1* desc,
                                                    ID3D11RenderTargetView1** view) override;
  HRESULT STDMETHODCALLTYPE CreateQuery1(const D3D11_QUERY_DESC1* desc,
                                         ID3D11Query1** query) override;
  void STDMETHODCALLTYPE GetImmediateContext3(ID3D11DeviceContext3** context) override;
  HRESULT STDMETHODCALLTYPE CreateDeferredContext3(UINT flags,
                                                   ID3D11DeviceContext3** context) override;
  void STDMETHODCALLTYPE WriteToSubresource(ID3D11Resource* dstResource, UINT dstSubresource,
                                            const D3D11_BOX* dstBox, const void* srcData,
                                            UINT srcRowPitch, UINT srcDepthPitch) override;
  void STDMETHODCALLTYPE ReadFromSubresource(void* dstData, UINT dstRowPitch, UINT dstDepthPitch,
                                             ID3D11Resource* srcResource, UINT srcSubresource,
                                             const D3D11_BOX* srcBox) override;

  // ID3D11Device4 : ID3D11Device3
  HRESULT STDMETHODCALLTYPE RegisterDeviceRemovedEvent(HANDLE event, DWORD* cookie) override;
  void STDMETHODCALLTYPE UnregisterDeviceRemoved(DWORD cookie) override;

  // ID3D11Device5 : ID3D11Device4
  HRESULT STDMETHODCALLTYPE OpenSharedFence(HANDLE handle, REFIID iid, void** fence) override;
  HRESULT STDMETHODCALLTYPE CreateFence(UINT64 initialValue, D3D11_FENCE_FLAG flags, REFIID iid,
                                        void** fence) override;

  // For the objects of this device.
  GpuMemory& memory() { return *memory_; }
  // Why memory() gave none: E_OUTOFMEMORY, or DXGI_ERROR_DEVICE_REMOVED.
  HRESULT allocationFailure();
  SubmissionQueue& queue() { return *queue_; }
  DrawMemory& drawMemory() { return *drawMemory_; }
  Context& immediateContext() { return *context_; }
  IDXGIAdapter* dxgiAdapter() { return dxgiAdapter_; }
  D3D_FEATURE_LEVEL featureLevel() const { return options_.featureLevel; }
  bool isSingleThreaded() const {
    return (options_.flags & D3D11_CREATE_DEVICE_SINGLETHREADED) != 0;
  }

 private:
  Device(std::shared_ptr<kmd::Adapter> adapter, std::unique_ptr<kmd::Context> kernelContext,
         IDXGIAdapter* dxgiAdapter, const Options& options);
  ~Device();

  HRESULT refuseDeferredContext(UINT flags);

  std::atomic<ULONG> references_{1};
  const Options options_;
  PrivateData privateData_;
  DxgiDevice dxgiDevice_;
  Multithread multithread_;
  IDXGIAdapter* const dxgiAdapter_;

  // Torn down in the reverse order: the context lets go of objects, objects of memory.
  const std::shared_ptr<kmd::Adapter> adapter_;
  const std::unique_ptr<kmd::Context> kernelContext_;
  std::unique_ptr<GpuMemory> memory_;
  std::unique_ptr<DrawMemory> drawMemory_;
  std::unique_ptr<SubmissionQueue> queue_;
  BlendState::Cache blendStates_;
  DepthStencilState::Cache depthStencilStates_;
  RasterizerState::Cache rasterizerStates_;
  SamplerState::Cache samplerStates_;
  Context* context_ = nullptr;  // held by one private reference
};

}  // namespace e11::umd
