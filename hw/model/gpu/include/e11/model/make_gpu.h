// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "e11/device.h"

namespace e11::model {

/// The model with all its units.
std::unique_ptr<Device> makeGpu(const DeviceOptions& options);

}  // namespace e11::model
