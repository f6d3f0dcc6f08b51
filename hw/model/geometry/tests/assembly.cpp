// SPDX-License-Identifier: Apache-2.0
//
// Primitive assembly against the pseudocode of the specification (8.4.2, 8.6.2).
#include "draw.h"

namespace e11::model {

namespace {

/// A primitive by the specification's pseudocode (8.4.2, 8.6.2): ids of its vertices, leading one
/// first.
struct Expected {
  uint32_t instance, primitive;
  std::array<uint32_t, 3> vertex;
};

template <typename Index>
std::vector<Expected> pseudocode(const std::vector<Index>* buffer, bool restart, bool strip,
                                 const DrawCall& call) {
  std::vector<Expected> list;
  for (uint32_t instance = 0; instance < call.instances; ++instance) {
    uint32_t primitive = 0;
    std::vector<uint32_t> run;  // since the last cut
    for (uint32_t i = 0; i < call.count; ++i) {
      uint32_t id = i;
      if (buffer) {
        const uint32_t at = call.first + i;
        const Index value = at < buffer->size() ? (*buffer)[at] : Index{0};
        if (restart && value == static_cast<Index>(~Index{0})) {
          run.clear();
          continue;
        }
        id = value;
      }
      run.push_back(id);
      const size_t n = run.size();
      if (strip ? n < 3 : n % 3 != 0) continue;
      const size_t first = n - 3;
      const bool odd = strip && first % 2;
      list.push_back({instance,
                      primitive++,
                      {run[first], run[first + (odd ? 2 : 1)], run[first + (odd ? 1 : 2)]}});
    }
  }
  return list;
}

template <typename Index>
void checkAssembly(Uniform& u, bool indexed) {
  for (int round = 0; round < 150; ++round) {
    Draw d;
    const bool strip = u.below(2), restart = u.below(2);
    if (strip) d.state[E11_STATE_BLOCK_IA_INFO] = E11_TOPOLOGY_TRIANGLE_STRIP;
    std::vector<Index> buffer(200 + u.below(50));
    for (Index& i : buffer)
      i = u.below(9) == 0 ? static_cast<Index>(~Index{0}) : static_cast<Index>(u.below(60));
    if (!restart) {
      for (Index& i : buffer) i = static_cast<Index>(u.below(60));
    }
    if (indexed) d.indices(buffer, restart);
    d.call.count = u.below(180);
    d.call.instances = u.below(4);
    d.call.first = u.below(100);
    d.call.baseVertex = indexed ? u.below(1000) - 500 : 77;
    const auto place = [&](uint32_t id) {
      const double angle = id * 2.399963;
      const double r = 0.2 + 0.7 * (id % 17) / 17;
      return Vec4{static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle)),
                  0.5f, 1};
    };
    std::map<std::pair<uint32_t, uint32_t>, int> shaded;
    d.run(
        [&](uint32_t fetch, uint32_t id, uint32_t instance) {
          REQUIRE(fetch == id + (indexed ? d.call.baseVertex : d.call.first));
          ++shaded[{instance, id}];
          return Vertex{
              place(id),
              {{bitsOf(static_cast<float>(id)), bitsOf(static_cast<float>(instance)), 0, 0}}};
        },
        1);
    d.state[E11_STATE_BLOCK_ATTR_MAP] = 1;
    const auto again = d.run(
        [&](uint32_t, uint32_t id, uint32_t instance) {
          return Vertex{
              place(id),
              {{bitsOf(static_cast<float>(id)), bitsOf(static_cast<float>(instance)), 0, 0}}};
        },
        1);
    const auto expected = pseudocode<Index>(indexed ? &buffer : nullptr, restart, strip, d.call);
    size_t n = 0;
    for (const Expected& e : expected) {
      double x[3], y[3];
      for (int i = 0; i < 3; ++i) {
        x[i] = fixed((double{place(e.vertex[i])[0]} + 1) * 128);
        y[i] = fixed((1 - double{place(e.vertex[i])[1]}) * 128);
      }
      const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
      const auto& v = e.vertex;
      if (v[0] == v[1] || v[1] == v[2] || v[0] == v[2]) continue;
      REQUIRE(std::fabs(area) > 100);
      REQUIRE(n < again.size());
      const Piece& p = again[n++];
      CAPTURE(round, strip, indexed, n);
      REQUIRE(p.primitiveId() == e.primitive);
      REQUIRE(p.t.front == (area > 0));
      const auto attribute = [&](int word, int i) {
        const auto& w = p.words[4 + word];
        return i == 0 ? floatOf(w[0]) : floatOf(w[0]) + floatOf(w[i]);
      };
      REQUIRE(attribute(0, 0) == static_cast<float>(v[0]));
      REQUIRE(attribute(0, 1) == static_cast<float>(area > 0 ? v[1] : v[2]));
      REQUIRE(attribute(0, 2) == static_cast<float>(area > 0 ? v[2] : v[1]));
      for (int i = 0; i < 3; ++i) REQUIRE(attribute(1, i) == static_cast<float>(e.instance));
    }
    REQUIRE(n == again.size());
  }
}

}  // namespace

TEST_CASE("assembly follows the specification's pseudocode") {
  Uniform u(8);
  checkAssembly<uint16_t>(u, true);
  checkAssembly<uint32_t>(u, true);
  checkAssembly<uint32_t>(u, false);
}

TEST_CASE("vertices are reused within a batch") {
  Draw d;
  // A grid of 8 x 8 quads, two triangles each: 81 vertices.
  std::vector<uint16_t> indices;
  for (uint16_t j = 0; j < 8; ++j) {
    for (uint16_t i = 0; i < 8; ++i) {
      const uint16_t a = j * 9 + i;
      for (int k : {0, 1, 9, 9, 1, 10}) indices.push_back(a + k);
    }
  }
  d.indices(indices, false);
  d.call.count = indices.size();
  d.run([&](uint32_t v, uint32_t,
            uint32_t) { return Vertex{{v % 9 / 4.0f - 1, v / 9 / 4.0f - 1, 0.5f, 1}, {}}; },
        0);
  CHECK(d.vertices < 384 / 2);
}

}  // namespace e11::model
