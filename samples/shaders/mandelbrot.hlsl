// SPDX-License-Identifier: Apache-2.0
// Iterations until z = z * z + c leaves the circle of radius 2, for one point a thread.

cbuffer View : register(b0) {
  float2 origin;
  float step;
  uint limit;
  uint2 size;
};

RWStructuredBuffer<uint> iterations : register(u0);

[numthreads(16, 16, 1)] void csMain(uint3 id : SV_DispatchThreadID) {
  if (any(id.xy >= size)) return;
  precise float2 c = origin + float2(id.xy) * step;
  precise float2 z = 0;
  precise float2 squares = 0;
  uint count = 0;
  [loop] while (count < limit && squares.x + squares.y <= 4) {
    z.y = 2 * z.x * z.y + c.y;
    z.x = squares.x - squares.y + c.x;
    squares = z * z;
    ++count;
  }
  iterations[id.y * size.x + id.x] = count;
}
