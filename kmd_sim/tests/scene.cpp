// SPDX-License-Identifier: Apache-2.0
#include "scene.h"

#include <cstring>

#include "e11/isa.h"

namespace e11::test {

namespace {

using isa::Field;
using isa::Op;

// Parts of the data buffer.
constexpr uint32_t kState = 0;
constexpr uint32_t kVertexCode = 0x400;
constexpr uint32_t kPixelCode = 0x800;
constexpr uint32_t kPixelCodeBytes = 0x100;
constexpr uint32_t kTable = 0xc00;
constexpr uint32_t kIndices = 0xd00;
constexpr uint32_t kIndexCount = 0x100;
constexpr uint32_t kRing = 0x1000;
constexpr uint32_t kVertices = 0x4000;
constexpr uint32_t kDataBytes = 0x10000;

constexpr uint32_t kRecordRegisters = 2;  // position, colour
constexpr uint32_t kVertexBytes = sizeof(Vertex);
constexpr uint32_t kR8G8B8A8Unorm = 28;
constexpr uint32_t kD32Float = 40;

uint64_t put(Field field, uint64_t value) {
  return value << field.lsb;
}
uint64_t put(Op op) {
  return static_cast<uint64_t>(op);
}

constexpr uint32_t vector(uint32_t n) {
  return n;
}
constexpr uint32_t scalar(uint32_t n) {
  return isa::kSrcScalar + n;
}
constexpr uint32_t constant(uint32_t n) {
  return isa::kSrcConstant + n;
}  // small integers

uint64_t alu(Op op, uint32_t dst, uint32_t src0, uint32_t src1 = 0, uint32_t src2 = 0,
             uint32_t attribute = 0) {
  return put(op) | put(isa::kRDst, dst) | put(isa::kRSrc0, src0) | put(isa::kRSrc1, src1) |
         put(isa::kRSrc2, src2) | put(isa::kRAttr, attribute);
}

/// count: as encoded: registers - 1, for scalar loads log2 of the registers.
uint64_t memory(Op op, uint32_t data, uint32_t index, uint32_t base, uint32_t count,
                uint32_t offset) {
  const uint64_t scalarData = op == Op::kSldptr || op == Op::kSldbuf ? uint64_t{1} << 15 : 0;
  const bool hasSrc2 = scalarData == 0;
  return put(op) | put(isa::kMData, data) | scalarData | put(isa::kMSrc0, index) |
         put(isa::kMSrc1, scalar(base)) | put(isa::kMSrc2, hasSrc2 ? constant(0) : 0) |
         put(isa::kMCount, count) | put(isa::kMOffset, offset);
}

uint64_t exportColor(uint32_t data, bool last = true) {
  return put(Op::kExp) | put(isa::kEData, data) | put(isa::kETarget, E11_EXPORT_TARGETS_COLOR0) |
         put(isa::kEMask, 0xf) | put(isa::kEDone, last) | put(isa::kEEnd, last);
}

uint64_t exportDepth(uint32_t data) {
  return put(Op::kExp) | put(isa::kEData, data) | put(isa::kETarget, E11_EXPORT_TARGETS_DEPTH) |
         put(isa::kEMask, 1) | put(isa::kEDone, 1) | put(isa::kEEnd, 1);
}

uint64_t branch(int32_t instructions) {
  return put(Op::kBr) | put(isa::kCTarget, static_cast<uint32_t>(instructions));
}

uint32_t bits(float value) {
  uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

constexpr uint32_t coefficient(uint32_t word, uint32_t c) {
  return word | c << 12;
}

}  // namespace

std::vector<uint64_t> passThroughVertexShader() {
  return {
      memory(Op::kSldptr, 4, constant(0), 0, 2, 0),   // s4..7: the vertex buffer's descriptor
      alu(Op::kShl, 3, vector(0), constant(5)),       // vertices have 32 bytes
      alu(Op::kShl, 12, isa::kSrcLane, constant(5)),  // and so have records
      memory(Op::kLdraw, 4, vector(3), 4, 3, 0),
      memory(Op::kLdraw, 8, vector(3), 4, 3, 16),
      memory(Op::kStglb, 4, vector(12), 1, 3, 0),
      memory(Op::kStglb, 8, vector(12), 1, 3, 16),
      put(Op::kEnd),
  };
}

std::vector<uint64_t> colorPixelShader() {
  return colorPixelShader(false, false);
}

std::vector<uint64_t> colorPixelShader(bool depth, bool discard) {
  std::vector<uint64_t> code = {
      // docs/shader-abi.md, perspective interpolation.
      alu(Op::kItp1, 3, vector(0), 0, 0, E11_COEFFICIENTS_PERSPECTIVE),
      alu(Op::kItp2, 3, vector(1), 0, vector(3), E11_COEFFICIENTS_PERSPECTIVE),
      alu(Op::kFrcp, 3, vector(3)),
      alu(Op::kItpmul, 4, vector(0), 0, 0, coefficient(E11_COEFFICIENTS_WEIGHTS, 1)),
      alu(Op::kFmul, 4, vector(4), vector(3)),
      alu(Op::kItpmul, 5, vector(1), 0, 0, coefficient(E11_COEFFICIENTS_WEIGHTS, 2)),
      alu(Op::kFmul, 5, vector(5), vector(3)),
  };
  for (uint32_t c = 0; c < 4; ++c) {
    const uint32_t word = E11_COEFFICIENTS_FIRST_ATTRIBUTE + c;
    code.push_back(alu(Op::kItp1, 8 + c, vector(4), 0, 0, word));
    code.push_back(alu(Op::kItp2, 8 + c, vector(5), 0, vector(8 + c), word));
  }
  constexpr uint32_t kHalf = isa::kSrcConstant + 80;
  static_assert(isa::kConstants[kHalf - isa::kSrcConstant] == 0x3f000000);
  if (discard) {
    code.push_back(alu(Op::kFge, 3, kHalf, vector(9)));
    code.push_back(put(Op::kDiscard) | put(isa::kCSrc0, vector(3)));
  }
  code.push_back(exportColor(8, !depth));
  if (depth) code.push_back(exportDepth(8));
  return code;
}

std::vector<uint64_t> endlessShader() {
  return {put(Op::kNop), branch(-2), put(Op::kEnd)};
}
std::vector<uint64_t> trappingShader() {
  return {put(Op::kNop), put(Op::kTrap)};
}

Scene::Scene(kmd::Context& context)
    : context_(context),
      data_(allocate(context, kDataBytes)),
      color_(allocate(context, kPitch * kSize)),
      depth_(allocate(context, kPitch * kSize)) {
  const auto address = [&](uint32_t part) {
    return static_cast<uint32_t>(context.gpuAddress(data_)) + part;
  };
  const uint32_t descriptor[E11_BUFFER_DESCRIPTOR_WORDS] = {address(kVertices), 0,
                                                            kDataBytes - kVertices, 0};
  put(kTable, descriptor, sizeof descriptor);
  setVertexShader(passThroughVertexShader());
  setPixelShader(colorPixelShader());

  constexpr float kHalf = kSize / 2;
  std::array<uint32_t, E11_STATE_BLOCK_WORDS> block{};
  const auto state = [&](uint32_t word, uint32_t value) { block[word] = value; };
  state(E11_STATE_BLOCK_VS_CODE, address(kVertexCode));
  state(E11_STATE_BLOCK_VS_TABLE, address(kTable));
  state(E11_STATE_BLOCK_VS_INFO, kRecordRegisters << E11_STATE_BLOCK_VS_INFO_OUT_REGS_LSB);
  state(E11_STATE_BLOCK_RING_BASE, address(kRing));
  state(E11_STATE_BLOCK_PS_CODE, address(kPixelCode));
  state(E11_STATE_BLOCK_PS_TABLE, address(kTable));
  state(E11_STATE_BLOCK_PS_INFO,
        1u << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB | 1u << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB);
  state(E11_STATE_BLOCK_IA_INFO, E11_TOPOLOGY_TRIANGLE_LIST);
  state(E11_STATE_BLOCK_RASTER_INFO, 1u << E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB);
  state(E11_STATE_BLOCK_VP_HALF_W, bits(kHalf));
  state(E11_STATE_BLOCK_VP_HALF_H, bits(kHalf));
  state(E11_STATE_BLOCK_VP_DZ, bits(1));
  state(E11_STATE_BLOCK_VP_MAX_Z, bits(1));
  state(E11_STATE_BLOCK_RECT_MAX, kSize | kSize << E11_STATE_BLOCK_RECT_MAX_Y_LSB);
  state(E11_STATE_BLOCK_DEPTH_INFO, 1u << E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB |
                                        1u << E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB |
                                        E11_COMPARE_LESS << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                                        kD32Float << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB);
  state(E11_STATE_BLOCK_DEPTH_BASE, static_cast<uint32_t>(context.gpuAddress(depth_)));
  state(E11_STATE_BLOCK_DEPTH_PITCH, kPitch);
  state(E11_STATE_BLOCK_RT_COUNT, 1);
  state(E11_STATE_BLOCK_RT0_INFO, kR8G8B8A8Unorm << E11_STATE_BLOCK_RT0_INFO_FORMAT_LSB |
                                      0xfu << E11_STATE_BLOCK_RT0_INFO_MASK_LSB);
  state(E11_STATE_BLOCK_RT0_BASE, static_cast<uint32_t>(context.gpuAddress(color_)));
  state(E11_STATE_BLOCK_RT0_PITCH, kPitch);
  state(E11_STATE_BLOCK_ATTR_MAP, 1);  // input 0: register 1 of the record
  state(E11_STATE_BLOCK_INDEX_BASE, address(kIndices));
  state(E11_STATE_BLOCK_INDEX_COUNT, kIndexCount);
  for (uint32_t i = 0; i < kBlocks; ++i) put(kState + i * sizeof block, block.data(), sizeof block);
}

void Scene::put(uint64_t offset, const void* data, size_t bytes) {
  REQUIRE(context_.write(data_, offset, data, bytes) == Result::kOk);
}

void Scene::setVertexShader(const std::vector<uint64_t>& code) {
  put(kVertexCode, code.data(), code.size() * sizeof code[0]);
}

void Scene::setPixelShader(const std::vector<uint64_t>& code, uint32_t number) {
  REQUIRE(code.size() * sizeof code[0] <= kPixelCodeBytes);
  put(kPixelCode + number * kPixelCodeBytes, code.data(), code.size() * sizeof code[0]);
}

uint32_t Scene::pixelShaderAddress(uint32_t number) const {
  return static_cast<uint32_t>(context_.gpuAddress(data_)) + kPixelCode + number * kPixelCodeBytes;
}

void Scene::setVertices(const std::vector<Vertex>& vertices) {
  put(kVertices, vertices.data(), vertices.size() * kVertexBytes);
}

void Scene::setState(uint32_t word, uint32_t value, uint32_t block) {
  put(kState + (block * E11_STATE_BLOCK_WORDS + word) * 4, &value, 4);
}

void Scene::setIndices(const std::vector<uint16_t>& indices) {
  REQUIRE(indices.size() <= kIndexCount);
  put(kIndices, indices.data(), indices.size() * sizeof indices[0]);
}

void Scene::clear(Commands& commands, uint32_t color, float depth) const {
  commands.fill(color_, 0, kPitch, kPitch, kSize, color);
  commands.fill(depth_, 0, kPitch, kPitch, kSize, bits(depth));
}

void Scene::draw(Commands& commands, uint32_t vertices, uint32_t first, uint32_t block,
                 uint32_t instances) const {
  commands.draw(data_, block * E11_STATE_BLOCK_WORDS * 4, vertices, instances, first);
}

std::array<uint8_t, 4> Scene::pixel(const std::vector<uint8_t>& image, uint32_t x,
                                    uint32_t y) const {
  std::array<uint8_t, 4> value;
  std::memcpy(value.data(), &image[y * kPitch + x * 4], 4);
  return value;
}

}  // namespace e11::test
