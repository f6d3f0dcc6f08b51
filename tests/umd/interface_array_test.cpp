// SPDX-License-Identifier: Apache-2.0
//
// Arrays of interfaces whose element a constant chooses (spec 7.19, 22.7.19), with instances from
// GetClassInstance and CreateClassInstance.

#include "gpu_buffers.h"
#include "pictures.h"

namespace e11::test {
namespace {

constexpr uint32_t kThreads = 16;

// What interface_array.pick stores for a thread.
struct Picked {
  uint32_t area, corners, last, name;
};

// The shader with its linkage, and data: square 3 at b3[0], rectangles 2 x 5, 3 x 7, 4 x 11 at
// b3[1], b3[3], b3[5], label 99 at b4[2].
class Interfaces : public GpuBuffers {
 public:
  Interfaces() {
    REQUIRE(device->CreateClassLinkage(&linkage) == S_OK);
    shader = create("interface_array.pick.cs_5_0", linkage.Get());
    std::vector<uint32_t> data(7 * 4, 0xbad);
    data[0] = 3;
    for (uint32_t i = 0; i < 3; ++i) {
      data[8 + 8 * i] = 2 + i;
      data[9 + 8 * i] = i == 0 ? 5 : 3 + 4 * i;
    }
    setConstants(3, data);
    setConstants(4, {1, 1, 1, 1, 1, 1, 1, 1, 99, 0, 0, 0});
    out = raw(filled(4 * kThreads, kUntouched));
    setOutputs({out.output.Get()});
  }

  static constexpr uint32_t kUntouched = 0xcccccccc;

  ComPtr<ID3D11ComputeShader> create(const std::string& name, ID3D11ClassLinkage* with) {
    const auto bytes = blob("tests/umd/shaders/" + name + ".dxbc");
    ComPtr<ID3D11ComputeShader> made;
    REQUIRE(device->CreateComputeShader(bytes.data(), bytes.size(), with, &made) == S_OK);
    return made;
  }
  ComPtr<ID3D11ClassInstance> named(const char* name, UINT index = 0) {
    ComPtr<ID3D11ClassInstance> made;
    INFO(name);
    REQUIRE(linkage->GetClassInstance(name, index, &made) == S_OK);
    return made;
  }
  ComPtr<ID3D11ClassInstance> made(const char* type, UINT buffer = 0, UINT offset = 0,
                                   UINT texture = 0, UINT sampler = 0) {
    ComPtr<ID3D11ClassInstance> instance;
    INFO(type);
    REQUIRE(linkage->CreateClassInstance(type, buffer, offset, texture, sampler, &instance) ==
            S_OK);
    return instance;
  }
  void set(const std::vector<ID3D11ClassInstance*>& instances) {
    context->CSSetShader(shader.Get(), instances.data(), static_cast<UINT>(instances.size()));
  }
  std::vector<uint32_t> pick(uint32_t first, uint32_t second) {
    setConstants(0, {first, second});
    const UINT untouched[4] = {kUntouched, kUntouched, kUntouched, kUntouched};
    context->ClearUnorderedAccessViewUint(out.output.Get(), untouched);
    context->Dispatch(1, 1, 1);
    return words(out);
  }
  void check(uint32_t first, uint32_t second, const Picked& expected, bool scaled = true) {
    const auto got = pick(first, second);
    for (uint32_t i = 0; i < kThreads; ++i) {
      INFO("elements " << first << " and " << second << ", thread " << i);
      CHECK(got[4 * i] == expected.area * (scaled ? i : 1));
      CHECK(got[4 * i + 1] == expected.corners);
      CHECK(got[4 * i + 2] == expected.last);
      CHECK(got[4 * i + 3] == expected.name);
    }
  }
  // Nothing was dispatched.
  void checkDisabled() { CHECK(pick(0, 0) == filled(4 * kThreads, kUntouched)); }

  ComPtr<ID3D11ClassLinkage> linkage;
  ComPtr<ID3D11ComputeShader> shader;
  GpuBuffer out;
};

}  // namespace

TEST_CASE("STG-03 a constant chooses among an array's instances", "[gpu][STG]") {
  Interfaces g;
  const auto square = g.named("square"), second = g.named("rectangles", 1),
             third = g.named("rectangles", 2), label = g.named("label_");
  const auto nothing = g.made("Nothing");
  g.set({square.Get(), second.Get(), nothing.Get(), third.Get(), square.Get(), label.Get()});
  const uint32_t areas[4] = {9, 21, 5, 44}, corners[4] = {4, 40, 0, 40};
  for (uint32_t first = 0; first < 4; ++first) {
    for (uint32_t element = 0; element < 4; ++element) {
      g.check(first, element, {areas[first], corners[element], 9, 99}, first != 2);
    }
  }
  // Other instances for the same shader: the same one everywhere, and one that has both interfaces.
  g.set({third.Get(), third.Get(), third.Get(), third.Get(), third.Get(), second.Get()});
  for (uint32_t first = 0; first < 4; ++first) g.check(first, 3 - first, {44, 40, 44, 10});
}

TEST_CASE("STG-03 instances that CreateClassInstance puts anywhere", "[gpu][STG]") {
  Interfaces g;
  // In a buffer that the shader never declared, in the same one, and where nothing is bound.
  g.setConstants(11, {0, 0, 0, 0, 0, 0, 0, 0, 13, 2, 0, 0});
  const auto far = g.made("Rectangle", 11, 1), inside = g.made("Square", 3, 4),
             unbound = g.made("Square", 12, 0), beyond = g.made("Square", 3, 4000),
             label = g.made("Label", 11, 2, 7, 15);  // textures and samplers of no use
  g.set({far.Get(), inside.Get(), unbound.Get(), beyond.Get(), far.Get(), label.Get()});
  g.check(0, 0, {26, 40, 26, 13});
  g.check(1, 1, {9, 4, 26, 13});  // the width of rectangles[1]
  g.check(2, 2, {0, 4, 26, 13});
  g.check(3, 3, {0, 4, 26, 13});
  D3D11_CLASS_INSTANCE_DESC desc;
  label->GetDesc(&desc);
  CHECK(desc.ConstantBuffer == 11);
  CHECK(desc.BaseConstantBufferOffset == 2);
  CHECK(desc.BaseTexture == 7);
  CHECK(desc.BaseSampler == 15);
  CHECK(desc.Created);
}

TEST_CASE("an element outside of the array harms nobody", "[gpu][STG]") {
  Interfaces g;
  const auto square = g.named("square"), label = g.named("label_");
  g.set({square.Get(), square.Get(), square.Get(), square.Get(), square.Get(), label.Get()});
  for (const uint32_t element : {4u, 5u, 6u, 1000u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    g.pick(element, element);  // undefined values (spec 22.7.19)
    g.check(0, 3, {9, 4, 9, 99});
  }
  CHECK(g.device->GetDeviceRemovedReason() == S_OK);
}

TEST_CASE("STG-03 STG-04 missing, foreign and unfit instances", "[gpu][STG]") {
  Interfaces g;
  const auto square = g.named("square"), label = g.named("label_"), both = g.named("rectangles");
  ID3D11ClassInstance* const s = square.Get();
  g.set({s, s, s, s, s, label.Get()});
  // Another number of instances: the call is dropped.
  g.set({s, s, s, s, s});
  g.set({s, s, s, s, s, label.Get(), label.Get()});
  g.context->CSSetShader(g.shader.Get(), nullptr, 6);
  // Of another device: dropped too.
  Interfaces other;
  const auto foreign = other.named("square");
  g.set({s, foreign.Get(), s, s, s, label.Get()});
  g.check(1, 1, {9, 4, 9, 99});
  // Each element alone missing, or of a class without that interface: disabled until it is there.
  for (size_t i = 0; i < 6; ++i) {
    INFO("slot " << i);
    std::vector<ID3D11ClassInstance*> instances = {s, s, s, s, s, label.Get()};
    instances[i] = nullptr;
    g.set(instances);
    g.checkDisabled();
    instances[i] = i == 5 ? s : label.Get();
    g.set(instances);
    g.checkDisabled();
    instances[i] = both.Get();
    g.set(instances);
    g.check(i == 0 ? 0 : 1, i == 0 ? 1 : 0,
            {i <= 1 ? 10u : 9u, 4, i == 4 ? 10u : 9u, i == 5 ? 9u : 99u});
  }
  g.context->CSSetShader(g.shader.Get(), nullptr, 0);
  g.checkDisabled();
  // A class that only another shader of this linkage knows.
  const auto adder = g.create("interfaces.apply_.cs_5_0", g.linkage.Get());
  const auto add = g.named("add_");
  g.set({s, s, add.Get(), s, s, label.Get()});
  g.checkDisabled();
  CHECK(g.device->GetDeviceRemovedReason() == S_OK);
}

TEST_CASE("REF-01 STG-05 bound instances live on", "[gpu][STG]") {
  Interfaces g;
  {
    auto square = g.named("square"), label = g.named("label_"), third = g.named("rectangles", 2);
    g.set({square.Get(), third.Get(), square.Get(), third.Get(), third.Get(), label.Get()});
    CHECK(square.Reset() == 0);
    CHECK(third.Reset() == 0);
    CHECK(label.Reset() == 0);
    g.shader.Reset();
    g.linkage.Reset();
  }
  g.check(0, 1, {9, 40, 44, 99});
  ComPtr<ID3D11ComputeShader> bound;
  ID3D11ClassInstance* instances[8] = {};
  UINT count = 8;
  g.context->CSGetShader(&bound, instances, &count);
  REQUIRE(count == 6);
  CHECK(bound != nullptr);
  CHECK(instances[0] == instances[2]);
  CHECK(instances[1] == instances[4]);
  CHECK(instances[6] == nullptr);
  ComPtr<ID3D11ClassLinkage> linkage;
  instances[0]->GetClassLinkage(&linkage);
  ComPtr<ID3D11ClassInstance> again;
  CHECK(linkage->GetClassInstance("rectangles", 2, &again) == S_OK);
  CHECK(linkage->GetClassInstance("rectangles", 3, &again) == E_INVALIDARG);
  // The compiler lists no object of a class without data.
  CHECK(linkage->GetClassInstance("nothing", 0, &again) == E_INVALIDARG);
  for (size_t i = 0; i < count; ++i) instances[i]->Release();
  // Fewer places than instances: those that fit.
  count = 1;
  g.context->CSGetShader(nullptr, instances, &count);
  CHECK(count == 6);
  instances[0]->Release();
  g.context->CSSetShader(nullptr, nullptr, 0);
  g.context->CSGetShader(nullptr, nullptr, &count);
  CHECK(count == 0);
}

TEST_CASE("arrays of interfaces in a pixel shader", "[gpu][STG]") {
  GpuBuffers g;
  const auto bytes = Gpu::blob("tests/umd/shaders/interfaces.several.ps_5_0.dxbc");
  ComPtr<ID3D11ClassLinkage> linkage;
  REQUIRE(g.device->CreateClassLinkage(&linkage) == S_OK);
  ComPtr<ID3D11PixelShader> shader;
  REQUIRE(g.device->CreatePixelShader(bytes.data(), bytes.size(), linkage.Get(), &shader) == S_OK);
  ComPtr<ID3D11ClassInstance> plain, striped, blue;
  REQUIRE(linkage->GetClassInstance("plain", 0, &plain) == S_OK);
  REQUIRE(linkage->GetClassInstance("striped", 0, &striped) == S_OK);
  REQUIRE(linkage->GetClassInstance("plains", 1, &blue) == S_OK);
  // Halves of the first and quarters of the second are added.
  const float paints[6][4] = {{2, 0, 0, 2}, {0, 4, 0, 0}, {0, 0, 4, 0},
                              {8, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 4, 0}};
  const auto constants = g.buffer(paints, sizeof(paints), D3D11_BIND_CONSTANT_BUFFER);
  g.context->PSSetConstantBuffers(1, 1, constants.GetAddressOf());
  ID3D11ClassInstance* const instances[3] = {plain.Get(), striped.Get(), blue.Get()};
  g.context->PSSetShader(shader.Get(), instances, 3);
  g.setVertices(fullQuad(kRedF));
  const Rgba yellow = {255, 255, 0, 255}, magenta = {255, 0, 255, 255};
  g.setConstants(2, {0});
  g.context->Draw(6, 0);
  checkPixels(g, [&](UINT x, UINT) { return leftRight(x, yellow, magenta); });
  g.setConstants(2, {1});
  g.clear();
  g.context->Draw(6, 0);
  checkPixels(g, [&](UINT, UINT) { return magenta; });
}

// A class that samples a texture: no shader with it can be made, so no instance either.
TEST_CASE("interfaces that need textures are refused", "[gpu][STG]") {
  GpuBuffers g;
  const auto bytes = Gpu::blob("tests/shaders/features.linkage.ps_5_0.dxbc");
  ComPtr<ID3D11ClassLinkage> linkage;
  REQUIRE(g.device->CreateClassLinkage(&linkage) == S_OK);
  ComPtr<ID3D11PixelShader> shader;
  CHECK(g.device->CreatePixelShader(bytes.data(), bytes.size(), linkage.Get(), &shader) ==
        E_INVALIDARG);
  CHECK(shader == nullptr);
  ComPtr<ID3D11ClassInstance> instance;
  CHECK(linkage->CreateClassInstance("A", 0, 0, 0, 0, &instance) == E_INVALIDARG);
  CHECK(linkage->GetClassInstance("aa", 0, &instance) == E_INVALIDARG);
}

}  // namespace e11::test
