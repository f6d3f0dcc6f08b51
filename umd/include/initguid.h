// SPDX-License-Identifier: Apache-2.0
// Include before the Direct3D headers in one source file to define the IIDs there.
#ifndef INITGUID
#define INITGUID
#endif
