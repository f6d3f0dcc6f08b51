// SPDX-License-Identifier: Apache-2.0
// Shaders that this stage of the compiler must refuse with a clear line.

Texture2D<float4> picture : register(t0);
SamplerState filtering : register(s0);
Buffer<float4> typed : register(t1);
cbuffer C : register(b0) { float4 value; };

float4 sampled(float4 position : SV_Position, float2 uv : A) : SV_Target {
  return picture.Sample(filtering, uv) + value;
}
float4 loaded(float4 position : SV_Position) : SV_Target {
  return typed[(uint)position.x] + picture.Load(int3(position.xy, 0));
}
float4 sample_index(float4 position : SV_Position, uint index : SV_SampleIndex) : SV_Target {
  return value * index;
}

#if SM >= 50
RWTexture2D<float4> output : register(u1);
StructuredBuffer<float4> structured : register(t2);

float4 uav(float4 position : SV_Position) : SV_Target {
  output[(uint2)position.xy] = value;
  return structured[(uint)position.x];
}
float4 doubles(float4 position : SV_Position) : SV_Target {
  double d = (double)position.x * (double)value.x;
  return (float)d;
}
float4 coverage(float4 position : SV_Position, uint mask : SV_Coverage) : SV_Target {
  return value * mask;
}
[numthreads(1, 1, 1)] void compute(uint3 id : SV_DispatchThreadID) { output[id.xy] = value; }
#endif

struct Clipped {
  float4 position : SV_Position;
  float clip : SV_ClipDistance;
};
Clipped clip_distance(float4 position : POSITION) {
  Clipped result = {position, position.x};
  return result;
}
