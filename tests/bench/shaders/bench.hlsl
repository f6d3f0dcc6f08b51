// SPDX-License-Identifier: Apache-2.0
// Scenes of tools/bench.

// A quad over the whole target from the vertex number, as two triangles of a strip.
float4 fillVertex(uint id : SV_VertexID) : SV_Position {
  return float4(id & 1 ? 1.0 : -1.0, id & 2 ? -1.0 : 1.0, 0.5, 1.0);
}

// No inputs, no more than four ALU instructions.
float4 fillPixel() : SV_Target { return float4(0.25, 0.5, 0.75, 1.0); }

cbuffer Object : register(b0) {
  float4 offsetScale;  // xy offset, zw scale
  float4 color;
};

float4 smallVertex(float2 corner : CORNER) : SV_Position {
  return float4(corner * offsetScale.zw + offsetScale.xy, 0.5, 1.0);
}

float4 smallPixel() : SV_Target { return color; }
