// SPDX-License-Identifier: Apache-2.0
//
// Subroutines through the Direct3D interfaces: HLSL cannot ask for call, so the shaders are made
// from text. Depth: a call while 32 return addresses are on the stack is skipped (spec 7.12,
// 22.7.10); recursion ends there, or loses this device and no other.

#include <algorithm>

#include "dxbc/assembler.h"
#include "dxbc/container.h"
#include "dxbc/container_writer.h"
#include "dxbc/opcodes.h"
#include "gpu_buffers.h"
#include "lost.h"
#include "pictures.h"

namespace e11::test {
namespace {

constexpr uint32_t kDeepest = 32;
constexpr uint32_t kThreads = 64;

std::vector<uint8_t> assembled(const std::string& text) {
  const auto blob = dxbc::assemble(text);
  if (!blob) FAIL(blob.error().message);
  return *blob;
}

/// Each of 64 threads stores r0.xy; r2.x: the thread's number.
std::string computeText(const std::string& main, const std::string& subroutines) {
  return "cs_5_0\ndcl_uav_raw u0\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 4\n"
         "dcl_thread_group 64, 1, 1\n"
         "mov r0.xyzw, l(0, 0, 0, 0)\nmov r2.x, vThreadIDInGroupFlattened\n" +
         main +
         "ishl r3.x, vThreadIDInGroupFlattened, l(3)\nstore_raw u0.xy, r3.x, r0.xyxx\nret\n" +
         subroutines;
}

/// The number of the pixel's column in r2.x; writes r0.x / 255 red, r0.y / 255 green.
std::string pixelText(const std::string& main, const std::string& subroutines) {
  return "ps_5_0\n.input SV_Position 0 0 xyzw 1 3\n.output SV_Target 0 0 xyzw 64 3\n"
         "dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.xyzw\n"
         "dcl_temps 4\nmov r0.xyzw, l(0, 0, 0, 0)\nftou r2.x, v0.x\n" +
         main +
         "utof r1.xyzw, r0.xyzw\ndiv o0.xyzw, r1.xyzw, l(255.0, 255.0, 255.0, 255.0)\nret\n" +
         subroutines;
}

/// Calls itself until r0.x, which counts calls, has reached r2.x; r0.y counts returns.
const char* const kCountUp =
    "label label0\niadd r0.x, r0.x, l(1)\nult r1.x, r0.x, r2.x\ncallc_nz r1.x, label0\n"
    "iadd r0.y, r0.y, l(1)\nret\n";

/// label0 calls label1, and so on to label`depth - 1`, each of which counts itself.
std::string chain(uint32_t depth) {
  std::string text;
  for (uint32_t i = 0; i < depth; ++i) {
    text += "label label" + std::to_string(i) + "\niadd r0.x, r0.x, l(1)\n";
    if (i + 1 < depth) text += "call label" + std::to_string(i + 1) + "\n";
    text += "iadd r0.y, r0.y, l(1)\nret\n";
  }
  return text;
}

/// interfaces.one, in which the first `count` function bodies begin with the interface call that
/// main makes.
std::vector<uint8_t> interfaceCallsItself(uint32_t count) {
  const auto bytes = Gpu::blob("tests/umd/shaders/interfaces.one.ps_5_0.dxbc");
  const auto container = dxbc::parseContainer(dxbc::Bytes(bytes.data(), bytes.size()));
  REQUIRE(container);
  dxbc::ContainerWriter writer;
  for (const dxbc::Chunk& chunk : container->chunks) {
    const std::vector<uint8_t> data(chunk.data.data(), chunk.data.data() + chunk.data.size());
    if (chunk.tag != dxbc::chunkTag('S', 'H', 'E', 'X')) {
      writer.addChunk(chunk.tag, data);
      continue;
    }
    std::vector<uint32_t> words(data.size() / 4);
    std::memcpy(words.data(), data.data(), data.size());
    std::vector<uint32_t> changed(words.begin(), words.begin() + 2), call;
    for (size_t at = 2; at < words.size();) {
      const uint32_t length = words[at] >> 24 & 0x7f;
      REQUIRE(length != 0);
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(at), last = first + length;
      changed.insert(changed.end(), first, last);
      const auto opcode = static_cast<dxbc::Opcode>(words[at] & 0x7ff);
      if (opcode == dxbc::Opcode::InterfaceCall && call.empty()) call.assign(first, last);
      if (opcode == dxbc::Opcode::Label && count != 0) {
        changed.insert(changed.end(), call.begin(), call.end());
        --count;
      }
      at += length;
    }
    changed[1] = static_cast<uint32_t>(changed.size());
    writer.addChunk(chunk.tag, changed);
  }
  REQUIRE(count == 0);
  return writer.finish();
}

class Calls : public GpuBuffers {
 public:
  ComPtr<ID3D11ComputeShader> compute(const std::string& text) {
    const auto blob = assembled(text);
    ComPtr<ID3D11ComputeShader> shader;
    REQUIRE(device->CreateComputeShader(blob.data(), blob.size(), nullptr, &shader) == S_OK);
    return shader;
  }
  ComPtr<ID3D11PixelShader> pixel(const std::string& text) {
    const auto blob = assembled(text);
    ComPtr<ID3D11PixelShader> shader;
    REQUIRE(device->CreatePixelShader(blob.data(), blob.size(), nullptr, &shader) == S_OK);
    return shader;
  }
  /// r0.xy of each thread.
  std::vector<uint32_t> run(const std::string& text) {
    const GpuBuffer out = raw(filled(2 * kThreads, 0xcccccccc));
    setOutputs({out.output.Get()});
    context->CSSetShader(compute(text).Get(), nullptr, 0);
    context->Dispatch(1, 1, 1);
    return words(out);
  }
  void draw(const std::string& text) {
    clear();
    setVertices(fullQuad(kGreenF));
    context->PSSetShader(pixel(text).Get(), nullptr, 0);
    context->Draw(6, 0);
  }
};

}  // namespace

TEST_CASE("a chain of calls 31, 32 and 33 deep", "[gpu][calls]") {
  const uint32_t depth = GENERATE(31u, 32u, 33u);
  const uint8_t made = static_cast<uint8_t>(std::min(depth, kDeepest));
  INFO(depth << " subroutines");
  Calls gpu;
  CHECK(gpu.run(computeText("call label0\n", chain(depth))) == filled(2 * kThreads, made));
  gpu.draw(pixelText("call label0\n", chain(depth)));
  checkPixels(gpu, [&](UINT, UINT) { return Rgba{made, made, 0, 0}; });
}

TEST_CASE("recursion: each thread goes as deep as it wants, to 32", "[gpu][calls]") {
  Calls gpu;
  const auto got = gpu.run(computeText("call label0\n", kCountUp));
  for (uint32_t i = 0; i < kThreads; ++i) {
    INFO("thread " << i);
    const uint32_t made = std::min(std::max(i, 1u), kDeepest);
    CHECK(got[2 * i] == made);
    CHECK(got[2 * i + 1] == made);
  }
  // Pixels: four calls a column.
  gpu.draw(pixelText("ishl r2.x, r2.x, l(2)\ncall label0\n", kCountUp));
  checkPixels(gpu, [](UINT x, UINT) {
    const uint8_t made = static_cast<uint8_t>(std::min(std::max(4 * x, 1u), kDeepest));
    return Rgba{made, made, 0, 0};
  });
}

TEST_CASE("recursion without a condition ends at the deepest call", "[gpu][calls]") {
  Calls gpu;
  const char* const endless = "label label0\niadd r0.x, r0.x, l(1)\ncall label0\nret\n";
  const auto got = gpu.run(computeText("call label0\n", endless));
  for (uint32_t i = 0; i < kThreads; ++i) CHECK(got[2 * i] == kDeepest);
  // In a circle of two, from within a loop: each turn starts with an empty stack.
  const auto circle = gpu.run(computeText(
      "loop\nige r1.x, r0.y, l(3)\nbreakc_nz r1.x\ncall label7\niadd r0.y, r0.y, l(1)\nendloop\n",
      "label label7\niadd r0.x, r0.x, l(1)\ncall label2\nret\n"
      "label label2\niadd r0.x, r0.x, l(100)\ncallc_z l(0), label7\nret\n"));
  for (uint32_t i = 0; i < kThreads; ++i) {
    CHECK(circle[2 * i] == 3 * (16 * 1 + 16 * 100));
    CHECK(circle[2 * i + 1] == 3);
  }
}

TEST_CASE("recursion in a vertex shader", "[gpu][calls]") {
  Calls gpu;
  // Four calls for each vertex; a triangle's red is its first vertex's depth.
  const auto blob = assembled(
      "vs_5_0\n.input POSITION 0 0 xyzw\n.input COLOR 0 1 xyzw\n"
      ".output SV_Position 0 0 xyzw 1 3\n.output COLOR 0 1 xyzw\n"
      "dcl_input v0.xyzw\ndcl_input v1.xyzw\ndcl_output_siv o0.xyzw, position\n"
      "dcl_output o1.xyzw\ndcl_temps 4\nmov r0.xyzw, l(0, 0, 0, 0)\nftou r2.x, v1.x\n"
      "call label0\nmov o0.xyzw, v0.xyzw\nutof r1.x, r0.y\nmul o1.x, r1.x, v1.y\n"
      "mov o1.yzw, v1.zzzw\nret\n" +
      std::string(kCountUp));
  ComPtr<ID3D11VertexShader> shader;
  REQUIRE(gpu.device->CreateVertexShader(blob.data(), blob.size(), nullptr, &shader) == S_OK);
  const float each = 1.0f / 255;
  gpu.setVertices(join(leftQuad({5, each, 0, 1}), rightQuad({90, each, 0, 1})));
  gpu.context->VSSetShader(shader.Get(), nullptr, 0);
  gpu.useVertexColors();
  gpu.context->Draw(12, 0);
  checkPixels(gpu, [](UINT x, UINT) { return leftRight(x, {5, 0, 0, 255}, {32, 0, 0, 255}); });
}

TEST_CASE("subroutines that make no sense are refused", "[gpu][calls]") {
  Calls gpu;
  const char* const wrong[][2] = {
      {"call label1\n", "label label0\nret\n"},                     // nobody has that name
      {"call label0\n", "label label0\nret\nlabel label0\nret\n"},  // two have it
      {"call label0\n", "label label0\nif_nz r0.x\nret\n"},         // not closed
      {"call label0\n", "label label0\nbreak\nret\n"},              // leaves a loop of the caller's
  };
  for (const auto& [main, subroutines] : wrong) {
    INFO(main << subroutines);
    const auto blob = assembled(computeText(main, subroutines));
    ComPtr<ID3D11ComputeShader> shader;
    CHECK(gpu.device->CreateComputeShader(blob.data(), blob.size(), nullptr, &shader) ==
          E_INVALIDARG);
    CHECK(shader == nullptr);
  }
}

TEST_CASE("interface calls from within what they call", "[gpu][calls]") {
  Calls gpu;
  ComPtr<ID3D11ClassLinkage> linkage;
  REQUIRE(gpu.device->CreateClassLinkage(&linkage) == S_OK);
  const auto create = [&](const std::vector<uint8_t>& blob, ID3D11PixelShader** shader) {
    return gpu.device->CreatePixelShader(blob.data(), blob.size(), linkage.Get(), shader);
  };
  // Of one class: the deepest call is skipped, and every other returns.
  ComPtr<ID3D11PixelShader> shader;
  REQUIRE(create(interfaceCallsItself(1), &shader) == S_OK);
  ComPtr<ID3D11ClassInstance> plain, striped;
  REQUIRE(linkage->GetClassInstance("plain", 0, &plain) == S_OK);
  REQUIRE(linkage->GetClassInstance("striped", 0, &striped) == S_OK);
  const float paints[6][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {8, 0, 0, 0}};
  const auto constants = gpu.buffer(paints, sizeof(paints), D3D11_BIND_CONSTANT_BUFFER);
  gpu.context->PSSetConstantBuffers(1, 1, constants.GetAddressOf());
  gpu.setVertices(fullQuad(kRedF));
  for (ID3D11ClassInstance* instance : {plain.Get(), striped.Get()}) {
    gpu.clear();
    gpu.context->PSSetShader(shader.Get(), &instance, 1);
    gpu.context->Draw(6, 0);
    const bool one = instance == plain.Get();
    checkPixels(gpu, [&](UINT x, UINT) { return one ? kRed : leftRight(x, kGreen, kBlue); });
  }
  // Of both: a tree too large to be translated.
  shader.Reset();
  CHECK(create(interfaceCallsItself(2), &shader) == E_INVALIDARG);
  CHECK(shader == nullptr);
}

// Every subroutine calls the next twice, the last the first: 2^32 calls at run time.
TEST_CASE("a tree of calls that takes for ever loses its device and nothing else", "[.][hang]") {
  const char* const tree = "label label0\niadd r0.x, r0.x, l(1)\ncall label0\ncall label0\nret\n";
  {
    Calls gpu;
    Calls bystander;  // alive all the time
    const GpuBuffer out = gpu.raw(filled(2 * kThreads, 0));
    gpu.setOutputs({out.output.Get()});
    gpu.context->CSSetShader(gpu.compute(computeText("call label0\n", tree)).Get(), nullptr, 0);
    gpu.context->Dispatch(3, 1, 1);
    checkLost(gpu);
    const auto got = bystander.run(computeText("call label0\n", kCountUp));
    CHECK(got[2 * 40] == kDeepest);
  }
  Calls gpu;
  gpu.draw(pixelText("call label0\n", tree));
  checkLost(gpu);
}

}  // namespace e11::test
