// SPDX-License-Identifier: Apache-2.0
//
// Hostile shaders: whatever they do, the caller goes on and so does the next device. Run by
// themselves, with a short watchdog.

#include "gpu_buffers.h"
#include "lost.h"

namespace e11::test {
TEST_CASE("a shader that loops forever loses the device and nothing else", "[.][hang]") {
  Gpu gpu;
  gpu.setVertices(fullQuad(kGreenF));
  gpu.context->PSSetShader(gpu.pixelShader("flow.loop_continue.ps_5_0").Get(), nullptr, 0);
  const int32_t constants[8] = {0x7fffffff, -1, -1, -1, 0, 0, 0, 0};
  const auto buffer = gpu.buffer(constants, sizeof(constants), D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(0, 1, buffer.GetAddressOf());
  gpu.context->Draw(6, 0);
  checkLost(gpu);
}

TEST_CASE("endless dispatches, with and without memory accesses", "[.][hang]") {
  for (const char* name : {"compute.endless.cs_5_0", "compute.endless_silent.cs_5_0"}) {
    INFO(name);
    GpuBuffers gpu;
    const GpuBuffer bytes = gpu.raw(filled(64, 0));
    gpu.setConstants(0, {0, 0});
    gpu.setOutputs({bytes.output.Get()});
    gpu.dispatch(name, 100);
    checkLost(gpu);
  }
}

TEST_CASE("wild addresses change nothing and harm nobody", "[gpu][hostile]") {
  GpuBuffers gpu;
  const GpuBuffer bytes = gpu.raw(filled(64, 0xcccccccc));
  const GpuBuffer other = gpu.structured(8, filled(64, 0xcccccccc));
  const GpuBuffer bystander = gpu.raw(filled(4096, 0xcccccccc));
  gpu.setInputs({bytes.input.Get()});
  for (const uint32_t base : {0x100u, 0x7ffffff0u, 0x80000000u, 0xffffff00u, 0xfffffffcu}) {
    GpuBuffer source = gpu.raw(filled(4, 1));
    gpu.setInputs({source.input.Get()});
    gpu.setConstants(0, {base});
    gpu.setOutputs({bytes.output.Get(), other.output.Get()});
    gpu.dispatch("compute.wild.cs_5_0");
  }
  const auto got = gpu.words(bytes);
  const auto structures = gpu.words(other);
  // A few addresses wrap into the buffer; nothing else may have changed.
  for (const uint32_t word : got) CHECK((word == 0xcccccccc || word == 0xdeadbeef + 0x11111111));
  for (size_t i = 0; i < structures.size(); i += 2) {
    CHECK((structures[i] == 0xcccccccc || structures[i] == 0xdeadbeef));
  }
  CHECK(gpu.words(bystander) == filled(4096, 0xcccccccc));
  CHECK(gpu.device->GetDeviceRemovedReason() == S_OK);
}

}  // namespace e11::test
