// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "e11/device.h"

namespace e11 {

/// The RTL GPU in Verilator; kind "lockstep": with the model's core beside it, which ends the program
/// at the first difference. Null with a reason in `error` when a waveform or lock step is asked for and
/// this build has none.
std::unique_ptr<Device> makeRtlDevice(const DeviceOptions& options, std::string* error);

}  // namespace e11
