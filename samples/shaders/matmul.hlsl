// SPDX-License-Identifier: Apache-2.0
// C = A * B, row-major squares. A group makes a tile of 32 x 32 elements, a thread 4 x 4 of them;
// the slices of A and B that it needs go through thread-group memory, A transposed, so that both are
// read as vectors.

static const uint kTile = 32;
static const uint kSlice = 16;
static const uint kThreads = 64;

cbuffer Size : register(b0) { uint size; };  // a multiple of the tile

StructuredBuffer<float4> a : register(t0);
StructuredBuffer<float4> b : register(t1);
RWStructuredBuffer<float4> c : register(u0);

groupshared float4 sliceOfA[kSlice * kTile / 4];  // [k][row / 4]
groupshared float4 sliceOfB[kSlice * kTile / 4];  // [k][column / 4]

void load(uint index, uint2 corner, uint k) {
  uint quads = size / 4;
  // A: four rows by four columns k a thread for the first half of the threads, transposed.
  if (index < kTile * kSlice / 16) {
    uint row = index % (kTile / 4), column = index / (kTile / 4);
    float4x4 block;
    [unroll] for (uint i = 0; i < 4; ++i) {
      block[i] = a[(corner.y + row * 4 + i) * quads + k / 4 + column];
    }
    block = transpose(block);
    [unroll] for (uint j = 0; j < 4; ++j) sliceOfA[(column * 4 + j) * (kTile / 4) + row] = block[j];
  }
  // B: two quads a thread.
  [unroll] for (uint n = 0; n < 2; ++n) {
    uint quad = index + n * kThreads;
    uint row = quad / (kTile / 4), column = quad % (kTile / 4);
    sliceOfB[quad] = b[(k + row) * quads + corner.x / 4 + column];
  }
}

[numthreads(kThreads, 1, 1)] void csMain(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
  uint2 corner = group.xy * kTile;
  uint row = index / (kTile / 4), column = index % (kTile / 4);
  float4 sums[4] = {(float4)0, (float4)0, (float4)0, (float4)0};
  for (uint k = 0; k < size; k += kSlice) {
    load(index, corner, k);
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint i = 0; i < kSlice; ++i) {
      float4 left = sliceOfA[i * (kTile / 4) + row];
      float4 right = sliceOfB[i * (kTile / 4) + column];
      sums[0] += left.x * right;
      sums[1] += left.y * right;
      sums[2] += left.z * right;
      sums[3] += left.w * right;
    }
    GroupMemoryBarrierWithGroupSync();
  }
  [unroll] for (uint j = 0; j < 4; ++j) {
    c[(corner.y + row * 4 + j) * (size / 4) + corner.x / 4 + column] = sums[j];
  }
}
