// SPDX-License-Identifier: Apache-2.0
// A triangle with one colour per vertex, interpolated.

struct VertexIn {
  float3 position : POSITION;
  float4 color : COLOR;
};

struct PixelIn {
  float4 position : SV_Position;
  float4 color : COLOR;
};

PixelIn vsMain(VertexIn input) {
  PixelIn output;
  output.position = float4(input.position, 1.0);
  output.color = input.color;
  return output;
}

float4 psMain(PixelIn input) : SV_Target {
  return input.color;
}
