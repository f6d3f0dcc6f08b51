// SPDX-License-Identifier: Apache-2.0
// One step of gravity between all pairs of bodies. Every group reads the bodies tile by tile into
// thread-group memory.

static const uint kTile = 64;
static const uint kUnrolled = 8;

cbuffer Step : register(b0) {
  uint count;  // a multiple of the tile
  float time;
  float softening;
};

StructuredBuffer<float4> bodies : register(t0);  // position, mass
RWStructuredBuffer<float4> moved : register(u0);
RWStructuredBuffer<float4> velocities : register(u1);

groupshared float4 tile[kTile];

[numthreads(kTile, 1, 1)] void csMain(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
  float4 body = bodies[id.x];
  float3 acceleration = 0;
  for (uint first = 0; first < count; first += kTile) {
    tile[index] = bodies[first + index];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint i = 0; i < kTile; i += kUnrolled) {
      [unroll] for (uint j = 0; j < kUnrolled; ++j) {
        float4 other = tile[i + j];
        float3 d = other.xyz - body.xyz;
        float r = rsqrt(dot(d, d) + softening);
        acceleration += d * (other.w * r * r * r);
      }
    }
    GroupMemoryBarrierWithGroupSync();
  }
  float3 velocity = velocities[id.x].xyz + acceleration * time;
  velocities[id.x] = float4(velocity, 0);
  moved[id.x] = float4(body.xyz + velocity * time, body.w);
}
