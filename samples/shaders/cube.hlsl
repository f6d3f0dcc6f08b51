// SPDX-License-Identifier: Apache-2.0
// A cube lit at its corners: ambient + diffuse + a Blinn highlight of one point light; colours
// are interpolated between (gloss.hlsl does the same in every pixel).
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
  float4 color : COLOR;
};

PixelIn vsMain(VertexIn input) {
  PixelIn output;
  float4 worldPosition = mul(float4(input.position, 1.0), world);
  output.position = mul(worldPosition, viewProjection);
  float3 normal = mul(input.normal, (float3x3)world);
  float3 toLight = normalize(lightPosition.xyz - worldPosition.xyz);
  float3 toEye = normalize(eyePosition.xyz - worldPosition.xyz);
  float diffuse = saturate(dot(normal, toLight));
  float specular = 0.0;
  if (diffuse > 0.0) {
    specular = pow(saturate(dot(normal, normalize(toLight + toEye))), lightColor.w);
  }
  output.color.rgb = input.color.rgb * (ambientColor.rgb + diffuse * lightColor.rgb) +
                     specular * lightColor.rgb;
  output.color.a = input.color.a;
  return output;
}

float4 psMain(PixelIn input) : SV_Target {
  return saturate(input.color);
}
