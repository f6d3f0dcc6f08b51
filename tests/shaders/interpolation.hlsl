// SPDX-License-Identifier: Apache-2.0
// All interpolation modes, derivatives and the pixel shader's system values.

struct Passed {
  float4 position : SV_Position;
  linear float4 a : A;
  centroid float3 b : B;
  noperspective float2 c : C;
  noperspective centroid float4 d : D;
  nointerpolation float4 e : E;
  nointerpolation uint2 f : F;
};

float4 modes(Passed p) : SV_Target {
  return p.a + p.b.xyzx + p.c.xyxy + p.d * 0.5 + p.e + (float)(p.f.x ^ p.f.y);
}

float4 linear_(float4 position : SV_Position, linear float4 v : A) : SV_Target { return v; }
float4 centroid_(float4 position : SV_Position, centroid float4 v : A) : SV_Target { return v; }
float4 noperspective_(float4 position : SV_Position, noperspective float4 v : A) : SV_Target {
  return v;
}
float4 noperspective_centroid(float4 position : SV_Position,
                              noperspective centroid float4 v : A) : SV_Target {
  return v;
}
float4 constant_(float4 position : SV_Position, nointerpolation float4 v : A) : SV_Target {
  return v;
}
float4 constant_int(float4 position : SV_Position, nointerpolation int4 v : A) : SV_Target {
  return (float4)v / 16.0;
}

// Several small inputs share one register.
float4 packed(float4 position : SV_Position, float a : A, float2 b : B, float c : C,
              nointerpolation float d : D, float2 e : E) : SV_Target {
  return float4(a + d, b.yx, c) + e.xyxy;
}

float4 position_in(float4 position : SV_Position) : SV_Target {
  return float4(position.xy / 256.0, position.z, position.w);
}

float4 front_face(float4 position : SV_Position, bool front : SV_IsFrontFace) : SV_Target {
  return front ? float4(0, 1, 0, 1) : float4(1, 0, 0, 1);
}

float4 primitive_id(float4 position : SV_Position, uint id : SV_PrimitiveID) : SV_Target {
  return float4(id & 255, (id >> 8) & 255, (id >> 16) & 255, id >> 24) / 255.0;
}

struct DepthOut {
  float4 color : SV_Target;
  float depth : SV_Depth;
};

DepthOut depth_out(float4 position : SV_Position, float4 v : A) {
  DepthOut output;
  output.color = v;
  output.depth = position.z * 0.5 + v.x * 0.25;
  return output;
}

float depth_only(float4 position : SV_Position, float4 v : A) : SV_Depth { return v.w; }

float4 derivatives(float4 position : SV_Position, float4 v : A) : SV_Target {
  return float4(ddx(v.x * v.y), ddy(v.x * v.y), fwidth(v.z), ddx(position.y) + ddy(position.y));
}

#if SM >= 50
float4 sample_(float4 position : SV_Position, sample float4 v : A) : SV_Target { return v; }
float4 noperspective_sample(float4 position : SV_Position,
                            noperspective sample float4 v : A) : SV_Target {
  return v;
}
float4 derivatives_fine(float4 position : SV_Position, float4 v : A) : SV_Target {
  float q = v.x * v.y;
  return float4(ddx_fine(q), ddy_fine(q), ddx_coarse(q), ddy_coarse(q));
}
#endif

// Inputs addressed with a register.
float4 indexed(float4 position : SV_Position, float4 v[4] : A,
               nointerpolation uint i : I) : SV_Target {
  return v[i & 3];
}
