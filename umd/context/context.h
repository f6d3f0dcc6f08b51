// SPDX-License-Identifier: Apache-2.0
//
// The device context: immediate and deferred are this one class over a command-stream builder.
// What a method does is in the source file of its pipeline stage:
//
//   context_ia.cpp       input assembler          context_draw.cpp    draws, dispatches
//   context_stages.cpp   the six shader stages    context_copy.cpp    copies and updates
//   context_rs.cpp       rasterizer               context_clear.cpp   clears
//   context_om.cpp       output merger            context_map.cpp     Map and Unmap
//   context_uav.cpp      unordered access views   context_hazards.cpp bindings that exclude others
//   context.cpp          state, flush, queries    context_other.cpp   what is not offered yet

#pragma once

#include "command/command_stream.h"
#include "common/pack.h"
#include "context/compute_encoder.h"
#include "context/draw_encoder.h"
#include "context/state.h"

namespace e11::umd {

class Query;

// The Set and Get methods that each shader stage XX has; `S` is its shader interface.
#define E11_DECLARE_STAGE(XX, S)                                                                  \
  void STDMETHODCALLTYPE XX##SetConstantBuffers(UINT start, UINT count,                           \
                                                ID3D11Buffer* const* buffers) override;           \
  void STDMETHODCALLTYPE XX##SetConstantBuffers1(                                                 \
      UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* firstConstants,           \
      const UINT* constantCounts) override;                                                       \
  void STDMETHODCALLTYPE XX##SetShaderResources(UINT start, UINT count,                           \
                                                ID3D11ShaderResourceView* const* views) override; \
  void STDMETHODCALLTYPE XX##SetSamplers(UINT start, UINT count,                                  \
                                         ID3D11SamplerState* const* samplers) override;           \
  void STDMETHODCALLTYPE XX##SetShader(S* shader, ID3D11ClassInstance* const* instances,          \
                                       UINT instanceCount) override;                              \
  void STDMETHODCALLTYPE XX##GetConstantBuffers(UINT start, UINT count, ID3D11Buffer** buffers)   \
      override;                                                                                   \
  void STDMETHODCALLTYPE XX##GetConstantBuffers1(UINT start, UINT count, ID3D11Buffer** buffers,  \
                                                 UINT* firstConstants, UINT* constantCounts)      \
      override;                                                                                   \
  void STDMETHODCALLTYPE XX##GetShaderResources(UINT start, UINT count,                           \
                                                ID3D11ShaderResourceView** views) override;       \
  void STDMETHODCALLTYPE XX##GetSamplers(UINT start, UINT count, ID3D11SamplerState** samplers)   \
      override;                                                                                   \
  void STDMETHODCALLTYPE XX##GetShader(S** shader, ID3D11ClassInstance** instances,               \
                                       UINT* instanceCount) override;

class Context final
    : public DeviceChild<ID3D11DeviceContext4, ID3D11DeviceContext, ID3D11DeviceContext1,
                         ID3D11DeviceContext2, ID3D11DeviceContext3> {
 public:
  Context(Device& device, D3D11_DEVICE_CONTEXT_TYPE type);
  ~Context() override;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) override;

  E11_DECLARE_STAGE(VS, ID3D11VertexShader)
  E11_DECLARE_STAGE(HS, ID3D11HullShader)
  E11_DECLARE_STAGE(DS, ID3D11DomainShader)
  E11_DECLARE_STAGE(GS, ID3D11GeometryShader)
  E11_DECLARE_STAGE(PS, ID3D11PixelShader)
  E11_DECLARE_STAGE(CS, ID3D11ComputeShader)

  // ID3D11DeviceContext : ID3D11DeviceChild
  void STDMETHODCALLTYPE DrawIndexed(UINT indexCount, UINT startIndexLocation,
                                     INT baseVertexLocation) override;
  void STDMETHODCALLTYPE Draw(UINT vertexCount, UINT startVertexLocation) override;
  HRESULT STDMETHODCALLTYPE Map(ID3D11Resource* resource, UINT subresource, D3D11_MAP mapType,
                                UINT mapFlags, D3D11_MAPPED_SUBRESOURCE* mappedResource) override;
  void STDMETHODCALLTYPE Unmap(ID3D11Resource* resource, UINT subresource) override;
  void STDMETHODCALLTYPE IASetInputLayout(ID3D11InputLayout* inputLayout) override;
  void STDMETHODCALLTYPE IASetVertexBuffers(UINT startSlot, UINT numBuffers,
                                            ID3D11Buffer* const* vertexBuffers, const UINT* strides,
                                            const UINT* offsets) override;
  void STDMETHODCALLTYPE IASetIndexBuffer(ID3D11Buffer* indexBuffer, DXGI_FORMAT format,
                                          UINT offset) override;
  void STDMETHODCALLTYPE DrawIndexedInstanced(UINT indexCountPerInstance, UINT instanceCount,
                                              UINT startIndexLocation, INT baseVertexLocation,
                                              UINT startInstanceLocation) override;
  void STDMETHODCALLTYPE DrawInstanced(UINT vertexCountPerInstance, UINT instanceCount,
                                       UINT startVertexLocation,
                                       UINT startInstanceLocation) override;
  void STDMETHODCALLTYPE IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY topology) override;
  void STDMETHODCALLTYPE Begin(ID3D11Asynchronous* async) override;
  void STDMETHODCALLTYPE End(ID3D11Asynchronous* async) override;
  HRESULT STDMETHODCALLTYPE GetData(ID3D11Asynchronous* async, void* data, UINT dataSize,
                                    UINT getDataFlags) override;
  void STDMETHODCALLTYPE SetPredication(ID3D11Predicate* predicate,
                                        WINBOOL predicateValue) override;
  void STDMETHODCALLTYPE OMSetRenderTargets(UINT numViews,
                                            ID3D11RenderTargetView* const* renderTargetViews,
                                            ID3D11DepthStencilView* depthStencilView) override;
  void STDMETHODCALLTYPE OMSetRenderTargetsAndUnorderedAccessViews(
      UINT numRtvs, ID3D11RenderTargetView* const* renderTargetViews,
      ID3D11DepthStencilView* depthStencilView, UINT uavStartSlot, UINT numUavs,
      ID3D11UnorderedAccessView* const* unorderedAccessViews,
      const UINT* uavInitialCounts) override;
  void STDMETHODCALLTYPE OMSetBlendState(ID3D11BlendState* blendState, const FLOAT blendFactor[4],
                                         UINT sampleMask) override;
  void STDMETHODCALLTYPE OMSetDepthStencilState(ID3D11DepthStencilState* depthStencilState,
                                                UINT stencilRef) override;
  void STDMETHODCALLTYPE SOSetTargets(UINT numBuffers, ID3D11Buffer* const* targets,
                                      const UINT* offsets) override;
  void STDMETHODCALLTYPE DrawAuto() override;
  void STDMETHODCALLTYPE DrawIndexedInstancedIndirect(ID3D11Buffer* bufferForArgs,
                                                      UINT alignedByteOffsetForArgs) override;
  void STDMETHODCALLTYPE DrawInstancedIndirect(ID3D11Buffer* bufferForArgs,
                                               UINT alignedByteOffsetForArgs) override;
  void STDMETHODCALLTYPE Dispatch(UINT threadGroupCountX, UINT threadGroupCountY,
                                  UINT threadGroupCountZ) override;
  void STDMETHODCALLTYPE DispatchIndirect(ID3D11Buffer* bufferForArgs,
                                          UINT alignedByteOffsetForArgs) override;
  void STDMETHODCALLTYPE RSSetState(ID3D11RasterizerState* rasterizerState) override;
  void STDMETHODCALLTYPE RSSetViewports(UINT numViewports,
                                        const D3D11_VIEWPORT* viewports) override;
  void STDMETHODCALLTYPE RSSetScissorRects(UINT numRects, const D3D11_RECT* rects) override;
  void STDMETHODCALLTYPE CopySubresourceRegion(ID3D11Resource* dstResource, UINT dstSubresource,
                                               UINT dstX, UINT dstY, UINT dstZ,
                                               ID3D11Resource* srcResource, UINT srcSubresource,
                                               const D3D11_BOX* srcBox) override;
  void STDMETHODCALLTYPE CopyResource(ID3D11Resource* dstResource,
                                      ID3D11Resource* srcResource) override;
  void STDMETHODCALLTYPE UpdateSubresource(ID3D11Resource* dstResource, UINT dstSubresource,
                                           const D3D11_BOX* dstBox, const void* srcData,
                                           UINT srcRowPitch, UINT srcDepthPitch) override;
  void STDMETHODCALLTYPE CopyStructureCount(ID3D11Buffer* dstBuffer, UINT dstAlignedByteOffset,
                                            ID3D11UnorderedAccessView* srcView) override;
  void STDMETHODCALLTYPE ClearRenderTargetView(ID3D11RenderTargetView* renderTargetView,
                                               const FLOAT colorRGBA[4]) override;
  void STDMETHODCALLTYPE ClearUnorderedAccessViewUint(
      ID3D11UnorderedAccessView* unorderedAccessView, const UINT values[4]) override;
  void STDMETHODCALLTYPE ClearUnorderedAccessViewFloat(
      ID3D11UnorderedAccessView* unorderedAccessView, const FLOAT values[4]) override;
  void STDMETHODCALLTYPE ClearDepthStencilView(ID3D11DepthStencilView* depthStencilView,
                                               UINT clearFlags, FLOAT depth,
                                               UINT8 stencil) override;
  void STDMETHODCALLTYPE GenerateMips(ID3D11ShaderResourceView* shaderResourceView) override;
  void STDMETHODCALLTYPE SetResourceMinLOD(ID3D11Resource* resource, FLOAT minLOD) override;
  FLOAT STDMETHODCALLTYPE GetResourceMinLOD(ID3D11Resource* resource) override;
  void STDMETHODCALLTYPE ResolveSubresource(ID3D11Resource* dstResource, UINT dstSubresource,
                                            ID3D11Resource* srcResource, UINT srcSubresource,
                                            DXGI_FORMAT format) override;
  void STDMETHODCALLTYPE ExecuteCommandList(ID3D11CommandList* commandList,
                                            WINBOOL restoreContextState) override;
  void STDMETHODCALLTYPE CSSetUnorderedAccessViews(
      UINT startSlot, UINT numUavs, ID3D11UnorderedAccessView* const* unorderedAccessViews,
      const UINT* uavInitialCounts) override;
  void STDMETHODCALLTYPE IAGetInputLayout(ID3D11InputLayout** inputLayout) override;
  void STDMETHODCALLTYPE IAGetVertexBuffers(UINT startSlot, UINT numBuffers,
                                            ID3D11Buffer** vertexBuffers, UINT* strides,
                                            UINT* offsets) override;
  void STDMETHODCALLTYPE IAGetIndexBuffer(ID3D11Buffer** indexBuffer, DXGI_FORMAT* format,
                                          UINT* offset) override;
  void STDMETHODCALLTYPE IAGetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY* topology) override;
  void STDMETHODCALLTYPE GetPredication(ID3D11Predicate** predicate,
                                        WINBOOL* predicateValue) override;
  void STDMETHODCALLTYPE OMGetRenderTargets(UINT numViews,
                                            ID3D11RenderTargetView** renderTargetViews,
                                            ID3D11DepthStencilView** depthStencilView) override;
  void STDMETHODCALLTYPE OMGetRenderTargetsAndUnorderedAccessViews(
      UINT numRtvs, ID3D11RenderTargetView** renderTargetViews,
      ID3D11DepthStencilView** depthStencilView, UINT uavStartSlot, UINT numUavs,
      ID3D11UnorderedAccessView** unorderedAccessViews) override;
  void STDMETHODCALLTYPE OMGetBlendState(ID3D11BlendState** blendState, FLOAT blendFactor[4],
                                         UINT* sampleMask) override;
  void STDMETHODCALLTYPE OMGetDepthStencilState(ID3D11DepthStencilState** depthStencilState,
                                                UINT* stencilRef) override;
  void STDMETHODCALLTYPE SOGetTargets(UINT numBuffers, ID3D11Buffer** targets) override;
  void STDMETHODCALLTYPE RSGetState(ID3D11RasterizerState** rasterizerState) override;
  void STDMETHODCALLTYPE RSGetViewports(UINT* numViewports, D3D11_VIEWPORT* viewports) override;
  void STDMETHODCALLTYPE RSGetScissorRects(UINT* numRects, D3D11_RECT* rects) override;
  void STDMETHODCALLTYPE CSGetUnorderedAccessViews(
      UINT startSlot, UINT numUavs, ID3D11UnorderedAccessView** unorderedAccessViews) override;
  void STDMETHODCALLTYPE ClearState() override;
  void STDMETHODCALLTYPE Flush() override;
  D3D11_DEVICE_CONTEXT_TYPE STDMETHODCALLTYPE GetType() override;
  UINT STDMETHODCALLTYPE GetContextFlags() override;
  HRESULT STDMETHODCALLTYPE FinishCommandList(WINBOOL restoreDeferredContextState,
                                              ID3D11CommandList** commandList) override;
  // ID3D11DeviceContext1 : ID3D11DeviceContext
  void STDMETHODCALLTYPE CopySubresourceRegion1(ID3D11Resource* dstResource, UINT dstSubresource,
                                                UINT dstX, UINT dstY, UINT dstZ,
                                                ID3D11Resource* srcResource, UINT srcSubresource,
                                                const D3D11_BOX* srcBox, UINT copyFlags) override;
  void STDMETHODCALLTYPE UpdateSubresource1(ID3D11Resource* dstResource, UINT dstSubresource,
                                            const D3D11_BOX* dstBox, const void* srcData,
                                            UINT srcRowPitch, UINT srcDepthPitch,
                                            UINT copyFlags) override;
  void STDMETHODCALLTYPE DiscardResource(ID3D11Resource* resource) override;
  void STDMETHODCALLTYPE DiscardView(ID3D11View* resourceView) override;
  void STDMETHODCALLTYPE SwapDeviceContextState(ID3DDeviceContextState* state,
                                                ID3DDeviceContextState** previousState) override;
  void STDMETHODCALLTYPE ClearView(ID3D11View* view, const FLOAT color[4], const D3D11_RECT* rect,
                                   UINT numRects) override;
  void STDMETHODCALLTYPE DiscardView1(ID3D11View* resourceView, const D3D11_RECT* rects,
                                      UINT numRects) override;
  // ID3D11DeviceContext2 : ID3D11DeviceContext1
  HRESULT STDMETHODCALLTYPE
  UpdateTileMappings(ID3D11Resource* resource, UINT regionCount,
                     const D3D11_TILED_RESOURCE_COORDINATE* regionStartCoordinates,
                     const D3D11_TILE_REGION_SIZE* regionSizes, ID3D11Buffer* pool, UINT rangeCount,
                     const UINT* rangeFlags, const UINT* poolStartOffsets,
                     const UINT* rangeTileCounts, UINT flags) override;
  HRESULT STDMETHODCALLTYPE CopyTileMappings(
      ID3D11Resource* dstResource, const D3D11_TILED_RESOURCE_COORDINATE* dstStartCoordinate,
      ID3D11Resource* srcResource, const D3D11_TILED_RESOURCE_COORDINATE* srcStartCoordinate,
      const D3D11_TILE_REGION_SIZE* regionSize, UINT flags) override;
  void STDMETHODCALLTYPE CopyTiles(ID3D11Resource* resource,
                                   const D3D11_TILED_RESOURCE_COORDINATE* startCoordinate,
                                   const D3D11_TILE_REGION_SIZE* size, ID3D11Buffer* buffer,
                                   UINT64 startOffset, UINT flags) override;
  void STDMETHODCALLTYPE UpdateTiles(ID3D11Resource* dstResource,
                                     const D3D11_TILED_RESOURCE_COORDINATE* dstStartCoordinate,
                                     const D3D11_TILE_REGION_SIZE* dstRegionSize,
                                     const void* srcData, UINT flags) override;
  HRESULT STDMETHODCALLTYPE ResizeTilePool(ID3D11Buffer* pool, UINT64 size) override;
  void STDMETHODCALLTYPE TiledResourceBarrier(ID3D11DeviceChild* beforeBarrier,
                                              ID3D11DeviceChild* afterBarrier) override;
  WINBOOL STDMETHODCALLTYPE IsAnnotationEnabled() override;
  void STDMETHODCALLTYPE SetMarkerInt(const WCHAR* label, int data) override;
  void STDMETHODCALLTYPE BeginEventInt(const WCHAR* label, int data) override;
  void STDMETHODCALLTYPE EndEvent() override;
  // ID3D11DeviceContext3 : ID3D11DeviceContext2
  void STDMETHODCALLTYPE Flush1(D3D11_CONTEXT_TYPE type, HANDLE event) override;
  void STDMETHODCALLTYPE SetHardwareProtectionState(WINBOOL enable) override;
  void STDMETHODCALLTYPE GetHardwareProtectionState(WINBOOL* enable) override;
  // ID3D11DeviceContext4 : ID3D11DeviceContext3
  HRESULT STDMETHODCALLTYPE Signal(ID3D11Fence* fence, UINT64 value) override;
  HRESULT STDMETHODCALLTYPE Wait(ID3D11Fence* fence, UINT64 value) override;

  // Submits what is recorded. S_OK, or the reason the device is gone.
  HRESULT submit();
  // Waits until the GPU is done with `memory` (with writing it, if `writesOnly`), submitting what
  // uses it first. S_OK, DXGI_ERROR_WAS_STILL_DRAWING if it is not and `mayWait` is false, or a
  // removal reason.
  HRESULT waitForMemory(Allocation& memory, bool writesOnly, bool mayWait);

 private:
  bool isImmediate() const { return type_ == D3D11_DEVICE_CONTEXT_IMMEDIATE; }
  // A long stream is submitted without being asked for (contract CTX-FLS-02).
  void submitIfLarge() {
    if (isImmediate() && stream_.isLarge()) submit();
  }
  // True if neither recorded nor unfinished commands use the memory. Does not wait.
  bool isIdle(const Allocation& memory);

  // Stages (context_stages.cpp).
  void setConstantBuffers(Stage stage, UINT start, UINT count, ID3D11Buffer* const* buffers,
                          const UINT* firstConstants, const UINT* constantCounts);
  void getConstantBuffers(Stage stage, UINT start, UINT count, ID3D11Buffer** buffers,
                          UINT* firstConstants, UINT* constantCounts);
  void setSamplers(Stage stage, UINT start, UINT count, ID3D11SamplerState* const* samplers);
  void getSamplers(Stage stage, UINT start, UINT count, ID3D11SamplerState** samplers);
  void setShaderResources(Stage stage, UINT start, UINT count,
                          ID3D11ShaderResourceView* const* views);
  void getShaderResources(Stage stage, UINT start, UINT count, ID3D11ShaderResourceView** views);
  template <typename Object, typename Interface>
  void setShader(Stage stage, Interface* shader, ID3D11ClassInstance* const* instances,
                 UINT instanceCount);
  template <typename Object, typename Interface>
  void getShader(Stage stage, Interface** shader, ID3D11ClassInstance** instances,
                 UINT* instanceCount);
  void markStageDirty(Stage stage);

  // Unordered access views of both pipelines (context_uav.cpp).
  UINT uavSlots() const;
  // Pointers of this device, none of them overlapping another.
  bool areUavsValid(UINT start, UINT count, ID3D11UnorderedAccessView* const* views) const;
  void setCounters(UINT count, ID3D11UnorderedAccessView* const* views, const UINT* counts);

  // What a bound output may not share with other bindings (context_hazards.cpp).
  bool isWritten(const View& view) const;
  bool isWrittenBuffer(const Buffer& buffer) const;
  void unbindInputs(const View& output);
  void unbindComputeUavs(const View& output);
  void unbindPixelUavs(const View& output);
  void unbindTargets(const View& output);

  // Output merger (context_om.cpp).
  bool areTargetsValid(UINT count, ID3D11RenderTargetView* const* views,
                       ID3D11DepthStencilView* depth) const;
  bool doTargetsShareWith(UINT count, ID3D11RenderTargetView* const* targets, UINT uavCount,
                          ID3D11UnorderedAccessView* const* uavs) const;
  void setTargets(UINT count, ID3D11RenderTargetView* const* views, ID3D11DepthStencilView* depth);
  void setPixelUavs(UINT start, UINT count, ID3D11UnorderedAccessView* const* views,
                    const UINT* counts);
  void unbindSharedWithOutputs();

  // Draws (context_draw.cpp).
  void draw(const DrawArguments& arguments);

  // Map (context_map.cpp).
  HRESULT rename(Resource& resource);
  HRESULT prepareMap(Resource& resource, D3D11_MAP type, bool mayWait);
  HRESULT mapWithoutPointer(Resource& resource, UINT subresource, D3D11_MAP type, bool mayWait);

  // Copies (context_copy.cpp).
  void copyRegion(Resource& dst, UINT dstSubresource, UINT x, UINT y, Resource& src,
                  UINT srcSubresource, const D3D11_BOX& box);
  void update(ID3D11Resource* dst, UINT subresource, const D3D11_BOX* box, const void* data,
              UINT rowPitch, bool partialConstants);
  void updateRegion(Resource& dst, UINT subresource, const D3D11_BOX& box, const void* data,
                    UINT rowPitch);

  // Clears (context_clear.cpp).
  void fillElements(const UnorderedAccessView& view, UINT first, UINT count,
                    const ElementBytes& element);
  void fillNarrow(const std::shared_ptr<Allocation>& memory, uint64_t begin, uint64_t bytes,
                  const ElementBytes& element);
  void clearBuffer(const UnorderedAccessView& view, const FLOAT color[4], const D3D11_RECT* rects,
                   UINT numRects);
  void fillWhole(const View& view, uint32_t value, uint32_t byteMask);
  void fillView(const View& view, UINT slice, const D3D11_BOX& box, uint32_t value,
                uint32_t byteMask);

  const D3D11_DEVICE_CONTEXT_TYPE type_;
  ContextState state_;
  uint32_t dirty_ = kDirtyAll;
  CommandStream stream_;
  DrawEncoder encoder_;
  ComputeEncoder computeEncoder_;
};

#undef E11_DECLARE_STAGE

}  // namespace e11::umd
