// SPDX-License-Identifier: Apache-2.0
#include "adapter.h"

#include <algorithm>

#include "context.h"

namespace e11::kmd {

std::shared_ptr<Adapter> Adapter::open(const OpenOptions& options, std::string* error) {
  std::unique_ptr<Device> device = createDevice(options.device, error);
  if (!device) return nullptr;
  auto adapter = std::make_shared<AdapterImpl>(std::move(device), options);
  if (!adapter->start(error)) return nullptr;
  return adapter;
}

AdapterImpl::AdapterImpl(std::unique_ptr<Device> device, const OpenOptions& options)
    : gpu_(std::move(device), options),
      progress_(options.progress),
      progressCycles_(std::max<uint64_t>(options.progressCycles, 1)),
      nextProgress_(progressCycles_) {}

std::unique_ptr<Context> AdapterImpl::createContext() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::make_unique<ContextImpl>(shared_from_this());
}

uint64_t AdapterImpl::cycles() {
  std::lock_guard<std::mutex> lock(mutex_);
  return gpu_.cycles();
}

uint64_t AdapterImpl::counter(uint32_t number) {
  std::lock_guard<std::mutex> lock(mutex_);
  return gpu_.counter(number);
}

uint64_t AdapterImpl::run(uint64_t maxCycles) {
  if (!progress_) return gpu_.run(maxCycles);
  const uint64_t now = gpu_.cycles();
  const uint64_t untilReport = nextProgress_ > now ? nextProgress_ - now : 1;
  const uint64_t passed = gpu_.run(std::min(maxCycles, untilReport));
  if (now + passed >= nextProgress_) {
    progress_(now + passed);
    nextProgress_ = now + passed + progressCycles_;
  }
  return passed;
}

}  // namespace e11::kmd
