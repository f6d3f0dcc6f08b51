// SPDX-License-Identifier: Apache-2.0
//
// The FP unit's operations that are neither sum nor product: comparisons,
// minimum and maximum, rounding to integral, conversions. Three stages, one
// operation a cycle while en_i. For ffrc the result is floor(a_i): the core
// subtracts it from a_i in its adder and keeps the result below 1.
//
//   1 classify, compare, magnitude | 2 shift or normalise, round position | 3 round, pack
`default_nettype none

module e11_fp_alu
  import e11_isa_pkg::*;
(
  input  logic        clk_i,
  input  logic        en_i,
  input  op_e        op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output      logic [31:0] y_o
);

  // What stage 3 makes its result from.
  typedef enum logic [2:0] {
    SEL_EARLY,     // known in stage 1
    SEL_ROUND,     // rounding to integral
    SEL_TO_INT,
    SEL_FROM_INT,
    SEL_TO_HALF,
    SEL_FROM_HALF
  } sel_e;

  // --------------------------------------------------------------- 1: classify
  logic        a_zero, b_zero, a_nan, b_nan, less_total, equal, less;
  logic [31:0] a_flushed, b_flushed;
  assign a_zero    = a_i[30:23] == 8'h00;
  assign b_zero    = b_i[30:23] == 8'h00;
  assign a_nan     = a_i[30:23] == 8'hff && a_i[22:0] != '0;
  assign b_nan     = b_i[30:23] == 8'hff && b_i[22:0] != '0;
  assign a_flushed = {a_i[31], a_zero ? 31'h0 : a_i[30:0]};
  assign b_flushed = {b_i[31], b_zero ? 31'h0 : b_i[30:0]};
  // -0 below +0: for minimum and maximum.
  assign less_total = (a_i[31] != b_i[31]) ? a_i[31]
                    : a_i[31] ? a_flushed[30:0] > b_flushed[30:0]
                              : a_flushed[30:0] < b_flushed[30:0];
  assign equal = !a_nan && !b_nan && (a_flushed == b_flushed || (a_zero && b_zero));
  assign less  = !a_nan && !b_nan && less_total && !(a_zero && b_zero);

  // Minimum, maximum and rounding pass an operand; comparisons give a mask;
  // half specials are built from a few bits.
  logic        pick_b, truth;
  logic [31:0] picked, early_1;
  sel_e        sel_1;
  assign pick_b = (op_i == OP_FMIN || op_i == OP_FMAX) &&
                  (a_nan || (!b_nan && ((op_i == OP_FMAX) == less_total)));
  assign picked = (pick_b ? b_nan : a_nan) ? e11_fp_pkg::NAN : pick_b ? b_flushed : a_flushed;
  always_comb begin
    case (op_i)
      OP_FEQ:  truth = equal;
      OP_FNE:  truth = !equal;
      OP_FLT:  truth = less;
      OP_FGE:  truth = !a_nan && !b_nan && !less;
      default: truth = 1'b0;
    endcase
    early_1 = {32{truth}};
    sel_1   = SEL_EARLY;
    case (op_i)
      OP_FMIN, OP_FMAX: early_1 = picked;
      OP_FRNDE, OP_FRNDN, OP_FRNDP, OP_FRNDZ, OP_FFRC: begin
        early_1 = picked;
        // From 2^23 on (and infinity, NaN) there is nothing to round.
        if (a_i[30:23] < 8'd150) sel_1 = SEL_ROUND;
      end
      OP_FTOI, OP_FTOU: sel_1 = SEL_TO_INT;
      OP_ITOF, OP_UTOF: sel_1 = SEL_FROM_INT;
      OP_F32TOF16: begin
        early_1 = {16'h0, a_i[31], a_nan ? 15'h7e00 : a_i[30:0] == 31'h7f80_0000 ? 15'h7c00
                                                                                  : 15'h7bff};
        if (a_i[30:23] <= 8'd142) sel_1 = SEL_TO_HALF;  // below 2^16
      end
      OP_F16TOF32: begin
        early_1 = a_i[14:10] != 5'd31 ? {a_i[15], 8'({3'b0, a_i[14:10]} + 8'd112), a_i[9:0], 13'h0}
                : a_i[9:0] != '0 ? e11_fp_pkg::NAN : {a_i[15], 8'hff, 23'h0};
        if (a_i[14:10] == '0) sel_1 = SEL_FROM_HALF;
      end
      default: ;
    endcase
  end

  // Right shift of {mantissa, 8'h0}. To integer: 2^31 stays in place. To half:
  // the hidden bit goes to bit 10, lower for denormal halves.
  logic signed [9:0] shift_1;
  assign shift_1 = (op_i == OP_F32TOF16)
                 ? (a_i[30:23] >= 8'd113 ? 10'sd21 : 10'sd134 - $signed({2'b00, a_i[30:23]}))
                 : 10'sd158 - $signed({2'b00, a_i[30:23]});

  logic        neg_int;
  assign neg_int = op_i == OP_ITOF && a_i[31];

  sel_e        sel_1q;
  op_e         op_1q;
  logic        sign_1q, nan_1q, over_1q, gone_1q;
  logic [4:0]  shift_1q;
  logic [31:0] early_1q, a_1q, mag_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sel_1q   <= sel_1;
      op_1q    <= op_i;
      early_1q <= early_1;
      a_1q     <= a_flushed;
      nan_1q   <= a_nan;
      sign_1q  <= (op_i == OP_F16TOF32) ? a_i[15] : (op_i == OP_UTOF) ? 1'b0 : a_i[31];
      over_1q  <= shift_1 < 10'sd0;             // 2^32 and above
      gone_1q  <= shift_1 > 10'sd31 || a_zero;
      shift_1q <= shift_1[4:0];
      mag_1q   <= (op_i == OP_F16TOF32) ? {a_i[9:0], 22'h0} : neg_int ? -a_i : a_i;
    end
  end

  // ------------------------------------------------------- 2: shift, normalise
  logic [31:0] shifted_2, norm_2;
  logic [4:0]  count_2;
  assign shifted_2 = gone_1q ? '0 : {1'b1, a_1q[22:0], 8'h0} >> shift_1q;
  e11_normalize #(.W(32)) u_normalize (.a_i(mag_1q), .y_o(norm_2), .count_o(count_2));

  // Rounding to integral: unit is the mantissa place of the integer's lowest
  // bit, below what lies under it; below one, the result is 0 or 1.
  logic        small_2, exact_2, half_2, rest_2, odd_2, up_2;
  logic [23:0] unit_2;
  logic [22:0] below_2;
  assign small_2 = a_1q[30:23] < 8'd127;
  assign unit_2  = 24'h1 << (5'd22 - 5'(a_1q[30:23] - 8'd128));  // 2^(23 - e)
  assign below_2 = 23'(unit_2 - 24'd1);
  assign odd_2   = !small_2 && ({1'b1, a_1q[22:0]} & unit_2) != '0;
  assign half_2  = small_2 ? a_1q[30:23] == 8'd126 : (a_1q[22:0] & unit_2[23:1]) != '0;
  assign rest_2  = small_2 ? a_1q[22:0] != '0 : (a_1q[21:0] & below_2[22:1]) != '0;
  assign exact_2 = small_2 ? a_1q[30:23] == '0 : !half_2 && !rest_2;
  always_comb begin
    case (op_1q)
      OP_FRNDE:          up_2 = half_2 && (rest_2 || odd_2);
      OP_FRNDN, OP_FFRC: up_2 = a_1q[31] && !exact_2;
      OP_FRNDP:          up_2 = !a_1q[31] && !exact_2;
      default:           up_2 = 1'b0;
    endcase
  end

  sel_e        sel_2q;
  logic        sign_2q, nan_2q, over_2q, small_2q, up_2q, unsigned_2q;
  logic [31:0] early_2q, a_2q, word_2q;
  logic [23:0] unit_2q;
  logic [22:0] below_2q;
  logic [7:0]  exp_2q;
  logic        lost_half_2q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      sel_2q       <= sel_1q;
      unsigned_2q  <= op_1q == OP_FTOU;
      early_2q     <= early_1q;
      a_2q         <= a_1q;
      sign_2q      <= sign_1q;
      nan_2q       <= nan_1q;
      over_2q      <= over_1q;
      small_2q     <= small_2;
      up_2q        <= up_2;
      unit_2q      <= unit_2;
      below_2q     <= below_2;
      exp_2q       <= (sel_1q == SEL_FROM_HALF ? 8'd112 : 8'd158) - {3'b0, count_2};
      word_2q      <= (sel_1q == SEL_TO_INT || sel_1q == SEL_TO_HALF) ? shifted_2 : norm_2;
      lost_half_2q <= sel_1q == SEL_FROM_INT && norm_2[7] && (norm_2[6:0] != '0 || norm_2[8]);
    end
  end

  // ------------------------------------------------------------ 3: round, pack
  // One adder: a carry out of the fraction raises the exponent, as it should.
  logic        clamp_3;
  logic [31:0] base_3, sum_3;
  logic [23:0] increment_3;
  assign clamp_3 = nan_2q || over_2q || (unsigned_2q ? sign_2q : word_2q[31]);
  always_comb begin
    base_3      = early_2q;
    increment_3 = '0;
    case (sel_2q)
      SEL_ROUND: begin
        base_3      = small_2q ? {a_2q[31], up_2q ? 31'h3f80_0000 : 31'h0}
                               : a_2q & {9'h1ff, ~below_2q};
        increment_3 = (up_2q && !small_2q) ? unit_2q : '0;
      end
      SEL_TO_INT: begin
        if (clamp_3) begin
          base_3 = (nan_2q || (unsigned_2q && sign_2q)) ? '0
                 : {unsigned_2q || sign_2q, {31{unsigned_2q || !sign_2q}}};
        end else begin
          base_3      = word_2q ^ {32{sign_2q}};
          increment_3 = {23'h0, sign_2q};
        end
      end
      SEL_FROM_INT, SEL_FROM_HALF: begin
        base_3      = {sign_2q, word_2q[31] ? {exp_2q, word_2q[30:8]} : 31'h0};
        increment_3 = {23'h0, lost_half_2q};
      end
      SEL_TO_HALF:
        base_3 = {16'h0, sign_2q, a_2q[30:23] >= 8'd113 ? 5'(a_2q[30:23] - 8'd112) : 5'h0, word_2q[9:0]};
      default: ;
    endcase
  end
  assign sum_3 = base_3 + {8'h0, increment_3};
  always_ff @(posedge clk_i) begin
    if (en_i) y_o <= sum_3;
  end

endmodule

`default_nettype wire
