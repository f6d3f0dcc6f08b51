// SPDX-License-Identifier: Apache-2.0
//
// Helper structures of the Windows SDK's d3d11.h that the mingw-w64 header lacks. Include d3d11.h,
// not this file.

#pragma once

#if defined(__cplusplus) && !defined(D3D11_NO_HELPERS) && !defined(CINTERFACE)
extern "C++" {

struct CD3D11_RECT : public D3D11_RECT {
  CD3D11_RECT() = default;
  explicit CD3D11_RECT(const D3D11_RECT& o) : D3D11_RECT(o) {}
  explicit CD3D11_RECT(LONG l, LONG t, LONG r, LONG b) {
    left = l;
    top = t;
    right = r;
    bottom = b;
  }
};

struct CD3D11_BOX : public D3D11_BOX {
  CD3D11_BOX() = default;
  explicit CD3D11_BOX(const D3D11_BOX& o) : D3D11_BOX(o) {}
  explicit CD3D11_BOX(LONG l, LONG t, LONG f, LONG r, LONG b, LONG k) {
    left = static_cast<UINT>(l);
    top = static_cast<UINT>(t);
    front = static_cast<UINT>(f);
    right = static_cast<UINT>(r);
    bottom = static_cast<UINT>(b);
    back = static_cast<UINT>(k);
  }
};

struct CD3D11_VIEWPORT : public D3D11_VIEWPORT {
  CD3D11_VIEWPORT() = default;
  explicit CD3D11_VIEWPORT(const D3D11_VIEWPORT& o) : D3D11_VIEWPORT(o) {}
  explicit CD3D11_VIEWPORT(FLOAT x, FLOAT y, FLOAT width, FLOAT height, FLOAT minDepth = 0.0f,
                           FLOAT maxDepth = 1.0f) {
    TopLeftX = x;
    TopLeftY = y;
    Width = width;
    Height = height;
    MinDepth = minDepth;
    MaxDepth = maxDepth;
  }
};

struct CD3D11_UNORDERED_ACCESS_VIEW_DESC : public D3D11_UNORDERED_ACCESS_VIEW_DESC {
  CD3D11_UNORDERED_ACCESS_VIEW_DESC() = default;
  explicit CD3D11_UNORDERED_ACCESS_VIEW_DESC(const D3D11_UNORDERED_ACCESS_VIEW_DESC& o)
      : D3D11_UNORDERED_ACCESS_VIEW_DESC(o) {}
  explicit CD3D11_UNORDERED_ACCESS_VIEW_DESC(ID3D11Buffer*, DXGI_FORMAT format, UINT firstElement,
                                             UINT numElements, UINT flags = 0) {
    Format = format;
    ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    Buffer.FirstElement = firstElement;
    Buffer.NumElements = numElements;
    Buffer.Flags = flags;
  }
};

// The constructors that mingw-w64 declares only. UINT(-1): the rest of the texture.
inline UINT e11RestOf(UINT wanted, UINT all, UINT first) {
  return wanted == UINT(-1) ? all - first : wanted;
}
inline DXGI_FORMAT e11FormatOr(DXGI_FORMAT format, DXGI_FORMAT ofTexture) {
  return format == DXGI_FORMAT_UNKNOWN ? ofTexture : format;
}

inline CD3D11_RENDER_TARGET_VIEW_DESC::CD3D11_RENDER_TARGET_VIEW_DESC(
    ID3D11Texture1D* texture, D3D11_RTV_DIMENSION dim, DXGI_FORMAT format, UINT mipSlice,
    UINT firstSlice, UINT arraySize) {
  D3D11_TEXTURE1D_DESC desc;
  texture->GetDesc(&desc);
  static_cast<D3D11_RENDER_TARGET_VIEW_DESC&>(*this) =
      CD3D11_RENDER_TARGET_VIEW_DESC(dim, e11FormatOr(format, desc.Format), mipSlice, firstSlice,
                                     e11RestOf(arraySize, desc.ArraySize, firstSlice));
}

inline CD3D11_RENDER_TARGET_VIEW_DESC::CD3D11_RENDER_TARGET_VIEW_DESC(
    ID3D11Texture2D* texture, D3D11_RTV_DIMENSION dim, DXGI_FORMAT format, UINT mipSlice,
    UINT firstSlice, UINT arraySize) {
  D3D11_TEXTURE2D_DESC desc;
  texture->GetDesc(&desc);
  static_cast<D3D11_RENDER_TARGET_VIEW_DESC&>(*this) =
      CD3D11_RENDER_TARGET_VIEW_DESC(dim, e11FormatOr(format, desc.Format), mipSlice, firstSlice,
                                     e11RestOf(arraySize, desc.ArraySize, firstSlice));
}

inline CD3D11_RENDER_TARGET_VIEW_DESC::CD3D11_RENDER_TARGET_VIEW_DESC(
    ID3D11Texture3D* texture, DXGI_FORMAT format, UINT mipSlice, UINT firstSlice, UINT slices) {
  D3D11_TEXTURE3D_DESC desc;
  texture->GetDesc(&desc);
  Format = e11FormatOr(format, desc.Format);
  ViewDimension = D3D11_RTV_DIMENSION_TEXTURE3D;
  Texture3D.MipSlice = mipSlice;
  Texture3D.FirstWSlice = firstSlice;
  Texture3D.WSize = e11RestOf(slices, desc.Depth, firstSlice);
}

inline CD3D11_SHADER_RESOURCE_VIEW_DESC::CD3D11_SHADER_RESOURCE_VIEW_DESC(
    ID3D11Buffer*, DXGI_FORMAT format, UINT firstElement, UINT numElements, UINT flags) {
  Format = format;
  ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
  BufferEx.FirstElement = firstElement;
  BufferEx.NumElements = numElements;
  BufferEx.Flags = flags;
}

inline CD3D11_SHADER_RESOURCE_VIEW_DESC::CD3D11_SHADER_RESOURCE_VIEW_DESC(
    ID3D11Texture1D* texture, D3D11_SRV_DIMENSION dim, DXGI_FORMAT format, UINT mostDetailedMip,
    UINT mipLevels, UINT firstSlice, UINT arraySize) {
  D3D11_TEXTURE1D_DESC desc;
  texture->GetDesc(&desc);
  static_cast<D3D11_SHADER_RESOURCE_VIEW_DESC&>(*this) = CD3D11_SHADER_RESOURCE_VIEW_DESC(
      dim, e11FormatOr(format, desc.Format), mostDetailedMip,
      e11RestOf(mipLevels, desc.MipLevels, mostDetailedMip), firstSlice,
      e11RestOf(arraySize, desc.ArraySize, firstSlice));
}

inline CD3D11_SHADER_RESOURCE_VIEW_DESC::CD3D11_SHADER_RESOURCE_VIEW_DESC(
    ID3D11Texture2D* texture, D3D11_SRV_DIMENSION dim, DXGI_FORMAT format, UINT mostDetailedMip,
    UINT mipLevels, UINT firstSlice, UINT arraySize) {
  D3D11_TEXTURE2D_DESC desc;
  texture->GetDesc(&desc);
  static_cast<D3D11_SHADER_RESOURCE_VIEW_DESC&>(*this) = CD3D11_SHADER_RESOURCE_VIEW_DESC(
      dim, e11FormatOr(format, desc.Format), mostDetailedMip,
      e11RestOf(mipLevels, desc.MipLevels, mostDetailedMip), firstSlice,
      e11RestOf(arraySize, desc.ArraySize, firstSlice));
}

inline CD3D11_SHADER_RESOURCE_VIEW_DESC::CD3D11_SHADER_RESOURCE_VIEW_DESC(ID3D11Texture3D* texture,
                                                                          DXGI_FORMAT format,
                                                                          UINT mostDetailedMip,
                                                                          UINT mipLevels) {
  D3D11_TEXTURE3D_DESC desc;
  texture->GetDesc(&desc);
  Format = e11FormatOr(format, desc.Format);
  ViewDimension = D3D11_SRV_DIMENSION_TEXTURE3D;
  Texture3D.MostDetailedMip = mostDetailedMip;
  Texture3D.MipLevels = e11RestOf(mipLevels, desc.MipLevels, mostDetailedMip);
}

}  // extern "C++"
#endif
