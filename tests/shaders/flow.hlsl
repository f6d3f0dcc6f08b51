// SPDX-License-Identifier: Apache-2.0
// One pixel shader per control-flow form. Conditions come from the pixel position, so that lanes of
// one wave take different ways, and from the constant buffer, so that they take the same one.

cbuffer Control : register(b0) {
  int4 limit;    // x: loop count, y: stop value, z: skip value, w: switch selector
  float4 value;  // x..w: addends
};

float4 bytes(uint bits) {
  return float4(bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >> 24) / 255.0;
}

float4 if_(float4 position : SV_Position) : SV_Target {
  uint x = (uint)position.x;
  uint r = 1;
  [branch] if (x & 1) {
    r += limit.x * x;
  }
  return bytes(r);
}

float4 if_else(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r;
  [branch] if (p.x < p.y) {
    r = p.x * 3 + limit.x;
  } else {
    r = p.y * 5 + limit.y;
    [branch] if (p.x == p.y) {
      r ^= 0x1234;
    } else {
      r |= 0x8000;
    }
  }
  return bytes(r);
}

float4 if_uniform(float4 position : SV_Position) : SV_Target {
  [branch] if (limit.x > 3) {
    return value;
  } else {
    return value.wzyx * 0.5;
  }
}

float4 loop_(float4 position : SV_Position) : SV_Target {
  uint x = (uint)position.x;
  uint r = 0;
  [loop] for (uint i = 0; i < x; ++i) {
    r = r * 3 + i;
  }
  return bytes(r);
}

float4 loop_break(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (int i = 0; i < limit.x; ++i) {
    r += p.x;
    [branch] if (r > p.y * 4) {
      r ^= 0x100;
      break;
    }
    r += 1;
  }
  return bytes(r);
}

float4 loop_continue(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (int i = 0; i < limit.x; ++i) {
    [branch] if (((uint)i ^ p.x) & 1) {
      r += 5;
      [branch] if (i == limit.z) {
        r += 100;
        continue;
      }
    }
    r += p.y;
  }
  return bytes(r);
}

float4 loop_nested(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (uint i = 0; i <= p.x; ++i) {
    [loop] for (uint j = i; j <= p.y; ++j) {
      r += i * j + 1;
      [branch] if (r > 500) break;
    }
    [branch] if (r > 400) break;
  }
  return bytes(r);
}

float4 do_while(float4 position : SV_Position) : SV_Target {
  uint x = (uint)position.x;
  uint r = 7;
  [loop] do {
    r = (r * 5) & 0xff;
    x -= 2;
  } while ((int)x > 0);
  return bytes(r + x);
}

float4 loop_return(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (int i = 0; i < limit.x; ++i) {
    r += p.x;
    [branch] if (r > p.y * 4) {
      return bytes(r | 0x10000);
    }
  }
  return bytes(r);
}

float4 return_early(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  [branch] if (p.x > p.y) return value;
  [branch] if (p.x == 0) return value.wzyx;
  return bytes(p.x * p.y);
}

float4 switch_(float4 position : SV_Position) : SV_Target {
  uint x = (uint)position.x;
  uint r = 0;
  [call] switch (x) {
    case 0: r = 11; break;
    case 1: r = 22 + limit.x; break;
    case 2:
    case 5: r = 33; [branch] if (limit.y == 3) break; r += 7; break;
    case 0xfffffff0: r = 44; break;
    default: r = 55 * x; break;
  }
  return bytes(r);
}

float4 switch_uniform(float4 position : SV_Position) : SV_Target {
  float4 r = value;
  [forcecase] switch (limit.w) {
    case -1: r *= 2; break;
    case 0: r = r.yxwz; break;
    case 7: r += 0.25; break;
  }
  return r;
}

float4 switch_in_loop(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (uint i = 0; i < p.x; ++i) {
    [forcecase] switch ((i + p.y) & 3) {
      case 0: r += 1; break;
      case 1: r += 10; [branch] if (r & 64) break; r ^= 9; break;
      case 2: r += 100; break;
      default: r ^= 5; break;
    }
    r = r * 2 + 1;
  }
  return bytes(r);
}

float4 loop_in_switch(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 1;
  [forcecase] switch (p.x & 3) {
    case 0: {
      [loop] for (uint i = 0; i < p.y; ++i) r = r * 3 + 1;
      break;
    }
    case 1: {
      [loop] while (r < p.y * 8) {
        r += r;
        [branch] if (r == 16) break;
      }
      break;
    }
    case 2: return value;
  }
  return bytes(r);
}

float4 discard_(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  if ((p.x ^ p.y) & 1) discard;
  return value;
}

float4 clip_(float4 position : SV_Position) : SV_Target {
  clip(position.x - value.x);
  return value.yzwx;
}

float4 discard_in_loop(float4 position : SV_Position) : SV_Target {
  uint2 p = (uint2)position.xy;
  uint r = 0;
  [loop] for (uint i = 0; i < p.x; ++i) {
    r += i;
    [branch] if (r == p.y) discard;
  }
  return bytes(r);
}

// Derivatives after a discard must not change: discarded lanes go on as helpers.
float4 discard_then_ddx(float4 position : SV_Position, float4 t : TEXCOORD) : SV_Target {
  uint2 p = (uint2)position.xy;
  if ((p.x ^ p.y) & 1) discard;
  float4 u = t * t + value;
  return ddx(u) + ddy(u) * 0.5;
}
