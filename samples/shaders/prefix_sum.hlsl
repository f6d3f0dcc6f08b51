// SPDX-License-Identifier: Apache-2.0
// Inclusive prefix sums. `scan` does blocks of 1,024 numbers, four a thread, and notes each block's
// sum; after a scan of those, `add` adds to each block what is before it.

static const uint kThreads = 256;

RWStructuredBuffer<uint4> numbers : register(u0);
RWStructuredBuffer<uint> blocks : register(u1);

groupshared uint sums[2][kThreads];

[numthreads(kThreads, 1, 1)] void scan(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID,
                                       uint index : SV_GroupIndex) {
  uint4 four = numbers[id.x];
  four.y += four.x;
  four.z += four.y;
  four.w += four.z;
  sums[0][index] = four.w;
  uint from = 0;
  GroupMemoryBarrierWithGroupSync();
  [unroll] for (uint step = 1; step < kThreads; step *= 2) {
    uint sum = sums[from][index];
    if (index >= step) sum += sums[from][index - step];
    sums[1 - from][index] = sum;
    from = 1 - from;
    GroupMemoryBarrierWithGroupSync();
  }
  uint before = index > 0 ? sums[from][index - 1] : 0;
  numbers[id.x] = four + before;
  if (index == kThreads - 1) blocks[group.x] = before + four.w;
}

[numthreads(kThreads, 1, 1)] void add(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID) {
  if (group.x > 0) numbers[id.x] += blocks[group.x - 1];
}
