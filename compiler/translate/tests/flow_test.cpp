// SPDX-License-Identifier: Apache-2.0
// Control flow, memory and discard: the committed shaders against the HLSL rewritten in C++.
#include <cmath>
#include <functional>

#include "dxbc/tests/catch.h"
#include "shader_runner.h"

using namespace e11::translate::test;

namespace {

using Float4 = std::array<float, 4>;

constexpr uint32_t kSize = 12;  // pixels each way
constexpr Float4 kValue = {0.25f, 0.5f, 0.75f, 1.0f};

// flow.hlsl: cbuffer Control.
std::vector<uint32_t> control(int x, int y, int z, int w) {
  std::vector<uint32_t> words = {static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                                 static_cast<uint32_t>(z), static_cast<uint32_t>(w)};
  for (float value : kValue) words.push_back(asBits(value));
  return words;
}

Float4 bytes(uint32_t bits) {
  return {(bits & 255) / 255.0f, (bits >> 8 & 255) / 255.0f, (bits >> 16 & 255) / 255.0f,
          (bits >> 24) / 255.0f};
}

Float4 colorOf(const LaneOutput& output) {
  const auto& bits = output.exports.at(0);
  return {asFloat(bits[0]), asFloat(bits[1]), asFloat(bits[2]), asFloat(bits[3])};
}

bool close(const Float4& a, const Float4& b) {
  for (int i = 0; i < 4; ++i) {
    if (!(std::fabs(a[i] - b[i]) <= 1e-5f * std::max(1.0f, std::fabs(b[i])))) return false;
  }
  return true;
}

using Expected = std::function<Float4(uint32_t x, uint32_t y)>;

// Runs NAME in both profiles over kSize x kSize pixels.
void check(const std::string& name, const std::function<void(ShaderRunner*)>& prepare,
           const Expected& expected) {
  for (const char* profile : {"ps_4_0", "ps_5_0"}) {
    ShaderRunner shader(name + "." + profile);
    prepare(&shader);
    for (uint32_t y = 0; y < kSize; ++y) {
      for (uint32_t x = 0; x < kSize; ++x) {
        INFO(name << " " << profile << " at " << x << ", " << y);
        const Float4 actual = colorOf(shader.pixel(x, y));
        const Float4 wanted = expected(x, y);
        INFO("got " << actual[0] << " " << actual[1] << " " << actual[2] << " " << actual[3]
                    << " expected " << wanted[0] << " " << wanted[1] << " " << wanted[2] << " "
                    << wanted[3]);
        REQUIRE(close(actual, wanted));
      }
    }
  }
}

struct Limits {
  int x = 7, y = 3, z = 4, w = 0;
};

void checkFlow(const std::string& name, const Limits& l, const Expected& expected,
               bool usesBuffer = true) {
  check("flow." + name, [&](ShaderRunner* shader) {
    if (usesBuffer) shader->setConstantBuffer(0, control(l.x, l.y, l.z, l.w));
  }, expected);
}

}  // namespace

TEST_CASE("if and else") {
  const Limits l;
  checkFlow("if_", l, [&](uint32_t x, uint32_t) { return bytes(x & 1 ? 1 + l.x * x : 1); });
  checkFlow("if_else", l, [&](uint32_t x, uint32_t y) {
    if (x < y) return bytes(x * 3 + l.x);
    const uint32_t r = y * 5 + l.y;
    return bytes(x == y ? r ^ 0x1234 : r | 0x8000);
  });
  for (int limit : {3, 4}) {
    Limits other;
    other.x = limit;
    checkFlow("if_uniform", other, [&](uint32_t, uint32_t) {
      return limit > 3 ? kValue : Float4{0.5f, 0.375f, 0.25f, 0.125f};
    });
  }
}

TEST_CASE("Loops") {
  const Limits l;
  checkFlow("loop_", l, [](uint32_t x, uint32_t) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < x; ++i) r = r * 3 + i;
    return bytes(r);
  }, false);
  checkFlow("loop_break", l, [&](uint32_t x, uint32_t y) {
    uint32_t r = 0;
    for (int i = 0; i < l.x; ++i) {
      r += x;
      if (r > y * 4) {
        r ^= 0x100;
        break;
      }
      r += 1;
    }
    return bytes(r);
  });
  checkFlow("loop_continue", l, [&](uint32_t x, uint32_t y) {
    uint32_t r = 0;
    for (int i = 0; i < l.x; ++i) {
      if ((static_cast<uint32_t>(i) ^ x) & 1) {
        r += 5;
        if (i == l.z) {
          r += 100;
          continue;
        }
      }
      r += y;
    }
    return bytes(r);
  });
  checkFlow("loop_nested", l, [](uint32_t x, uint32_t y) {
    uint32_t r = 0;
    for (uint32_t i = 0; i <= x; ++i) {
      for (uint32_t j = i; j <= y; ++j) {
        r += i * j + 1;
        if (r > 500) break;
      }
      if (r > 400) break;
    }
    return bytes(r);
  }, false);
  checkFlow("do_while", l, [](uint32_t x, uint32_t) {
    uint32_t r = 7;
    do {
      r = (r * 5) & 0xff;
      x -= 2;
    } while (static_cast<int>(x) > 0);
    return bytes(r + x);
  }, false);
}

TEST_CASE("Returns") {
  const Limits l;
  checkFlow("loop_return", l, [&](uint32_t x, uint32_t y) {
    uint32_t r = 0;
    for (int i = 0; i < l.x; ++i) {
      r += x;
      if (r > y * 4) return bytes(r | 0x10000);
    }
    return bytes(r);
  });
  checkFlow("return_early", l, [](uint32_t x, uint32_t y) {
    if (x > y) return kValue;
    if (x == 0) return Float4{kValue[3], kValue[2], kValue[1], kValue[0]};
    return bytes(x * y);
  });
}

TEST_CASE("Switches") {
  for (int y : {3, 5}) {
    Limits l;
    l.y = y;
    checkFlow("switch_", l, [&](uint32_t x, uint32_t) {
      switch (x) {
        case 0:
          return bytes(11);
        case 1:
          return bytes(22 + l.x);
        case 2:
        case 5:
          return bytes(l.y == 3 ? 33 : 40);
        default:
          return bytes(55 * x);
      }
    });
  }
  for (int w : {-1, 0, 7, 8}) {
    Limits l;
    l.w = w;
    checkFlow("switch_uniform", l, [&](uint32_t, uint32_t) {
      const Float4& v = kValue;
      if (w == -1) return Float4{v[0] * 2, v[1] * 2, v[2] * 2, v[3] * 2};
      if (w == 0) return Float4{v[1], v[0], v[3], v[2]};
      if (w == 7) return Float4{v[0] + 0.25f, v[1] + 0.25f, v[2] + 0.25f, v[3] + 0.25f};
      return v;
    });
  }
  const Limits l;
  checkFlow("switch_in_loop", l, [](uint32_t x, uint32_t y) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < x; ++i) {
      switch ((i + y) & 3) {
        case 0:
          r += 1;
          break;
        case 1:
          r += 10;
          if (r & 64) break;
          r ^= 9;
          break;
        case 2:
          r += 100;
          break;
        default:
          r ^= 5;
          break;
      }
      r = r * 2 + 1;
    }
    return bytes(r);
  }, false);
  checkFlow("loop_in_switch", l, [](uint32_t x, uint32_t y) {
    uint32_t r = 1;
    switch (x & 3) {
      case 0:
        for (uint32_t i = 0; i < y; ++i) r = r * 3 + 1;
        break;
      case 1:
        while (r < y * 8) {
          r += r;
          if (r == 16) break;
        }
        break;
      case 2:
        return kValue;
    }
    return bytes(r);
  });
}

TEST_CASE("Discard marks lanes and lets them go on") {
  const auto run = [](const char* name, uint32_t x, uint32_t y, bool buffer) {
    ShaderRunner shader(std::string("flow.") + name);
    if (buffer) shader.setConstantBuffer(0, control(7, 3, 4, 0));
    CHECK(shader.shader().usesDiscard);
    const LaneOutput output = shader.pixel(x, y);
    CHECK(output.done);
    return output.discarded;
  };
  for (const std::string profile : {"ps_4_0", "ps_5_0"}) {
    for (uint32_t x = 0; x < 4; ++x) {
      for (uint32_t y = 0; y < 4; ++y) {
        CHECK(run(("discard_." + profile).c_str(), x, y, true) == (((x ^ y) & 1) != 0));
        // clip(x + 0.5 - 0.25) never discards.
        CHECK_FALSE(run(("clip_." + profile).c_str(), x, y, true));
        uint32_t r = 0;
        bool discarded = false;
        for (uint32_t i = 0; i < x; ++i) discarded = (r += i) == y || discarded;
        CHECK(run(("discard_in_loop." + profile).c_str(), x, y, false) == discarded);
      }
    }
  }
}

namespace {

// memory.hlsl: a value that names its buffer, row and component.
float tag(uint32_t buffer, uint32_t row, uint32_t component) {
  return buffer * 1000.0f + row * 10.0f + component;
}

std::vector<uint32_t> tagged(uint32_t buffer, uint32_t rows) {
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < 4 * rows; ++i) words.push_back(asBits(tag(buffer, i / 4, i % 4)));
  return words;
}

// C0 with its second row set to the integers of `index`.
std::vector<uint32_t> first(const std::array<uint32_t, 4>& index, uint32_t rows = 16) {
  std::vector<uint32_t> words = tagged(0, rows);
  for (int i = 0; i < 4; ++i) words[4 + i] = index[i];
  return words;
}

}  // namespace

TEST_CASE("Constant buffers") {
  check("memory.cb_static", [](ShaderRunner* s) {
    s->setConstantBuffer(0, first({}));
    s->setConstantBuffer(1, tagged(1, 4));
    s->setConstantBuffer(5, tagged(5, 1));
    s->setConstantBuffer(13, tagged(13, 9));
  }, [](uint32_t, uint32_t) {
    Float4 r;
    for (uint32_t i = 0; i < 4; ++i) {
      r[i] = tag(0, 0, i) + tag(1, 3, 3 - i) + tag(5, 0, i & 1) * tag(5, 0, 2) +
             tag(13, 7, i / 2);
    }
    return r;
  });
  constexpr uint32_t kOffset = 2;
  check("memory.cb_dynamic", [](ShaderRunner* s) {
    s->setConstantBuffer(0, first({kOffset}));
    s->setConstantBuffer(13, tagged(13, 9));
  }, [](uint32_t x, uint32_t y) {
    // Rows that the buffer does not have read 0.
    const auto last = [&](uint32_t c) { return y + kOffset < 9 ? tag(13, y + kOffset, c) : 0.0f; };
    Float4 r;
    for (uint32_t i = 0; i < 4; ++i) {
      const float row = 2 + x < 16 ? tag(0, 2 + x, i) : 0.0f;
      r[i] = row + last(std::array<uint32_t, 4>{1, 1, 2, 3}[i]);
    }
    return r;
  });
  // Indices inside, just outside, and such that the byte offset would wrap into the buffer.
  for (uint32_t index : {0u, 1u, 13u, 14u, 0x10000000u, 0x7ffffff0u, 0xffffff00u}) {
    check("memory.cb_dynamic_uniform", [&](ShaderRunner* s) {
      s->setConstantBuffer(0, first({0, index, index}));
      s->setConstantBuffer(1, tagged(1, 4));
    }, [&](uint32_t, uint32_t) {
      Float4 r;
      for (uint32_t i = 0; i < 4; ++i) {
        r[i] = (index < 14 ? tag(0, index + 2, i) : 0.0f) + (index < 3 ? tag(1, index + 1, 0) : 0.0f);
      }
      return r;
    });
  }
}

TEST_CASE("Immediate constant buffers") {
  const float table[6][4] = {{0.0f, 1.0f, 0.5f, 0.25f},   {0.125f, 0.75f, 0.3f, 0.1f},
                             {1.0f, 1.0f, 0.0f, 0.0f},    {0.9f, 0.8f, 0.7f, 0.6f},
                             {-1.0f, 2.0f, -3.0f, 4.0f},  {1e-3f, 1e3f, 1e-20f, 1e20f}};
  check("memory.icb", [](ShaderRunner*) {}, [&](uint32_t x, uint32_t y) {
    Float4 r;
    for (int i = 0; i < 4; ++i) r[i] = table[x % 6][i] + table[y % 6][3];
    return r;
  });
  const uint32_t ints[8] = {1, 0xdeadbeef, 3, 0x80000000, 5, 0x7fffffff, 7, 0xffffffff};
  check("memory.icb_int", [](ShaderRunner*) {},
        [&](uint32_t x, uint32_t) { return bytes(ints[x & 7]); });
}

TEST_CASE("Indexable temps") {
  constexpr uint32_t kIndex = 5;
  check("memory.temps", [](ShaderRunner* s) {
    s->setConstantBuffer(0, first({kIndex}));
    s->setConstantBuffer(13, tagged(13, 9));
  }, [](uint32_t x, uint32_t y) {
    Float4 stack[8];
    for (uint32_t i = 0; i < 8; ++i) {
      for (uint32_t c = 0; c < 4; ++c) stack[i][c] = tag(0, 0, c) * static_cast<float>(i);
    }
    for (uint32_t c = 0; c < 4; ++c) stack[x & 7][c] = tag(13, 0, c);
    stack[(y + 3) & 7][0] = tag(13, 1, 1);
    stack[(y + 3) & 7][2] = tag(13, 1, 3);
    Float4 r;
    for (int c = 0; c < 4; ++c) r[c] = stack[kIndex & 7][c] + stack[x & 3][c];
    return r;
  });
  check("memory.temps_two", [](ShaderRunner* s) { s->setConstantBuffer(0, tagged(0, 16)); },
        [](uint32_t x, uint32_t y) {
    uint32_t order[6];
    float pairs[5][2];
    for (uint32_t i = 0; i < 6; ++i) order[i] = (i * 5 + y) % 6;
    for (uint32_t j = 0; j < 5; ++j) {
      pairs[j][0] = static_cast<float>(j) * tag(0, 0, 0);
      pairs[j][1] = static_cast<float>(x) * tag(0, 0, 1);
    }
    for (uint32_t k = 0; k < 6; ++k) {
      const uint32_t other = order[(k + x) % 6];
      std::swap(order[k], order[other]);
      const float p0 = pairs[order[k] % 5][0], p1 = pairs[order[k] % 5][1];
      pairs[k % 5][0] += p1;
      pairs[k % 5][1] += p0;
    }
    Float4 r = bytes(order[x % 6] | order[y % 6] << 8);
    for (int c = 0; c < 4; ++c) r[c] += pairs[x % 5][c & 1];
    return r;
  });
  check("memory.component", [](ShaderRunner* s) { s->setConstantBuffer(0, tagged(0, 16)); },
        [](uint32_t x, uint32_t y) {
    const float sum = tag(0, 0, x & 3) + tag(0, 2, y & 3);
    return Float4{sum, sum, sum, sum};
  });
}
