// SPDX-License-Identifier: Apache-2.0
//
// Table functions: reciprocal, square roots, exponential, logarithm, sine,
// cosine, quotient. A parabola per segment in fixed point (tools/gen/tables.py);
// hw/model/fp/table.cpp is the same arithmetic. Eight stages, one operation a
// cycle while en_i.
//
//   1 split, special cases, x / 2 pi | 2 to fixed point: segment and position
//   3 read the ROM, square          | 4 multiply by c1 and c2
//   5 sum                           | 6 quotient: times the dividend
//   7 normalise                     | 8 round, pack
//
// OPS has a bit for each table_op_e; operations left out cost nothing and give
// undefined results.
`default_nettype none

module e11_fp_table
  import e11_fp_pkg::*;
#(
  parameter logic [7:0] OPS = 8'hff
) (
  input  logic        clk_i,
  input  logic        en_i,
  input  table_op_e   op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,     // quotient: divisor
  output      logic [31:0] y_o
);

  localparam bit HasTrig = OPS[TAB_SIN] || OPS[TAB_COS];
  localparam bit HasExp  = OPS[TAB_EXP2];
  localparam bit HasDiv  = OPS[TAB_DIV];

  // Functions of the ROM, in the order of tools/gen/tables.py.
  typedef enum logic [2:0] {
    F_RCP, F_EXP2, F_LOG2, F_SIN, F_RSQ_EVEN, F_RSQ_ODD, F_SQRT_EVEN, F_SQRT_ODD
  } function_e;

  // ------------------------------------------------------------------ 1: split
  logic is_div, is_rcp, is_trig;
  assign is_rcp  = op_i == TAB_RCP;
  assign is_div  = HasDiv && op_i == TAB_DIV;
  assign is_trig = HasTrig && (op_i == TAB_SIN || op_i == TAB_COS);

  // The reciprocal is the quotient 1 / a.
  logic [31:0] n, d;
  assign n = is_rcp ? 32'h3f80_0000 : a_i;
  assign d = is_rcp ? a_i : b_i;

  logic n_zero, n_inf, n_nan, d_zero, d_inf, d_nan;
  assign n_zero = n[30:23] == 8'h00;
  assign n_inf  = n[30:0] == 31'h7f80_0000;
  assign n_nan  = n[30:23] == 8'hff && n[22:0] != '0;
  assign d_zero = d[30:23] == 8'h00;
  assign d_inf  = d[30:0] == 31'h7f80_0000;
  assign d_nan  = d[30:23] == 8'hff && d[22:0] != '0;

  localparam logic [31:0] Inf = 32'h7f80_0000;
  localparam logic [31:0] One = 32'h3f80_0000;

  logic        special_1;
  logic [31:0] value_1;      // the result in special cases
  always_comb begin
    special_1 = 1'b1;
    value_1   = NAN;
    case (op_i)
      TAB_RCP, TAB_DIV: begin
        if (n_nan || d_nan || (n_zero && d_zero) || (n_inf && d_inf)) value_1 = NAN;
        else if (n_inf || d_zero) value_1 = {n[31] ^ d[31], Inf[30:0]};
        else if (n_zero || d_inf) value_1 = {n[31] ^ d[31], 31'h0};
        else special_1 = 1'b0;
      end
      TAB_RSQ, TAB_SQRT: begin
        if (n_nan) value_1 = NAN;
        else if (n_zero) value_1 = {n[31], op_i == TAB_RSQ ? Inf[30:0] : 31'h0};
        else if (n[31]) value_1 = NAN;
        else if (n_inf) value_1 = op_i == TAB_RSQ ? 32'h0 : Inf;
        else special_1 = 1'b0;
      end
      TAB_EXP2: begin
        if (n_nan) value_1 = NAN;
        else if (n_zero) value_1 = One;
        else if (at_least(n[30:23], 8'd135)) value_1 = n[31] ? 32'h0 : Inf;
        else special_1 = 1'b0;
      end
      TAB_LOG2: begin
        if (n_nan) value_1 = NAN;
        else if (n_zero) value_1 = {1'b1, Inf[30:0]};
        else if (n[31]) value_1 = NAN;
        else if (n_inf) value_1 = Inf;
        else special_1 = 1'b0;
      end
      default: begin  // sine, cosine
        if (n_nan || n_inf) value_1 = NAN;
        else if (n_zero) value_1 = op_i == TAB_COS ? One : {n[31], 31'h0};
        else if (!at_least(n[30:23], 8'd116)) value_1 = op_i == TAB_COS ? One : n;
        else special_1 = 1'b0;
      end
    endcase
  end

  // Exponent of the result, where stage 1 knows it (scale of a value in Q28).
  logic signed [9:0] scale_1, half_1;
  logic              odd_1;
  assign odd_1  = !n[23];    // the unbiased exponent is odd
  assign half_1 = ($signed({2'b00, n[30:23]}) - 10'sd127 - $signed({9'b0, odd_1})) >>> 1;
  always_comb begin
    case (op_i)
      TAB_RSQ:  scale_1 = -half_1;
      TAB_SQRT: scale_1 = half_1;
      TAB_RCP, TAB_DIV: scale_1 = $signed({2'b00, n[30:23]}) - $signed({2'b00, d[30:23]});
      default:  scale_1 = 10'sd0;
    endcase
  end

  function_e function_1;
  always_comb begin
    case (op_i)
      TAB_RSQ:  function_1 = odd_1 ? F_RSQ_ODD : F_RSQ_EVEN;
      TAB_SQRT: function_1 = odd_1 ? F_SQRT_ODD : F_SQRT_EVEN;
      TAB_EXP2: function_1 = F_EXP2;
      TAB_LOG2: function_1 = F_LOG2;
      TAB_SIN, TAB_COS: function_1 = F_SIN;
      default:  function_1 = F_RCP;
    endcase
  end

  table_op_e         op_1q;
  function_e         function_1q;
  logic              special_1q, sign_1q, mul_1q;
  logic [31:0]       value_1q;
  logic signed [9:0] scale_1q;
  logic [7:0]        exp_1q;
  logic [22:0]       n_1q, d_1q;
  logic [47:0]       turns_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      op_1q       <= op_i;
      function_1q <= function_1;
      special_1q  <= special_1;
      value_1q    <= value_1;
      scale_1q    <= scale_1;
      mul_1q      <= is_div || is_rcp;
      sign_1q     <= (is_div || is_rcp) ? n[31] ^ d[31] : n[31];
      exp_1q      <= n[30:23];
      n_1q        <= n[22:0];
      d_1q        <= d[22:0];
      turns_1q    <= is_trig ? {1'b1, n[22:0]} * 24'd10680707 : '0;  // 2^26 / (2 pi)
    end
  end

  // ------------------------------------------------------- 2: to fixed point
  // exp2: x with 23 fraction bits, rounded half up in magnitude.
  logic [30:0]        exp_left;
  logic [24:0]        exp_right;
  logic [30:0]        exp_mag;
  logic signed [31:0] exp_fixed;
  logic [4:0]         exp_shift;
  assign exp_shift = 5'(8'd127 - exp_1q);
  assign exp_left  = {7'h0, 1'b1, n_1q} << 3'(exp_1q - 8'd127);
  assign exp_right = {1'b1, n_1q, 1'b0} >> exp_shift;
  always_comb begin
    if (at_least(exp_1q, 8'd127)) exp_mag = exp_left;
    else if (!at_least(exp_1q, 8'd103)) exp_mag = '0;
    else exp_mag = {6'h0, (exp_right + 25'd1)} >> 1;
  end
  assign exp_fixed = sign_1q ? -$signed({1'b0, exp_mag}) : $signed({1'b0, exp_mag});

  // sine: revolutions with 25 fraction bits, rounded half up.
  logic [48:0] turn_right;
  logic [24:0] turn_left, position;
  logic [5:0]  turn_shift;
  logic        rev_sign, is_cos;
  assign is_cos     = op_1q == TAB_COS;
  assign turn_shift = 6'(8'd151 - exp_1q);      // 1 .. 35 where it is used
  assign turn_right = {turns_1q, 1'b0} >> turn_shift;
  assign turn_left  = (at_least(exp_1q, 8'd176)) ? '0 : turns_1q[24:0] << 5'(exp_1q - 8'd151);
  assign position   = (!at_least(exp_1q, 8'd151) ? 25'((turn_right + 49'd1) >> 1) : turn_left) +
                      {1'b0, is_cos, 23'h0};
  assign rev_sign   = position[24] ^ (!is_cos && sign_1q);

  logic [22:0] x_2;
  logic        peak_2;                                        // exactly a quarter turn
  assign peak_2 = position[23] && position[22:0] == '0;
  always_comb begin
    case (function_1q)
      F_RCP:   x_2 = d_1q;
      F_EXP2:  x_2 = HasExp ? exp_fixed[22:0] : 23'h0;
      F_SIN:   x_2 = HasTrig ? (position[23] ? -position[22:0] : position[22:0]) : 23'h0;
      default: x_2 = n_1q;
    endcase
  end

  function_e         function_2q;
  logic              special_2q, sign_2q, mul_2q, log_2q;
  logic [31:0]       value_2q;
  logic signed [9:0] scale_2q;
  logic [22:0]       x_2q, n_2q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      function_2q <= function_1q;
      special_2q  <= special_1q || (function_1q == F_SIN && peak_2);
      value_2q    <= special_1q ? value_1q : {rev_sign, One[30:0]};
      sign_2q     <= function_1q == F_SIN ? rev_sign : function_1q == F_EXP2 ? 1'b0 : sign_1q;
      mul_2q      <= mul_1q;
      log_2q      <= function_1q == F_LOG2;
      // exp2: the integral part; log2: the exponent, added in stage 5.
      scale_2q    <= function_1q == F_EXP2 ? {exp_fixed[31], exp_fixed[31:23]}
                   : function_1q == F_LOG2 ? $signed({2'b00, exp_1q}) - 10'sd127 : scale_1q;
      x_2q        <= x_2;
      n_2q        <= n_1q;
    end
  end

  // --------------------------------------------------------- 3: ROM, square
  logic signed [29:0] c0_3;
  logic signed [22:0] c1_3;
  logic signed [15:0] c2_3;
  e11_table_rom u_rom (
    .clk_i, .en_i, .addr_i({function_2q, x_2q[22:16]}), .c0_o(c0_3), .c1_o(c1_3), .c2_o(c2_3)
  );

  // What travels along with the value.
  typedef struct packed {
    logic              special;
    logic              sign;
    logic [31:0]       value;
    logic signed [9:0] scale;
  } tag_t;

  tag_t        tag_3q, tag_4q, tag_5q, tag_6q, tag_7q;
  logic [15:0] t_3q, square_3q;
  logic        mul_3q, mul_4q, mul_5q, log_3q, log_4q;
  logic [22:0] n_3q, n_4q, n_5q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tag_3q    <= '{special: special_2q, sign: sign_2q, value: value_2q, scale: scale_2q};
      mul_3q    <= mul_2q;
      log_3q    <= log_2q;
      t_3q      <= x_2q[15:0];
      square_3q <= 16'((32'(x_2q[15:0]) * 32'(x_2q[15:0])) >> 16);
      n_3q      <= n_2q;
    end
  end

  // ------------------------------------------------------------- 4: products
  // The logarithm has its integral part, the exponent, added to c0.
  logic        [37:0] c0_4q;
  logic signed [39:0] linear_4q;
  logic signed [32:0] quadratic_4q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tag_4q       <= tag_3q;
      mul_4q       <= mul_3q;
      log_4q       <= log_3q;
      n_4q         <= n_3q;
      c0_4q        <= {{{8{c0_3[29]}}, c0_3[29:28]} + (log_3q ? tag_3q.scale : 10'd0), c0_3[27:0]};
      linear_4q    <= c1_3 * $signed({1'b0, t_3q});
      quadratic_4q <= c2_3 * $signed({1'b0, square_3q});
    end
  end

  // ------------------------------------------------------------------ 5: sum
  // A value in Q28. One adder behind the other: three summands at once would cost more.
  logic [40:0] products_5;
  logic [37:0] value_5;
  logic        unused_carry, unused_carry_5;
  assign {products_5, unused_carry} = {linear_4q[39], linear_4q, 1'b1} + {{8{quadratic_4q[32]}}, quadratic_4q, 1'b0};
  assign {value_5, unused_carry_5}  = {c0_4q, 1'b1} + {{13{products_5[40]}}, products_5[40:16], 1'b0};

  logic [36:0] value_5q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tag_5q       <= tag_4q;
      tag_5q.sign  <= log_4q ? value_5[37] : tag_4q.sign;
      tag_5q.scale <= log_4q ? 10'sd0 : tag_4q.scale;
      value_5q     <= value_5[37] ? 37'(-value_5) : value_5[36:0];
      n_5q         <= n_4q;
      mul_5q       <= mul_4q;
    end
  end

  // ------------------------------------------------------- 6: times dividend
  // Quotients have 23 more fraction bits; a plain value is moved up by as much.
  logic [59:0] value_6q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tag_6q   <= tag_5q;
      value_6q <= !mul_5q ? {value_5q, 23'h0}
                : HasDiv ? 60'({1'b1, n_5q} * value_5q[28:0]) : {value_5q, 23'h0};
    end
  end

  // ----------------------------------------------------------- 7: normalise
  logic [59:0] norm_7;
  logic [5:0]  count_7;
  e11_normalize #(.W(60)) u_normalize (.a_i(value_6q), .y_o(norm_7), .count_o(count_7));

  logic        zero_7q, up_7q;
  logic [22:0] frac_7q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      tag_7q       <= tag_6q;
      // Bit 51 is one: its biased exponent is 127 + scale.
      tag_7q.scale <= tag_6q.scale + 10'sd135 - $signed({4'b0, count_7});
      zero_7q      <= !norm_7[59];
      frac_7q      <= norm_7[58:36];
      up_7q        <= norm_7[35] && (norm_7[34:0] != '0 || norm_7[36]);
    end
  end

  // --------------------------------------------------------- 8: round, pack
  logic [23:0]       frac_8;
  logic signed [9:0] exp_8;
  logic              over_8, under_8;
  assign frac_8 = {1'b0, frac_7q} + {23'b0, up_7q};
  assign exp_8   = tag_7q.scale + $signed({9'b0, frac_8[23]});
  assign over_8  = !exp_8[9] && (exp_8[8] || &exp_8[7:0]);  // 255 or more
  assign under_8 = exp_8[9] || exp_8 == '0;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      if (tag_7q.special) y_o <= tag_7q.value;
      else if (!zero_7q && over_8) y_o <= {tag_7q.sign, Inf[30:0]};
      else if (zero_7q || under_8) y_o <= {tag_7q.sign, 31'h0};
      else y_o <= {tag_7q.sign, exp_8[7:0], frac_8[22:0]};
    end
  end

  logic unused;
  assign unused = &{1'b0, unused_carry, unused_carry_5, products_5[15:0]};

endmodule

`default_nettype wire
