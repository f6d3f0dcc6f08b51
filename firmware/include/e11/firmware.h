// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace e11 {

/// The command processor's program, to be loaded at address 0 of its memory.
extern const uint32_t* const kFirmware;
extern const size_t kFirmwareWords;

}  // namespace e11
