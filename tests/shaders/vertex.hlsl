// SPDX-License-Identifier: Apache-2.0
// Vertex shaders: inputs of every type, system values, and control flow and memory as in pixel
// shaders.

cbuffer Frame : register(b0) {
  float4x4 transform;  // column-major, as HLSL packs by default
  float4 offsets[32];
  int4 count;
};

struct Output {
  float4 position : SV_Position;
  float4 color : COLOR;
};

Output passthrough(float4 position : POSITION, float4 color : COLOR) {
  Output output = {position, color};
  return output;
}

Output transformed(float3 position : POSITION, float4 color : COLOR) {
  Output output = {mul(transform, float4(position, 1.0)), color};
  return output;
}

Output vertex_id(uint id : SV_VertexID) {
  float2 corner = float2((id << 1) & 2, id & 2);
  Output output = {float4(corner * float2(2, -2) + float2(-1, 1), 0, 1), corner.xyxy};
  return output;
}

Output instance_id(float4 position : POSITION, uint instance : SV_InstanceID,
                   uint id : SV_VertexID) {
  Output output = {position + offsets[instance & 31], float4(instance, id, 0, 1)};
  return output;
}

struct Typed {
  float4 position : SV_Position;
  nointerpolation int4 i : I;
  nointerpolation uint2 u : U;
  float3 f : F;
  float g : G;
};

Typed types(int2 p : POSITION, uint4 u : U, float f : F, int4 i : I) {
  Typed output;
  output.position = float4(p / 16.0, 0.5, 1.0);
  output.i = i.wzyx + p.xyxy;
  output.u = u.xy ^ u.zw;
  output.f = float3(f, f * f, -f);
  output.g = (float)u.w;
  return output;
}

Output loop_(float4 position : POSITION, uint id : SV_VertexID) {
  float4 sum = 0;
  [loop] for (int i = 0; i < count.x; ++i) {
    [branch] if (i == (int)id) continue;
    sum += offsets[i] * (float)(i + 1);
    [branch] if (sum.x > 100.0) break;
  }
  Output output = {position, sum};
  return output;
}

Output temps(float4 position : POSITION, uint id : SV_VertexID) {
  float4 local[6];
  [unroll] for (uint i = 0; i < 6; ++i) local[i] = offsets[i] * i;
  local[id % 6] = position;
  Output output = {position, local[(id + count.y) % 6]};
  return output;
}

Output functions(float4 v : POSITION) {
  float4 r;
  r.x = sin(v.x) + cos(v.y);
  r.y = exp2(v.z) * rsqrt(abs(v.w));
  r.z = log2(abs(v.x)) - sqrt(abs(v.y));
  r.w = v.x / v.y + frac(v.z);
  Output output = {v, normalize(r)};
  return output;
}

float4 position_only(float4 position : POSITION) : SV_Position { return position; }

// Same position by two routes: mul and add, or mad. Both must round the same.
float4 position_mad(float4 position : POSITION) : SV_Position {
  return position * offsets[0] + offsets[1];
}
float4 position_mul_add(float4 position : POSITION) : SV_Position {
  precise float4 product = position * offsets[0];
  precise float4 sum = product + offsets[1];
  return sum;
}

// Three entry points whose outputs match the pixel shaders of interpolation.hlsl.
struct Modes {
  float4 position : SV_Position;
  linear float4 a : A;
  centroid float3 b : B;
  noperspective float2 c : C;
  noperspective centroid float4 d : D;
  nointerpolation float4 e : E;
  nointerpolation uint2 f : F;
};
Modes modes(float4 position : POSITION, float4 v : A, uint id : SV_VertexID) {
  Modes output;
  output.position = position;
  output.a = v;
  output.b = v.xyz * 2;
  output.c = v.zw;
  output.d = v.wzyx;
  output.e = v + 1;
  output.f = uint2(id, id * 3);
  return output;
}

struct Single {
  float4 position : SV_Position;
  float4 v : A;
};
Single single_(float4 position : POSITION, float4 v : A) {
  Single output = {position, v};
  return output;
}

// Outputs addressed with a register.
void indexed(float4 position : POSITION, float4 v[4] : A, uint id : SV_VertexID,
             out float4 clip : SV_Position, out float4 o[4] : A) {
  clip = position;
  [loop] for (uint i = 0; i < 4; ++i) o[i] = v[(i + id) & 3];
}
