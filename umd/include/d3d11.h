// SPDX-License-Identifier: Apache-2.0
// The mingw-w64 header of the same name, linked in at configure time, and the helper structures
// of the Windows SDK that it lacks.
#pragma GCC system_header
#include <eleven/d3d/d3d11.h>
#include <eleven/d3d11_helpers.h>
