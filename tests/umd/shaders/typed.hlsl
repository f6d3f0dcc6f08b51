// SPDX-License-Identifier: Apache-2.0
// Typed buffers: element i to words 4 i .. of a raw buffer, and back, bit for bit as registers hold them.

Buffer<float4> floats : register(t0);
Buffer<uint4> uints : register(t0);
Buffer<int4> ints : register(t0);
ByteAddressBuffer values : register(t1);

RWBuffer<float4> outFloats : register(u0);
RWBuffer<uint4> outUints : register(u0);
RWBuffer<int4> outInts : register(u0);
RWBuffer<float> oneFloat : register(u0);
RWBuffer<uint> oneUint : register(u0);
RWBuffer<int> oneInt : register(u0);
RWByteAddressBuffer words : register(u1);

[numthreads(64, 1, 1)] void load_float(uint3 id : SV_DispatchThreadID) {
  words.Store4(id.x * 16, asuint(floats[id.x]));
}
[numthreads(64, 1, 1)] void load_uint(uint3 id : SV_DispatchThreadID) {
  words.Store4(id.x * 16, uints[id.x]);
}
[numthreads(64, 1, 1)] void load_int(uint3 id : SV_DispatchThreadID) {
  words.Store4(id.x * 16, asuint(ints[id.x]));
}

[numthreads(64, 1, 1)] void store_float(uint3 id : SV_DispatchThreadID) {
  outFloats[id.x] = asfloat(values.Load4(id.x * 16));
}
[numthreads(64, 1, 1)] void store_uint(uint3 id : SV_DispatchThreadID) {
  outUints[id.x] = values.Load4(id.x * 16);
}
[numthreads(64, 1, 1)] void store_int(uint3 id : SV_DispatchThreadID) {
  outInts[id.x] = asint(values.Load4(id.x * 16));
}

// Loads from unordered access views: the three formats that have them.
[numthreads(64, 1, 1)] void uav_load_float(uint3 id : SV_DispatchThreadID) {
  words.Store(id.x * 16, asuint(oneFloat[id.x]));
}
[numthreads(64, 1, 1)] void uav_load_uint(uint3 id : SV_DispatchThreadID) {
  words.Store(id.x * 16, oneUint[id.x]);
}
[numthreads(64, 1, 1)] void uav_load_int(uint3 id : SV_DispatchThreadID) {
  words.Store(id.x * 16, asuint(oneInt[id.x]));
}
