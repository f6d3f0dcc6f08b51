// SPDX-License-Identifier: Apache-2.0
// One pixel shader per float instruction. Pixel (x, y) computes the instruction on operand x of
// table a, operand y of table b and operand x ^ y of table c, and returns the 32 bits of the result
// as four bytes, so that an 8-bit target shows every bit.

cbuffer Operands : register(b0) {
  float4 a[16];
  float4 b[16];
  float4 c[16];
};

float4 bytes(uint bits) {
  return float4(bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >> 24) / 255.0;
}

#define OP(name, expression)                          \
  float4 name(float4 position : SV_Position) : SV_Target { \
    uint2 pixel = uint2(position.xy) & 15;            \
    float4 a_ = a[pixel.x];                           \
    float4 b_ = b[pixel.y];                           \
    float4 c_ = c[pixel.x ^ pixel.y];                 \
    return bytes(expression);                         \
  }

OP(add, asuint(a_.x + b_.x))
OP(sub, asuint(a_.x - b_.x))
OP(mul, asuint(a_.x * b_.x))
OP(mad, asuint(a_.x * b_.x + c_.x))
OP(mad_neg, asuint(-a_.x * b_.x - c_.x))
OP(div, asuint(a_.x / b_.x))
OP(dp2, asuint(dot(a_.xy, b_.xy)))
OP(dp3, asuint(dot(a_.xyz, b_.xyz)))
OP(dp4, asuint(dot(a_, b_)))
OP(fmin, asuint(min(a_.x, b_.x)))
OP(fmax, asuint(max(a_.x, b_.x)))
OP(rsq, asuint(rsqrt(a_.x)))
OP(fsqrt, asuint(sqrt(a_.x)))
OP(fexp, asuint(exp2(a_.x)))
OP(flog, asuint(log2(a_.x)))
OP(fsin, asuint(sin(a_.x)))
OP(fcos, asuint(cos(a_.x)))
OP(frac_, asuint(frac(a_.x)))
OP(round_ne, asuint(round(a_.x)))
OP(round_ni, asuint(floor(a_.x)))
OP(round_pi, asuint(ceil(a_.x)))
OP(round_z, asuint(trunc(a_.x)))
OP(flt, a_.x < b_.x ? 0x11223344 : 0x55667788)
OP(fge, a_.x >= b_.x ? 0x11223344 : 0x55667788)
OP(feq, a_.x == b_.x ? 0x11223344 : 0x55667788)
OP(fne, a_.x != b_.x ? 0x11223344 : 0x55667788)
OP(sat, asuint(saturate(a_.x)))
OP(add_sat, asuint(saturate(a_.x + b_.x)))
OP(absolute, asuint(abs(a_.x) + b_.x))
OP(neg_absolute, asuint(b_.x - abs(a_.x)))
OP(movc, asuint(a_.x != 0 ? b_.x : c_.x))
OP(swizzle, asuint(a_.w) ^ asuint(b_.z + a_.y) ^ asuint(c_.x * a_.z))

#if SM >= 50
OP(rcp_, asuint(rcp(a_.x)))
OP(mad_precise, asuint(mad(a_.x, b_.x, c_.x)))
#endif

// Both results of one sincos.
float4 sincos_(float4 position : SV_Position) : SV_Target {
  uint2 pixel = uint2(position.xy) & 15;
  float s, c_;
  sincos(a[pixel.x].x, s, c_);
  return bytes(asuint(pixel.y & 1 ? s : c_));
}

// Four components at once, with write masks and mixed sources.
float4 vectors(float4 position : SV_Position) : SV_Target {
  uint2 pixel = uint2(position.xy) & 15;
  float4 r = a[pixel.x].wzyx * b[pixel.y].yxwz + c[3].zzxx;
  r.xz = min(r.zx, b[2].ww);
  r.yw = -abs(r.wy) + float2(0.25, 3.0);
  return saturate(r * 0.5 + float4(0.0, 0.125, 0.25, 0.5));
}
