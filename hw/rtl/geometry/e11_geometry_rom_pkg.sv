// SPDX-License-Identifier: Apache-2.0
//
// Programs of geometry's float engine: microcode(pc) is the ROM's contents.
// docs/hw/geometry.md states the arithmetic; the PC_* of e11_geometry_pkg name
// the programs.
`default_nettype none

package e11_geometry_rom_pkg;
  import e11_geometry_pkg::*;

  function automatic operand_t fixed(logic [6:0] index);
    return '{fixed: 1'b1, index: index};
  endfunction

  function automatic operand_t entry(logic [2:0] base, logic [2:0] offset);
    return '{fixed: 1'b0, index: {1'b0, base, offset}};
  endfunction

  function automatic uop_t op(unit_e unit, operand_t dst, operand_t a, operand_t b, logic neg_b = 1'b0);
    uop_t u;
    u = '0;
    u.unit  = unit;
    u.a     = a;
    u.b     = b;
    u.neg_b = neg_b;
    u.dst   = dst;
    return u;
  endfunction

  function automatic uop_t target(target_e t, uop_t from);
    uop_t u;
    u = from;
    u.target = t;
    return u;
  endfunction

  function automatic uop_t when(predicate_e p, uop_t from);
    uop_t u;
    u = from;
    u.pred = p;
    return u;
  endfunction

  function automatic uop_t last(uop_t from);
    uop_t u;
    u = from;
    u.last = 1'b1;
    return u;
  endfunction

  // Component c of the attribute of vertex v, less the one held.
  function automatic uop_t attr_sub(operand_t dst, logic [1:0] v, logic [1:0] c);
    operand_t a;
    a = '{fixed: 1'b0, index: {c[1], B_ATTR, c[0], v}};
    return op(U_ADD, dst, a, entry(B_ATTR, 0), 1'b1);
  endfunction

  // Intermediate result i of vertex v.
  function automatic operand_t t(logic [1:0] v, logic [1:0] i);
    return fixed(T_0 + {3'b0, v, i});
  endfunction

  // -------------------------------------------- transform: step s of vertex v
  function automatic uop_t vertex_step(logic [3:0] s, logic [1:0] v);
    logic [2:0] b;
    b = {1'b0, v};
    case (s)
      4'd0:    return op(U_RCP, entry(b, O_IW), entry(b, O_W), fixed(K_ZERO));
      4'd1:    return op(U_MUL, t(v, 0), entry(b, O_X), entry(b, O_IW));
      4'd2:    return op(U_MUL, t(v, 1), entry(b, O_Y), entry(b, O_IW));
      4'd3:    return op(U_MUL, t(v, 2), entry(b, O_Z), entry(b, O_IW));
      4'd4:    return op(U_ADD, t(v, 0), t(v, 0), fixed(K_ONE));
      4'd5:    return op(U_ADD, t(v, 1), fixed(K_ONE), t(v, 1), 1'b1);
      4'd6:    return op(U_MUL, t(v, 2), t(v, 2), fixed(K_DZ));
      4'd7:    return op(U_MUL, t(v, 0), t(v, 0), fixed(K_HALF_W));
      4'd8:    return op(U_MUL, t(v, 1), t(v, 1), fixed(K_HALF_H));
      4'd9:    return op(U_ADD, entry(b, O_DEPTH), fixed(K_MIN_Z), t(v, 2));
      4'd10:   return target(D_SNAP, op(U_ADD, entry(b, O_XS), t(v, 0), fixed(K_VP_X)));
      default: return target(D_SNAP, op(U_ADD, entry(b, O_YS), t(v, 1), fixed(K_VP_Y)));
    endcase
  endfunction

  // ------------------------------------------------- coefficient words 0 .. 3
  function automatic uop_t words(logic [3:0] s);
    operand_t none;
    none = fixed(K_ZERO);
    case (s)
      4'd0:    return target(D_C0, op(U_MUL, none, fixed(T_A), entry(B_V0, O_IW)));
      4'd1:    return target(D_C1, op(U_ADD, none, entry(B_V1, O_IW), entry(B_V0, O_IW), 1'b1));
      4'd2:    return target(D_C2, op(U_ADD, none, entry(B_V2, O_IW), entry(B_V0, O_IW), 1'b1));
      4'd3:    return target(D_C0, op(U_PASS, none, fixed(T_RA), none));
      4'd4:    return target(D_C1, op(U_PASS, none, entry(B_V1, O_IW), none));
      4'd5:    return target(D_C2, op(U_PASS, none, entry(B_V2, O_IW), none));
      4'd6:    return target(D_C0, op(U_PASS, none, entry(B_EXT, EXT_ID), none));
      4'd7:    return target(D_C1, op(U_PASS, none, entry(B_EXT, EXT_FRONT), none));
      4'd8:    return target(D_C2, op(U_PASS, none, entry(B_EXT, EXT_ZERO), none));
      4'd9:    return target(D_C0, op(U_ADD, none, entry(B_V0, O_DEPTH), fixed(T_BIAS)));
      4'd10:   return when(P_NO_BIAS, target(D_C0, op(U_PASS, none, entry(B_V0, O_DEPTH), none)));
      4'd11:   return target(D_C1, op(U_MUL, none, fixed(T_D1), fixed(T_RA)));
      default: return last(target(D_C2_LAST, op(U_MUL, none, fixed(T_D2), fixed(T_RA))));
    endcase
  endfunction

  // -------------------------------------------------------------- depth bias
  function automatic uop_t bias(logic [4:0] s);
    operand_t none;
    none = fixed(K_ZERO);
    case (s)
      5'd0:    return when(P_SLOPE, op(U_MUL, t(0, 0), fixed(T_D1), fixed(T_RA)));
      5'd1:    return when(P_SLOPE, op(U_MUL, t(0, 1), fixed(T_D2), fixed(T_RA)));
      5'd2:    return when(P_SLOPE, op(U_INT, t(1, 0), none, fixed({4'b0, INT_DY2})));
      5'd3:    return when(P_SLOPE, op(U_INT, t(1, 1), none, fixed({4'b0, INT_DY1})));
      5'd4:    return when(P_SLOPE, op(U_INT, t(1, 2), none, fixed({4'b0, INT_DX1})));
      5'd5:    return when(P_SLOPE, op(U_INT, t(1, 3), none, fixed({4'b0, INT_DX2})));
      5'd6:    return when(P_SLOPE, op(U_MUL, t(1, 0), t(0, 0), t(1, 0)));
      5'd7:    return when(P_SLOPE, op(U_MUL, t(1, 1), t(0, 1), t(1, 1)));
      5'd8:    return when(P_SLOPE, op(U_MUL, t(1, 2), t(0, 1), t(1, 2)));
      5'd9:    return when(P_SLOPE, op(U_MUL, t(1, 3), t(0, 0), t(1, 3)));
      5'd10:   return when(P_SLOPE, op(U_ADD, t(1, 0), t(1, 0), t(1, 1), 1'b1));
      5'd11:   return when(P_SLOPE, op(U_ADD, t(1, 2), t(1, 2), t(1, 3), 1'b1));
      5'd12:   return when(P_SLOPE, op(U_MUL, t(1, 0), t(1, 0), fixed(K_256)));
      5'd13:   return when(P_SLOPE, op(U_MUL, t(1, 2), t(1, 2), fixed(K_256)));
      5'd14:   return when(P_SLOPE, op(U_MAX_ABS, t(1, 0), t(1, 0), t(1, 2)));
      5'd15:   return when(P_SLOPE, op(U_MUL, t(0, 2), fixed(K_SLOPE), t(1, 0)));
      5'd16:   return when(P_NO_SLOPE, op(U_PASS, t(0, 2), entry(B_EXT, EXT_ZERO), none));
      5'd17:   return when(P_FLOAT, op(U_MUL, t(0, 3), entry(B_EXT, EXT_UNIT), fixed(K_BIAS)));
      5'd18:   return when(P_NO_FLOAT, op(U_PASS, t(0, 3), fixed(K_BIAS), none));
      5'd19:   return op(U_ADD, fixed(T_BIAS), t(0, 3), t(0, 2));
      5'd20:   return when(P_CLAMP_POS, op(U_MIN, fixed(T_BIAS), fixed(K_CLAMP), fixed(T_BIAS)));
      default: return last(when(P_CLAMP_NEG, op(U_MAX, fixed(T_BIAS), fixed(K_CLAMP), fixed(T_BIAS))));
    endcase
  endfunction

  // ---------------------------------------------------------------- clipping
  // The primitive's vertices (V3, P1, P2) to V0, V1, V2: step s of vertex v.
  function automatic uop_t copy(logic [1:0] v, logic [2:0] s);
    logic [2:0] from;
    operand_t   none;
    none = fixed(K_ZERO);
    from = v == 2'd0 ? B_V3 : v == 2'd1 ? B_P1 : B_P2;
    case (s)
      3'd4:    return op(U_PASS, entry({1'b0, v}, O_B1), fixed(v == 2'd1 ? K_ONE : K_ZERO), none);
      3'd5:    return op(U_PASS, entry({1'b0, v}, O_B2), fixed(v == 2'd2 ? K_ONE : K_ZERO), none);
      default: return op(U_PASS, entry({1'b0, v}, s), entry(from, s), none);
    endcase
  endfunction

  function automatic uop_t distance(logic [2:0] plane);
    operand_t dst, w;
    uop_t     u;
    dst = entry(B_V0, O_DIST);
    w   = entry(B_V0, O_W);
    case (plane)
      3'd0:    u = op(U_MUL, dst, w, fixed(K_ONE));
      3'd1:    u = op(U_MUL, dst, entry(B_V0, O_Z), fixed(K_ONE));
      3'd2:    u = op(U_ADD, dst, w, entry(B_V0, O_Z), 1'b1);
      3'd3:    u = op(U_ADD_KX, dst, w, entry(B_V0, O_X));
      3'd4:    u = op(U_ADD_KX, dst, w, entry(B_V0, O_X), 1'b1);
      3'd5:    u = op(U_ADD_KY, dst, w, entry(B_V0, O_Y));
      default: u = op(U_ADD_KY, dst, w, entry(B_V0, O_Y), 1'b1);
    endcase
    return last(target(D_DIST, u));
  endfunction

  // Word of an entry that component i of a crossing is.
  function automatic logic [2:0] component(logic [2:0] i);
    return i < 3'd4 ? i : i + 3'd2;
  endfunction

  function automatic uop_t crossing(logic [4:0] s);
    logic [2:0] c, w;
    operand_t   none, time_, d;
    uop_t       u;
    none  = fixed(K_ZERO);
    time_ = fixed(T_0 + 7'd2);
    if (s < 5'd9) c = 3'(s - 5'd1);
    else if (s < 5'd15) c = 3'(s - 5'd9);
    else c = 3'(s - 5'd15);
    w = component(c);
    d = fixed(T_0 + 7'd8 + {4'b0, c});
    if (s == 5'd0) u = op(U_ADD, fixed(T_0), entry(B_V0, O_DIST), entry(B_V1, O_DIST), 1'b1);
    else if (s == 5'd7) u = op(U_RCP, fixed(T_0 + 7'd1), fixed(T_0), none);
    else if (s < 5'd7) u = op(U_ADD, d, entry(B_V1, w), entry(B_V0, w), 1'b1);
    else if (s == 5'd8) u = op(U_MUL, time_, entry(B_V0, O_DIST), fixed(T_0 + 7'd1));
    else if (s < 5'd15) u = op(U_MUL, d, time_, d);
    else u = target(w == O_W ? D_WCLAMP : D_NONE, op(U_ADD, entry(B_V2, w), entry(B_V0, w), d));
    if (s == 5'd20) u = last(u);
    return u;
  endfunction

  // A new vertex V2 exactly onto a plane. Step 0 is PC_NEAR.
  function automatic uop_t place(logic [2:0] plane);
    operand_t none, w;
    uop_t     u;
    none = fixed(K_ZERO);
    w    = entry(B_V2, O_W);
    case (plane)
      3'd0:    u = target(D_DIST, op(U_ADD, fixed(T_0), entry(B_V0, O_DIST), entry(B_V1, O_DIST)));
      3'd1:    u = op(U_PASS, entry(B_V2, O_Z), none, none);
      3'd2:    u = op(U_PASS, entry(B_V2, O_Z), w, none);
      3'd3:    u = op(U_MUL, entry(B_V2, O_X), w, fixed(K_KX), 1'b1);
      3'd4:    u = op(U_MUL, entry(B_V2, O_X), w, fixed(K_KX));
      3'd5:    u = op(U_MUL, entry(B_V2, O_Y), w, fixed(K_KY), 1'b1);
      default: u = op(U_MUL, entry(B_V2, O_Y), w, fixed(K_KY));
    endcase
    return last(u);
  endfunction

  function automatic uop_t place_w(logic [1:0] s);
    case (s)
      2'd0:    return op(U_MAX_ABS, entry(B_V2, O_SCALE_X), entry(B_V0, O_X), entry(B_V2, O_X));
      2'd1:    return op(U_MAX_ABS, entry(B_V2, O_SCALE_Y), entry(B_V0, O_Y), entry(B_V2, O_Y));
      default: return last(target(D_WCLAMP, op(U_PASS, entry(B_V2, O_W), fixed(K_ZERO), fixed(K_ZERO))));
    endcase
  endfunction

  // How far V0 (made at w = 0) is from the eye beyond rounding, in t(0, 0): step s.
  function automatic uop_t beyond_noise(logic [2:0] b, logic [1:0] out, logic [2:0] s);
    operand_t none;
    none = fixed(K_ZERO);
    case (s)
      3'd0:    return op(U_RCP, t(1, 0), entry(b, O_SCALE_X), none);
      3'd1:    return op(U_RCP, t(1, 1), entry(b, O_SCALE_Y), none);
      3'd2:    return op(U_MUL, t(1, 2), entry(b, O_X), t(1, 0));
      3'd3:    return op(U_MUL, t(1, 3), entry(b, O_Y), t(1, 1));
      3'd4:    return op(U_MAX_ABS, t(1, 2), t(1, 2), t(1, 3));
      3'd5:    return op(U_ADD, t(1, 2), t(1, 2), fixed(K_NOISE), 1'b1);
      default: return op(U_MAX, t(0, out), t(1, 2), none);
    endcase
  endfunction

  // Both of V0 and V1, and whether the eye is between them.
  function automatic uop_t eye(logic [5:0] s);
    operand_t none;
    none = fixed(K_ZERO);
    if (s < 6'd7) return beyond_noise(B_V0, 2'd0, s[2:0]);
    if (s < 6'd14) return beyond_noise(B_V1, 2'd1, 3'(s - 6'd7));
    case (s)
      6'd14:   return op(U_MAX_ABS, t(2, 0), entry(B_V0, O_SCALE_X), entry(B_V1, O_SCALE_X));
      6'd15:   return op(U_MAX_ABS, t(2, 1), entry(B_V0, O_SCALE_Y), entry(B_V1, O_SCALE_Y));
      6'd16:   return op(U_RCP, t(2, 0), t(2, 0), none);
      6'd17:   return op(U_RCP, t(2, 1), t(2, 1), none);
      6'd18:   return op(U_MUL, t(1, 0), entry(B_V0, O_X), t(2, 0));
      6'd19:   return op(U_MUL, t(1, 1), entry(B_V0, O_Y), t(2, 1));
      6'd20:   return op(U_MUL, t(1, 2), entry(B_V1, O_X), t(2, 0));
      6'd21:   return op(U_MUL, t(1, 3), entry(B_V1, O_Y), t(2, 1));
      6'd22:   return op(U_MUL, t(2, 0), t(1, 0), t(1, 3));
      6'd23:   return op(U_MUL, t(2, 1), t(1, 2), t(1, 1));
      6'd24:   return op(U_MUL, t(2, 2), t(1, 0), t(1, 2));
      6'd25:   return op(U_MUL, t(2, 3), t(1, 1), t(1, 3));
      6'd26:   return op(U_ADD, t(2, 0), t(2, 0), t(2, 1), 1'b1);   // cross product
      6'd27:   return op(U_ADD, t(2, 2), t(2, 2), t(2, 3));         // negative: opposite
      6'd28:   return op(U_MAX_ABS, t(2, 0), t(2, 0), none);
      6'd29:   return op(U_ADD, t(2, 0), t(2, 0), fixed(K_NOISE), 1'b1);
      6'd30:   return op(U_MIN, t(0, 0), t(0, 0), t(0, 1));
      6'd31:   return op(U_MAX, t(2, 0), t(2, 0), t(2, 2));
      6'd32:   return op(U_MIN, t(0, 0), t(0, 0), t(2, 0));
      default: return last(target(D_DIST, op(U_MAX, t(0, 0), t(0, 0), none)));
    endcase
  endfunction

  function automatic uop_t eye_line(logic [2:0] s);
    if (s < 3'd6) return beyond_noise(B_V0, 2'd0, s);
    return last(target(D_DIST, beyond_noise(B_V0, 2'd0, s)));
  endfunction

  // Corner c of a line's rectangle: start up, end up, start down, end down.
  function automatic operand_t rectangle(logic [1:0] c, logic y);
    return fixed(T_CORNERS + {4'b0, c, y});
  endfunction

  function automatic uop_t corners(logic [4:0] s);
    operand_t none, x, y, dx, dy, ox, oy;
    none = fixed(K_ZERO);
    x  = t(0, 0);
    y  = t(0, 1);
    dx = t(0, 2);
    dy = t(0, 3);
    ox = t(1, 0);
    oy = t(1, 1);
    case (s)
      5'd0:    return op(U_INT, dx, none, fixed({4'b0, INT_DX1}));
      5'd1:    return op(U_INT, dy, none, fixed({4'b0, INT_DY1}));
      5'd2:    return op(U_INT, x, none, fixed({4'b0, INT_X0}));
      5'd3:    return op(U_INT, y, none, fixed({4'b0, INT_Y0}));
      5'd4:    return op(U_MUL, dx, dx, fixed(K_PIXEL));
      5'd5:    return op(U_MUL, dy, dy, fixed(K_PIXEL));
      5'd6:    return op(U_MUL, x, x, fixed(K_PIXEL));
      5'd7:    return op(U_MUL, y, y, fixed(K_PIXEL));
      5'd8:    return op(U_MUL, ox, dx, dx);
      5'd9:    return op(U_MUL, oy, dy, dy);
      5'd10:   return op(U_ADD, ox, ox, oy);
      5'd11:   return op(U_RSQ, ox, ox, none);
      5'd12:   return op(U_ADD, t(1, 2), x, dx);
      5'd13:   return op(U_ADD, t(1, 3), y, dy);
      5'd14:   return op(U_MUL, oy, ox, fixed(K_HALF_LINE));
      5'd15:   return op(U_MUL, ox, oy, dy);
      5'd16:   return op(U_MUL, oy, oy, dx);
      5'd17:   return target(D_SNAP, op(U_ADD, rectangle(2'd0, 1'b0), x, ox));
      5'd18:   return target(D_SNAP, op(U_ADD, rectangle(2'd1, 1'b0), t(1, 2), ox));
      5'd19:   return target(D_SNAP, op(U_ADD, rectangle(2'd2, 1'b0), x, ox, 1'b1));
      5'd20:   return target(D_SNAP, op(U_ADD, rectangle(2'd3, 1'b0), t(1, 2), ox, 1'b1));
      5'd21:   return target(D_SNAP, op(U_ADD, rectangle(2'd0, 1'b1), y, oy, 1'b1));
      5'd22:   return target(D_SNAP, op(U_ADD, rectangle(2'd1, 1'b1), t(1, 3), oy, 1'b1));
      5'd23:   return target(D_SNAP, op(U_ADD, rectangle(2'd2, 1'b1), y, oy));
      default: return last(target(D_SNAP, op(U_ADD, rectangle(2'd3, 1'b1), t(1, 3), oy)));
    endcase
  endfunction

  // Points 0 .. 2: start up, end up, start down; or end up, end down, start down.
  function automatic uop_t half(logic lower, logic [1:0] i);
    logic [1:0] c;
    uop_t       u;
    c = i == 2'd0 ? {1'b0, lower} : i == 2'd2 ? 2'd2 : {lower, 1'b1};
    u = op(U_POINT, fixed({5'b0, i}), rectangle(c, 1'b0), rectangle(c, 1'b1));
    return i == 2'd2 ? last(u) : u;
  endfunction

  // Screen weights: step s of vertex v.
  function automatic uop_t screen(logic [1:0] s, logic [1:0] v);
    logic [2:0] b;
    b = {1'b0, v};
    case (s)
      2'd0:    return op(U_MUL, t(v, 0), entry(b, O_B1), entry(B_P1, O_W));
      2'd1:    return op(U_MUL, t(v, 1), entry(b, O_B2), entry(B_P2, O_W));
      2'd2:    return op(U_MUL, entry(b, O_S1), t(v, 0), entry(b, O_IW));
      default: return op(U_MUL, entry(b, O_S2), t(v, 1), entry(b, O_IW));
    endcase
  endfunction

  // One component of a clipped primitive's attribute (weights: B1, B2, or S1,
  // S2 if the caller says so).
  function automatic uop_t clipped(logic [3:0] s);
    operand_t none, a0, d1, d2;
    none = fixed(K_ZERO);
    a0 = t(0, 0);
    d1 = t(0, 1);
    d2 = t(0, 2);
    case (s)
      4'd0:    return op(U_PASS, a0, entry(B_ATTR, 0), none);
      4'd1:    return attr_sub(d1, 1, 0);
      4'd2:    return attr_sub(d2, 2, 0);
      4'd3:    return op(U_MUL, t(1, 0), entry(B_V0, O_B1), d1);
      4'd4:    return op(U_MUL, t(1, 1), entry(B_V0, O_B2), d2);
      4'd5:    return op(U_MUL, t(1, 2), fixed(T_W11), d1);
      4'd6:    return op(U_MUL, t(1, 3), fixed(T_W12), d2);
      4'd7:    return op(U_MUL, t(2, 0), fixed(T_W21), d1);
      4'd8:    return op(U_MUL, t(2, 1), fixed(T_W22), d2);
      4'd9:    return op(U_ADD, t(1, 0), a0, t(1, 0));
      4'd10:   return target(D_C0, op(U_ADD, none, t(1, 0), t(1, 1)));
      4'd11:   return target(D_C1, op(U_ADD, none, t(1, 2), t(1, 3)));
      default: return last(target(D_C2, op(U_ADD, none, t(2, 0), t(2, 1))));
    endcase
  endfunction

  function automatic uop_t weights(logic [1:0] s);
    logic [2:0] of, word;
    of   = s[1] ? B_V2 : B_V1;
    word = s[0] ? O_B2 : O_B1;
    return op(U_ADD, fixed(T_W11 + {5'b0, s}), entry(of, word), entry(B_V0, word), 1'b1);
  endfunction

  // ------------------------------------------------------------------ the ROM
  function automatic uop_t microcode(pc_t pc);
    operand_t none;
    pc_t      i;
    uop_t     u;
    none = fixed(K_ZERO);
    u    = last('0);
    if (pc < PC_POINTS) begin
      u = vertex_step(pc[5:2], pc[1:0]);
      if (pc == PC_POINTS - 1'b1) u = last(u);
    end else if (pc < PC_AREA) begin
      i = pc - PC_POINTS;
      if (i < 9'd3) u = op(U_POINT, fixed({5'b0, i[1:0]}), entry(i[2:0], O_XS), entry(i[2:0], O_YS));
      else begin
        i = i - 9'd3;
        u = op(U_DEPTH, fixed({5'b0, i[1:0]}), entry(i[2:0], O_DEPTH), none);
        if (i == 9'd2) u = last(u);
      end
    end else if (pc < PC_ATTR) begin
      case (pc - PC_AREA)
        9'd0:    u = op(U_INT, fixed(T_A), none, fixed({4'b0, INT_AREA}));
        9'd1:    u = op(U_ADD, fixed(T_D1), entry(B_V1, O_DEPTH), entry(B_V0, O_DEPTH), 1'b1);
        9'd2:    u = op(U_ADD, fixed(T_D2), entry(B_V2, O_DEPTH), entry(B_V0, O_DEPTH), 1'b1);
        default: u = last(op(U_RCP, fixed(T_RA), fixed(T_A), none));
      endcase
    end else if (pc < PC_CONSTANT) begin
      i = pc - PC_ATTR;
      if (i == 9'd0) u = op(U_PASS, fixed(T_0 + 7'd31), entry(B_ATTR, 0), none);
      else begin
        i = i - 9'd1;
        u = target(i[0] ? D_C2 : D_C1, attr_sub(none, i[0] ? 2'd2 : 2'd1, i[2:1]));
        if (i == 9'd7) u = last(u);
      end
    end else if (pc < PC_WORDS) begin
      i = pc < PC_MISSING ? pc - PC_CONSTANT : pc - PC_MISSING;
      case (i)
        9'd0:    u = target(D_C0, op(U_PASS, none, pc < PC_MISSING ? entry(B_ATTR, 0) : entry(B_EXT, EXT_ZERO), none));
        9'd1:    u = target(D_C1, op(U_PASS, none, entry(B_EXT, EXT_ZERO), none));
        default: u = last(target(D_C2, op(U_PASS, none, entry(B_EXT, EXT_ZERO), none)));
      endcase
    end else if (pc < PC_BIAS) begin
      i = pc - PC_WORDS;
      u = words(i[3:0]);
    end else if (pc < PC_COPY) begin
      i = pc - PC_BIAS;
      u = bias(i[4:0]);
    end else if (pc < PC_DIST) begin
      i = pc - PC_COPY;
      if (i < 9'd6) u = copy(2'd0, i[2:0]);
      else if (i < 9'd12) u = copy(2'd1, 3'(i - 9'd6));
      else u = copy(2'd2, 3'(i - 9'd12));
      if (i == 9'd17) u = last(u);
    end else if (pc < PC_CROSS) begin
      u = distance(3'(pc - PC_DIST));
    end else if (pc < PC_SCREEN) begin
      u = crossing(5'(pc - PC_CROSS));
    end else if (pc < PC_WEIGHTS) begin
      i = pc - PC_SCREEN;
      u = screen(i[3:2], i[1:0]);
      if (i == 9'd15) u = last(u);
    end else if (pc < PC_CLIPPED) begin
      u = weights(2'(pc - PC_WEIGHTS));
      if (pc == PC_CLIPPED - 1'b1) u = last(u);
    end else if (pc < PC_PLACE) begin
      u = clipped(4'(pc - PC_CLIPPED));
    end else if (pc < PC_PLACE_W) begin
      u = place(3'(pc - PC_PLACE));
    end else if (pc < PC_EYE) begin
      u = place_w(2'(pc - PC_PLACE_W));
    end else if (pc < PC_EYE_LINE) begin
      u = eye(6'(pc - PC_EYE));
    end else if (pc < PC_CORNERS) begin
      u = eye_line(3'(pc - PC_EYE_LINE));
    end else if (pc < PC_UPPER) begin
      u = corners(5'(pc - PC_CORNERS));
    end else if (pc < PC_LOWER) begin
      u = half(1'b0, 2'(pc - PC_UPPER));
    end else if (pc < PC_END) begin
      u = half(1'b1, 2'(pc - PC_LOWER));
    end
    return u;
  endfunction

endpackage

`default_nettype wire
