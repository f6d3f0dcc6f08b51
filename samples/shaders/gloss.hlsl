// SPDX-License-Identifier: Apache-2.0
// A cube lit per pixel: ambient + diffuse + a Blinn highlight of one point light.
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

struct PixelIn {
  float4 position : SV_Position;
  float3 worldPosition : WORLDPOS;
  float3 normal : NORMAL;
  float4 color : COLOR;
};

PixelIn vsMain(VertexIn input) {
  PixelIn output;
  float4 worldPosition = mul(float4(input.position, 1.0), world);
  output.position = mul(worldPosition, viewProjection);
  output.worldPosition = worldPosition.xyz;
  output.normal = mul(input.normal, (float3x3)world);
  output.color = input.color;
  return output;
}

float4 psMain(PixelIn input) : SV_Target {
  float3 normal = normalize(input.normal);
  float3 toLight = normalize(lightPosition.xyz - input.worldPosition);
  float3 toEye = normalize(eyePosition.xyz - input.worldPosition);
  float3 halfway = normalize(toLight + toEye);
  float diffuse = saturate(dot(normal, toLight));
  float specular = 0.0;
  if (diffuse > 0.0) {
    specular = pow(saturate(dot(normal, halfway)), lightColor.w);
  }
  float3 color = input.color.rgb * (ambientColor.rgb + diffuse * lightColor.rgb) +
                 specular * lightColor.rgb;
  return float4(saturate(color), input.color.a);
}
