// SPDX-License-Identifier: Apache-2.0
//
// libdxguid.a: every IID of the Direct3D 11 and DXGI headers, once, for programs that name IID_...
// and do not define INITGUID themselves.

#define INITGUID
#include <d3d11_4.h>
#include <d3d11sdklayers.h>
#include <d3d11shader.h>
#include <d3dcompiler.h>
#include <dxgi1_6.h>
#include <dxgidebug.h>

extern "C" const IID IID_IUnknown DECLSPEC_SELECTANY;
extern "C" const IID IID_IUnknown = {
    0x00000000, 0x0000, 0x0000, {0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}};

extern const CD3D11_DEFAULT D3D11_DEFAULT = {};
