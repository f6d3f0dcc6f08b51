// SPDX-License-Identifier: Apache-2.0
// Shaders of every other kind - textures, unordered access, compute, geometry, hull and domain
// stages, interfaces - which the decoder and the listing must know although the compiler refuses
// them for now.

Texture2D t2d;
Texture2DArray<float4> t2da;
TextureCube tc;
Texture2DMS<float4> tms;
Texture3D<uint4> t3;
Buffer<int> bi;
ByteAddressBuffer raw;
StructuredBuffer<float3> sb;
SamplerState s;
SamplerComparisonState sc;
RWTexture2D<float4> u2;
RWByteAddressBuffer ur;
RWStructuredBuffer<uint2> us;
AppendStructuredBuffer<uint> ap;
RWBuffer<uint> ub;
globallycoherent RWBuffer<uint> ubg;
groupshared uint g[64];
groupshared float4 gs4[32];
cbuffer C {
  float4 k;
  double dk;
  min16float mk;
}
[numthreads(8, 4, 2)] void cs(uint3 id : SV_DispatchThreadID, uint3 gid : SV_GroupID,
                              uint3 tid : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  g[gi] = id.x;
  gs4[gi & 31] = k;
  GroupMemoryBarrierWithGroupSync();
  AllMemoryBarrier();
  DeviceMemoryBarrierWithGroupSync();
  GroupMemoryBarrier();
  AllMemoryBarrierWithGroupSync();
  uint o;
  InterlockedAdd(g[1], id.y, o);
  InterlockedCompareExchange(ub[2], 3, o, o);
  InterlockedMax(ub[1], o);
  InterlockedAnd(g[gi], o);
  if (gi == 0) ubg[gi] = o;
  u2[id.xy] = t2d.SampleLevel(s, k.xy, 1.5, int2(1, -2)) + gs4[tid.x];
  ur.Store2(id.x * 8, g[gid.x].xx);
  us[id.y] = uint2(raw.Load(id.z * 4), bi[id.x]);
  ap.Append(us.IncrementCounter());
  uint w, h, n;
  t2d.GetDimensions(1, w, h, n);
  ub[id.x] = h + n + t3.Load(int4(id, 0)).y;
  u2.GetDimensions(w, h);
  ub[id.x + 99] = w;
  ub[id.x + 5000] = asuint(sb[id.x].y);
  raw.GetDimensions(w);
  ub[id.x + 777] = w;
}

float4 ps(float4 p : SV_Position, float3 uv : UV, uint si : SV_SampleIndex, min16float m : M)
    : SV_Target {
  float4 r = t2d.Sample(s, uv.xy) + t2da.SampleGrad(s, uv, ddx(uv.xy), ddy(uv.xy)) +
             tc.SampleBias(s, uv, 0.5) + t2d.SampleCmp(sc, uv.xy, 0.3).x +
             t2d.SampleCmpLevelZero(sc, uv.xy, 0.4) + t2d.Gather(s, uv.xy) +
             t2d.GatherGreen(s, uv.xy, int2(1, 2)) + t2d.GatherCmp(sc, uv.xy, 0.1) +
             tms.Load(int2(p.xy), si) + t2d.CalculateLevelOfDetail(s, uv.xy) +
             t2d.GatherRed(s, uv.xy, int2(p.xy));
  r += float4(tms.GetSamplePosition(si), GetRenderTargetSamplePosition(1)) +
       GetRenderTargetSampleCount();
  uint w, h, l;
  tms.GetDimensions(w, h, l);
  r += l;
  r.x += m * m + mk;
  precise float q = r.x * r.y + r.z;
  r.w += q;
  r.yz *= EvaluateAttributeCentroid(uv).xy + EvaluateAttributeAtSample(uv, 1).xy +
          EvaluateAttributeSnapped(uv, int2(1, 3)).xz;
  float fw, fh;
  t2d.GetDimensions(fw, fh);
  r.y += fw;
  return r;
}

struct V {
  float4 p : SV_Position;
  float2 t : T;
};
[maxvertexcount(6)][instance(3)] void gs(triangle V i[3], uint pid : SV_PrimitiveID,
                                         uint iid : SV_GSInstanceID, inout TriangleStream<V> o) {
  for (uint k = 0; k < 3; ++k) {
    V v = i[k];
    v.t.x += pid + iid;
    o.Append(v);
  }
  o.RestartStrip();
} struct HC {
  float e[3] : SV_TessFactor;
  float i : SV_InsideTessFactor;
  float4 x : X;
};
HC hsc(InputPatch<V, 3> p, uint id : SV_PrimitiveID) {
  HC h;
  h.e[0] = p[0].t.x;
  h.e[1] = p[1].t.x;
  h.e[2] = id;
  h.i = 2;
  h.x = p[2].p;
  return h;
}
[domain("tri")][partitioning("fractional_odd")][outputtopology("triangle_cw")]
               [outputcontrolpoints(3)][patchconstantfunc("hsc")][maxtessfactor(16.0)] V
               hs(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) {
                 V v = p[i];
                 v.t *= 2;
                 return v;
               }[domain("tri")] V
    ds(HC h, float3 d : SV_DomainLocation, const OutputPatch<V, 3> p) {
  V v;
  v.p = p[0].p * d.x + p[1].p * d.y + p[2].p * d.z + h.x;
  v.t = h.e[1];
  return v;
}
interface I { float f(float x); };
class A1 : I {
  float m;
  float f(float x) { return x * m; }
};
class A2 : I {
  float f(float x) { return x + 1; }
};
I ii;
float4 fc(float4 p : SV_Position, float v : V) : SV_Target { return ii.f(v); }
[earlydepthstencil] float4 early(float4 p : SV_Position, uint ra : SV_RenderTargetArrayIndex)
    : SV_Target1 {
  us[3] = ra;
  return k;
}
struct PO {
  float4 c : SV_Target2;
  float d : SV_DepthGreaterEqual;
  uint m : SV_Coverage;
};
PO po(linear noperspective centroid float4 p : SV_Position) {
  PO o;
  o.c = k;
  o.d = p.z;
  o.m = 3;
  return o;
}
V vsc(float4 p : P, out float c : SV_ClipDistance0, out float e : SV_CullDistance0) {
  V v = {p, p.xy};
  c = p.x;
  e = p.y;
  return v;
}
