// SPDX-License-Identifier: Apache-2.0
// Vertex and pixel shaders of the runtime's tests that read or write buffers.

struct Output {
  float4 position : SV_Position;
  float4 color : COLOR;
};

StructuredBuffer<float4> positions : register(t3);
Buffer<float4> colors : register(t127);

// Corner `id` of the target's left part, from buffers alone.
Output from_buffers(uint id : SV_VertexID) {
  Output output = {positions[id], colors[id]};
  return output;
}

RWByteAddressBuffer counts : register(u1);
RWStructuredBuffer<uint> marks : register(u2);

float4 count_pixels(float4 position : SV_Position) : SV_Target {
  counts.InterlockedAdd(0, 1);
  return float4(0, 1, 0, 1);
}

[earlydepthstencil] float4 count_early(float4 position : SV_Position) : SV_Target {
  counts.InterlockedAdd(0, 1);
  return float4(0, 1, 0, 1);
}

// No colour at all.
void mark_pixels(float4 position : SV_Position) {
  uint2 pixel = (uint2)position.xy;
  marks[pixel.y * 16 + pixel.x] = pixel.x + 100 * pixel.y;
}

ByteAddressBuffer words : register(t0);

float4 color_of_word(float4 position : SV_Position) : SV_Target {
  uint2 pixel = (uint2)position.xy;
  uint word = words.Load(4 * (pixel.y * 16 + pixel.x));
  return float4(word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24) / 255;
}

// Adds to what earlier draws left: right only if they are over.
float4 add_to_words(float4 position : SV_Position) : SV_Target {
  uint2 pixel = (uint2)position.xy;
  uint slot = pixel.y * 16 + pixel.x;
  marks[slot] = marks[slot] * 2 + 1;
  return 1;
}
