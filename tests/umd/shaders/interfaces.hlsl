// SPDX-License-Identifier: Apache-2.0
// Interfaces: what a shader calls is chosen when it is bound.

interface Paint {
  float4 color(float2 pixel);
};

class Plain : Paint {
  float4 value;
  float4 color(float2 pixel) { return value; }
};

class Striped : Paint {
  float4 even;
  float4 odd;
  float width;
  float4 color(float2 pixel) { return frac(pixel.x / (2 * width)) < 0.5 ? even : odd; }
};

cbuffer Paints : register(b1) {
  Plain plain;
  Striped striped;
  Plain plains[2];
};

Paint paint;
Paint overlay[2];

float4 one(float4 position : SV_Position) : SV_Target { return paint.color(position.xy); }

cbuffer Choice : register(b2) { uint index; };

float4 several(float4 position : SV_Position) : SV_Target {
  return paint.color(position.xy) * 0.5 + overlay[index].color(position.xy) * 0.25;
}

interface Operation {
  uint apply(uint value);
};
class Add : Operation {
  uint amount;
  uint apply(uint value) { return value + amount; }
};
class Multiply : Operation {
  uint factor;
  uint apply(uint value) { return value * factor; }
};
cbuffer Operations : register(b0) {
  Add add_;
  Multiply multiply;
};
Operation operation;
RWByteAddressBuffer bytes : register(u0);

[numthreads(16, 1, 1)] void apply_(uint index : SV_GroupIndex) {
  bytes.Store(4 * index, operation.apply(index));
}
