// SPDX-License-Identifier: Apache-2.0
// Model and RTL side by side: the same submissions leave the same memory, bit
// for bit, and the same counts.
#include <cmath>
#include <cstdio>

#include "scene.h"

namespace e11::test {

namespace {

// Counters that count things rather than time or cache lines.
constexpr uint32_t kCounts[] = {
    E11_COUNTERS_ISSUED,         E11_COUNTERS_ISSUED_VECTOR,  E11_COUNTERS_ISSUED_SCALAR,
    E11_COUNTERS_ISSUED_MEMORY,  E11_COUNTERS_ISSUED_CONTROL, E11_COUNTERS_WAVES_VERTEX,
    E11_COUNTERS_WAVES_PIXEL,    E11_COUNTERS_VERTICES,       E11_COUNTERS_PRIMITIVES_IN,
    E11_COUNTERS_PRIMITIVES_OUT, E11_COUNTERS_QUADS,          E11_COUNTERS_PIXELS_COVERED,
    E11_COUNTERS_PIXELS_WRITTEN, E11_COUNTERS_DRAWS,
};

/// One of the two devices with a scene on it.
struct Side {
  std::shared_ptr<kmd::Adapter> adapter;
  std::unique_ptr<kmd::Context> context;
  std::unique_ptr<Scene> scene;

  explicit Side(const char* kind)
      : adapter(openKind(kind)),
        context(adapter->createContext()),
        scene(std::make_unique<Scene>(*context)) {}
};

float uniform(std::mt19937& random, float from, float to) {
  return std::uniform_real_distribution<float>(from, to)(random);
}

/// Mostly small triangles on the screen; some large, some that need clipping,
/// some degenerate.
std::vector<Vertex> randomTriangle(std::mt19937& random) {
  const float size = std::exp2(uniform(random, -6, 2));
  const float x = uniform(random, -1, 1);
  const float y = uniform(random, -1, 1);
  const bool behind = random() % 8 == 0;
  std::vector<Vertex> vertices(3);
  for (Vertex& v : vertices) {
    const float w = behind ? uniform(random, -2, 2) : uniform(random, 0.25f, 4);
    const float z = uniform(random, -0.1f, 1.1f) * w;
    v.position = {(x + uniform(random, -size, size)) * w, (y + uniform(random, -size, size)) * w, z,
                  w};
    for (float& c : v.color) c = uniform(random, -0.2f, 1.2f);
  }
  if (random() % 16 == 0) vertices[2] = vertices[random() % 2];
  return vertices;
}

void compare(Side& model, Side& rtl) {
  CHECK(model.scene->color() == rtl.scene->color());
  CHECK(model.scene->depth() == rtl.scene->depth());
  for (const uint32_t number : kCounts) {
    CAPTURE(number);
    CHECK(model.adapter->counter(number) == rtl.adapter->counter(number));
  }
}

/// Random values for what a state block may vary, the same on both devices.
struct RandomBlock {
  uint32_t depthInfo, psInfo, rasterInfo, iaInfo, rtInfo, shader;

  explicit RandomBlock(std::mt19937& random, uint32_t format) {
    const bool depth = random() % 4 == 0;
    const bool discard = random() % 4 == 0;
    const bool late = depth || discard || random() % 4 == 0;
    const bool enable = random() % 8 != 0;
    shader = (depth ? 1 : 0) + (discard ? 2 : 0);
    depthInfo = (random() % 4 != 0) << E11_STATE_BLOCK_DEPTH_INFO_TEST_LSB |
                (random() & 1) << E11_STATE_BLOCK_DEPTH_INFO_WRITE_LSB |
                (random() & 7) << E11_STATE_BLOCK_DEPTH_INFO_FUNC_LSB |
                format << E11_STATE_BLOCK_DEPTH_INFO_FORMAT_LSB;
    psInfo = uint32_t{enable} << E11_STATE_BLOCK_PS_INFO_ENABLE_LSB |
             1u << E11_STATE_BLOCK_PS_INFO_INPUTS_LSB |
             uint32_t{late} << E11_STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB |
             uint32_t{depth} << E11_STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB;
    rasterInfo = (random() % 4 != 0) << E11_STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB |
                 (random() & 1) << E11_STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB | random() % 3 |
                 (random() % 4 == 0) << E11_STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB |
                 (random() % 4 == 0) << E11_STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB;
    constexpr uint32_t kTopologies[] = {
        E11_TOPOLOGY_POINT_LIST,    E11_TOPOLOGY_LINE_LIST,     E11_TOPOLOGY_LINE_STRIP,
        E11_TOPOLOGY_TRIANGLE_LIST, E11_TOPOLOGY_TRIANGLE_LIST, E11_TOPOLOGY_TRIANGLE_STRIP};
    iaInfo = kTopologies[random() % 6] |
             (random() & 1) << E11_STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB |
             (random() & 1) << E11_STATE_BLOCK_IA_INFO_RESTART_LSB;
    const uint32_t mask = random() % 2 != 0 ? 0xf : random() & 0xf;
    rtInfo = (random() & 1 ? 28u : 87u) | mask << E11_STATE_BLOCK_RT0_INFO_MASK_LSB;
  }

  void apply(Scene& scene, uint32_t block) const {
    scene.setState(E11_STATE_BLOCK_DEPTH_INFO, depthInfo, block);
    scene.setState(E11_STATE_BLOCK_PS_INFO, psInfo, block);
    scene.setState(E11_STATE_BLOCK_RASTER_INFO, rasterInfo, block);
    scene.setState(E11_STATE_BLOCK_IA_INFO, iaInfo, block);
    scene.setState(E11_STATE_BLOCK_RT0_INFO, rtInfo, block);
    scene.setState(E11_STATE_BLOCK_PS_CODE, scene.pixelShaderAddress(shader), block);
  }
};

struct RandomDraw {
  uint32_t count, first, block, instances;
};

}  // namespace

TEST_CASE("random draws leave the same memory on model and RTL") {
  std::mt19937 random(randomSeed());
  Side model("model");
  Side rtl("rtl");
  for (Side* side : {&model, &rtl}) {
    for (uint32_t i = 0; i < 4; ++i) {
      side->scene->setPixelShader(colorPixelShader((i & 1) != 0, (i & 2) != 0), i);
    }
  }
  constexpr uint32_t kTriangles = 20;
  constexpr uint32_t kDraws = 16;
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < kTriangles; ++i) {
      const std::vector<Vertex> triangle = randomTriangle(random);
      vertices.insert(vertices.end(), triangle.begin(), triangle.end());
    }
    std::vector<uint16_t> indices(120);
    for (uint16_t& index : indices) {
      index = random() % 10 == 0 ? 0xffff : random() % vertices.size();
    }
    const uint32_t format = random() & 1 ? 40 : 45;  // D32_FLOAT, D24_UNORM_S8_UINT
    std::vector<RandomBlock> blocks;
    for (uint32_t i = 0; i < Scene::kBlocks; ++i) blocks.emplace_back(random, format);
    std::vector<RandomDraw> draws;
    for (uint32_t i = 0; i < kDraws; ++i) {
      const uint32_t count = random() % 12;
      draws.push_back({count, static_cast<uint32_t>(random() % (vertices.size() - count)),
                       static_cast<uint32_t>(random() % Scene::kBlocks),
                       static_cast<uint32_t>(random() % 3)});
    }
    for (Side* side : {&model, &rtl}) {
      Scene& scene = *side->scene;
      scene.setVertices(vertices);
      scene.setIndices(indices);
      for (uint32_t i = 0; i < Scene::kBlocks; ++i) blocks[i].apply(scene, i);
      Commands commands;
      scene.clear(commands, 0x80402010, 0.5f);
      for (const RandomDraw& d : draws)
        scene.draw(commands, d.count, d.first, d.block, d.instances);
      REQUIRE(run(*side->context, commands) == Result::kOk);
    }
    compare(model, rtl);
  }
  std::printf("rtl: %llu cycles\n", static_cast<unsigned long long>(rtl.adapter->cycles()));
}

}  // namespace e11::test
