// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of 1,024 complex numbers, one a group, radix 4: five passes of four numbers a
// thread, which exchange them through thread-group memory (Stockham's order: no bit reversal).

static const uint kPoints = 1024;
static const uint kThreads = kPoints / 4;

StructuredBuffer<float2> input : register(t0);
StructuredBuffer<float2> roots : register(t1);  // exp(-2 pi i n / 1024)
RWStructuredBuffer<float2> output : register(u0);

groupshared float real[kPoints];
groupshared float imaginary[kPoints];

float2 times(float2 a, float2 b) { return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 timesMinusI(float2 a) { return float2(a.y, -a.x); }

[numthreads(kThreads, 1, 1)] void csMain(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
  float2 x[4];
  uint base = group.x * kPoints;
  [unroll] for (uint i = 0; i < 4; ++i) x[i] = input[base + index + i * kThreads];
  [unroll] for (uint span = 1; span < kPoints; span *= 4) {
    uint within = index % span;
    uint turn = within * (kThreads / span);
    x[1] = times(x[1], roots[turn]);
    x[2] = times(x[2], roots[2 * turn]);
    x[3] = times(x[3], roots[3 * turn]);
    float2 even = x[0] + x[2], evenDifference = x[0] - x[2];
    float2 odd = x[1] + x[3], oddDifference = timesMinusI(x[1] - x[3]);
    x[0] = even + odd;
    x[1] = evenDifference + oddDifference;
    x[2] = even - odd;
    x[3] = evenDifference - oddDifference;
    uint first = (index - within) * 4 + within;
    if (span * 4 < kPoints) {
      GroupMemoryBarrierWithGroupSync();
      [unroll] for (uint j = 0; j < 4; ++j) {
        real[first + j * span] = x[j].x;
        imaginary[first + j * span] = x[j].y;
      }
      GroupMemoryBarrierWithGroupSync();
      [unroll] for (uint k = 0; k < 4; ++k) {
        x[k] = float2(real[index + k * kThreads], imaginary[index + k * kThreads]);
      }
    } else {
      [unroll] for (uint j = 0; j < 4; ++j) output[base + first + j * span] = x[j];
    }
  }
}
