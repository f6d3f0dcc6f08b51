// SPDX-License-Identifier: Apache-2.0
// Forwarder: d3dcompiler.h asks for it; the macros are in windows.h.
#pragma GCC system_header
#include <windows.h>
