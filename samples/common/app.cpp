// SPDX-License-Identifier: Apache-2.0
#include "common/app.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sample {

void fail(const std::string& what, HRESULT result) {
  if (FAILED(result)) std::fprintf(stderr, "sample: %s failed (0x%08x)\n", what.c_str(), static_cast<unsigned>(result));
  else std::fprintf(stderr, "sample: %s\n", what.c_str());
  std::exit(1);
}

namespace {

uint32_t number(const char* text, const char* option, uint32_t low, uint32_t high) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  if (end == text || *end || value < low || value > high) {
    fail(std::string(option) + " wants a number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return static_cast<uint32_t>(value);
}

}  // namespace

Options parse(int argc, char** argv, const Options& defaults) {
  Options options = defaults;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (i + 1 >= argc) fail(name + " wants a value (--size WxH, --frames N, --out FILE, --seed N, --count N, --edges FILE)");
    const char* value = argv[++i];
    if (name == "--size") {
      const char* x = std::strchr(value, 'x');
      if (!x) fail("--size wants WxH, for example 256x256");
      options.width = number(std::string(value, x).c_str(), "--size", 1, 4096);
      options.height = number(x + 1, "--size", 1, 4096);
    } else if (name == "--frames") {
      options.frames = number(value, "--frames", 1, 9999);
    } else if (name == "--seed") {
      options.seed = number(value, "--seed", 0, 0xffffffffu);
    } else if (name == "--count") {
      options.count = number(value, "--count", 1, 1 << 20);
    } else if (name == "--edges") {
      options.edges = value;
      std::remove(value);
    } else if (name == "--out") {
      options.out = value;
    } else {
      fail("unknown option " + name + " (--size WxH, --frames N, --out FILE, --seed N, --count N, --edges FILE)");
    }
  }
  return options;
}

Canvas::Canvas(uint32_t width, uint32_t height) : width_(width), height_(height) {
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
  check(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1, D3D11_SDK_VERSION, device_.put(),
                          nullptr, context_.put()),
        "D3D11CreateDevice");
  D3D11_TEXTURE2D_DESC desc = {};
  desc.Width = width;
  desc.Height = height;
  desc.MipLevels = desc.ArraySize = 1;
  desc.SampleDesc.Count = 1;
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.BindFlags = D3D11_BIND_RENDER_TARGET;
  check(device_->CreateTexture2D(&desc, nullptr, color_.put()), "CreateTexture2D (colour)");
  check(device_->CreateRenderTargetView(color_.get(), nullptr, colorView_.put()), "CreateRenderTargetView");
  desc.BindFlags = 0;
  desc.Usage = D3D11_USAGE_STAGING;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  check(device_->CreateTexture2D(&desc, nullptr, staging_.put()), "CreateTexture2D (staging)");
  desc.Usage = D3D11_USAGE_DEFAULT;
  desc.CPUAccessFlags = 0;
  desc.Format = DXGI_FORMAT_D32_FLOAT;
  desc.BindFlags = D3D11_BIND_DEPTH_STENCIL;
  check(device_->CreateTexture2D(&desc, nullptr, depth_.put()), "CreateTexture2D (depth)");
  check(device_->CreateDepthStencilView(depth_.get(), nullptr, depthView_.put()), "CreateDepthStencilView");
}

void Canvas::begin(const float (&color)[4]) {
  context_->ClearRenderTargetView(colorView_.get(), color);
  context_->ClearDepthStencilView(depthView_.get(), D3D11_CLEAR_DEPTH, 1.0f, 0);
  context_->OMSetRenderTargets(1, colorView_.array(), depthView_.get());
  D3D11_VIEWPORT viewport = {};
  viewport.Width = static_cast<float>(width_);
  viewport.Height = static_cast<float>(height_);
  viewport.MaxDepth = 1.0f;
  context_->RSSetViewports(1, &viewport);
}

std::vector<uint8_t> Canvas::read() {
  context_->CopyResource(staging_.get(), color_.get());
  D3D11_MAPPED_SUBRESOURCE mapped = {};
  check(context_->Map(staging_.get(), 0, D3D11_MAP_READ, 0, &mapped), "Map");
  const size_t row = static_cast<size_t>(width_) * 4;
  std::vector<uint8_t> rgba(row * height_);
  for (uint32_t y = 0; y < height_; ++y) {
    std::memcpy(&rgba[y * row], static_cast<const uint8_t*>(mapped.pData) + y * mapped.RowPitch, row);
  }
  context_->Unmap(staging_.get(), 0);
  return rgba;
}

void createBuffer(ID3D11Device* device, UINT bind, D3D11_USAGE usage, UINT bytes, const void* data,
                  Ref<ID3D11Buffer>* out) {
  D3D11_BUFFER_DESC desc = {};
  desc.ByteWidth = bytes;
  desc.Usage = usage;
  desc.BindFlags = bind;
  if (usage == D3D11_USAGE_DYNAMIC) desc.CPUAccessFlags = D3D11_CPU_ACCESS_WRITE;
  D3D11_SUBRESOURCE_DATA initial = {};
  initial.pSysMem = data;
  check(device->CreateBuffer(&desc, data ? &initial : nullptr, out->put()), "CreateBuffer");
}

std::string framePath(const Options& options, uint32_t frame) {
  if (options.frames == 1) return options.out;
  const size_t slash = options.out.find_last_of('/');
  size_t dot = options.out.find_last_of('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) dot = options.out.size();
  char digits[16];
  std::snprintf(digits, sizeof digits, "_%04u", frame);
  return options.out.substr(0, dot) + digits + options.out.substr(dot);
}

void noteTriangle(const Options& options, uint32_t frame, const float (&corners)[3][4]) {
  if (options.edges.empty()) return;
  std::FILE* file = std::fopen(options.edges.c_str(), "a");
  if (!file) fail(options.edges + ": cannot be written");
  std::fprintf(file, "%u", frame);
  for (const auto& c : corners) {
    const double x = (static_cast<double>(c[0]) / c[3] + 1) * options.width / 2;
    const double y = (1 - static_cast<double>(c[1]) / c[3]) * options.height / 2;
    std::fprintf(file, " %.9g %.9g", x, y);
  }
  std::fprintf(file, "\n");
  std::fclose(file);
}

void progress(uint32_t frame, uint32_t frames) {
  std::fprintf(stderr, "frame %u of %u\n", frame + 1, frames);
}

}  // namespace sample
