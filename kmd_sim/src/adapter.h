// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>

#include "e11/kmd.h"
#include "gpu.h"

namespace e11::kmd {

class AdapterImpl : public Adapter, public std::enable_shared_from_this<AdapterImpl> {
 public:
  AdapterImpl(std::unique_ptr<Device> device, const OpenOptions& options);

  bool start(std::string* error) { return gpu_.start(error); }

  const Caps& caps() const override { return gpu_.caps(); }
  std::unique_ptr<Context> createContext() override;
  uint64_t cycles() override;
  uint64_t counter(uint32_t number) override;

  std::mutex& mutex() { return mutex_; }
  GpuControl& gpu() { return gpu_; }
  /// Lets the GPU run as GpuControl::run, and reports progress. The lock is held.
  uint64_t run(uint64_t maxCycles);

 private:
  std::mutex mutex_;
  GpuControl gpu_;
  std::function<void(uint64_t)> progress_;
  uint64_t progressCycles_;
  uint64_t nextProgress_;
};

}  // namespace e11::kmd
