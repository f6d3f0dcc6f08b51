// SPDX-License-Identifier: Apache-2.0
// Constant buffers, the immediate constant buffer and indexable temps.

cbuffer C0 : register(b0) { float4 first; int4 index; float4 table[14]; };
cbuffer C1 : register(b1) { float4 one[4]; };
cbuffer C5 : register(b5) { float2 two; float two_z; };
cbuffer C13 : register(b13) { float4 last[8]; uint4 bits; };

float4 bytes(uint bits_) {
  return float4(bits_ & 255, (bits_ >> 8) & 255, (bits_ >> 16) & 255, bits_ >> 24) / 255.0;
}

float4 cb_static(float4 position : SV_Position) : SV_Target {
  return first + one[3].wzyx + two.xyxy * two_z + last[7].xxyy;
}

float4 cb_dynamic(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  return table[p.x & 15] + last[p.y + index.x].yyzw;
}

float4 cb_dynamic_uniform(float4 position : SV_Position) : SV_Target {
  return table[index.y] + one[index.z + 1].x;
}

static const float4 kFloats[6] = {float4(0.0, 1.0, 0.5, 0.25),   float4(0.125, 0.75, 0.3, 0.1),
                                  float4(1.0, 1.0, 0.0, 0.0),    float4(0.9, 0.8, 0.7, 0.6),
                                  float4(-1.0, 2.0, -3.0, 4.0),  float4(1e-3, 1e3, 1e-20, 1e20)};
static const uint kInts[8] = {1, 0xdeadbeef, 3, 0x80000000, 5, 0x7fffffff, 7, 0xffffffff};

float4 icb(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  return kFloats[p.x % 6] + kFloats[p.y % 6].wwww;
}

float4 icb_int(float4 position : SV_Position) : SV_Target {
  return bytes(kInts[(uint)position.x & 7]);
}

float4 temps(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  float4 stack[8];
  [unroll] for (uint i = 0; i < 8; ++i) stack[i] = first * (float)i;
  stack[p.x & 7] = last[0];
  stack[(p.y + 3) & 7].xz = last[1].yw;
  return stack[index.x & 7] + stack[p.x & 3];
}

float4 temps_two(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint order[6];
  float2 pairs[5];
  [unroll] for (uint i = 0; i < 6; ++i) order[i] = (i * 5 + p.y) % 6;
  [unroll] for (uint j = 0; j < 5; ++j) pairs[j] = float2(j, p.x) * first.xy;
  [loop] for (uint k = 0; k < 6; ++k) {
    uint other = order[(k + p.x) % 6];
    uint saved = order[k];
    order[k] = order[other];
    order[other] = saved;
    pairs[k % 5] += pairs[order[k] % 5].yx;
  }
  return bytes(order[p.x % 6] | (order[p.y % 6] << 8)) + pairs[p.x % 5].xyxy;
}

// Component-wise dynamic selection inside a vector.
float4 component(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  return first[p.x & 3] + table[0][p.y & 3];
}
