// SPDX-License-Identifier: Apache-2.0
// One pixel shader per integer, bit or conversion instruction; operands and result as in
// float_ops.hlsl.

cbuffer Operands : register(b0) {
  uint4 a[16];
  uint4 b[16];
  uint4 c[16];
};

float4 bytes(uint bits) {
  return float4(bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >> 24) / 255.0;
}

#define OP(name, expression)                          \
  float4 name(float4 position : SV_Position) : SV_Target { \
    uint2 pixel = uint2(position.xy) & 15;            \
    uint4 a_ = a[pixel.x];                            \
    uint4 b_ = b[pixel.y];                            \
    uint4 c_ = c[pixel.x ^ pixel.y];                  \
    return bytes(expression);                         \
  }
#define PICK(condition) ((condition) ? 0x11223344 : 0x55667788)

OP(iadd, a_.x + b_.x)
OP(isub, a_.x - b_.x)
OP(ineg, -(int)a_.x)
OP(imul, (int)a_.x * (int)b_.x)
OP(imad, (int)a_.x * (int)b_.x + (int)c_.x)
OP(umad, a_.x * b_.x + c_.x)
OP(imin, min((int)a_.x, (int)b_.x))
OP(imax, max((int)a_.x, (int)b_.x))
OP(umin, min(a_.x, b_.x))
OP(umax, max(a_.x, b_.x))
OP(ilt, PICK((int)a_.x < (int)b_.x))
OP(ige, PICK((int)a_.x >= (int)b_.x))
OP(ult, PICK(a_.x < b_.x))
OP(uge, PICK(a_.x >= b_.x))
OP(ieq, PICK(a_.x == b_.x))
OP(ine, PICK(a_.x != b_.x))
OP(ishl, a_.x << b_.x)
OP(ishr, (int)a_.x >> b_.x)
OP(ushr, a_.x >> b_.x)
OP(and_, a_.x & b_.x)
OP(or_, a_.x | b_.x)
OP(xor_, a_.x ^ b_.x)
OP(not_, ~a_.x)
OP(udiv, a_.x / b_.x)
OP(umod, a_.x % b_.x)
OP(udivmod, (a_.x / b_.x) ^ ((a_.x % b_.x) << 7))
OP(idiv, (int)a_.x / (int)b_.x)
OP(imod, (int)a_.x % (int)b_.x)
OP(iabs, abs((int)a_.x))
OP(ftoi, (int)asfloat(a_.x))
OP(ftou, (uint)asfloat(a_.x))
OP(itof, asuint((float)(int)a_.x))
OP(utof, asuint((float)a_.x))
OP(movc, a_.x ? b_.x : c_.x)
OP(logic, PICK((a_.x < b_.x && b_.x != c_.x) || !(a_.y == 3)))

#if SM >= 50
OP(bfrev, reversebits(a_.x))
OP(countbits_, countbits(a_.x))
OP(firstbit_hi, firstbithigh(a_.x))
OP(firstbit_lo, firstbitlow(a_.x))
OP(firstbit_shi, firstbithigh((int)a_.x))
OP(f16tof32_, asuint(f16tof32(a_.x)))
OP(f32tof16_, f32tof16(asfloat(a_.x)))
OP(ubfe, (a_.x >> 5) & 0x3ff)
OP(ibfe, ((int)a_.x << 7) >> 19)
OP(bfi, (a_.x & 0xffff00ff) | ((b_.x & 0xff) << 8))
OP(msad, msad4(a_.x, b_.xy, c_).y)
#endif

// Both results of one udiv, and an exchange that the compiler makes a swapc of where it can.
float4 exchange(float4 position : SV_Position) : SV_Target {
  uint2 pixel = uint2(position.xy) & 15;
  uint4 x = a[pixel.x];
  uint4 y = b[pixel.y];
  [unroll] for (uint i = 0; i < 3; ++i) {
    if (x[i] > y[i + 1]) {
      uint t = x[i];
      x[i] = y[i + 1];
      y[i + 1] = t;
    }
  }
  return bytes(x.x ^ (x.y << 3) ^ (y.z << 5) ^ y.w);
}
