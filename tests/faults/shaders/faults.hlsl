// SPDX-License-Identifier: Apache-2.0
// Shaders of tests/faults. Operands come from buffers, so that the compiler knows none of them.

ByteAddressBuffer operands : register(t0);
RWByteAddressBuffer results : register(u0);

cbuffer Divisor : register(b0) {
  uint divisor;
  float scale;
};

// Row 1.
[numthreads(16, 1, 1)] void divide(uint index : SV_GroupIndex) {
  uint x = operands.Load(index * 4);
  results.Store2(index * 8, uint2(x / divisor, x % divisor));
}

[numthreads(16, 1, 1)] void quotient(uint index : SV_GroupIndex) {
  results.Store(index * 4, operands.Load(index * 4) / divisor);
}

[numthreads(16, 1, 1)] void remainder(uint index : SV_GroupIndex) {
  results.Store(index * 4, operands.Load(index * 4) % divisor);
}

// Row 2: one thread a pair.
[numthreads(64, 1, 1)] void extremes(uint3 id : SV_DispatchThreadID) {
  float2 pair = asfloat(operands.Load2(id.x * 8));
  results.Store3(id.x * 12, asuint(float3(min(pair.x, pair.y), max(pair.x, pair.y),
                                          saturate(pair.x))));
}

// Row 25.
[numthreads(16, 1, 1)] void convert(uint index : SV_GroupIndex) {
  float x = asfloat(operands.Load(index * 4));
  results.Store2(index * 8, uint2((uint)(int)x, (uint)x));
}

// Row 27.
[numthreads(64, 1, 1)] void unit_vectors(uint3 id : SV_DispatchThreadID) {
  float3 v = normalize(asfloat(operands.Load3(id.x * 12)));
  float height = sqrt(saturate(1 - dot(v.xy, v.xy)));
  float near = length(v / sqrt(dot(v, v)));
  results.Store2(id.x * 8, asuint(float2(height, near)));
}

// Row 10: the old value is usable in any component.
RWByteAddressBuffer counter : register(u1);

[numthreads(64, 1, 1)] void old_values(uint3 id : SV_DispatchThreadID) {
  uint old;
  counter.InterlockedAdd(0, 1, old);
  results.Store4(id.x * 16, uint4(0, old, old, old));
}

// Row 6. Loads: what lies outside is 0; stores outside change nothing.
struct Record {
  uint a, b, c;
};
StructuredBuffer<Record> records : register(t1);
RWStructuredBuffer<Record> outRecords : register(u2);
Buffer<uint4> typed : register(t2);
RWBuffer<uint> outTyped : register(u3);
ByteAddressBuffer raw : register(t3);
RWByteAddressBuffer outRaw : register(u4);

[numthreads(16, 1, 1)] void load_outside(uint index : SV_GroupIndex) {
  uint at = operands.Load(index * 4);
  Record record = records[at];
  results.Store3(index * 64, uint3(record.a, record.b, record.c));
  results.Store4(index * 64 + 16, typed[at]);
  results.Store4(index * 64 + 32, raw.Load4(at));
  results.Store(index * 64 + 48, outTyped[at]);
}

[numthreads(16, 1, 1)] void store_outside(uint index : SV_GroupIndex) {
  uint at = operands.Load(index * 4);
  Record record = {0xbad, 0xbad, 0xbad};
  outRecords[at] = record;
  outTyped[at] = 0xbad;
  outRaw.Store4(at, 0xbad);
  outRaw.InterlockedAdd(at, 0xbad);
}

cbuffer Small : register(b1) { uint4 small[4096]; };

[numthreads(16, 1, 1)] void constants_outside(uint index : SV_GroupIndex) {
  results.Store4(index * 16, small[operands.Load(index * 4)]);
}

// Row 12.
RWByteAddressBuffer live : register(u1);

float4 discard_then_count(float4 position : SV_Position, float4 color : COLOR) : SV_Target {
  if (((uint)position.x ^ (uint)position.y) & 1) discard;
  live.InterlockedAdd(0, 1);
  return abs(float4(ddx(color.x), ddy(color.y), 0, 1)) * 8;
}

// Row 7, what exists: sizes of views of buffers.
[numthreads(1, 1, 1)] void sizes() {
  uint rawBytes, elements, stride, texels;
  raw.GetDimensions(rawBytes);
  records.GetDimensions(elements, stride);
  typed.GetDimensions(texels);
  results.Store4(0, uint4(rawBytes, elements, stride, texels));
}
