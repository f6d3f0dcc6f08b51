// SPDX-License-Identifier: Apache-2.0
//
// Compute shaders at and beyond the limits, for tests/umd/hostile_test.cpp.
cbuffer C : register(b0) { uint a; uint b; uint c; uint d; };
RWByteAddressBuffer o : register(u0);
RWByteAddressBuffer un : register(u3);
AppendStructuredBuffer<uint2> app : register(u1);
ConsumeStructuredBuffer<uint2> con : register(u1);
RWStructuredBuffer<uint2> cnt : register(u1);
RWStructuredBuffer<uint2> cntUnbound : register(u4);
RWBuffer<uint> typedUnbound : register(u5);
StructuredBuffer<uint4> s : register(t2);
ByteAddressBuffer sraw : register(t3);
Buffer<float4> styp : register(t4);

[numthreads(64, 1, 1)]
void append(uint3 id : SV_DispatchThreadID) { if (id.x < a) app.Append(uint2(id.x, b)); }

[numthreads(64, 1, 1)]
void consume(uint3 id : SV_DispatchThreadID) { uint2 v = con.Consume(); o.Store2(8 * id.x, v); }

[numthreads(64, 1, 1)]
void incdec(uint3 id : SV_DispatchThreadID) { uint k = cnt.DecrementCounter(); o.Store(4 * id.x, k); }

// Every kind of access to what is not bound; 16 words a thread of what came back.
[numthreads(64, 1, 1)]
void unbound(uint3 id : SV_DispatchThreadID) {
  uint old; un.InterlockedAdd(4 * id.x, 5, old);
  uint old2; un.InterlockedCompareExchange(0, 0, 7, old2);
  uint k = cntUnbound.IncrementCounter(); cntUnbound[id.x] = uint2(1, 2);
  typedUnbound[id.x] = 9; un.Store4(0, uint4(1, 2, 3, 4));
  uint old3; InterlockedMax(typedUnbound[id.x], 3, old3);
  uint n, st; s.GetDimensions(n, st);
  uint m; sraw.GetDimensions(m);
  uint q; styp.GetDimensions(q);
  o.Store4(64 * id.x, uint4(old, old2, k, un.Load(0)));
  o.Store4(64 * id.x + 16, s[id.x]);
  o.Store4(64 * id.x + 32, asuint(styp[id.x]));
  o.Store4(64 * id.x + 48, uint4(n, m, q, old3));
}

groupshared uint g[1024];
[numthreads(1024, 1, 1)]
void rev(uint i : SV_GroupIndex, uint3 gid : SV_GroupID) {
  g[i] = o.Load(4 * (gid.x * 1024 + i)); GroupMemoryBarrierWithGroupSync();
  uint v = g[1023 - i]; GroupMemoryBarrierWithGroupSync();
  InterlockedAdd(g[0], v); GroupMemoryBarrierWithGroupSync();
  o.Store(4 * (gid.x * 1024 + i), v + (i == 0 ? g[0] : 0));
}

// All 32 KB, then accesses b dwords beyond them.
groupshared uint big[8192];
[numthreads(7, 5, 3)]
void full(uint i : SV_GroupIndex, uint3 gid : SV_GroupID) {
  for (uint k = i; k < 8192; k += 105) big[k] = k * a + gid.x;
  GroupMemoryBarrierWithGroupSync();
  uint sum = 0; for (uint k2 = i; k2 < 8192; k2 += 105) sum += big[8191 - k2] ^ k2;
  o.InterlockedAdd(4 * gid.x, sum);
  big[i + b] = 1;
  uint z = big[i + b]; if (z == 12345) o.Store(0, 1);
}

[numthreads(1, 1, 1)]
void one() { o.InterlockedAdd(0, 1); }

[numthreads(1, 1, 1)]
void lastid(uint3 g_ : SV_GroupID) {
  o.InterlockedMax(0, g_.x); o.InterlockedMax(4, g_.y); o.InterlockedMax(8, g_.z); o.InterlockedAdd(12, 1);
}

struct Big { uint x[512]; };
RWStructuredBuffer<Big> bigs : register(u2);
[numthreads(64, 1, 1)]
void bigstride(uint3 id : SV_DispatchThreadID) {
  bigs[id.x].x[id.y + a] = id.x + 1; uint r = bigs[id.x + b].x[c]; o.Store(4 * id.x, r);
}

// Threads that leave at different places of a loop.
[numthreads(32, 1, 1)]
void early(uint i : SV_GroupIndex) {
  if (i >= 8) return;
  uint x = i;
  [loop] for (uint k = 0; k < 100; ++k) {
    if (x & 1) { x = 3 * x + 1; } else { x >>= 1; }
    if (x <= 1) { o.Store(4 * i, k); return; }
  }
  o.Store(4 * i, 1000);
}

[numthreads(8, 8, 1)]
void grid(uint3 id : SV_DispatchThreadID) {
  uint p = id.y * b + id.x; if (id.x < b && id.y < c) o.Store(4 * p, o.Load(4 * p) + p);
}
