// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace e11::model {

/// Lanes of a wave (e11_pkg::LANES).
inline constexpr int kLanes = 16;

}  // namespace e11::model
