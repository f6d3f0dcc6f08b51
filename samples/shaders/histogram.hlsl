// SPDX-License-Identifier: Apache-2.0
// How often each byte value occurs: counted by atomics in thread-group memory, added up by atomics in
// memory.

static const uint kThreads = 256;

cbuffer Size : register(b0) { uint words; };

ByteAddressBuffer data : register(t0);
RWByteAddressBuffer bins : register(u0);

groupshared uint counts[256];

[numthreads(kThreads, 1, 1)] void csMain(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
  counts[index] = 0;
  GroupMemoryBarrierWithGroupSync();
  [unroll] for (uint i = 0; i < 4; ++i) {
    uint at = (group.x * 4 + i) * kThreads + index;
    if (at < words) {
      uint word = data.Load(at * 4);
      InterlockedAdd(counts[word & 255], 1);
      InterlockedAdd(counts[word >> 8 & 255], 1);
      InterlockedAdd(counts[word >> 16 & 255], 1);
      InterlockedAdd(counts[word >> 24], 1);
    }
  }
  GroupMemoryBarrierWithGroupSync();
  if (counts[index] != 0) bins.InterlockedAdd(index * 4, counts[index]);
}
