// SPDX-License-Identifier: Apache-2.0
//
// All operations of the INT unit, and of the FP unit those that are neither sum
// nor product: comparisons, minimum and maximum, rounding to integral,
// conversions. Three stages, one operation a cycle while en_i. Source modifiers of
// mov and sel and their saturation are applied outside. For ffrc the result is
// floor(a_i): the core subtracts it from a_i in its adder and keeps it below 1.
//
//   1 product, adder, logic, choice -> x | 2 shift or normalise x, mask -> term | 3 term + addend
//
// There is one adder, one shifter and one mask, and each operation finds its way through
// them. The shifter moves to the left, by a number of places or until the highest
// bit is one. A right shift is a left shift of the mirror image.
//
// The product is made in stage 1, here or by the user's own multiplier
// (OWN_MULTIPLIER = 0: product_1q_i, registered; signed for imulh).
`default_nettype none

module e11_alu
  import e11_isa_pkg::*;
#(
  parameter bit OWN_MULTIPLIER = 1'b1
) (
  input  logic        clk_i,
  input  logic        en_i,
  input  op_e         op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  input  logic [63:0] product_1q_i,
  output logic [31:0] y_o
);

  function automatic logic [31:0] reverse(input logic [31:0] v);
    for (int i = 0; i < 32; i++) reverse[i] = v[31-i];
  endfunction

  // n ones from bit 0 up.
  function automatic logic [31:0] ones(input logic [5:0] n);
    for (int i = 0; i < 32; i++) ones[i] = e11_fp_pkg::at_least({2'b00, n}, 8'(i + 1));
  endfunction

  // Number of ones in a byte, of half of it by table.
  function automatic logic [2:0] count4(input logic [3:0] v);
    return {&v, !(&v) && ((v[0] && v[1]) || (v[2] && v[3]) || ((v[0] || v[1]) && (v[2] || v[3]))), ^v};
  endfunction

  // ---------------------------------------------------------------- 1: decode
  typedef enum logic [1:0] {LOGIC_NONE, LOGIC_AND, LOGIC_OR, LOGIC_XOR} logic_e;

  logic   takes_sum, subtract, invert_b, uses_b;
  logic   is_float, is_round, is_field;
  logic   mirror_in, by_b, search;
  logic_e bits_op;
  always_comb begin
    takes_sum  = op_i inside {OP_IADD, OP_ISUB, OP_SHL, OP_MOV, OP_FBHI, OP_FBSHI, OP_ITOF, OP_UTOF, OP_BCNT, OP_MSAD};
    uses_b     = !(op_i inside {OP_SEL, OP_SHL, OP_MOV, OP_FBHI, OP_FBSHI, OP_ITOF, OP_UTOF, OP_BCNT});
    is_float   = op_i inside {OP_FMIN, OP_FMAX, OP_FEQ, OP_FNE, OP_FLT, OP_FGE};
    subtract   = is_float || op_i inside {OP_ISUB, OP_IMIN, OP_IMAX, OP_UMIN, OP_UMAX, OP_IEQ, OP_INE, OP_ILT,
                                          OP_IGE, OP_ULT, OP_UGE, OP_USUBB, OP_MSAD};
    invert_b   = subtract || op_i == OP_ANDN;
    is_round   = op_i inside {OP_FRNDE, OP_FRNDN, OP_FRNDP, OP_FRNDZ, OP_FFRC};
    is_field   = op_i inside {OP_UBFE, OP_IBFE};
    mirror_in  = op_i inside {OP_ISHR, OP_USHR, OP_FBLO, OP_BFREV};
    by_b       = is_field || op_i inside {OP_SHL, OP_ISHR, OP_USHR, OP_BFM};
    search     = op_i inside {OP_FBHI, OP_FBLO, OP_FBSHI};
    case (op_i)
      OP_AND, OP_ANDN, OP_BFI: bits_op = LOGIC_AND;
      OP_OR:                   bits_op = LOGIC_OR;
      OP_XOR:                  bits_op = LOGIC_XOR;
      default:                 bits_op = LOGIC_NONE;
    endcase
  end

  // --------------------------------------------------------- 1: classes of floats
  logic [7:0] e;
  logic       a_zero, b_zero, a_nan, b_nan, a_fraction, fraction_nan;
  assign e          = a_i[30:23];
  assign a_zero     = e == 8'h00;
  assign b_zero     = b_i[30:23] == 8'h00;
  assign a_fraction = a_i[22:0] != '0;
  assign a_nan      = &e && a_fraction;
  assign b_nan      = &b_i[30:23] && b_i[22:0] != '0;
  assign fraction_nan = a_i[9:0] != '0;

  // ------------------------------------------------------------------ 1: adder
  // Comparisons of floats are those of their words, denormals flushed.
  logic        a_kept, b_kept, negate, invert_a, convert_neg;
  logic [31:0] term_a, term_b, sum;
  logic        above, sum_zero;  // a >= b of a subtraction
  assign a_kept = !(is_float && a_zero);
  assign b_kept = uses_b && !(is_float && b_zero);
  assign negate = op_i == OP_ITOF && a_i[31];
  assign invert_a = a_i[31] && op_i inside {OP_ITOF, OP_FBSHI, OP_FTOI};
  assign term_a = {a_i[31], a_i[30:0] & {31{a_kept}}} ^ {32{invert_a}};
  assign term_b = {b_i[31] && uses_b, b_i[30:0] & {31{b_kept}}} ^ {32{invert_b}};

  // A place between the bytes hands the carry on, or, for differences of bytes, shows it and begins
  // the next byte's.
  logic       by_bytes, unused_carry_in;
  logic [3:0] carries;
  assign by_bytes = op_i == OP_MSAD;
  assign {above, sum[31:24], carries[2], sum[23:16], carries[1], sum[15:8], carries[0], sum[7:0], unused_carry_in} =
      {1'b0, term_a[31:24], 1'b1, term_a[23:16], 1'b1, term_a[15:8], 1'b1, term_a[7:0], 1'b1} +
      {1'b0, term_b[31:24], by_bytes, term_b[23:16], by_bytes, term_b[15:8], by_bytes, term_b[7:0],
       subtract || negate};
  assign carries[3] = above;
  assign sum_zero = sum == '0;

  logic less_u, less_s, less_total, is_nan, zeros, equal, truth, is_number;
  assign less_u     = !above;
  assign less_s     = (a_i[31] ^ b_i[31]) ? a_i[31] : less_u;
  // -0 below +0: for minimum and maximum.
  assign less_total = (a_i[31] ^ b_i[31]) ? a_i[31] : a_i[31] ? above && !sum_zero : less_u;
  assign is_nan     = a_nan || b_nan;
  assign zeros      = a_zero && b_zero;
  assign equal      = sum_zero || zeros;
  assign is_number  = op_i inside {OP_UADDC, OP_USUBB};   // 1 or 0, not a mask
  always_comb begin
    case (op_i)
      OP_IEQ:           truth = sum_zero;
      OP_INE:           truth = !sum_zero;
      OP_ILT:           truth = less_s;
      OP_IGE:           truth = !less_s;
      OP_ULT, OP_USUBB: truth = less_u;
      OP_UGE, OP_UADDC: truth = above;
      OP_FEQ:           truth = !is_nan && equal;
      OP_FNE:           truth = is_nan || !equal;
      OP_FLT:           truth = !is_nan && less_total && !zeros;
      OP_FGE:           truth = !is_nan && !(less_total && !zeros);
      OP_BFM:           truth = 1'b1;
      default:          truth = 1'b0;
    endcase
  end

  // ------------------------------------------------------- 1: ways of the floats
  // Right shift of {mantissa, 8'h0}. To integer and for the integer's lowest bit: 2^31
  // stays in place. To half: the hidden bit goes to bit 10, lower for denormal halves.
  logic below_one, whole, over, to_half, half_normal, half_gone, half_over;
  logic outward, places, shift_mantissa, rounds, up_small;
  assign below_one   = !e11_fp_pkg::at_least(e, 8'd127);
  assign whole       = e11_fp_pkg::at_least(e, 8'd150);
  assign over        = op_i == OP_FTOI ? e11_fp_pkg::at_least(e, 8'd158) : e11_fp_pkg::at_least(e, 8'd159) || (op_i == OP_FTOU && a_i[31]);
  assign to_half     = op_i == OP_F32TOF16;
  assign half_normal = e11_fp_pkg::at_least(e, 8'd113);
  assign half_gone   = !e11_fp_pkg::at_least(e, 8'd103);
  assign half_over   = e11_fp_pkg::at_least(e, 8'd143);
  // Directed away from zero?
  assign outward     = op_i == OP_FRNDP ? !a_i[31] : a_i[31] && op_i inside {OP_FRNDN, OP_FFRC};
  assign places      = is_round && !below_one && !whole;   // there is a fraction to round
  assign rounds      = places && (outward || op_i == OP_FRNDE);
  assign up_small    = op_i == OP_FRNDE ? e == 8'd126 && a_fraction : outward && !a_zero;
  assign shift_mantissa = (op_i inside {OP_FTOI, OP_FTOU} && !below_one && !over) ||
                          (to_half && !half_gone && !half_over) ||
                          (places && op_i == OP_FRNDE);
  assign convert_neg = op_i == OP_FTOI && a_i[31] && shift_mantissa;

  // -------------------------------------------------------------------- 1: choice
  // sel chooses between b and c, the others between a and b.
  logic first, pick_a, pick_b, pick_c, pick_nan;
  always_comb begin
    case (op_i)
      OP_SEL:  first = !sum_zero;
      OP_IMIN: first = less_s;
      OP_IMAX: first = !less_s;
      OP_UMIN: first = less_u;
      OP_UMAX: first = !less_u;
      OP_FMIN: first = b_nan || (!a_nan && less_total);
      OP_FMAX: first = b_nan || (!a_nan && !less_total);
      default: first = 1'b1;
    endcase
    pick_a   = 1'b0;
    pick_b   = 1'b0;
    pick_c   = 1'b0;
    pick_nan = 1'b0;
    case (op_i)
      OP_SEL: begin
        pick_b = first;
        pick_c = !first;
      end
      OP_BFI: pick_c = 1'b1;
      OP_IMIN, OP_IMAX, OP_UMIN, OP_UMAX: begin
        pick_a = first;
        pick_b = !first;
      end
      OP_FMIN, OP_FMAX: begin
        pick_nan = a_nan && b_nan;
        pick_a   = first && !pick_nan;
        pick_b   = !first;
      end
      OP_FRNDE, OP_FRNDN, OP_FRNDP, OP_FRNDZ, OP_FFRC: begin
        pick_nan = a_nan;
        pick_a   = whole && !a_nan;
      end
      default: ;
    endcase
  end

  // ------------------------------------------------------------- 1: what is known
  logic [31:0] constants;
  logic        from_half, half_special;
  assign from_half    = op_i == OP_F16TOF32;
  assign half_special = &a_i[14:10];
  always_comb begin
    constants    = {32{truth && !is_number}};
    constants[0] = truth;
    if (pick_nan) constants = e11_fp_pkg::NAN;
    if (is_round && below_one) constants = {a_i[31], up_small ? 31'h3f80_0000 : 31'h0};
    if (op_i inside {OP_FTOI, OP_FTOU} && over && !a_nan && !(op_i == OP_FTOU && a_i[31])) begin
      constants = {op_i == OP_FTOU || a_i[31], {31{op_i == OP_FTOU || !a_i[31]}}};
    end
    if (convert_neg) {constants[31:24], constants[0]} = {8'hff, 1'b0};
    else if (shift_mantissa) constants[0] = 1'b1;
    if (to_half && half_over) begin
      constants[15:0] = {a_i[31], a_nan ? 15'h7e00 : &e ? 15'h7c00 : 15'h7bff};
    end
    if (from_half) begin
      constants = half_special ? (fraction_nan ? e11_fp_pkg::NAN : {a_i[15], 8'hff, 23'h0})
                : a_i[14:10] == '0 ? '0
                : {a_i[15], a_i[14] ? 4'h8 : 4'h7, a_i[13:10], 23'h0};
    end
  end

  logic [31:0] x, bits, mantissa, half;
  assign mantissa = reverse({1'b0, term_a[22:0], 8'b0});   // but for the hidden bit
  assign half     = {9'b0, a_i[9:0], 13'b0};
  always_comb begin
    case (bits_op)
      LOGIC_AND: bits = term_a & term_b;
      LOGIC_OR:  bits = term_a | term_b;
      LOGIC_XOR: bits = term_a ^ term_b;
      default:   bits = '0;
    endcase
    x = constants | bits |
        ({32{takes_sum}} & sum) |
        ({pick_a, {31{pick_a && a_kept}}} & a_i) |
        ({pick_b, {31{pick_b && (b_kept || !uses_b)}}} & b_i) |
        ({32{pick_c}} & c_i & ~(a_i & {32{op_i == OP_BFI}})) |
        ({32{mirror_in}} & reverse(a_i)) |
        ({32{is_field}} & reverse(c_i)) |
        ({32{shift_mantissa}} & mantissa) |
        ({32{from_half && !half_special}} & half);
  end

  // ------------------------------------------------------- 1: amount, mask, addend
  logic [5:0] reach, kept;     // width + offset; low bits that stay
  logic [4:0] amount;
  assign reach = {1'b0, a_i[4:0]} + {1'b0, b_i[4:0]};
  always_comb begin
    amount = '0;
    if (by_b) amount = b_i[4:0];
    if (shift_mantissa) amount = to_half && half_normal ? 5'd21 : {{2{!to_half}}, 3'b111} + ~e[4:0];
    kept = 6'd32;
    if (op_i == OP_BFM) kept = reach;
    if (is_field) kept = reach[5] ? 6'd32 : {1'b0, a_i[4:0]};
    if (places) kept = {1'b0, 5'd22 + ~e[4:0] + {4'b0, op_i != OP_FRNDE}};
    if (to_half && !half_over) kept = 6'd10;
    if (search || op_i inside {OP_ITOF, OP_UTOF, OP_BCNT, OP_MSAD, OP_IMUL, OP_IMAD, OP_IMULH, OP_UMULH} ||
        (from_half && a_i[14:10] == '0)) kept = '0;
  end

  // The sign of a field of fewer bits than are left of its offset.
  logic [4:0] sign_place;
  logic       field_sign;
  assign sign_place = reach[4:0] - 5'd1;
  assign field_sign = op_i == OP_IBFE && !reach[5] && a_i[4:0] != '0 && c_i[sign_place];

  op_e         op_1q;
  logic [31:0] x_1q, addend_1q;
  logic [5:0]  kept_1q;
  logic [4:0]  amount_1q, half_exp_1q;
  logic        normal_1q, mirror_1q, fill_1q, sign_1q, search_1q, float_1q, half_1q, rounds_1q, even_1q, places_1q,
               field_1q, plus_one_1q, counts_1q;
  logic [3:0]  differs_1q, negative_1q;  // msad: bytes of a that are not 0, .. and below b's
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      op_1q       <= op_i;
      x_1q        <= x;
      amount_1q   <= amount;
      kept_1q     <= kept;
      normal_1q   <= search || op_i inside {OP_ITOF, OP_UTOF} || (from_half && a_i[14:10] == '0);
      mirror_1q   <= is_field || op_i inside {OP_ISHR, OP_USHR} || shift_mantissa;
      fill_1q     <= convert_neg || (op_i == OP_ISHR && a_i[31]) ||
                     (op_i == OP_IBFE && reach[5] && c_i[31]);
      search_1q   <= search;
      float_1q    <= op_i inside {OP_ITOF, OP_UTOF} || (from_half && a_i[14:10] == '0);
      half_1q     <= from_half;
      sign_1q     <= (op_i == OP_ITOF && a_i[31]) || (from_half && a_i[15]) || (to_half && !half_over && a_i[31]);
      half_exp_1q <= to_half && !half_over && half_normal ? e[4:0] - 5'd16 : 5'd0;
      rounds_1q   <= rounds;
      even_1q     <= op_i == OP_FRNDE;
      places_1q   <= places;
      field_1q    <= field_sign;
      counts_1q   <= op_i == OP_BCNT;
      for (int i = 0; i < 4; i++) begin
        differs_1q[i]  <= by_bytes && a_i[8*i +: 8] != '0;
        negative_1q[i] <= by_bytes && a_i[8*i +: 8] != '0 && !carries[i];
      end
      plus_one_1q <= convert_neg;
      addend_1q   <= ({32{op_i inside {OP_IMAD, OP_MSAD}}} & c_i) | ({32{places}} & a_i);
    end
  end

  logic [63:0] product_1q;
  if (OWN_MULTIPLIER) begin : g_own
    logic signed [63:0] factor_a, factor_b;
    assign factor_a = {{32{op_i == OP_IMULH && a_i[31]}}, a_i};
    assign factor_b = {{32{op_i == OP_IMULH && b_i[31]}}, b_i};
    always_ff @(posedge clk_i) begin
      if (en_i) product_1q <= factor_a * factor_b;
    end
    logic unused;
    assign unused = &{1'b0, product_1q_i};
  end else begin : g_shared
    assign product_1q = product_1q_i;
  end

  // ------------------------------------------------------------- 2: shift, mask
  logic [31:0] moved_2;
  logic [4:0]  count_2;
  always_comb begin
    moved_2 = x_1q;
    for (int s = 4; s >= 0; s--) begin
      count_2[s] = normal_1q ? (moved_2 >> (32 - (1 << s))) == '0 : amount_1q[s];
      if (count_2[s]) moved_2 = (moved_2 << (1 << s)) | (fill_1q ? ones(6'(1 << s)) : 32'd0);
    end
  end

  // Number of ones; sum of absolute differences (msad), of which one negation is left to stage 3.
  logic [3:0][7:0] part_2;
  logic [8:0]      low_2, high_2;
  logic [9:0]      small_2;
  logic [2:0]      unused_carry_2;
  always_comb begin
    for (int i = 0; i < 4; i++) begin
      part_2[i] = (x_1q[8*i +: 8] ^ {8{negative_1q[i]}}) & {8{differs_1q[i]}};
      if (counts_1q) part_2[i][3:0] = {1'b0, count4(x_1q[8*i +: 4])} + {1'b0, count4(x_1q[8*i+4 +: 4])};
    end
  end
  assign {low_2, unused_carry_2[0]}  = {1'b0, part_2[0], 1'b1} + {1'b0, part_2[1], negative_1q[0]};
  assign {high_2, unused_carry_2[1]} = {1'b0, part_2[2], 1'b1} + {1'b0, part_2[3], negative_1q[1]};
  assign {small_2, unused_carry_2[2]} = {1'b0, low_2, 1'b1} + {1'b0, high_2, negative_1q[2]};

  // What is rounded to integral gets, below its lowest bit, ones (away from zero) or just less than
  // half and the lowest bit (nearest even); then the bits below are cut off.
  logic [31:0] mask_2, term_2;
  logic [7:0]  exponent_2;
  logic        plus_one_2;
  assign mask_2     = ones(kept_1q);
  assign exponent_2 = (half_1q ? 8'd121 : 8'd158) - {3'b0, count_2};
  always_comb begin
    term_2 = (mask_2 & (mirror_1q ? reverse(moved_2) : moved_2)) |
             (mask_2 & {32{rounds_1q}}) |
             (~mask_2 & {32{field_1q || (search_1q && !moved_2[31])}}) |
             ({32{op_1q inside {OP_IMUL, OP_IMAD}}} & product_1q[31:0]) |
             ({32{op_1q inside {OP_UMULH, OP_IMULH}}} & product_1q[63:32]);
    term_2[9:0]   = term_2[9:0] | small_2;
    term_2[4:0]   = term_2[4:0] | (count_2 & {5{search_1q}});
    term_2[15:10] = term_2[15:10] | {sign_1q && op_1q == OP_F32TOF16, half_exp_1q};
    if (float_1q) begin
      term_2 = term_2 | {sign_1q, exponent_2 & {8{moved_2[31]}}, moved_2[30:8]};
    end
    plus_one_2 = plus_one_1q || negative_1q[3] ||
                 (float_1q && moved_2[7] && (moved_2[6:0] != '0 || moved_2[8])) ||
                 (places_1q && even_1q && moved_2[31]);
  end

  logic [31:0] term_2q, addend_2q;
  logic [22:0] cut_2q;
  logic        plus_one_2q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      term_2q     <= term_2;
      addend_2q   <= addend_1q;
      plus_one_2q <= plus_one_2;
      cut_2q      <= {23{places_1q}} & (even_1q ? {mask_2[21:0], 1'b1} : mask_2[22:0]);
    end
  end

  // --------------------------------------------------------------- 3: last sum
  logic [31:0] sum_3;
  logic        unused_carry_3;
  assign {sum_3, unused_carry_3} = {term_2q, 1'b1} + {addend_2q, plus_one_2q};
  always_ff @(posedge clk_i) begin
    if (en_i) y_o <= sum_3 & ~{9'b0, cut_2q};
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, unused_carry_in, unused_carry_2, unused_carry_3, op_1q};

endmodule

`default_nettype wire
