// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>

#include "adapter.h"
#include "gpu.h"

namespace e11::kmd {

class ContextImpl : public Context, private SubmissionOwner {
 public:
  /// The caller holds the adapter's lock.
  explicit ContextImpl(std::shared_ptr<AdapterImpl> adapter);
  ~ContextImpl() override;

  Result allocate(uint64_t bytes, uint64_t alignment, BufferHandle* out) override;
  void release(BufferHandle buffer) override;
  uint64_t gpuAddress(BufferHandle buffer) const override;
  uint64_t size(BufferHandle buffer) const override;
  Result write(BufferHandle buffer, uint64_t offset, const void* data, uint64_t bytes) override;
  Result read(BufferHandle buffer, uint64_t offset, void* data, uint64_t bytes) override;
  std::byte* map(BufferHandle buffer) override;
  Result submit(const Submission& submission, uint64_t* fence) override;
  Result wait(uint64_t fence, uint64_t maxCycles) override;
  uint64_t completedFence(uint64_t pollCycles) override;
  Result status() const override;

 private:
  struct Buffer {
    Range range;
    uint64_t bytes = 0;  ///< as asked for
  };
  struct Retired {
    uint64_t fence;  ///< free once this has passed
    Range range;
  };

  // SubmissionOwner, called by GpuControl under the lock.
  uint64_t writtenFence() override;
  void passed(uint64_t fence) override;
  void lost(Result why) override;

  const Buffer* find(BufferHandle handle) const;
  bool inside(const Buffer* buffer, uint64_t offset, uint64_t bytes) const;
  Result resolve(const Submission& submission, std::vector<uint32_t>* words) const;
  void freeRetired(uint64_t fence);

  std::shared_ptr<AdapterImpl> adapter_;
  GpuControl& gpu_;
  Range fencePage_;  ///< bytes 0: no memory was left
  std::unordered_map<BufferHandle, Buffer> buffers_;
  std::deque<Retired> retired_;
  BufferHandle nextHandle_ = 1;
  uint64_t submitted_ = 0;
  uint64_t passed_ = 0;
  Result status_ = Result::kOk;
};

}  // namespace e11::kmd
