// SPDX-License-Identifier: Apache-2.0
// The cube's light: ambient + diffuse + a Blinn highlight of one point light. `cube` computes it at the
// corners and interpolates colours, `gloss` computes it in every pixel.
// Matrices are row-major and multiply row vectors from the right.

cbuffer Frame : register(b0) {
  row_major float4x4 world;           // model to world, rigid
  row_major float4x4 viewProjection;  // world to clip
  float4 lightPosition;               // world, w unused
  float4 lightColor;                  // rgb, w = specular exponent
  float4 ambientColor;                // rgb
  float4 eyePosition;                 // world, w unused
};

struct VertexIn {
  float3 position : POSITION;
  float3 normal : NORMAL;
  float4 color : COLOR;
};

float3 shade(float3 color, float3 normal, float3 position) {
  float3 toLight = normalize(lightPosition.xyz - position);
  float3 toEye = normalize(eyePosition.xyz - position);
  float diffuse = saturate(dot(normal, toLight));
  float specular = 0.0;
  if (diffuse > 0.0) {
    specular = pow(saturate(dot(normal, normalize(toLight + toEye))), lightColor.w);
  }
  return color * (ambientColor.rgb + diffuse * lightColor.rgb) + specular * lightColor.rgb;
}

struct CubePixel {
  float4 position : SV_Position;
  float4 color : COLOR;
};

CubePixel cubeVs(VertexIn input) {
  CubePixel output;
  float4 worldPosition = mul(float4(input.position, 1.0), world);
  output.position = mul(worldPosition, viewProjection);
  float3 normal = mul(input.normal, (float3x3)world);
  output.color = float4(shade(input.color.rgb, normal, worldPosition.xyz), input.color.a);
  return output;
}

float4 cubePs(CubePixel input) : SV_Target {
  return saturate(input.color);
}

struct GlossPixel {
  float4 position : SV_Position;
  float3 worldPosition : WORLDPOS;
  float3 normal : NORMAL;
  float4 color : COLOR;
};

GlossPixel glossVs(VertexIn input) {
  GlossPixel output;
  float4 worldPosition = mul(float4(input.position, 1.0), world);
  output.position = mul(worldPosition, viewProjection);
  output.worldPosition = worldPosition.xyz;
  output.normal = mul(input.normal, (float3x3)world);
  output.color = input.color;
  return output;
}

float4 glossPs(GlossPixel input) : SV_Target {
  float3 color = shade(input.color.rgb, normalize(input.normal), input.worldPosition);
  return float4(saturate(color), input.color.a);
}
