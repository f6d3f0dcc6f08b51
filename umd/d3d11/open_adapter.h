// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "e11/kmd.h"

namespace e11::umd {

// Opens the GPU that the environment names, or returns the one that is open already; all devices of
// a process share it. Null, with a logged line, if it cannot be opened. Variables:
//
//   ELEVEN_DEVICE    model (default) or rtl
//   ELEVEN_WINDOW    0: do without the direct window onto device memory
//   ELEVEN_WATCHDOG  GPU cycles after which a submission counts as hung
//   ELEVEN_WAVE      rtl, traced build: file for the waveform
//   ELEVEN_PROGRESS  1: a line on stderr now and then while waiting for the GPU
std::shared_ptr<kmd::Adapter> openAdapter();

}  // namespace e11::umd
