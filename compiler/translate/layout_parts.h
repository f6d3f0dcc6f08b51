// SPDX-License-Identifier: Apache-2.0
// Steps of makeLayout() that are subjects of their own.
#pragma once

#include "translate/layout.h"

namespace e11::translate {

/// True if subroutines stay subroutines: they call each other in a circle, or inlining all of them
/// would make the program too long.
bool keepsCalls(const dxbc::Program& program);

/// Gives indexed arrays, inputs, outputs and return addresses their places in the scratch of a
/// lane.
void placeScratch(Layout* layout);

/// Numbers the entries of the resource table (docs/shader-abi.md) and notes them in the layout.
void assignResources(Layout* layout);

}  // namespace e11::translate
