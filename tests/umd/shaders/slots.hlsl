// SPDX-License-Identifier: Apache-2.0
// Unordered access views in the first and last slots of feature level 11_1.

RWByteAddressBuffer at0 : register(u0);
RWByteAddressBuffer at7 : register(u7);
RWByteAddressBuffer at8 : register(u8);
RWByteAddressBuffer at63 : register(u63);

[numthreads(4, 1, 1)] void fill(uint index : SV_GroupIndex) {
  at0.Store(4 * index, 1000 + index);
  at7.Store(4 * index, 1007 + index);
  at8.Store(4 * index, 1008 + index);
  at63.Store(4 * index, 1063 + index);
}

float4 mark(float4 position : SV_Position) : SV_Target {
  const uint2 pixel = uint2(position.xy);
  at7.InterlockedAdd(0, 1);
  at8.InterlockedOr(4 * pixel.y, 1u << pixel.x);
  at63.Store(4 * (pixel.x + 16 * pixel.y), pixel.x + 100 * pixel.y);
  return float4(0, 1, 0, 1);
}
