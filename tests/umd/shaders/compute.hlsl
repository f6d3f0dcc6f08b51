// SPDX-License-Identifier: Apache-2.0
// Compute shaders of the runtime's tests. Each entry point uses a few of the bindings.

cbuffer Arguments : register(b0) {
  uint first;
  uint second;
  uint third;
  uint fourth;
};

// ---- system values

struct Ids {
  uint3 group;
  uint3 thread;
  uint3 dispatched;
  uint index;
};
RWStructuredBuffer<Ids> ids : register(u0);
RWByteAddressBuffer visits : register(u1);

[numthreads(10, 8, 3)] void system_values(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID,
                                          uint3 dispatched : SV_DispatchThreadID,
                                          uint index : SV_GroupIndex) {
  uint slot = ((group.z * 3 + group.y) * 5 + group.x) * 240 + index;
  Ids values = {group, thread, dispatched, index};
  ids[slot] = values;
  visits.InterlockedAdd(slot * 4, 1);
}

// ---- groups counted, one thread each

RWByteAddressBuffer bytes : register(u0);

[numthreads(1, 1, 1)] void count_groups() { bytes.InterlockedAdd(first, 1); }

[numthreads(1, 1, 1)] void make_arguments() { bytes.Store3(first, uint3(second, third, fourth)); }

// ---- each dispatch adds to what the one before wrote

Buffer<uint> source : register(t0);
RWBuffer<uint> sums : register(u0);

[numthreads(64, 1, 1)] void accumulate(uint3 id : SV_DispatchThreadID) {
  sums[id.x] = source[id.x] + id.x + first;
}

// ---- slots

RWByteAddressBuffer lastOf8 : register(u7);
RWByteAddressBuffer lastOf64 : register(u63);

[numthreads(1, 1, 1)] void slots_0_7() {
  bytes.Store(0, 100);
  lastOf8.Store(0, 107);
}

// ---- counters

AppendStructuredBuffer<uint2> appended : register(u0);
ConsumeStructuredBuffer<uint2> consumed : register(u0);
RWStructuredBuffer<uint2> counted : register(u0);
RWStructuredBuffer<uint2> results : register(u1);

[numthreads(20, 1, 1)] void append_(uint index : SV_GroupIndex) {
  if (index < first) appended.Append(uint2(index, index * index + second));
}

[numthreads(20, 1, 1)] void consume_(uint index : SV_GroupIndex) {
  if (index < first) results[index] = consumed.Consume();
}

[numthreads(20, 1, 1)] void increment(uint index : SV_GroupIndex) {
  uint slot = counted.IncrementCounter();
  counted[slot] = uint2(index, slot);
}

// ---- kinds of views: element `id` of the source to element `id`

struct Record {
  uint a;
  float b;
  uint2 c;
  uint d;
};
ByteAddressBuffer rawSource : register(t0);
StructuredBuffer<Record> records : register(t0);
RWStructuredBuffer<Record> outRecords : register(u0);
Buffer<float4> floats : register(t0);
RWBuffer<float4> outFloats : register(u0);
RWByteAddressBuffer outWords : register(u1);

[numthreads(16, 1, 1)] void raw_copy(uint index : SV_GroupIndex) {
  bytes.Store4(index * 16, rawSource.Load4(index * 16 + first));
}

[numthreads(16, 1, 1)] void structured_copy(uint index : SV_GroupIndex) {
  outRecords[index] = records[index + first];
}

[numthreads(16, 1, 1)] void typed_copy(uint index : SV_GroupIndex) {
  outFloats[index] = floats[index + first];
}

[numthreads(16, 1, 1)] void typed_load(uint index : SV_GroupIndex) {
  outWords.Store4(index * 16, asuint(floats[index + first]));
}

[numthreads(1, 1, 1)] void sizes() {
  uint rawBytes, elements, stride, typed;
  bytes.GetDimensions(rawBytes);
  results.GetDimensions(elements, stride);
  source.GetDimensions(typed);
  bytes.Store4(0, uint4(rawBytes, elements, stride, typed));
}

// ---- constants

cbuffer Large : register(b1) { uint4 large[4096]; };

[numthreads(16, 1, 1)] void constants(uint index : SV_GroupIndex) {
  bytes.Store4(index * 16, large[first + index]);
}

// ---- thread-group memory

groupshared uint shared_[256];

[numthreads(256, 1, 1)] void group_sum(uint index : SV_GroupIndex, uint3 group : SV_GroupID) {
  shared_[index] = bytes.Load(1024 + 4 * (group.x * 256 + index));
  GroupMemoryBarrierWithGroupSync();
  for (uint step = 128; step > 0; step /= 2) {
    if (index < step) shared_[index] += shared_[index + step];
    GroupMemoryBarrierWithGroupSync();
  }
  if (index == 0) bytes.Store(4 * group.x, shared_[0]);
}

// ---- hostile

[numthreads(64, 1, 1)] void endless(uint index : SV_GroupIndex) {
  uint old = 0;
  while (old != 0xffffffff) bytes.InterlockedOr(4 * index, 0, old);
}

[numthreads(64, 1, 1)] void endless_silent(uint index : SV_GroupIndex) {
  uint value = first;
  [loop] while (value != 1) value = value * 2 + index * second;
  bytes.Store(4 * index, value);
}

[numthreads(64, 1, 1)] void wild(uint index : SV_GroupIndex) {
  uint address = index * 0x10000004 + first;
  uint sum = bytes.Load(address) + rawSource.Load(address) + results[address].y;
  bytes.Store(address, 0xdeadbeef);
  results[address] = uint2(0xdeadbeef, sum);
  bytes.InterlockedAdd(address, 0x11111111);
}
