// SPDX-License-Identifier: Apache-2.0
// Everything of the language that the other files do not ask for: texture instructions, images,
// sample functions, several targets, distances, interfaces, counters. These must compile; what a
// device must have for them is in Shader::needs.
Texture1D t1;
Texture1DArray t1a;
Texture2DArray t2a;
TextureCubeArray tca;
Texture3D t3;
Texture2DMS<float4, 4> ms;
Texture2DMSArray<float4> msa;
Texture2D t2;
TextureCube tc;
SamplerState s;
SamplerComparisonState sc;
RWTexture1D<float4> w1;
RWTexture2DArray<uint> w2a;
RWTexture3D<int> w3;
RWTexture1DArray<float> w1a;
RWTexture2D<uint> w2;
float4 misc;
uint4 im;
float4 all_tex(float4 p : SV_Position, float4 v : V, uint si : SV_SampleIndex,
               uint cov : SV_Coverage, bool ff : SV_IsFrontFace, out uint oc : SV_Coverage,
               out float od : SV_DepthGreaterEqual, out float4 o1 : SV_Target1,
               out uint4 o3 : SV_Target3)
    : SV_Target0 {
  float4 r = 0;
  uint st;
  uint w, h, d, l;
  r += t1.Sample(s, v.x, 1) + t1a.Sample(s, v.xy) + t2a.Sample(s, v.xyz, int2(-3, 4)) +
       tca.Sample(s, v) + t3.Sample(s, v.xyz, int3(1, -8, 7));
  r += t2.SampleBias(s, v.xy, v.z) + t2.SampleLevel(s, v.xy, v.z, int2(1, 1)) +
       t2.SampleGrad(s, v.xy, v.zw, v.xy) + tc.SampleGrad(s, v.xyz, v.yzw, v.xyz) +
       t3.SampleGrad(s, v.xyz, v.yzw, v.xyz);
  r += t2.SampleCmp(sc, v.xy, v.z) + t2.SampleCmpLevelZero(sc, v.xy, v.z) +
       t2a.SampleCmp(sc, v.xyz, v.w, int2(2, 2)) + tca.SampleCmp(sc, v, 0.5);
  r += t2.Gather(s, v.xy) + t2.GatherRed(s, v.xy, int2(1, 2)) + t2.GatherGreen(s, v.xy) +
       t2.GatherBlue(s, v.xy, im.xy) + t2.GatherAlpha(s, v.xy, im.xy, im.yz, im.zw, im.wx) +
       tc.Gather(s, v.xyz) + t2a.GatherCmp(sc, v.xyz, v.w) + t2.GatherCmp(sc, v.xy, v.z, im.xy);
  r.x += t2.CalculateLevelOfDetail(s, v.xy) + t2.CalculateLevelOfDetailUnclamped(s, v.xy);
  r += t2.Load(int3(v.xyz), int2(1, -1)) + t1.Load(int2(v.xy)) + t2a.Load(int4(v)) +
       t3.Load(int4(v)) + ms.Load(int2(v.xy), si) + msa.Load(int3(v.xyz), 2, int2(1, 1));
  t2.GetDimensions(1, w, h, l);
  r.y += w + h + l;
  t2a.GetDimensions(w, h, d);
  r.y += w * h * d;
  ms.GetDimensions(w, h, d);
  r.z += w + h * d;
  float fw, fh, fd;
  t3.GetDimensions(0, fw, fh, fd, r.w);
  r.x += fw * fh * fd;
  r.xy += ms.GetSamplePosition(2) + GetRenderTargetSamplePosition(1) + GetRenderTargetSampleCount();
  r += EvaluateAttributeCentroid(v) + EvaluateAttributeAtSample(v, si) +
       EvaluateAttributeSnapped(v, int2(3, -4));
  r += w1a[int2(1, 2)] + w3[uint3(1, 2, 3)] + w2a[uint3(v.xyz)];
  w1[im.x] = v;
  w2a[uint3(1, 2, 3)] = im.x;
  w3[uint3(p.xy, 1)] = 4;
  w1a[im.xy] = 3;
  uint old;
  InterlockedAdd(w2[im.xy], 3, old);
  InterlockedCompareExchange(w2[im.yz], 1, 2, old);
  InterlockedMax(w3[im.xyz], 4);
  r.x += old;
  InterlockedExchange(w2[im.zw], 4, old);
  r.y += old;
  InterlockedCompareStore(w2[im.zw], 4, 5);
  oc = cov & 3;
  od = p.z + 0.1;
  o1 = r * 2;
  o3 = im + (ff ? 1 : 0);
  return r + ddx_fine(v) + ddy_coarse(v.x);
}
float4 feedback(float4 p : SV_Position, float4 v : V) : SV_Target {
  uint a, b, c, d, e;
  float4 r = t2.Sample(s, v.xy, int2(0, 0), 0.5, a);
  r += t2.SampleLevel(s, v.xy, 1, int2(1, 0), b) + t2.Load(int3(1, 2, 0), int2(0, 0), c) +
       t2.Gather(s, v.xy, int2(0, 0), d) + t2.SampleCmpLevelZero(sc, v.xy, .5, int2(0, 0), e);
  r += t2.SampleBias(s, v.xy, 1, int2(0, 0), 0.5, c) +
       t2.SampleGrad(s, v.xy, v.xy, v.zw, int2(0, 0), 1.5, d) +
       t2.SampleCmp(sc, v.xy, .5, int2(0, 0), 1.5, e);
  return CheckAccessFullyMapped(a) && CheckAccessFullyMapped(b) && CheckAccessFullyMapped(c) &&
                 CheckAccessFullyMapped(d) && CheckAccessFullyMapped(e)
             ? r
             : 0;
}
struct VO {
  float4 p : SV_Position;
  float2 cd : SV_ClipDistance0;
  float cu : SV_CullDistance0;
  min16float4 m : M;
};
VO vs_out(float4 p : POSITION, uint id : SV_VertexID, min16float h : H) {
  VO o;
  o.p = p;
  o.cd = p.xy;
  o.cu = p.z;
  o.m = h * 2;
  return o;
}
float4 ps_in(VO i, uint ra : SV_RenderTargetArrayIndex, uint va : SV_ViewportArrayIndex,
             uint prim : SV_PrimitiveID)
    : SV_Target {
  return i.cd.xyxy + i.cu + prim + ra + va + (float4)i.m;
}
struct PO {
  float4 c[8] : SV_Target;
};
PO mrt_dyn(float4 p : SV_Position, uint i : I) {
  PO o;
  [unroll] for (uint k = 0; k < 8; ++k) o.c[k] = k + i;
  return o;
}
interface IL {
  float4 get(float x);
  float other();
};
class A : IL {
  float4 col;
  float4 get(float x) { return col * x; }
  float other() { return col.w; }
};
class B : IL {
  float4 col;
  float k;
  float4 get(float x) { return t2.SampleLevel(s, col.xy * x, k); }
  float other() { return k; }
};
IL single;
IL many[4];
cbuffer cl {
  A aa;
  B bb[3];
};
float4 linkage(float4 p : SV_Position, nointerpolation uint n : N) : SV_Target {
  float4 r = single.get(p.x);
  for (uint i = 0; i < 4; ++i) r += many[i].get(p.y) * many[i].other();
  return r;
}
RWStructuredBuffer<float4> rs;
globallycoherent RWByteAddressBuffer gc;
[earlydepthstencil] float4 early(float4 p : SV_Position) : SV_Target {
  uint k = rs.IncrementCounter();
  rs[k] = p;
  gc.Store(k * 4, 3);
  DeviceMemoryBarrier();
  if (p.x > 4) discard;
  return rs[k + 1];
}
float4 fp16(float4 p : SV_Position, uint4 u : U) : SV_Target {
  return f16tof32(u) + asfloat(f32tof16(p)) + reversebits(u) + countbits(u) + firstbithigh(u) +
         firstbitlow(u) + firstbithigh((int4)u);
}
uint4 msad_(float4 p : SV_Position, uint4 u : U) : SV_Target {
  return msad4(u.x, u.yz, u);
}
