// SPDX-License-Identifier: Apache-2.0
//
// Context methods that are not offered yet: each says so once and does nothing. Methods that are
// hints, and may do nothing, are at the end.

#include "common/log.h"
#include "context/context.h"
#include "d3d11/device.h"

namespace e11::umd {

// ---------------------------------------------------------------------------- stream output

void Context::SOSetTargets(UINT numBuffers, ID3D11Buffer* const* targets, const UINT*) {
  for (UINT i = 0; targets != nullptr && i < numBuffers; ++i) {
    if (targets[i] != nullptr) E11_UNSUPPORTED("stream output");
  }
}

void Context::SOGetTargets(UINT numBuffers, ID3D11Buffer** targets) {
  for (UINT i = 0; targets != nullptr && i < numBuffers; ++i) targets[i] = nullptr;
}

void Context::DrawAuto() {
  E11_UNSUPPORTED("stream output");
}

// ---------------------------------------------------------------------------- indirect draws

void Context::DrawIndexedInstancedIndirect(ID3D11Buffer*, UINT) {
  E11_UNSUPPORTED("indirect draws");
}

void Context::DrawInstancedIndirect(ID3D11Buffer*, UINT) {
  E11_UNSUPPORTED("indirect draws");
}

// ---------------------------------------------------------------------------- textures

void Context::GenerateMips(ID3D11ShaderResourceView*) {
  E11_UNSUPPORTED("mip generation");
}

void Context::SetResourceMinLOD(ID3D11Resource*, FLOAT) {
  E11_UNSUPPORTED("resource LOD clamps");
}

FLOAT Context::GetResourceMinLOD(ID3D11Resource*) {
  return 0.0f;
}

void Context::ResolveSubresource(ID3D11Resource*, UINT, ID3D11Resource*, UINT, DXGI_FORMAT) {
  E11_UNSUPPORTED("multisampling");
}

// ---------------------------------------------------------------------------- context states

void Context::SwapDeviceContextState(ID3DDeviceContextState*,
                                     ID3DDeviceContextState** previousState) {
  storeOptional(previousState, nullptr);
  E11_UNSUPPORTED("device context states");
}

// ---------------------------------------------------------------------------- tiled resources

HRESULT Context::UpdateTileMappings(ID3D11Resource*, UINT, const D3D11_TILED_RESOURCE_COORDINATE*,
                                    const D3D11_TILE_REGION_SIZE*, ID3D11Buffer*, UINT, const UINT*,
                                    const UINT*, const UINT*, UINT) {
  E11_UNSUPPORTED("tiled resources");
  return E_NOTIMPL;
}

HRESULT Context::CopyTileMappings(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                                  ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                                  const D3D11_TILE_REGION_SIZE*, UINT) {
  E11_UNSUPPORTED("tiled resources");
  return E_NOTIMPL;
}

void Context::CopyTiles(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                        const D3D11_TILE_REGION_SIZE*, ID3D11Buffer*, UINT64, UINT) {
  E11_UNSUPPORTED("tiled resources");
}

void Context::UpdateTiles(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                          const D3D11_TILE_REGION_SIZE*, const void*, UINT) {
  E11_UNSUPPORTED("tiled resources");
}

HRESULT Context::ResizeTilePool(ID3D11Buffer*, UINT64) {
  E11_UNSUPPORTED("tiled resources");
  return E_NOTIMPL;
}

void Context::TiledResourceBarrier(ID3D11DeviceChild*, ID3D11DeviceChild*) {
  E11_UNSUPPORTED("tiled resources");
}

// ---------------------------------------------------------------------------- fences, protection

HRESULT Context::Signal(ID3D11Fence*, UINT64) {
  E11_UNSUPPORTED("fences");
  return E_NOTIMPL;
}

HRESULT Context::Wait(ID3D11Fence*, UINT64) {
  E11_UNSUPPORTED("fences");
  return E_NOTIMPL;
}

void Context::SetHardwareProtectionState(WINBOOL) {
  E11_UNSUPPORTED("content protection");
}

void Context::GetHardwareProtectionState(WINBOOL* enable) {
  storeOptional(enable, FALSE);
}

// ---------------------------------------------------------------------------- hints

// The contents may be kept: discarding only allows the driver to lose them.
void Context::DiscardResource(ID3D11Resource*) {}
void Context::DiscardView(ID3D11View*) {}
void Context::DiscardView1(ID3D11View*, const D3D11_RECT*, UINT) {}

// No tool listens to annotations.
WINBOOL Context::IsAnnotationEnabled() {
  return FALSE;
}
void Context::SetMarkerInt(const WCHAR*, int) {}
void Context::BeginEventInt(const WCHAR*, int) {}
void Context::EndEvent() {}

}  // namespace e11::umd
