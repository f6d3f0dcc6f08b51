// SPDX-License-Identifier: Apache-2.0
//
// Conversions and comparisons of the output unit (docs/hw/output.md).
`default_nettype none

package e11_output_pkg;

  // Ends of the colour queue: which buffered quad, where, what is left of it.
  typedef struct packed {
    logic        half;  // of the export buffer
    logic [1:0]  quad;
    e11_pkg::slot_t slot;
    logic [14:0] x;
    logic [14:0] y;
    logic        late;  // coverage comes from the depth part
    logic [3:0]  cov;
  } color_quad_t;

  function automatic logic is_nan(logic [31:0] a);
    return a[30:23] == 8'hff && a[22:0] != '0;
  endfunction

  // Bounds of depth lie in 0..1: what is not above 0 is 0.
  function automatic logic [30:0] depth_bound(logic [31:0] a);
    return a[31] || a[30:23] == 8'h00 ? 31'h0 : a[30:0];
  endfunction

  // min(high, max(low, z)) with the shader's min and max, for such bounds: what
  // is not above 0, NaN included, becomes low (spec 17.10).
  function automatic logic [30:0] clamp_depth(logic [30:0] low, logic [30:0] high, logic [31:0] z);
    logic [30:0] above;
    above = is_nan(z) ? 31'h0 : depth_bound(z);
    if (above < low) above = low;
    return above > high ? high : above;
  endfunction

  // Clamp to 0..1, times 255, plus one half, cut: exact (spec 3.2.3.6). The
  // product has 32 bits; for exponent 126 its highest 8 are the result.
  function automatic logic [7:0] unorm8(logic [31:0] a);
    logic [23:0] m;
    logic [8:0]  w;  // result and round bit
    /* verilator lint_off UNUSEDSIGNAL */  // bits that only carry
    logic [31:0] p;
    /* verilator lint_on UNUSEDSIGNAL */
    m = {1'b1, a[22:0]};
    p = {m, 8'h00} - {8'h00, m};
    w = p[31:23] >> (8'd126 - a[30:23]);
    if (a[31] || is_nan(a) || a[30:23] < 8'd118) return 8'h00;
    if (a[30:23] >= 8'd127) return 8'hff;
    return w[8:1] + {7'h00, w[0]};
  endfunction

  // The same with 2^24 - 1, of a depth that is not negative and no NaN.
  function automatic logic [23:0] unorm24(logic [30:0] a);
    logic [23:0] m;
    logic [24:0] w;
    /* verilator lint_off UNUSEDSIGNAL */  // bits that only carry
    logic [47:0] p;
    /* verilator lint_on UNUSEDSIGNAL */
    m = {1'b1, a[22:0]};
    p = {m, 24'h0} - {24'h0, m};
    w = p[47:23] >> (8'd126 - a[30:23]);
    if (a[30:23] < 8'd102) return 24'h0;
    if (a[30:23] >= 8'd127) return 24'hff_ffff;
    return w[24:1] + {23'h0, w[0]};
  endfunction

  // New depth (clamped; 24 bits unless is_float) against the stored word.
  function automatic logic depth_pass(logic [2:0] func, logic is_float, logic [30:0] z,
                                      logic [31:0] stored);
    logic [30:0] b;
    logic        lt, eq, nan, below;  // below: stored is negative
    b     = {7'h00, stored[23:0]};
    nan   = 1'b0;
    below = 1'b0;
    if (is_float) begin
      b     = stored[30:23] == 8'h00 ? 31'h0 : stored[30:0];
      nan   = is_nan(stored);
      below = stored[31] && stored[30:23] != 8'h00;
    end
    lt = z < b && !below && !nan;
    eq = z == b && !below && !nan;
    unique case (32'(func))
      e11_regs_pkg::COMPARE_NEVER:         return 1'b0;
      e11_regs_pkg::COMPARE_LESS:          return lt;
      e11_regs_pkg::COMPARE_EQUAL:         return eq;
      e11_regs_pkg::COMPARE_LESS_EQUAL:    return lt || eq;
      e11_regs_pkg::COMPARE_GREATER:       return !lt && !eq && !nan;
      e11_regs_pkg::COMPARE_NOT_EQUAL:     return !eq;
      e11_regs_pkg::COMPARE_GREATER_EQUAL: return !lt && !nan;
      default:                             return 1'b1;
    endcase
  endfunction

endpackage

`default_nettype wire
