// SPDX-License-Identifier: Apache-2.0
//
// Random dependent work on a few buffers against a reference on the host: dispatches, draws,
// copies, updates, clears and maps see each other's results in the order of the calls, with and
// without flushes (contract CTX-DISP-06, CTX-CSR-12, CTX-FLS-03, HAZ-01, HAZ-02).

#include <algorithm>
#include <random>

#include "gpu_buffers.h"
#include "pictures.h"

namespace e11::test {
namespace {

constexpr UINT kWords = 256;  // also the pixels of the target
constexpr UINT kBytes = kWords * 4;
constexpr UINT kCopied = 64;  // words that compute.raw_copy copies

class Dependent : public GpuBuffers {
 public:
  explicit Dependent(uint64_t seed) : random_(seed) {
    for (size_t i = 0; i < 4; ++i) {
      std::vector<uint32_t> words(kWords);
      for (uint32_t& word : words) word = any();
      buffers_.push_back(raw(words));
      expected_.push_back(words);
    }
    copy_ = computeShader("compute.raw_copy.cs_5_0");
    mark_ = ownPixelShader("slots.mark.ps_5_0");
    setVertices(fullQuad(kGreenF));
    const D3D11_BUFFER_DESC dynamic = {
        16, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, D3D11_CPU_ACCESS_WRITE, 0, 0};
    REQUIRE(device->CreateBuffer(&dynamic, nullptr, &constants_) == S_OK);
    context->CSSetConstantBuffers(0, 1, constants_.GetAddressOf());
    const D3D11_BUFFER_DESC staging = {
        kBytes, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0, 0};
    REQUIRE(device->CreateBuffer(&staging, nullptr, &staging_) == S_OK);
    staged_.assign(kWords, 0);
  }

  void step() {
    const size_t a = below(4), b = (a + 1 + below(3)) % 4;
    switch (below(9)) {
      case 0:
        return dispatch(a, b);
      case 1:
        return dispatch(a, a);
      case 2:
        return draw(a);
      case 3:
        return copyPart(a, b);
      case 4:
        return update(a);
      case 5:
        return clearWords(a);
      case 6:
        context->CopyResource(staging_.Get(), buffers_[a].buffer.Get());
        staged_ = expected_[a];
        return;
      case 7:
        context->CopyResource(buffers_[a].buffer.Get(), staging_.Get());
        expected_[a] = staged_;
        return;
      default:
        return changeStaging();
    }
  }

  void check() {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      INFO("buffer " << i);
      CHECK(words(buffers_[i]) == expected_[i]);
    }
  }
  uint32_t below(uint32_t limit) { return any() % limit; }

 private:
  uint32_t any() { return static_cast<uint32_t>(random_()); }

  // The first words of `to` become those of `from` behind a random offset; a buffer that is bound
  // for writing cannot be read: zeros.
  void dispatch(size_t from, size_t to) {
    const uint32_t first = below(kWords);
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(context->Map(constants_.Get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped) == S_OK);
    const uint32_t words[4] = {4 * first, 0, 0, 0};
    std::memcpy(mapped.pData, words, sizeof(words));
    context->Unmap(constants_.Get(), 0);
    setOutputs({buffers_[to].output.Get()});
    setInputs({buffers_[from].input.Get()});
    context->CSSetShader(copy_.Get(), nullptr, 0);
    context->Dispatch(1, 1, 1);
    const std::vector<uint32_t> source = expected_[from];
    for (uint32_t i = 0; i < kCopied; ++i) {
      const bool inside = from != to && first + i < kWords;
      expected_[to][i] = inside ? source[first + i] : 0;
    }
  }
  // Every pixel writes a word.
  void draw(size_t to) {
    ID3D11UnorderedAccessView* view = buffers_[to].output.Get();
    context->OMSetRenderTargetsAndUnorderedAccessViews(1, target.GetAddressOf(), nullptr, 63, 1,
                                                       &view, nullptr);
    context->PSSetShader(mark_.Get(), nullptr, 0);
    context->Draw(6, 0);
    view = nullptr;
    context->OMSetRenderTargetsAndUnorderedAccessViews(0, nullptr, nullptr, 63, 1, &view, nullptr);
    for (uint32_t i = 0; i < kWords; ++i) expected_[to][i] = i % kSize + 100 * (i / kSize);
  }
  void copyPart(size_t from, size_t to) {
    const uint32_t first = below(kWords), count = 1 + below(kWords - first);
    const uint32_t at = below(kWords - count + 1);
    const D3D11_BOX box = {4 * first, 0, 0, 4 * (first + count), 1, 1};
    context->CopySubresourceRegion(buffers_[to].buffer.Get(), 0, 4 * at, 0, 0,
                                   buffers_[from].buffer.Get(), 0, &box);
    std::copy_n(expected_[from].begin() + first, count, expected_[to].begin() + at);
  }
  void update(size_t to) {
    const uint32_t first = below(kWords), count = 1 + below(kWords - first);
    std::vector<uint32_t> words(count);
    for (uint32_t& word : words) word = any();
    const D3D11_BOX box = {4 * first, 0, 0, 4 * (first + count), 1, 1};
    context->UpdateSubresource(buffers_[to].buffer.Get(), 0, &box, words.data(), 0, 0);
    std::copy(words.begin(), words.end(), expected_[to].begin() + first);
  }
  void clearWords(size_t to) {
    const UINT value[4] = {any(), 1, 2, 3};
    context->ClearUnorderedAccessViewUint(buffers_[to].output.Get(), value);
    expected_[to].assign(kWords, value[0]);
  }
  void changeStaging() {
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(context->Map(staging_.Get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped) == S_OK);
    CHECK(std::memcmp(mapped.pData, staged_.data(), kBytes) == 0);
    const uint32_t at = below(kWords);
    staged_[at] = any();
    std::memcpy(static_cast<uint32_t*>(mapped.pData) + at, &staged_[at], 4);
    context->Unmap(staging_.Get(), 0);
  }

  std::mt19937_64 random_;
  std::vector<GpuBuffer> buffers_;
  std::vector<std::vector<uint32_t>> expected_;
  ComPtr<ID3D11ComputeShader> copy_;
  ComPtr<ID3D11PixelShader> mark_;
  ComPtr<ID3D11Buffer> constants_, staging_;
  std::vector<uint32_t> staged_;
};

}  // namespace

TEST_CASE("CTX-DISP-06 CTX-CSR-12 HAZ-02 dependent work in the order of the calls", "[gpu][HAZ]") {
  for (uint64_t round = 0; round < 4; ++round) {
    INFO("seed " << seed() << " round " << round);
    Dependent gpu(seed() + round);
    for (int i = 0; i < 100; ++i) gpu.step();
    gpu.check();
  }
}

TEST_CASE("CTX-FLS-03 flushes change nothing", "[gpu][FLS]") {
  INFO("seed " << seed());
  Dependent gpu(seed() + 100);
  for (int i = 0; i < 100; ++i) {
    gpu.step();
    if (gpu.below(3) == 0) gpu.context->Flush();
    if (i % 25 == 0) gpu.check();
  }
  gpu.check();
}

}  // namespace e11::test
