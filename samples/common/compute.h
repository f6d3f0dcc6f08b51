// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstring>
#include <initializer_list>

#include "common/app.h"

/// What the compute samples share: a device, buffers with views, dispatches, and reading results.
namespace sample {

/// A buffer with a view for reading and one for writing. Elements of `stride` bytes, or raw.
struct ComputeBuffer {
  Ref<ID3D11Buffer> buffer;
  Ref<ID3D11ShaderResourceView> input;
  Ref<ID3D11UnorderedAccessView> output;
  UINT bytes = 0;
};

/// The constants of kernels that want to know only how much there is.
struct Count {
  uint32_t count;
  uint32_t unused[3] = {};
};

class Compute {
 public:
  Compute();

  ID3D11DeviceContext* context() const { return context_.get(); }

  template <size_t Bytes>
  void createShader(const unsigned char (&blob)[Bytes], Ref<ID3D11ComputeShader>* out) {
    createShader(blob, Bytes, out);
  }
  /// `stride` 0 makes a raw buffer; its `count` is in words.
  void createBuffer(UINT stride, UINT count, const void* data, ComputeBuffer* out);
  void write(const ComputeBuffer& buffer, const void* data);

  /// Binds inputs at t0.., outputs at u0.., `constants` (a multiple of 16 bytes) at b0, and
  /// dispatches.
  template <typename Constants>
  void run(const Ref<ID3D11ComputeShader>& shader, const Constants& constants,
           std::initializer_list<const ComputeBuffer*> inputs,
           std::initializer_list<const ComputeBuffer*> outputs, UINT x, UINT y = 1) {
    static_assert(sizeof(Constants) % 16 == 0 && sizeof(Constants) <= kConstantBytes);
    setConstants(&constants, sizeof(Constants));
    run(shader, inputs, outputs, x, y);
  }

  template <typename T>
  std::vector<T> read(const ComputeBuffer& buffer) {
    std::vector<T> values(buffer.bytes / sizeof(T));
    read(buffer, values.data());
    return values;
  }

 private:
  static constexpr UINT kConstantBytes = 64;

  void createShader(const void* blob, size_t bytes, Ref<ID3D11ComputeShader>* out);
  void setConstants(const void* data, size_t bytes);
  void run(const Ref<ID3D11ComputeShader>& shader,
           std::initializer_list<const ComputeBuffer*> inputs,
           std::initializer_list<const ComputeBuffer*> outputs, UINT x, UINT y);
  void read(const ComputeBuffer& buffer, void* out);

  Ref<ID3D11Device> device_;
  Ref<ID3D11DeviceContext> context_;
  Ref<ID3D11Buffer> constants_;
};

/// Random words, the same everywhere.
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed * 2 + 1) {}
  uint32_t word() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state_ >> 32);
  }
  std::vector<uint32_t> words(uint32_t count) {
    std::vector<uint32_t> all(count);
    for (uint32_t& value : all) value = word();
    return all;
  }
  /// In [0, 1).
  float unit() { return static_cast<float>(word() >> 8) / 16777216.0f; }

 private:
  uint64_t state_;
};

/// The last line of a sample that makes no picture: what it did, and that the CPU agrees.
/// tools/bench divides the number by cycles.
void report(const char* name, uint64_t work, const char* unit);

}  // namespace sample
