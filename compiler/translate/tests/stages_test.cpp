// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs of the two stages: vertex fetch, records, interpolation, system values,
// derivatives, depth.
#include <cmath>

#include "dxbc/tests/catch.h"
#include "shader_runner.h"

using namespace e11;
using namespace e11::translate::test;

namespace {

using Float4 = std::array<float, 4>;
using Element = std::array<uint32_t, 4>;

Element element(float x, float y, float z, float w) {
  return {asBits(x), asBits(y), asBits(z), asBits(w)};
}

// A triangle on the screen with clip-space w, for interpolation.
struct Triangle {
  std::array<std::array<double, 2>, 3> position = {{{0, 0}, {16, 2}, {3, 14}}};
  std::array<double, 3> w = {1, 2, 4};
  std::array<double, 3> z = {0.25, 0.5, 0.75};

  // Edge function opposite vertex i.
  double edge(int i, double x, double y) const {
    const auto& a = position[static_cast<size_t>((i + 1) % 3)];
    const auto& b = position[static_cast<size_t>((i + 2) % 3)];
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  }
  double area() const { return edge(0, position[0][0], position[0][1]); }

  // The value of an attribute at a point: weights are edge functions over w, normalised.
  double at(double x, double y, const std::array<double, 3>& values, bool perspective) const {
    double sum = 0, weights = 0;
    for (int i = 0; i < 3; ++i) {
      const double weight = edge(i, x, y) / (perspective ? w[static_cast<size_t>(i)] : 1.0);
      sum += weight * values[static_cast<size_t>(i)];
      weights += weight;
    }
    return sum / weights;
  }

  // The interpolator words 0 to 3 of docs/shader-abi.md.
  void setWords(Environment* environment, uint32_t primitive, bool front) const {
    const auto word = [](double a, double b, double c) {
      return std::array<uint32_t, 3>{asBits(static_cast<float>(a)), asBits(static_cast<float>(b)),
                                     asBits(static_cast<float>(c))};
    };
    const double a = area();
    environment->words[0] = word(a / w[0], 1 / w[1] - 1 / w[0], 1 / w[2] - 1 / w[0]);
    environment->words[1] = word(1 / a, 1 / w[1], 1 / w[2]);
    environment->words[2] = {primitive, front ? ~0u : 0, 0};
    environment->words[3] = word(z[0], (z[1] - z[0]) / a, (z[2] - z[0]) / a);
  }

  static void setAttribute(Environment* environment, uint32_t number, uint32_t component,
                           const std::array<double, 3>& values) {
    environment->words[4 + 4 * number + component] = {
        asBits(static_cast<float>(values[0])), asBits(static_cast<float>(values[1] - values[0])),
        asBits(static_cast<float>(values[2] - values[0]))};
  }
};

std::array<double, 3> attributeValues(uint32_t number, uint32_t component) {
  const double base = number * 0.5 + component * 0.125;
  return {base + 0.1, base + 0.9, base - 0.4};
}

void setAttributes(const Triangle& triangle, ShaderRunner* shader, uint32_t registers) {
  triangle.setWords(&shader->environment(), 0x12345678, true);
  for (uint32_t v = 0; v < registers; ++v) {
    for (uint32_t c = 0; c < 4; ++c) {
      Triangle::setAttribute(&shader->environment(), v, c, attributeValues(v, c));
    }
  }
}

Float4 colorAt(const ShaderRunner& shader, const Triangle& triangle, uint32_t x, uint32_t y) {
  const LaneOutput output =
      shader.pixel(x, y, static_cast<float>(triangle.edge(1, x + 0.5, y + 0.5)),
                   static_cast<float>(triangle.edge(2, x + 0.5, y + 0.5)));
  Float4 color;
  for (int i = 0; i < 4; ++i) color[i] = asFloat(output.exports.at(0)[i]);
  return color;
}

void checkMode(const std::string& name, bool perspective) {
  INFO(name);
  const Triangle triangle;
  ShaderRunner shader("interpolation." + name);
  setAttributes(triangle, &shader, 2);
  CHECK(shader.shader().inputMask == 2);
  CHECK(shader.shader().inputRegisters == 2);
  for (uint32_t y = 2; y < 6; ++y) {
    for (uint32_t x = 2; x < 6; ++x) {
      const Float4 color = colorAt(shader, triangle, x, y);
      for (uint32_t c = 0; c < 4; ++c) {
        CHECK(color[c] ==
              Approx(triangle.at(x + 0.5, y + 0.5, attributeValues(1, c), perspective))
                  .margin(1e-5));
      }
    }
  }
}

}  // namespace

TEST_CASE("Interpolation modes") {
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    checkMode("linear_" + profile, true);
    checkMode("centroid_" + profile, true);
    checkMode("noperspective_" + profile, false);
    checkMode("noperspective_centroid" + profile, false);
  }
  checkMode("sample_.ps_5_0", true);
  checkMode("noperspective_sample.ps_5_0", false);
}

TEST_CASE("Constant inputs come bit for bit from the leading vertex") {
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    const Triangle triangle;
    ShaderRunner shader("interpolation.constant_" + profile);
    setAttributes(triangle, &shader, 2);
    shader.environment().words[4 + 4 + 1] = {0x00000001, 0, 0};  // a denormal stays
    const LaneOutput output = shader.pixel(3, 3, 1, 2);
    CHECK(output.exports.at(0)[1] == 0x00000001);
    CHECK(asFloat(output.exports.at(0)[2]) == static_cast<float>(attributeValues(1, 2)[0]));

    ShaderRunner ints("interpolation.constant_int" + profile);
    setAttributes(triangle, &ints, 2);
    ints.environment().words[4 + 4 + 3] = {static_cast<uint32_t>(-8), 0, 0};
    CHECK(asFloat(ints.pixel(0, 0).exports.at(0)[3]) == -0.5f);
  }
}

TEST_CASE("All interpolation modes in one shader") {
  const Triangle triangle;
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    ShaderRunner shader("interpolation.modes" + profile);
    setAttributes(triangle, &shader, 7);
    shader.environment().words[4 + 24] = {6, 0, 0};
    shader.environment().words[4 + 25] = {3, 0, 0};
    const double x = 4.5, y = 5.5;
    const auto value = [&](uint32_t v, uint32_t c, bool perspective) {
      return triangle.at(x, y, attributeValues(v, c), perspective);
    };
    const Float4 color = colorAt(shader, triangle, 4, 5);
    for (uint32_t c = 0; c < 4; ++c) {
      const double expected = value(1, c, true) + value(2, c % 3, true) + value(3, c % 2, false) +
                              value(4, c, false) * 0.5 + attributeValues(5, c)[0] + (6 ^ 3);
      CHECK(color[c] == Approx(expected).margin(1e-4));
    }
    CHECK(shader.shader().inputMask == 0x7e);
  }
}

TEST_CASE("Pixel shader system values") {
  const Triangle triangle;
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    ShaderRunner position("interpolation.position_in" + profile);
    setAttributes(triangle, &position, 1);
    const Float4 color = colorAt(position, triangle, 6, 4);
    CHECK(color[0] == 6.5f / 256);
    CHECK(color[1] == 4.5f / 256);
    CHECK(color[2] == Approx(triangle.at(6.5, 4.5, triangle.z, false)));
    // 1/w is linear on the screen.
    const double oneOverW = triangle.at(
        6.5, 4.5, {1 / triangle.w[0], 1 / triangle.w[1], 1 / triangle.w[2]}, false);
    CHECK(color[3] == Approx(1 / oneOverW));
    CHECK(position.shader().inputMask == 0);

    for (bool front : {false, true}) {
      ShaderRunner face("interpolation.front_face" + profile);
      triangle.setWords(&face.environment(), 0, front);
      CHECK(colorAt(face, triangle, 3, 3)[1] == (front ? 1.0f : 0.0f));
    }
    ShaderRunner primitive("interpolation.primitive_id" + profile);
    triangle.setWords(&primitive.environment(), 0x00c0ff01, true);
    const Float4 id = colorAt(primitive, triangle, 3, 3);
    CHECK(id[0] == Approx(1 / 255.0));
    CHECK(id[1] == Approx(255 / 255.0));
    CHECK(id[2] == Approx(0xc0 / 255.0));
  }
}

TEST_CASE("Depth output") {
  const Triangle triangle;
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    ShaderRunner shader("interpolation.depth_out" + profile);
    CHECK(shader.shader().writesDepth);
    CHECK(shader.shader().writesColor);
    setAttributes(triangle, &shader, 2);
    const LaneOutput output = shader.pixel(5, 5, static_cast<float>(triangle.edge(1, 5.5, 5.5)),
                                           static_cast<float>(triangle.edge(2, 5.5, 5.5)));
    REQUIRE(output.exports.count(8) == 1);
    CHECK(output.exportMasks.at(8) == 1);
    CHECK(output.exportMasks.at(0) == 0xf);
    CHECK(output.done);
    const double expected = triangle.at(5.5, 5.5, triangle.z, false) * 0.5 +
                            triangle.at(5.5, 5.5, attributeValues(1, 0), true) * 0.25;
    CHECK(asFloat(output.exports.at(8)[0]) == Approx(expected));

    ShaderRunner alone("interpolation.depth_only" + profile);
    CHECK_FALSE(alone.shader().writesColor);
    setAttributes(triangle, &alone, 2);
    const LaneOutput depth = alone.pixel(5, 5, 1, 2);
    CHECK(depth.exports.size() == 1);
    CHECK(depth.done);
  }
}

TEST_CASE("Derivatives") {
  const Triangle triangle;
  // Quad at (4, 6); lanes upper left, upper right, lower left, lower right.
  std::array<std::array<float, 2>, 4> edges;
  const auto xOf = [](uint32_t i) { return 4.5 + (i & 1); };
  const auto yOf = [](uint32_t i) { return 6.5 + (i >> 1); };
  for (uint32_t i = 0; i < 4; ++i) {
    edges[i] = {static_cast<float>(triangle.edge(1, xOf(i), yOf(i))),
                static_cast<float>(triangle.edge(2, xOf(i), yOf(i)))};
  }
  const auto input = [&](uint32_t lane, uint32_t c) {
    return triangle.at(xOf(lane), yOf(lane), attributeValues(1, c), true);
  };
  const auto product = [&](uint32_t lane) { return input(lane, 0) * input(lane, 1); };
  for (const std::string profile : {".ps_4_0", ".ps_5_0"}) {
    ShaderRunner shader("interpolation.derivatives" + profile);
    setAttributes(triangle, &shader, 2);
    const auto outputs = shader.quad(4, 6, edges);
    for (uint32_t lane = 0; lane < 4; ++lane) {
      const auto& color = outputs[lane].exports.at(0);
      CHECK(asFloat(color[0]) == Approx(product(1) - product(0)).margin(1e-5));
      CHECK(asFloat(color[1]) == Approx(product(2) - product(0)).margin(1e-5));
      CHECK(asFloat(color[2]) == Approx(std::fabs(input(1, 2) - input(0, 2)) +
                                        std::fabs(input(2, 2) - input(0, 2))).margin(1e-5));
      CHECK(asFloat(color[3]) == 1.0f);
    }
    // Discarded lanes go on: neighbours' derivatives stay right.
    ShaderRunner discarding("flow.discard_then_ddx" + profile);
    setAttributes(triangle, &discarding, 2);
    discarding.setConstantBuffer(0, std::vector<uint32_t>(8, 0));
    const auto after = discarding.quad(4, 6, edges);
    const auto square = [&](uint32_t lane) { return input(lane, 0) * input(lane, 0); };
    for (uint32_t lane = 0; lane < 4; ++lane) {
      CHECK(after[lane].discarded == (lane == 1 || lane == 2));
      CHECK(asFloat(after[lane].exports.at(0)[0]) ==
            Approx(square(1) - square(0) + 0.5 * (square(2) - square(0))).margin(1e-5));
    }
  }
  ShaderRunner fine("interpolation.derivatives_fine.ps_5_0");
  setAttributes(triangle, &fine, 2);
  const auto outputs = fine.quad(4, 6, edges);
  for (uint32_t lane = 0; lane < 4; ++lane) {
    const auto& color = outputs[lane].exports.at(0);
    CHECK(asFloat(color[0]) == Approx(product(lane | 1) - product(lane & 2)).margin(1e-5));
    CHECK(asFloat(color[1]) == Approx(product(lane | 2) - product(lane & 1)).margin(1e-5));
    CHECK(asFloat(color[2]) == Approx(product(1) - product(0)).margin(1e-5));
    CHECK(asFloat(color[3]) == Approx(product(2) - product(0)).margin(1e-5));
  }
}

TEST_CASE("Inputs and outputs addressed with a register") {
  const Triangle triangle;
  for (const std::string profile : {"_4_0", "_5_0"}) {
    for (uint32_t index = 0; index < 4; ++index) {
      ShaderRunner pixel("interpolation.indexed.ps" + profile);
      setAttributes(triangle, &pixel, 6);
      pixel.environment().words[4 + 4 * 5] = {index, 0, 0};
      const Float4 color = colorAt(pixel, triangle, 5, 5);
      CHECK(color[2] ==
            Approx(triangle.at(5.5, 5.5, attributeValues(1 + index, 2), true)).margin(1e-5));
    }
    ShaderRunner vertex("vertex.indexed.vs" + profile);
    vertex.setElements(0, {element(9, 8, 7, 6)});
    for (uint32_t v = 1; v < 5; ++v) vertex.setElements(v, {element(v, v + 0.25f, 0, 1)});
    const LaneOutput output = vertex.vertex(0, 3, 0, 0);
    CHECK(asFloat(vertex.record(output, 0, 0, 3)) == 6.0f);
    for (uint32_t i = 0; i < 4; ++i) {
      // o[i] = v[(i + id) & 3], in register 1 + i of both; record register 0 is the position.
      CHECK(asFloat(vertex.record(output, 0, 2 + i, 0)) == 1.0f + ((i + 3) & 3));
    }
  }
}

TEST_CASE("Vertex fetch and records") {
  for (const std::string profile : {".vs_4_0", ".vs_5_0"}) {
    ShaderRunner shader("vertex.passthrough" + profile);
    shader.setElements(0, {element(1, 2, 3, 4), element(5, 6, 7, 8)});
    shader.setElements(1, {element(0, 0, 0, 1), element(0.25f, 0.5f, 0.75f, 1)});
    CHECK(shader.shader().outputRegisters == 3);
    for (uint32_t lane : {0u, 5u, 15u}) {
      const LaneOutput output = shader.vertex(1, 1, 0, 0, lane);
      for (uint32_t c = 0; c < 4; ++c) {
        CHECK(asFloat(shader.record(output, lane, 0, c)) == 5.0f + c);
        CHECK(asFloat(shader.record(output, lane, 2, c)) == 0.25f * (c + 1));
      }
    }
    // Outside the buffer everything is 0.
    const LaneOutput outside = shader.vertex(2, 2, 0, 0);
    CHECK(shader.record(outside, 0, 0, 3) == 0);
  }
}

TEST_CASE("Instance data") {
  for (uint32_t step : {0u, 1u, 2u, 3u, 7u, 0x80000000u}) {
    INFO("step " << step);
    compiler::Options options;
    options.fetch.stepRate[1] = step;
    ShaderRunner shader("vertex.passthrough.vs_5_0", options);
    shader.setElements(0, {element(1, 2, 3, 4)});
    std::vector<Element> elements;
    for (uint32_t i = 0; i < 40; ++i) elements.push_back(element(static_cast<float>(i), 0, 0, 0));
    shader.setElements(1, elements);
    for (uint32_t instance : {0u, 1u, 2u, 6u, 7u, 13u, 20u}) {
      const uint32_t start = 5;
      const LaneOutput output = shader.vertex(0, 0, instance, start);
      const uint32_t expected = start + (step == 0 ? 0 : instance / step);
      CHECK(asFloat(shader.record(output, 0, 2, 0)) == static_cast<float>(expected));
    }
  }
}

TEST_CASE("Vertex shader system values and types") {
  for (const std::string profile : {".vs_4_0", ".vs_5_0"}) {
    ShaderRunner id("vertex.vertex_id" + profile);
    for (uint32_t i = 0; i < 4; ++i) {
      // The fetch index is another number than SV_VertexID.
      const LaneOutput output = id.vertex(100 + i, i, 0, 0);
      const float cornerX = static_cast<float>((i << 1) & 2), cornerY = static_cast<float>(i & 2);
      CHECK(asFloat(id.record(output, 0, 0, 0)) == cornerX * 2 - 1);
      CHECK(asFloat(id.record(output, 0, 0, 1)) == cornerY * -2 + 1);
      CHECK(asFloat(id.record(output, 0, 0, 3)) == 1.0f);
    }
    ShaderRunner instance("vertex.instance_id" + profile);
    instance.setElements(0, {element(1, 1, 1, 1)});
    std::vector<uint32_t> buffer((4 + 32 + 1) * 4, 0);
    buffer[(4 + 9) * 4] = asBits(0.5f);
    instance.setConstantBuffer(0, buffer);
    const LaneOutput output = instance.vertex(0, 3, 9, 77);
    CHECK(asFloat(instance.record(output, 0, 0, 0)) == 1.5f);
    CHECK(asFloat(instance.record(output, 0, 2, 0)) == 9.0f);
    CHECK(asFloat(instance.record(output, 0, 2, 1)) == 3.0f);

    ShaderRunner types("vertex.types" + profile);
    types.setElements(0, {{static_cast<uint32_t>(-32), 48, 0, 1}});
    types.setElements(1, {{0xffff0000, 0x0000ffff, 0xff00ff00, 0x12345678}});
    types.setElements(2, {element(1.5f, 0, 0, 0)});
    types.setElements(3, {{1, 2, 3, 4}});
    const LaneOutput typed = types.vertex(0, 0, 0, 0);
    CHECK(asFloat(types.record(typed, 0, 0, 0)) == -2.0f);
    CHECK(asFloat(types.record(typed, 0, 0, 1)) == 3.0f);
    CHECK(types.record(typed, 0, 2, 0) == static_cast<uint32_t>(4 - 32));
    CHECK(types.record(typed, 0, 2, 1) == 3 + 48);
    CHECK(types.record(typed, 0, 3, 0) == (0xffff0000 ^ 0xff00ff00));
    CHECK(asFloat(types.record(typed, 0, 4, 1)) == 2.25f);
  }
}

TEST_CASE("mad rounds as mul and add do") {
  // The same position by two routes must be the same bits, for any operands.
  for (const std::string profile : {".vs_4_0", ".vs_5_0"}) {
    ShaderRunner mad("vertex.position_mad" + profile), mulAdd("vertex.position_mul_add" + profile);
    uint64_t state = seed();
    INFO("seed " << state);
    const auto random = [&] {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return static_cast<uint32_t>(state >> 33) % 0x3000000 + 0x3e000000;
    };
    for (int i = 0; i < 200; ++i) {
      std::vector<uint32_t> buffer(37 * 4);
      for (uint32_t& word : buffer) word = random() ^ (random() & 1) << 31;
      const std::vector<Element> position = {{random(), random(), random(), random()}};
      for (ShaderRunner* shader : {&mad, &mulAdd}) {
        shader->setConstantBuffer(0, buffer);
        shader->setElements(0, position);
      }
      const LaneOutput a = mad.vertex(0, 0, 0, 0), b = mulAdd.vertex(0, 0, 0, 0);
      for (uint32_t c = 0; c < 4; ++c) {
        REQUIRE(mad.record(a, 0, 0, c) == mulAdd.record(b, 0, 0, c));
      }
    }
  }
}

TEST_CASE("Vertex shader loops and temps") {
  for (const std::string profile : {".vs_4_0", ".vs_5_0"}) {
    std::vector<uint32_t> buffer((4 + 32 + 1) * 4, 0);
    for (uint32_t i = 0; i < 32; ++i) buffer[(4 + i) * 4] = asBits(static_cast<float>(i + 1));
    buffer[36 * 4] = 6;
    buffer[36 * 4 + 1] = 2;
    ShaderRunner loop("vertex.loop_" + profile), temps("vertex.temps" + profile);
    for (ShaderRunner* shader : {&loop, &temps}) {
      shader->setConstantBuffer(0, buffer);
      shader->setElements(0, {element(-1, -2, -3, -4)});
    }
    for (uint32_t id = 0; id < 8; ++id) {
      float sum = 0;
      for (uint32_t i = 0; i < 6; ++i) {
        if (i == id) continue;
        sum += static_cast<float>((i + 1) * (i + 1));
        if (sum > 100) break;
      }
      CHECK(asFloat(loop.record(loop.vertex(0, id, 0, 0), 0, 2, 0)) == sum);
      const uint32_t read = (id + 2) % 6;
      const float expected =
          read == id % 6 ? -1.0f : static_cast<float>(read + 1) * static_cast<float>(read);
      CHECK(asFloat(temps.record(temps.vertex(0, id, 0, 0), 0, 2, 0)) == expected);
    }
  }
}
