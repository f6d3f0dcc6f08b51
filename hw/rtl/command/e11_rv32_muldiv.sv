// SPDX-License-Identifier: Apache-2.0
//
// Multiply and divide of RV32M, one at a time. A product takes six cycles (four
// 17x17 signed partial products through one MULT18X18D), a quotient or
// remainder 34 (one bit per cycle, on magnitudes).
//
//   start_i --> [ load magnitudes ] --> [ 4 products | 32 subtractions ] --> done_o, result_o
//
// done_o is high for one cycle; operands are taken in the cycle of start_i only.
`default_nettype none

module e11_rv32_muldiv (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [2:0]  funct3_i,  // of the RV32M instruction
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        done_o,
    output logic [31:0] result_o
);

  logic        busy_q;
  logic [5:0]  count_q;
  logic [1:0]  funct3_q;
  logic        divide_q;

  // ---------------------------------------------------------------- multiply
  // acc_q collects the product; a_q and b_q hold the operands.
  logic [31:0]        a_q, b_q;
  logic               a_sign_q, b_sign_q;   // operand is negative
  logic [63:0]        acc_q;
  logic signed [16:0] ma, mb;
  logic signed [33:0] product_q;
  logic [47:0]        addend, sum;

  // Step 0: low x low, 1: high a x low b, 2: low a x high b, 3: high x high.
  assign ma = count_q[0] ? {a_sign_q, a_q[31:16]} : {1'b0, a_q[15:0]};
  assign mb = count_q[1] ? {b_sign_q, b_q[31:16]} : {1'b0, b_q[15:0]};
  assign addend = count_q == 6'd4 ? {product_q[31:0], 16'd0} : {{14{product_q[33]}}, product_q};
  assign sum = acc_q[63:16] + addend;

  // ------------------------------------------------------------------ divide
  // acc_q = {remainder, quotient}: shift left, subtract if it fits.
  logic [31:0] magnitude_a, magnitude_b;
  logic        signed_divide;
  logic        negate_q;
  logic [32:0] difference;
  logic [31:0] raw;

  assign signed_divide = !funct3_i[0];
  assign magnitude_a   = signed_divide && a_i[31] ? -a_i : a_i;
  assign magnitude_b   = signed_divide && b_i[31] ? -b_i : b_i;
  assign difference    = {acc_q[63:31]} - {1'b0, b_q};

  always_comb begin
    if (!divide_q) raw = funct3_q == 2'b00 ? acc_q[31:0] : acc_q[63:32];
    else           raw = funct3_q[1] ? acc_q[63:32] : acc_q[31:0];
  end
  assign result_o = negate_q ? -raw : raw;
  assign done_o   = busy_q && count_q == (divide_q ? 6'd32 : 6'd5);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
    end else begin
      busy_q <= start_i || (busy_q && !done_o);
    end
  end

  always_ff @(posedge clk_i) begin
    product_q <= ma * mb;
    if (start_i) begin
      count_q  <= '0;
      funct3_q <= funct3_i[1:0];
      divide_q <= funct3_i[2];
      a_q      <= a_i;
      a_sign_q <= a_i[31] && funct3_i[1:0] != 2'b11;   // all but mulhu (mul: no matter)
      b_sign_q <= b_i[31] && !funct3_i[1];             // mul, mulh
      b_q      <= funct3_i[2] ? magnitude_b : b_i;
      acc_q    <= funct3_i[2] ? {32'd0, magnitude_a} : '0;
      // Division by zero gives all ones and the dividend, which the subtractions find by
      // themselves if the quotient then keeps its sign.
      negate_q <= funct3_i[2] && signed_divide &&
                  (funct3_i[1] ? a_i[31] : (a_i[31] ^ b_i[31]) && b_i != '0);
    end else if (busy_q) begin
      count_q <= count_q + 1'b1;
      if (divide_q) begin
        if (difference[32]) acc_q <= {acc_q[62:0], 1'b0};
        else                acc_q <= {difference[31:0], acc_q[30:0], 1'b1};
      end else if (count_q == 6'd1) begin
        acc_q <= {32'd0, product_q[31:0]};
      end else if (count_q != 6'd0) begin
        acc_q <= {sum, acc_q[15:0]};
      end
    end
  end

endmodule

`default_nettype wire
