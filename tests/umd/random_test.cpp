// SPDX-License-Identifier: Apache-2.0
//
// Random calls with random arguments, valid and not (contract COM-08): nothing crashes, the device
// stays, and no packet names memory that is not there (the fake kernel driver aborts at that).

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>

#include "test.h"

namespace e11::test {
namespace {

class Monkey {
 public:
  Monkey(TestDevice& device, uint32_t seed) : d_(device), random_(seed) { makeObjects(); }

  void step() {
    switch (below(18)) {
      case 0:
        return d_.context->CopyResource(resource(), resource());
      case 1: {
        const D3D11_BOX box = randomBox();
        return d_.context->CopySubresourceRegion(resource(), below(9), coordinate(), coordinate(),
                                                 below(2), resource(), below(9),
                                                 below(4) ? &box : nullptr);
      }
      case 2: {
        const D3D11_BOX box = randomBox();
        return d_.context->UpdateSubresource1(resource(), below(9), below(4) ? &box : nullptr,
                                              data_.data(), below(300), 0, below(4));
      }
      case 3:
        return map();
      case 4:
        return d_.context->Unmap(resource(), below(9));
      case 5: {
        const FLOAT color[4] = {value(), value(), value(), value()};
        return d_.context->ClearRenderTargetView(pick(targets_), color);
      }
      case 6:
        return d_.context->ClearDepthStencilView(pick(depths_), below(5), value(), 7);
      case 7: {
        ID3D11RenderTargetView* views[9];
        for (auto*& view : views) view = pick(targets_);
        return d_.context->OMSetRenderTargets(below(10), views, pick(depths_));
      }
      case 8: {
        ID3D11Buffer* buffers[3] = {pick(buffers_), pick(buffers_), pick(buffers_)};
        const UINT strides[3] = {below(64), below(3000), 24},
                   offsets[3] = {below(64), coordinate(), 0};
        return d_.context->IASetVertexBuffers(below(2) ? 0 : below(40), below(4), buffers, strides,
                                              offsets);
      }
      case 9:
        return d_.context->IASetIndexBuffer(
            pick(buffers_), below(2) ? DXGI_FORMAT_R16_UINT : DXGI_FORMAT_R32_UINT, below(200));
      case 10: {
        ID3D11Buffer* buffers[3] = {pick(buffers_), pick(buffers_), pick(buffers_)};
        const UINT first[3] = {16 * below(9), below(100), 0}, count[3] = {16 * below(9), 16, 4096};
        return d_.context->VSSetConstantBuffers1(
            below(16), below(4), buffers, below(2) ? first : nullptr, below(2) ? count : nullptr);
      }
      case 11: {
        const D3D11_VIEWPORT v = {value() * 20, value() * 20, value() * 40, value() * 40, 0, 1};
        const D3D11_VIEWPORT two[2] = {v, v};
        return d_.context->RSSetViewports(below(3), below(8) ? two : nullptr);
      }
      case 12:
        return d_.context->Draw(below(10), coordinate());
      case 13:
        return d_.context->DrawIndexedInstanced(below(10), below(3), coordinate(),
                                                static_cast<INT>(coordinate()), below(5));
      case 14:
        return bindPipeline();
      case 15:
        return d_.context->Flush();
      case 16: {
        const FLOAT color[4] = {value(), value(), value(), value()};
        const D3D11_RECT rects[2] = {{LONG(coordinate()), 0, LONG(coordinate()), 9}, {1, 1, 5, 5}};
        return d_.context->ClearView(pick(targets_), color, rects, below(3));
      }
      default:
        if (below(10) == 0) d_.context->ClearState();
    }
  }

 private:
  UINT below(UINT limit) { return std::uniform_int_distribution<UINT>(0, limit - 1)(random_); }
  // Mostly small, sometimes at the edges of the number range.
  UINT coordinate() {
    const UINT edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    return below(6) == 0 ? edges[below(6)] : below(40);
  }
  float value() { return std::uniform_real_distribution<float>(-0.5f, 1.5f)(random_); }
  D3D11_BOX randomBox() {
    return {coordinate(), coordinate(), below(2), coordinate(), coordinate(), below(3)};
  }
  template <typename T>
  T* pick(const std::vector<ComPtr<T>>& pool) {
    const UINT i = below(static_cast<UINT>(pool.size()) + 1);
    return i < pool.size() ? pool[i].Get() : nullptr;
  }
  ID3D11Resource* resource() {
    if (below(2)) return pick(buffers_);
    return pick(textures_);
  }

  // Writes what it may write: overruns show under a sanitizer, or in the other objects.
  void map() {
    ID3D11Resource* r = resource();
    const UINT subresource = below(9);
    const auto type = static_cast<D3D11_MAP>(below(7));
    D3D11_MAPPED_SUBRESOURCE mapped;
    if (d_.context->Map(r, subresource, type, below(8) == 0 ? 0x100000 : 0,
                        below(10) ? &mapped : nullptr) != S_OK) {
      return;
    }
    if (below(4)) d_.context->Unmap(r, subresource);
  }

  void bindPipeline() {
    d_.context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    d_.context->IASetInputLayout(below(5) ? layout_.Get() : nullptr);
    d_.context->VSSetShader(below(5) ? vertex_.Get() : nullptr, nullptr, 0);
    d_.context->PSSetShader(below(5) ? pixel_.Get() : nullptr, nullptr, 0);
  }

  void makeObjects() {
    const UINT both = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
    for (const UINT bytes : {16u, 96u, 1000u, 70000u}) {
      buffers_.push_back(d_.buffer(bytes, D3D11_USAGE_DEFAULT,
                                   D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER));
      buffers_.push_back(
          d_.buffer(bytes, D3D11_USAGE_DYNAMIC, D3D11_BIND_VERTEX_BUFFER, D3D11_CPU_ACCESS_WRITE));
      buffers_.push_back(d_.buffer(bytes, D3D11_USAGE_STAGING, 0, both));
    }
    buffers_.push_back(d_.buffer(256, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER));
    for (const UINT size : {1u, 17u, 32u}) {
      textures_.push_back(d_.texture(size, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET, 0, 0, 2));
      ComPtr<ID3D11RenderTargetView> target;
      REQUIRE(d_.device->CreateRenderTargetView(textures_.back().Get(), nullptr, &target) == S_OK);
      targets_.push_back(target);
      textures_.push_back(d_.texture(size, 16, DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_DEPTH_STENCIL));
      ComPtr<ID3D11DepthStencilView> depth;
      REQUIRE(d_.device->CreateDepthStencilView(textures_.back().Get(), nullptr, &depth) == S_OK);
      depths_.push_back(depth);
      textures_.push_back(
          d_.texture(size, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_STAGING, 0, both));
    }
    textures_.push_back(d_.texture(16, 8, DXGI_FORMAT_BC3_UNORM, D3D11_USAGE_DEFAULT, 0, 0, 0));
    const auto vs = readBlob("samples/shaders/triangle_vs.dxbc");
    const auto ps = readBlob("samples/shaders/triangle_ps.dxbc");
    REQUIRE(d_.device->CreateVertexShader(vs.data(), vs.size(), nullptr, &vertex_) == S_OK);
    REQUIRE(d_.device->CreatePixelShader(ps.data(), ps.size(), nullptr, &pixel_) == S_OK);
    const D3D11_INPUT_ELEMENT_DESC elements[] = {
        {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"COLOR", 0, DXGI_FORMAT_R8G8B8A8_UNORM, 1, 0, D3D11_INPUT_PER_VERTEX_DATA, 0}};
    REQUIRE(d_.device->CreateInputLayout(elements, 2, vs.data(), vs.size(), &layout_) == S_OK);
  }

  TestDevice& d_;
  std::mt19937 random_;
  // Large enough for any update: the largest row pitch times the rows, or the largest buffer.
  std::vector<uint8_t> data_ = std::vector<uint8_t>(100000);
  std::vector<ComPtr<ID3D11Buffer>> buffers_;
  std::vector<ComPtr<ID3D11Texture2D>> textures_;
  std::vector<ComPtr<ID3D11RenderTargetView>> targets_;
  std::vector<ComPtr<ID3D11DepthStencilView>> depths_;
  ComPtr<ID3D11VertexShader> vertex_;
  ComPtr<ID3D11PixelShader> pixel_;
  ComPtr<ID3D11InputLayout> layout_;
};

}  // namespace

TEST_CASE("COM-08 random calls", "[umd][random]") {
  const char* fixed = std::getenv("ELEVEN_SEED");
  const uint32_t seed = fixed != nullptr ? static_cast<uint32_t>(std::strtoul(fixed, nullptr, 0))
                                         : std::random_device()();
  std::cout << "ELEVEN_SEED=" << seed << '\n';
  for (const bool window : {true, false}) {
    TestDevice d(window);
    Monkey monkey(d, seed);
    for (int i = 0; i < 20000; ++i) {
      monkey.step();
      if (i % 100 == 0) d.gpu().wait(~uint64_t{0}, 0);
    }
    d.context->Flush();
    CHECK(d.device->GetDeviceRemovedReason() == S_OK);
  }
}

}  // namespace e11::test
