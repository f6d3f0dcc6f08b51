// SPDX-License-Identifier: Apache-2.0
#include "e11/device.h"
#include "e11/model/make_gpu.h"
#ifdef ELEVEN_HAVE_RTL
#include "e11/rtl_device.h"
#endif

namespace e11 {

std::unique_ptr<Device> createDevice(const DeviceOptions& options, std::string* error) {
  const auto fail = [&](const std::string& reason) {
    if (error != nullptr) *error = reason;
    return nullptr;
  };
  if (options.kind == "model") {
    if (!options.waveFile.empty()) return fail("the model records no waveform: use the rtl device");
    return model::makeGpu(options);
  }
  if (options.kind == "rtl" || options.kind == "lockstep") {
#ifdef ELEVEN_HAVE_RTL
    return makeRtlDevice(options, error);
#else
    return fail("the rtl device is not built in: configure with ELEVEN_RTL=ON (needs Verilator)");
#endif
  }
  return fail("unknown device \"" + options.kind + "\": use model, rtl or lockstep");
}

}  // namespace e11
