// SPDX-License-Identifier: Apache-2.0
// Forwarder: the little of guiddef.h that Direct3D needs is in windows.h.
#pragma GCC system_header
#include <windows.h>
