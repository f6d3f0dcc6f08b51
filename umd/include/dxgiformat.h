// SPDX-License-Identifier: Apache-2.0
// Forwarder to the mingw-w64 header of the same name, linked in at configure time.
#pragma GCC system_header
#include <eleven/d3d/dxgiformat.h>
