// SPDX-License-Identifier: Apache-2.0
//
// Dispatches as the kernel driver gets them, compute shaders and class instances as objects.

#include <cstring>

#include "e11/regs.h"
#include "views.h"

namespace e11::test {
namespace {

ComPtr<ID3D11ComputeShader> computeShader(TestDevice& d, const std::string& name,
                                          ID3D11ClassLinkage* linkage = nullptr) {
  const auto bytes = readBlob("tests/umd/shaders/" + name + ".cs_5_0.dxbc");
  ComPtr<ID3D11ComputeShader> shader;
  INFO(name);
  REQUIRE(d.device->CreateComputeShader(bytes.data(), bytes.size(), linkage, &shader) == S_OK);
  return shader;
}

// A raw view of a fresh buffer.
struct Raw {
  Raw(TestDevice& d, UINT bytes, UINT misc = 0)
      : buffer(rawBuffer(d, bytes, D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE, misc)),
        input(inputView(d, buffer.Get(), DXGI_FORMAT_R32_TYPELESS, 0, bytes / 4,
                        D3D11_BUFFEREX_SRV_FLAG_RAW)),
        output(outputView(d, buffer.Get(), DXGI_FORMAT_R32_TYPELESS, 0, bytes / 4,
                          D3D11_BUFFER_UAV_FLAG_RAW)) {}
  ComPtr<ID3D11Buffer> buffer;
  ComPtr<ID3D11ShaderResourceView> input;
  ComPtr<ID3D11UnorderedAccessView> output;
};

void setOutput(TestDevice& d, const Raw& raw) {
  d.context->CSSetUnorderedAccessViews(0, 1, raw.output.GetAddressOf(), nullptr);
}

// Barriers that ran between two recorded dispatches, by their cache bits.
std::vector<uint32_t> barriersBetween(TestDevice& d, size_t a, size_t b) {
  std::vector<uint32_t> found;
  for (size_t i = d.gpu().dispatches[a].position + 1; i < d.gpu().dispatches[b].position; ++i) {
    const uint32_t word = d.gpu().opcodes[i];
    if ((word & 0xff) == E11_PKT_BARRIER) found.push_back(word >> 8 & 0xff);
  }
  return found;
}

void finish(TestDevice& d) {
  const auto buffer = d.buffer(4, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER);
  d.bytes(buffer.Get());
}

}  // namespace

TEST_CASE("STP-22 compute shaders: round trip, the wrong stage, hostile code", "[umd][shaders]") {
  TestDevice d;
  const auto shader = computeShader(d, "compute.count_groups");
  d.context->CSSetShader(shader.Get(), nullptr, 0);
  ComPtr<ID3D11ComputeShader> got;
  UINT count = 3;
  ID3D11ClassInstance* instances[3];
  std::memset(instances, 0xff, sizeof(instances));
  d.context->CSGetShader(&got, instances, &count);
  CHECK(got == shader);
  CHECK(count == 0);
  d.context->CSGetShader(nullptr, nullptr, nullptr);
  d.context->CSSetShader(nullptr, nullptr, 0);
  d.context->CSGetShader(&got, nullptr, nullptr);
  CHECK(got == nullptr);

  auto bytes = readBlob("tests/umd/shaders/compute.count_groups.cs_5_0.dxbc");
  ID3D11ComputeShader* out = reinterpret_cast<ID3D11ComputeShader*>(1);
  CHECK(d.device->CreateComputeShader(bytes.data(), bytes.size(), nullptr, nullptr) == S_FALSE);
  CHECK(d.device->CreateComputeShader(nullptr, 10, nullptr, &out) == E_INVALIDARG);
  CHECK(out == nullptr);
  CHECK(d.device->CreateComputeShader(bytes.data(), 0, nullptr, &out) == E_INVALIDARG);
  ComPtr<ID3D11PixelShader> pixel;
  CHECK(d.device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &pixel) == E_INVALIDARG);
  bytes[bytes.size() / 2] ^= 1;
  CHECK(d.device->CreateComputeShader(bytes.data(), bytes.size(), nullptr, &out) == E_INVALIDARG);
  TestDevice other;
  const auto foreign = computeShader(other, "compute.count_groups");
  d.context->CSSetShader(shader.Get(), nullptr, 0);
  d.context->CSSetShader(foreign.Get(), nullptr, 0);  // dropped
  d.context->CSGetShader(&got, nullptr, nullptr);
  CHECK(got == shader);
}

TEST_CASE("shaders that need what the GPU lacks are refused at creation", "[umd][shaders]") {
  TestDevice d;
  for (const char* name : {"refused.sampled.ps_5_0", "refused.loaded.ps_5_0"}) {
    INFO(name);
    const auto bytes = readBlob(std::string("tests/shaders/") + name + ".dxbc");
    ComPtr<ID3D11PixelShader> shader;
    CHECK(d.device->CreatePixelShader(bytes.data(), bytes.size(), nullptr, &shader) ==
          E_INVALIDARG);
  }
}

TEST_CASE("CTX-DISP-01 CTX-DISP-03 CTX-DISP-05 the packet and the state block", "[umd][DISP]") {
  TestDevice d;
  Raw a(d, 64), arguments(d, 64, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
  setOutput(d, a);
  d.context->Dispatch(1, 1, 1);  // no shader
  d.context->CSSetShader(computeShader(d, "compute.group_sum").Get(), nullptr, 0);
  d.context->Dispatch(0, 1, 1);
  d.context->Dispatch(65536, 1, 1);
  d.context->Dispatch(65535, 2, 3);
  d.context->DispatchIndirect(a.buffer.Get(), 0);  // no flag
  d.context->DispatchIndirect(arguments.buffer.Get(), 54);
  d.context->DispatchIndirect(arguments.buffer.Get(), 56);
  d.context->DispatchIndirect(arguments.buffer.Get(), 52);
  finish(d);
  REQUIRE(d.gpu().dispatches.size() == 2);
  const RecordedDispatch& direct = d.gpu().dispatches[0];
  CHECK(direct.groups == std::vector<uint32_t>{65535, 2, 3});
  CHECK(direct.state[E11_COMPUTE_BLOCK_CS_INFO] >> E11_COMPUTE_BLOCK_CS_INFO_WAVES_LSB == 16);
  CHECK(direct.state[E11_COMPUTE_BLOCK_CS_GROUP] ==
        (256u << E11_COMPUTE_BLOCK_CS_GROUP_X_LSB | 1u << E11_COMPUTE_BLOCK_CS_GROUP_Y_LSB |
         1u << E11_COMPUTE_BLOCK_CS_GROUP_Z_LSB));
  CHECK(direct.state[E11_COMPUTE_BLOCK_CS_LDS] == 1024);
  CHECK(direct.state[E11_COMPUTE_BLOCK_CS_CODE] % 64 == 0);
  CHECK(d.gpu().dispatches[1].groups == std::vector<uint32_t>{0, 0, 0});
  CHECK(d.gpu().dispatches[1].state == direct.state);
}

TEST_CASE("CTX-DISP-06 barriers stand between dependent work, and only there", "[umd][DISP]") {
  TestDevice d;
  Raw a(d, 64), b(d, 64), c(d, 64, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
  d.context->CSSetShader(computeShader(d, "compute.raw_copy").Get(), nullptr, 0);
  const auto copy = [&](const Raw& from, const Raw& to) {
    setOutput(d, to);
    d.context->CSSetShaderResources(0, 1, from.input.GetAddressOf());
    d.context->Dispatch(1, 1, 1);
  };
  copy(a, b);  // 0
  copy(a, c);  // 1: independent of 0
  copy(b, c);  // 2: reads what 0 wrote
  copy(a, b);  // 3: writes what 2 read: dispatches do not overlap
  copy(a, b);  // 4: writes what 3 wrote
  const UINT values[4] = {};
  d.context->ClearUnorderedAccessViewUint(a.output.Get(), values);
  copy(a, c);                                      // 5: reads what was cleared
  d.context->DispatchIndirect(c.buffer.Get(), 0);  // 6: reads counts from memory
  finish(d);
  REQUIRE(d.gpu().dispatches.size() == 7);
  constexpr uint32_t kReads = 1u << E11_CACHE_BITS_INVALIDATE_VECTOR;
  constexpr uint32_t kCounts = 1u << E11_CACHE_BITS_INVALIDATE_CP;
  CHECK(barriersBetween(d, 0, 1).empty());
  REQUIRE(barriersBetween(d, 1, 2).size() == 1);
  CHECK((barriersBetween(d, 1, 2)[0] & kReads) != 0);
  CHECK(barriersBetween(d, 2, 3).empty());
  CHECK(barriersBetween(d, 3, 4).size() == 1);
  REQUIRE(!barriersBetween(d, 4, 5).empty());
  CHECK((barriersBetween(d, 4, 5).back() & kReads) != 0);
  REQUIRE(barriersBetween(d, 5, 6).size() == 1);
  CHECK((barriersBetween(d, 5, 6)[0] & kCounts) != 0);
}

TEST_CASE("CTX-MAP-09 a discarded buffer reaches the next dispatch only", "[umd][DISP]") {
  TestDevice d;
  const D3D11_BUFFER_DESC desc = {64,
                                  D3D11_USAGE_DYNAMIC,
                                  D3D11_BIND_SHADER_RESOURCE,
                                  D3D11_CPU_ACCESS_WRITE,
                                  D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS,
                                  0};
  ComPtr<ID3D11Buffer> buffer;
  REQUIRE(d.device->CreateBuffer(&desc, nullptr, &buffer) == S_OK);
  const auto view =
      inputView(d, buffer.Get(), DXGI_FORMAT_R32_TYPELESS, 0, 16, D3D11_BUFFEREX_SRV_FLAG_RAW);
  Raw out(d, 64);
  setOutput(d, out);
  d.context->CSSetShaderResources(0, 1, view.GetAddressOf());
  d.context->CSSetShader(computeShader(d, "compute.raw_copy").Get(), nullptr, 0);
  for (uint32_t value = 1; value <= 2; ++value) {
    D3D11_MAPPED_SUBRESOURCE mapped;
    REQUIRE(d.context->Map(buffer.Get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped) == S_OK);
    std::memcpy(mapped.pData, &value, 4);
    d.context->Unmap(buffer.Get(), 0);
    d.context->Dispatch(1, 1, 1);
  }
  finish(d);
  REQUIRE(d.gpu().dispatches.size() == 2);
  CHECK(d.gpu().dispatches[0].state[E11_COMPUTE_BLOCK_CS_TABLE] !=
        d.gpu().dispatches[1].state[E11_COMPUTE_BLOCK_CS_TABLE]);
}

TEST_CASE("STG-02 STG-03 STG-05 class linkage and instances", "[umd][classes]") {
  TestDevice d;
  ComPtr<ID3D11ClassLinkage> linkage;
  REQUIRE(d.device->CreateClassLinkage(&linkage) == S_OK);
  CHECK(d.device->CreateClassLinkage(nullptr) == S_FALSE);
  const auto shader = computeShader(d, "interfaces.apply_", linkage.Get());
  ComPtr<ID3D11ClassInstance> add, multiply, made;
  REQUIRE(linkage->GetClassInstance("add_", 0, &add) == S_OK);
  REQUIRE(linkage->GetClassInstance("multiply", 0, &multiply) == S_OK);
  REQUIRE(linkage->CreateClassInstance("Multiply", 3, 7, 0, 0, &made) == S_OK);
  CHECK(linkage->GetClassInstance("add_", 1, &made) == E_INVALIDARG);
  CHECK(made == nullptr);
  CHECK(linkage->GetClassInstance(nullptr, 0, &made) == E_INVALIDARG);
  CHECK(linkage->GetClassInstance("add_", 0, nullptr) == E_INVALIDARG);
  CHECK(linkage->CreateClassInstance("Divide", 0, 0, 0, 0, &made) == E_INVALIDARG);
  REQUIRE(linkage->CreateClassInstance("Multiply", 3, 7, 0, 0, &made) == S_OK);

  D3D11_CLASS_INSTANCE_DESC desc;
  multiply->GetDesc(&desc);
  CHECK(desc.ConstantBuffer == 0);
  CHECK(desc.BaseConstantBufferOffset == 1);
  CHECK(desc.InstanceIndex == 0);
  CHECK(!desc.Created);
  made->GetDesc(&desc);
  CHECK(desc.ConstantBuffer == 3);
  CHECK(desc.BaseConstantBufferOffset == 7);
  CHECK(desc.Created);
  char name[16] = {};
  SIZE_T length = sizeof(name);
  add->GetInstanceName(name, &length);
  CHECK(std::string(name) == "add_");
  CHECK(length == 5);
  length = 3;
  add->GetTypeName(name, &length);  // cut, and the length that it needs
  CHECK(std::string(name) == "Ad");
  CHECK(length == 4);
  add->GetTypeName(nullptr, &length);
  CHECK(length == 4);
  ComPtr<ID3D11ClassLinkage> back;
  add->GetClassLinkage(&back);
  CHECK(back == linkage);

  // As many instances as interfaces, or the call is dropped.
  d.context->CSSetShader(shader.Get(), add.GetAddressOf(), 1);
  ID3D11ClassInstance* const two[2] = {add.Get(), multiply.Get()};
  d.context->CSSetShader(shader.Get(), two, 2);
  d.context->CSSetShader(shader.Get(), nullptr, 1);
  const std::vector<ID3D11ClassInstance*> many(257, add.Get());
  d.context->CSSetShader(shader.Get(), many.data(), 257);
  const auto plain = computeShader(d, "compute.count_groups");
  d.context->CSSetShader(plain.Get(), add.GetAddressOf(), 1);
  ComPtr<ID3D11ComputeShader> bound;
  ComPtr<ID3D11ClassInstance> instance;
  UINT count = 1;
  d.context->CSGetShader(&bound, &instance, &count);
  CHECK(bound == shader);
  CHECK(instance == add);
  CHECK(count == 1);

  // STG-04: without its instance the shader is disabled. The table has the function table's number.
  Raw out(d, 64);
  setOutput(d, out);
  d.context->Dispatch(1, 1, 1);
  d.context->CSSetShader(shader.Get(), nullptr, 0);
  d.context->Dispatch(1, 1, 1);
  d.context->CSSetShader(shader.Get(), made.GetAddressOf(), 1);
  d.context->Dispatch(1, 1, 1);
  finish(d);
  CHECK(d.gpu().dispatches.size() == 2);
}

}  // namespace e11::test
