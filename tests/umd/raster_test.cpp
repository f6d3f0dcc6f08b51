// SPDX-License-Identifier: Apache-2.0
//
// Points, lines, wireframe, and the range of positions, as programs see them (spec 3.4, 15.13,
// 15.16.1). What lines cover is found here from the diamond's definition, by trying every place on
// the line where the answer may change.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "gpu.h"

namespace e11::test {
namespace {

constexpr int kSize = Gpu::kSize;
constexpr Rgba kBlack = {0, 0, 0, 0}, kRed = {255, 0, 0, 255}, kGreen = {0, 255, 0, 255},
               kBlue = {0, 0, 255, 255};
constexpr std::array<float, 4> kRedF = {1, 0, 0, 1}, kGreenF = {0, 1, 0, 1}, kBlueF = {0, 0, 1, 1};

// A place on the target in 1/16 pixels, so that all vertices are exact.
struct Place {
  int x, y;
};

// p lies at a + s (b - a), s = n / d: is it in the diamond of a pixel (spec 3.4.3)? It has its
// lower sides and lower corner; for y-major lines its right corner too.
bool inDiamond(Place a, Place b, int64_t n, int64_t d, int px, int py) {
  const bool xMajor = std::abs(b.x - a.x) >= std::abs(b.y - a.y);
  const int64_t u = a.x * d + n * (b.x - a.x) - (px * 16 + 8) * d;
  const int64_t v = a.y * d + n * (b.y - a.y) - (py * 16 + 8) * d;
  const int64_t distance = std::abs(u) + std::abs(v), radius = 8 * d;
  if (distance != radius) return distance < radius;
  return v > 0 || (!xMajor && v == 0 && u > 0);
}

bool leavesDiamond(Place a, Place b, int px, int py) {
  struct Fraction {
    int64_t n, d;
    bool operator<(const Fraction& o) const { return n * o.d < o.n * d; }
  };
  std::set<Fraction> changes{{0, 1}, {1, 1}};
  for (const int nx : {-1, 1}) {
    for (const int ny : {-1, 1}) {
      int64_t n = 8 - nx * (a.x - (px * 16 + 8)) - ny * (a.y - (py * 16 + 8));
      int64_t d = nx * (b.x - a.x) + ny * (b.y - a.y);
      if (d < 0) n = -n, d = -d;
      if (n > 0 && n < d) changes.insert({n, d});
    }
  }
  // All changes, and a place between each two of them.
  bool entered = false;
  Fraction last{-1, 1};
  for (const Fraction& f : changes) {
    for (const Fraction& at : {Fraction{last.n * f.d + f.n * last.d, 2 * last.d * f.d}, f}) {
      if (at.n < 0) continue;
      const bool in = inDiamond(a, b, at.n, at.d, px, py);
      if (entered && !in) return true;
      entered = entered || in;
    }
    last = f;
  }
  return false;
}

using Picture = std::map<std::pair<int, int>, Rgba>;  // of what is not black

// The first that comes to a pixel stays, as with the default depth function and one z.
void addLine(Picture& picture, Place a, Place b, Rgba color) {
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      if (leavesDiamond(a, b, x, y)) picture.emplace(std::make_pair(x, y), color);
    }
  }
}

Picture pictureOf(Gpu& gpu) {
  Picture picture;
  const auto pixels = gpu.pixels();
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const Rgba p = pixels[static_cast<size_t>(y) * kSize + x];
      if (!(p == kBlack)) picture[{x, y}] = p;
    }
  }
  return picture;
}

void requireEqual(const Picture& got, const Picture& expected) {
  for (const auto& [at, color] : expected) {
    INFO("pixel " << at.first << ' ' << at.second << " expected " << color);
    REQUIRE(got.count(at) == 1);
    REQUIRE(got.at(at) == color);
  }
  for (const auto& [at, color] : got) {
    INFO("pixel " << at.first << ' ' << at.second << " is " << color << ", expected nothing");
    REQUIRE(expected.count(at) == 1);
  }
}

Vertex at(Place p, std::array<float, 4> color, float z = 0.5f) {
  return {{p.x / 128.0f - 1, 1 - p.y / 128.0f, z, 1}, color};
}

ComPtr<ID3D11RasterizerState> rasterizer(Gpu& gpu, const D3D11_RASTERIZER_DESC& desc) {
  ComPtr<ID3D11RasterizerState> state;
  REQUIRE(gpu.device->CreateRasterizerState(&desc, &state) == S_OK);
  gpu.context->RSSetState(state.Get());
  return state;
}
ComPtr<ID3D11DepthStencilState> alwaysPass(Gpu& gpu) {
  CD3D11_DEPTH_STENCIL_DESC desc{CD3D11_DEFAULT()};
  desc.DepthFunc = D3D11_COMPARISON_ALWAYS;
  ComPtr<ID3D11DepthStencilState> state;
  REQUIRE(gpu.device->CreateDepthStencilState(&desc, &state) == S_OK);
  gpu.context->OMSetDepthStencilState(state.Get(), 0);
  return state;
}
D3D11_RASTERIZER_DESC wireframe(D3D11_CULL_MODE cull = D3D11_CULL_NONE) {
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.FillMode = D3D11_FILL_WIREFRAME;
  desc.CullMode = cull;
  return desc;
}

void draw(Gpu& gpu, D3D11_PRIMITIVE_TOPOLOGY topology, const std::vector<Vertex>& vertices) {
  gpu.context->IASetPrimitiveTopology(topology);
  gpu.setVertices(vertices);
  gpu.context->Draw(static_cast<UINT>(vertices.size()), 0);
}

// Position and attribute A, for the corpus's interpolation shaders.
void useAttribute(Gpu& gpu, const std::vector<Vertex>& vertices, const std::string& pixelShader) {
  gpu.setVertices(vertices);
  const auto layout = gpu.layout(
      "vertex.single_.vs_5_0",
      {{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
       {"A", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0}});
  gpu.context->IASetInputLayout(layout.Get());
  gpu.context->VSSetShader(gpu.vertexShader("vertex.single_.vs_5_0").Get(), nullptr, 0);
  gpu.context->PSSetShader(gpu.pixelShader("interpolation." + pixelShader).Get(), nullptr, 0);
}

float depthAt(Gpu& gpu, int x, int y) {
  const uint32_t bits = gpu.depths()[static_cast<size_t>(y) * kSize + x];
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

std::mt19937 randomNumbers(unsigned salt) {
  return std::mt19937(static_cast<unsigned>(seed()) + salt);
}

const D3D11_PRIMITIVE_TOPOLOGY kPointList = D3D11_PRIMITIVE_TOPOLOGY_POINTLIST;
const D3D11_PRIMITIVE_TOPOLOGY kLineList = D3D11_PRIMITIVE_TOPOLOGY_LINELIST;
const D3D11_PRIMITIVE_TOPOLOGY kLineStrip = D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP;
const D3D11_PRIMITIVE_TOPOLOGY kTriangleList = D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST;

}  // namespace

TEST_CASE("spec 3.4.3 line lists cover the pixels whose diamonds they leave", "[gpu][lines]") {
  auto random = randomNumbers(1);
  const auto place = [&] {
    Place p{static_cast<int>(random() % 384) - 64, static_cast<int>(random() % 384) - 64};
    if (random() % 3 == 0) p = {p.x & ~7, p.y & ~7};  // corners and centres
    return p;
  };
  const std::array<std::array<float, 4>, 3> colors{kRedF, kGreenF, kBlueF};
  const std::array<Rgba, 3> shown{kRed, kGreen, kBlue};
  Gpu gpu;
  gpu.useVertexColors();
  for (int round = 0; round < 8; ++round) {
    gpu.clear();
    Picture expected;
    std::vector<Vertex> vertices;
    for (size_t i = 0; i < 9; ++i) {
      const Place a = place();
      const int d = static_cast<int>(random() % 200) - 100;
      const Place b = i == 8 ? Place{a.x + d, a.y - d} : place();
      vertices.push_back(at(a, colors[i % 3]));
      vertices.push_back(at(b, colors[i % 3]));
      addLine(expected, a, b, shown[i % 3]);
    }
    draw(gpu, kLineList, vertices);
    INFO("round " << round);
    requireEqual(pictureOf(gpu), expected);
  }
}

TEST_CASE("spec 3.4.3 8.12 line strips, with restart; ids; the front is seen", "[gpu][lines]") {
  Gpu gpu;
  const std::vector<Place> places{{20, 20}, {200, 40}, {180, 170}, {40, 220}, {30, 90}, {120, 100}};
  std::vector<Vertex> vertices;
  vertices.reserve(places.size());
  for (const Place& p : places) vertices.push_back(at(p, kGreenF));
  gpu.setVertices(vertices);
  const uint16_t indices[] = {0, 1, 2, 0xffff, 3, 0xffff, 3, 4, 5};
  const auto buffer = gpu.buffer(indices, sizeof(indices), D3D11_BIND_INDEX_BUFFER);
  gpu.context->IASetIndexBuffer(buffer.Get(), DXGI_FORMAT_R16_UINT, 0);
  gpu.context->IASetPrimitiveTopology(kLineStrip);
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.CullMode = D3D11_CULL_FRONT;  // does not apply
  rasterizer(gpu, desc);
  const std::array<std::array<int, 2>, 4> lines{{{0, 1}, {1, 2}, {3, 4}, {4, 5}}};

  gpu.context->PSSetShader(gpu.pixelShader("interpolation.front_face.ps_5_0").Get(), nullptr, 0);
  gpu.context->DrawIndexed(9, 0, 0);
  Picture expected;
  for (const auto& [a, b] : lines) addLine(expected, places[a], places[b], kGreen);
  requireEqual(pictureOf(gpu), expected);

  // Line n has id n. The target is white, so that id 0 shows.
  const FLOAT white[4] = {1, 1, 1, 1};
  gpu.clear();
  gpu.context->ClearRenderTargetView(gpu.target.Get(), white);
  gpu.context->PSSetShader(gpu.pixelShader("interpolation.primitive_id.ps_5_0").Get(), nullptr, 0);
  gpu.context->DrawIndexed(9, 0, 0);
  expected.clear();
  for (uint8_t i = 0; i < 4; ++i)
    addLine(expected, places[lines[i][0]], places[lines[i][1]], {i, 0, 0, 0});
  const auto pixels = gpu.pixels();
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const auto line = expected.find({x, y});
      INFO("pixel " << x << ' ' << y);
      REQUIRE(pixels[static_cast<size_t>(y) * kSize + x] ==
              (line != expected.end() ? line->second : Rgba{255, 255, 255, 255}));
    }
  }
}

TEST_CASE("spec 3.4.6 point lists: a pixel each, right and lower borders inside", "[gpu][points]") {
  auto random = randomNumbers(2);
  Gpu gpu;
  std::vector<Vertex> vertices;
  std::map<std::pair<int, int>, uint8_t> expected;
  for (int i = 0; i < 40; ++i) {
    Place p{static_cast<int>(random() % 272) - 8, static_cast<int>(random() % 272) - 8};
    if (i % 3 == 0) p = {p.x & ~15, p.y & ~15};
    vertices.push_back(at(p, kGreenF));
    // The square from -8 to +8 around it holds one centre, on its left or upper side at most.
    const int x = static_cast<int>(std::ceil(p.x / 16.0)) - 1;
    const int y = static_cast<int>(std::ceil(p.y / 16.0)) - 1;
    // Points outside of the clip volume are not drawn (spec 15.4).
    if (p.x < 0 || p.y < 0 || p.x > 256 || p.y > 256) continue;
    if (x >= 0 && y >= 0) expected.emplace(std::make_pair(x, y), static_cast<uint8_t>(i));
  }
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.FrontCounterClockwise = TRUE;
  desc.FillMode = D3D11_FILL_WIREFRAME;  // applies to triangles alone
  rasterizer(gpu, desc);
  const FLOAT white[4] = {1, 1, 1, 1};
  gpu.context->ClearRenderTargetView(gpu.target.Get(), white);
  gpu.context->PSSetShader(gpu.pixelShader("interpolation.primitive_id.ps_5_0").Get(), nullptr, 0);
  draw(gpu, kPointList, vertices);
  const auto pixels = gpu.pixels();
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const auto point = expected.find({x, y});
      INFO("pixel " << x << ' ' << y);
      REQUIRE(pixels[static_cast<size_t>(y) * kSize + x] ==
              (point != expected.end() ? Rgba{point->second, 0, 0, 0} : Rgba{255, 255, 255, 255}));
    }
  }
  gpu.clear();
  gpu.context->PSSetShader(gpu.pixelShader("interpolation.front_face.ps_5_0").Get(), nullptr, 0);
  gpu.context->Draw(static_cast<UINT>(vertices.size()), 0);
  const Picture front = pictureOf(gpu);
  CHECK(front.size() == expected.size());
  for (const auto& [place, color] : front) CHECK(color == kGreen);
}

TEST_CASE("lines and points in depth: clipped or clamped as triangles are",
          "[gpu][lines][points]") {
  // A line from z = -0.5 to z = 1.5: with depth clip its middle half is left.
  const Place a{0, 88}, b{256, 88};
  for (const bool clip : {true, false}) {
    Gpu gpu;
    gpu.useVertexColors();
    CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
    desc.DepthClipEnable = clip;
    rasterizer(gpu, desc);
    const auto state = alwaysPass(gpu);
    draw(gpu, kLineList, {at(a, kGreenF, -0.5f), at(b, kGreenF, 1.5f)});
    draw(
        gpu, kPointList,
        {at({40, 200}, kBlueF, -0.1f), at({72, 200}, kBlueF, 0.25f), at({104, 200}, kBlueF, 1.1f)});
    Picture expected;
    for (int x = clip ? 4 : 0; x < (clip ? 12 : 16); ++x) expected[{x, 5}] = kGreen;
    for (const int x : {2, 4, 6}) {
      if (!clip || x == 4) expected[{x, 12}] = kBlue;
    }
    INFO("clip " << clip);
    requireEqual(pictureOf(gpu), expected);
    for (const auto& [p, color] : expected) {
      const float z = p.second == 12 ? (p.first == 2   ? -0.1f
                                        : p.first == 4 ? 0.25f
                                                       : 1.1f)
                                     : -0.5f + (static_cast<float>(p.first) + 0.5f) / 8;
      CHECK(depthAt(gpu, p.first, p.second) ==
            Approx(std::min(1.0f, std::max(0.0f, z))).margin(1e-6));
    }
  }
}

TEST_CASE("attributes along lines: perspective, noperspective, of the first vertex",
          "[gpu][lines]") {
  // From x = 0 to 16 pixels in row 5, w 1 at the start and 4 at the end.
  const auto vertex = [](float x, float w, float value) {
    return Vertex{{(x / 8 - 1) * w, (1 - 5.5f / 8) * w, 0.5f * w, w}, {value, value, value, 1}};
  };
  for (const std::string mode : {"linear_", "noperspective_", "constant_"}) {
    Gpu gpu;
    useAttribute(gpu, {vertex(0, 1, 0.1f), vertex(16, 4, 0.9f)}, mode + ".ps_5_0");
    gpu.context->IASetPrimitiveTopology(kLineList);
    gpu.context->Draw(2, 0);
    const auto pixels = gpu.pixels();
    for (int x = 0; x < kSize; ++x) {
      const double s = (x + 0.5) / 16;                 // on the screen
      const double t = s / 4 / ((1 - s) / 1 + s / 4);  // along the line
      const double f = mode == "linear_" ? t : mode == "noperspective_" ? s : 0;
      INFO(mode << " x " << x);
      CHECK(std::abs(pixels[5 * kSize + static_cast<size_t>(x)].r - 255 * (0.1 + 0.8 * f)) <= 1);
    }
  }
}

TEST_CASE("CTX-RS-01 spec 15.13 wireframe: the edges as lines; culled as solid",
          "[gpu][wireframe]") {
  const Place a{24, 20}, b{230, 60}, c{90, 236};  // clockwise
  for (const bool clockwise : {true, false}) {
    for (const D3D11_CULL_MODE cull : {D3D11_CULL_NONE, D3D11_CULL_FRONT, D3D11_CULL_BACK}) {
      Gpu gpu;
      const auto state = rasterizer(gpu, wireframe(cull));
      gpu.context->PSSetShader(gpu.pixelShader("interpolation.front_face.ps_5_0").Get(), nullptr,
                               0);
      const std::array<Place, 3> p =
          clockwise ? std::array<Place, 3>{a, b, c} : std::array<Place, 3>{a, c, b};
      draw(gpu, kTriangleList, {at(p[0], kRedF), at(p[1], kRedF), at(p[2], kRedF)});
      Picture expected;
      if (cull == D3D11_CULL_NONE || (cull == D3D11_CULL_BACK) == clockwise) {
        for (size_t i = 0; i < 3; ++i)
          addLine(expected, p[i], p[(i + 1) % 3], clockwise ? kGreen : kRed);
      }
      INFO("clockwise " << clockwise << " cull " << cull);
      requireEqual(pictureOf(gpu), expected);
      D3D11_RASTERIZER_DESC desc;
      state->GetDesc(&desc);
      CHECK(desc.FillMode == D3D11_FILL_WIREFRAME);
    }
  }
}

TEST_CASE("spec 15.13 15.11.1 wireframe strips; a triangle without area shows its back",
          "[gpu][wireframe]") {
  Gpu gpu;
  gpu.context->PSSetShader(gpu.pixelShader("interpolation.front_face.ps_5_0").Get(), nullptr, 0);
  rasterizer(gpu, wireframe());
  const std::array<Place, 4> p{{{20, 20}, {200, 30}, {40, 190}, {236, 220}}};
  draw(gpu, D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP,
       {at(p[0], kRedF), at(p[1], kRedF), at(p[2], kRedF), at(p[3], kRedF)});
  Picture expected;
  for (const auto& t : {std::array<int, 3>{0, 1, 2}, std::array<int, 3>{1, 3, 2}}) {
    for (size_t i = 0; i < 3; ++i) addLine(expected, p[t[i]], p[t[(i + 1) % 3]], kGreen);
  }
  requireEqual(pictureOf(gpu), expected);

  const std::array<Place, 3> flat{{{20, 20}, {120, 70}, {220, 120}}};
  for (const D3D11_CULL_MODE cull : {D3D11_CULL_NONE, D3D11_CULL_FRONT, D3D11_CULL_BACK}) {
    gpu.clear();
    rasterizer(gpu, wireframe(cull));
    draw(gpu, kTriangleList, {at(flat[0], kRedF), at(flat[1], kRedF), at(flat[2], kRedF)});
    expected.clear();
    if (cull != D3D11_CULL_BACK) {
      for (size_t i = 0; i < 3; ++i) addLine(expected, flat[i], flat[(i + 1) % 3], kRed);
    }
    INFO("cull " << cull);
    requireEqual(pictureOf(gpu), expected);
  }
}

TEST_CASE("spec 15.13 wireframe draws no edge that clipping made", "[gpu][wireframe]") {
  // c lies behind the near plane, so that half of both its edges are left.
  const Place a{32, 32}, b{224, 32}, c{128, 224}, bc{176, 128}, ca{80, 128};
  Gpu gpu;
  gpu.useVertexColors();
  rasterizer(gpu, wireframe());
  draw(gpu, kTriangleList, {at(a, kGreenF), at(b, kGreenF), at(c, kGreenF, -0.5f)});
  Picture expected;
  addLine(expected, a, b, kGreen);
  addLine(expected, b, bc, kGreen);
  addLine(expected, ca, a, kGreen);
  requireEqual(pictureOf(gpu), expected);
  // The attributes are the triangle's, along its edges.
  gpu.clear();
  auto vertices =
      std::vector<Vertex>{at(a, {0, 0, 0, 0}), at(b, {1, 0, 0, 0}), at(c, {0, 1, 0, 0}, -0.5f)};
  useAttribute(gpu, vertices, "linear_.ps_5_0");
  gpu.context->Draw(3, 0);
  const auto pixels = gpu.pixels();
  for (const auto& [p, color] : expected) {
    const double x = p.first + 0.5, y = p.second + 0.5;
    const auto shown = pixels[static_cast<size_t>(p.second) * kSize + p.first];
    // Weights of b and c at the centre's foot on the nearest edge.
    double wb = 0, wc = 0, best = 1e9;
    for (const auto& [from, to, kind] :
         {std::tuple<Place, Place, int>{a, b, 0}, {b, c, 1}, {c, a, 2}}) {
      const double dx = to.x - from.x, dy = to.y - from.y;
      const double s = ((x * 16 - from.x) * dx + (y * 16 - from.y) * dy) / (dx * dx + dy * dy);
      const double off = std::hypot(from.x + s * dx - x * 16, from.y + s * dy - y * 16);
      if (off > best - 2) continue;  // where two edges meet either will do
      best = off;
      wb = kind == 0 ? s : kind == 1 ? 1 - s : 0;
      wc = kind == 0 ? 0 : kind == 1 ? s : 1 - s;
    }
    INFO("pixel " << p.first << ' ' << p.second);
    CHECK(std::abs(shown.r - 255 * std::min(1.0, std::max(0.0, wb))) <= 26);
    CHECK(std::abs(shown.g - 255 * std::min(1.0, std::max(0.0, wc))) <= 26);
  }
}

TEST_CASE("spec 15.14.1 the line algorithms; triangles and points are not touched",
          "[gpu][lines]") {
  const Place a{100, 100}, b{200, 100};
  for (const bool multisample : {false, true}) {
    for (const bool antialiased : {false, true}) {
      Gpu gpu;
      gpu.useVertexColors();
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.MultisampleEnable = multisample;
      desc.AntialiasedLineEnable = antialiased;
      rasterizer(gpu, desc);
      draw(gpu, kTriangleList, quad(0, 0, 4, 4, 0.5f, kGreenF));
      draw(gpu, kPointList, {at({200, 200}, kBlueF)});
      draw(gpu, kLineList, {at(a, kRedF), at(b, kRedF)});
      Picture expected;
      for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) expected[{x, y}] = kGreen;
      }
      expected[{12, 12}] = kBlue;
      if (multisample) {
        // y from 5.55 to 6.95, x from 6.25 to 12.5: on its right side, which is outside.
        for (int x = 6; x < 12; ++x) expected[{x, 6}] = kRed;
      } else if (!antialiased) {
        addLine(expected, a, b, kRed);
      }  // antialiased lines are not built: such draws are dropped
      INFO("multisample " << multisample << " antialiased " << antialiased);
      requireEqual(pictureOf(gpu), expected);
    }
  }
}

TEST_CASE("spec 3.4.5 multisample lines are rectangles 1.4 wide, wireframe too",
          "[gpu][lines][wireframe]") {
  auto random = randomNumbers(3);
  Gpu gpu;
  gpu.useVertexColors();
  CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
  desc.MultisampleEnable = TRUE;
  desc.FillMode = D3D11_FILL_WIREFRAME;
  desc.CullMode = D3D11_CULL_NONE;
  const auto state = rasterizer(gpu, desc);
  for (int round = 0; round < 8; ++round) {
    const bool triangle = round % 2;
    std::array<Place, 3> p;
    std::vector<Vertex> vertices;
    for (size_t i = 0; i < (triangle ? 3u : 2u); ++i) {
      p[i] = {static_cast<int>(random() % 300) - 20, static_cast<int>(random() % 300) - 20};
      vertices.push_back(at(p[i], kGreenF));
    }
    gpu.clear();
    draw(gpu, triangle ? kTriangleList : kLineList, vertices);
    const Picture picture = pictureOf(gpu);
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        // How far inside one of the rectangles the centre is, in pixels.
        double inside = -1e9;
        for (size_t i = 0; i < (triangle ? 3u : 1u); ++i) {
          const Place from = p[i], to = p[triangle ? (i + 1) % 3 : 1];
          const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
          const double px = x * 16 + 8 - from.x, py = y * 16 + 8 - from.y;
          const double along = (px * dx + py * dy) / length, across = (px * dy - py * dx) / length;
          inside = std::max(inside,
                            std::min({along, length - along, 0.7 * 16 - std::fabs(across)}) / 16);
        }
        if (std::fabs(inside) < 0.02) continue;  // snapping decides
        INFO("round " << round << " pixel " << x << ' ' << y << ", inside by " << inside);
        REQUIRE(picture.count({x, y}) == (inside > 0 ? 1 : 0));
      }
    }
  }
}

TEST_CASE("spec 15.16.1 positions up to FLT_MAX / 16 keep their coverage", "[gpu][range]") {
  Gpu gpu;
  gpu.useVertexColors();
  const auto state = alwaysPass(gpu);
  for (const float s : {4.0f, 1e6f, 1e12f, 1e19f, 1e30f, 3.4e34f}) {
    using P = std::array<float, 4>;
    // The target lies within each of these triangles.
    const std::vector<std::array<P, 3>> cases{
        {P{-s, s, 0.5f, 1}, P{s, s, 0.5f, 1}, P{0, -s, 0.5f, 1}},
        {P{-s, 3 * s, 0.5f, 1}, P{3 * s, -s, 0.5f, 1}, P{-s, -s, 0.5f, 1}},
        {P{-s, 3 * s, 0.5f * s, s}, P{3 * s, -s, 0.5f * s, s}, P{-s, -s, 0.5f * s, s}},
        {P{-s, s, -s, 1}, P{s, s, -s, 1}, P{0, -s, s, 1}},
    };
    for (size_t i = 0; i < cases.size(); ++i) {
      // The last one has its depth far outside.
      CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
      desc.DepthClipEnable = i < 3;
      rasterizer(gpu, desc);
      gpu.clear();
      draw(gpu, kTriangleList,
           {{cases[i][0], kGreenF}, {cases[i][1], kGreenF}, {cases[i][2], kGreenF}});
      INFO("s " << s << " case " << i);
      CHECK(pictureOf(gpu).size() == kSize * kSize);
    }
  }
}

TEST_CASE("spec 15.16.1 what lies in a plane through the eye is not seen, and writes no depth",
          "[gpu][range]") {
  Gpu gpu;
  gpu.useVertexColors();
  using P = std::array<float, 4>;
  const std::vector<std::array<P, 3>> cases{
      {P{0, 0, 0, 0}, P{1, 1, 0.5f, 1}, P{0, -1, 0.5f, 1}},
      {P{1, 1, 0.5f, 1}, P{0, 0, 0, 0}, P{0, -1, 0.5f, 1}},
      {P{0, 0, 0, 0}, P{0, 0, 0, 0}, P{0, -1, 0.5f, 1}},
      {P{0, 0, 0, 0}, P{0, 0, 0, 0}, P{0, 0, 0, 0}},
      {P{-1, 1, 0.5f, 1}, P{1, 1, 0.5f, 1}, P{0, -1, -0.5f, -1}},              // the eye is inside
      {P{0.5f, 0.25f, 0.5f, 1}, P{-1, -0.5f, -1, -2}, P{-1, 0.75f, 0.5f, 1}},  // on an edge
      {P{0.3f, -0.7f, 0.4f, 0.9f}, P{-0.21f, 0.49f, -0.28f, -0.63f}, P{0.6f, 0.75f, 0.5f, 1}},
      {P{0, 0, 0.5f, 1}, P{0, 0, -0.5f, -1}, P{-1, 0.75f, 0.5f, 1}},  // along the axis
  };
  for (const bool clip : {true, false}) {
    CD3D11_RASTERIZER_DESC desc{CD3D11_DEFAULT()};
    desc.CullMode = D3D11_CULL_NONE;
    desc.DepthClipEnable = clip;
    rasterizer(gpu, desc);
    for (size_t i = 0; i < cases.size(); ++i) {
      gpu.clear();
      draw(gpu, kTriangleList,
           {{cases[i][0], kGreenF}, {cases[i][1], kGreenF}, {cases[i][2], kGreenF}});
      INFO("clip " << clip << " case " << i);
      CHECK(pictureOf(gpu).empty());
      for (const uint32_t z : gpu.depths()) REQUIRE(z == 0x3f800000);
    }
    // A line through the eye is a point on the screen: nothing.
    gpu.clear();
    draw(gpu, kLineList,
         {{{0.5f, 0.25f, 0.5f, 1}, kGreenF},
          {{-1, -0.5f, -1, -2}, kGreenF},
          {{0.5f, 0.25f, 0.5f, 1}, kGreenF},
          {{0, 0, 0, 0}, kGreenF}});
    CHECK(pictureOf(gpu).empty());
  }
  // A vertex at infinity in front of the eye's plane is no such case: w = 0 with a direction.
  gpu.clear();
  draw(gpu, kTriangleList,
       {{{-1, 1, 0, 0}, kGreenF}, {{1, 1, 0.5f, 1}, kGreenF}, {{0, -1, 0.5f, 1}, kGreenF}});
  CHECK(!pictureOf(gpu).empty());
}

}  // namespace e11::test
