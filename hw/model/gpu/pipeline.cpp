// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "e11/model/gpu.h"
#include "e11/model/make_gpu.h"

namespace e11::model {

namespace {

/// Until the drawing units are linked in: says so at each draw.
class Pipeline : public DrawSink {
 public:
  void draw(const Draw&) override {
    std::fprintf(stderr, "eleven: model: a draw was dropped: no drawing units\n");
  }
  void controlCaches(uint32_t) override {}
  uint64_t counter(uint32_t) const override { return 0; }
  void reset() override {}
};

}  // namespace

std::unique_ptr<Device> makeGpu(const DeviceOptions& options) {
  return std::make_unique<Gpu>(options,
                               [](Memory&, Clock&) { return std::make_unique<Pipeline>(); });
}

}  // namespace e11::model
