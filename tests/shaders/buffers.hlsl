// SPDX-License-Identifier: Apache-2.0
// Buffers in compute shaders: one group of 16 threads, one result record a thread. The expected
// values are computed in compiler/target/tests/buffers_test.cpp.

struct Pair { uint a; float3 b; uint c; };

ByteAddressBuffer bytes : register(t0);
StructuredBuffer<Pair> pairs : register(t1);
Buffer<float4> floats : register(t2);
Buffer<uint2> uints : register(t3);
RWByteAddressBuffer result : register(u0);
RWStructuredBuffer<Pair> written : register(u1);
RWBuffer<uint> typed : register(u2);
RWBuffer<float4> colors : register(u3);
AppendStructuredBuffer<uint2> appended : register(u4);
ConsumeStructuredBuffer<uint> consumed : register(u5);
globallycoherent RWByteAddressBuffer shared_ : register(u6);

// Where thread t's record of four dwords is.
#define RECORD(t) ((t) * 16)

[numthreads(16, 1, 1)] void raw(uint t : SV_GroupIndex) {
  uint4 all = bytes.Load4(t * 4);
  uint2 two = bytes.Load2(t * 8);
  result.Store4(RECORD(t), uint4(all.x + all.w, two.y, bytes.Load(0xfffffffc), bytes.Load3(8).z));
}

[numthreads(16, 1, 1)] void structured(uint t : SV_GroupIndex) {
  Pair p = pairs[t * 2];
  Pair q = p;
  q.a = p.c;
  q.b.y = p.b.y * 2;
  written[t] = q;
  result.Store4(RECORD(t), uint4(p.a, asuint(p.b.x), asuint(p.b.z), pairs[0x10000000 + t].c));
}

[numthreads(16, 1, 1)] void typed_loads(uint t : SV_GroupIndex) {
  float4 f = floats[t];
  uint2 u = uints[t + 4];
  typed[t] = u.x + typed[t + 16];
  colors[t] = f * 2;
  result.Store4(RECORD(t), uint4(asuint(f.x), asuint(f.w), u.y, asuint(floats[100 + t].w)));
}

[numthreads(16, 1, 1)] void order(uint t : SV_GroupIndex) {
  result.Store(RECORD(t), t);
  uint first = result.Load(RECORD(t));
  result.Store(RECORD(t), first + 100);
  uint second = result.Load(RECORD(t));
  result.Store(RECORD(t) + 4, first);
  result.Store(RECORD(t) + 8, second);
  if (t & 1) result.Store(RECORD(t), 7);
  result.Store(RECORD(t) + 12, result.Load(RECORD(t)));
}

groupshared uint counts[64];
groupshared float4 vectors[16];

[numthreads(64, 1, 1)] void exchange(uint t : SV_GroupIndex) {
  counts[t] = bytes.Load(t * 4);
  GroupMemoryBarrierWithGroupSync();
  for (uint step = 32; step > 0; step >>= 1) {
    if (t < step) counts[t] += counts[t + step];
    GroupMemoryBarrierWithGroupSync();
  }
  if (t < 16) vectors[t] = float4(t, counts[0], t * 2.0f, 1);
  GroupMemoryBarrierWithGroupSync();
  float4 other = vectors[15 - t % 16];
  result.Store4(RECORD(t), asuint(other));
}

groupshared uint cell[4];

[numthreads(32, 1, 1)] void group_atomics(uint t : SV_GroupIndex) {
  if (t < 4) cell[t] = t == 2 ? 1000 : 0;
  GroupMemoryBarrierWithGroupSync();
  uint old;
  InterlockedAdd(cell[0], t, old);
  InterlockedMax(cell[1], t * 3);
  InterlockedMin(cell[2], 50 + t);
  InterlockedXor(cell[3], 1u << t);
  GroupMemoryBarrierWithGroupSync();
  result.Store4(RECORD(t), uint4(cell[t % 4], old, 0, 0));
}

[numthreads(16, 1, 1)] void atomics(uint t : SV_GroupIndex) {
  uint a, b, c, d, e;
  result.InterlockedAdd(1024, t + 1, a);
  result.InterlockedOr(1028, 1u << t);
  result.InterlockedAnd(1032, ~(1u << t), b);
  result.InterlockedExchange(1036 + t * 4, t, c);
  result.InterlockedCompareExchange(1104, t, t + 1, d);
  InterlockedAdd(typed[t % 4], 10, e);
  InterlockedMin(written[t % 2].c, t + 3);
  shared_.Store(t * 4, shared_.Load(t * 4) + e);
  result.Store4(RECORD(t), uint4(a, b, c, d + e * 256));
}

[numthreads(16, 1, 1)] void append_consume(uint t : SV_GroupIndex) {
  if (t % 3 == 0) appended.Append(uint2(t, consumed.Consume()));
}

[numthreads(16, 1, 1)] void sizes(uint t : SV_GroupIndex) {
  uint a, b, c, d, e;
  bytes.GetDimensions(a);
  pairs.GetDimensions(b, c);
  floats.GetDimensions(d);
  typed.GetDimensions(e);
  result.Store4(RECORD(t), uint4(a, b, c * 65536 + d, e));
}

[numthreads(4, 2, 2)] void ids(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID,
                               uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex) {
  result.Store4(RECORD(t), uint4(group.x + group.y * 1000 + group.z * 1000000,
                                 thread.x + thread.y * 16 + thread.z * 256,
                                 id.x + id.y * 1000 + id.z * 1000000, t));
}

[numthreads(1024, 1, 1)] void pressure(uint t : SV_GroupIndex) {
  float4 values[24];
  [unroll] for (uint i = 0; i < 24; ++i) values[i] = floats[t % 16 + i];
  float4 sum = 0;
  [unroll] for (uint j = 0; j < 24; ++j) sum += values[23 - j] * values[(j * 7) % 24].wzyx;
  result.Store4(RECORD(t), asuint(sum));
}
