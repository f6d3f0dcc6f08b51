// SPDX-License-Identifier: Apache-2.0
// Sums numbers: each thread sixteen of them, each group its threads', in thread-group memory. Runs
// again on the groups' sums until one is left.

static const uint kThreads = 256;

cbuffer Size : register(b0) { uint count; };  // numbers; beyond the end they read 0

ByteAddressBuffer numbers : register(t0);
RWByteAddressBuffer sums : register(u0);

groupshared uint partial[kThreads];

[numthreads(kThreads, 1, 1)] void csMain(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
  uint sum = 0;
  [unroll] for (uint i = 0; i < 4; ++i) {
    uint first = ((group.x * 4 + i) * kThreads + index) * 4;
    uint4 four = first < count ? numbers.Load4(first * 4) : 0;
    sum += four.x + four.y + four.z + four.w;
  }
  partial[index] = sum;
  GroupMemoryBarrierWithGroupSync();
  [unroll] for (uint step = kThreads / 2; step > 0; step /= 2) {
    if (index < step) partial[index] += partial[index + step];
    GroupMemoryBarrierWithGroupSync();
  }
  if (index == 0) sums.Store(group.x * 4, partial[0]);
}
