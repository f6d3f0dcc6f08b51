/* SPDX-License-Identifier: Apache-2.0 */
/* The headers also serve C programs; compiling this file is the test. */
#define COBJMACROS
#include <d3d11_4.h>
#include <dxgi1_6.h>

ULONG elevenReleaseFromC(ID3D11Device* device);
ULONG elevenReleaseFromC(ID3D11Device* device) { return ID3D11Device_Release(device); }
