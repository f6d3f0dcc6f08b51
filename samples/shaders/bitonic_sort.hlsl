// SPDX-License-Identifier: Apache-2.0
// Bitonic sort. `local` runs all steps of a merge whose distance fits a block of 1,024 keys in
// thread-group memory, `step` one step over all keys.

static const uint kThreads = 512;
static const uint kBlock = 2 * kThreads;

cbuffer Merge : register(b0) {
  uint firstWidth;  // of sorted sequences made, a power of two
  uint lastWidth;   // `local`: the last one made
  uint distance;    // `step`: between the keys compared
};

RWStructuredBuffer<uint> keys : register(u0);

groupshared uint block[kBlock];

// The lower of the two keys that comparison `i` at that distance is about.
uint lower(uint i, uint apart) { return (i & ~(apart - 1)) * 2 + (i & (apart - 1)); }

[numthreads(kThreads, 1, 1)] void local(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
  uint base = group.x * kBlock;
  block[index] = keys[base + index];
  block[index + kThreads] = keys[base + index + kThreads];
  GroupMemoryBarrierWithGroupSync();
  for (uint width = firstWidth; width <= lastWidth; width *= 2) {
    for (uint apart = min(width, kBlock) / 2; apart > 0; apart /= 2) {
      uint low = lower(index, apart);
      uint a = block[low], b = block[low + apart];
      bool descending = ((base + low) & width) != 0;
      if ((a > b) != descending) {
        block[low] = b;
        block[low + apart] = a;
      }
      GroupMemoryBarrierWithGroupSync();
    }
  }
  keys[base + index] = block[index];
  keys[base + index + kThreads] = block[index + kThreads];
}

[numthreads(kThreads, 1, 1)] void step_(uint3 id : SV_DispatchThreadID) {
  uint low = lower(id.x, distance);
  uint a = keys[low], b = keys[low + distance];
  bool descending = (low & firstWidth) != 0;
  if ((a > b) != descending) {
    keys[low] = b;
    keys[low + distance] = a;
  }
}
