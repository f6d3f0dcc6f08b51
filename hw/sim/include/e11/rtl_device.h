// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "e11/device.h"

namespace e11 {

/// The RTL GPU in Verilator. Null with a reason in `error` when a waveform is
/// asked for and this build records none.
std::unique_ptr<Device> makeRtlDevice(const DeviceOptions& options, std::string* error);

}  // namespace e11
