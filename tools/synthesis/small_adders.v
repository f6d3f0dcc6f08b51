// SPDX-License-Identifier: Apache-2.0
//
// Adders, subtracters and comparisons of few bits in LUTs. A carry chain of an ECP5 takes two
// cells for each two bits and up to four more to get carries in and out of it; below these widths (the larger
// one where an operand is constant) LUTs are fewer. Read by techmap before Yosys' own mapping.
(* techmap_celltype = "$alu" *)
module e11_small_alu (A, B, CI, BI, X, Y, CO);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  parameter [A_WIDTH-1:0] _TECHMAP_CONSTMSK_A_ = 0;
  parameter [B_WIDTH-1:0] _TECHMAP_CONSTMSK_B_ = 0;
  (* force_downto *) input [A_WIDTH-1:0] A;
  (* force_downto *) input [B_WIDTH-1:0] B;
  (* force_downto *) output [Y_WIDTH-1:0] X, Y;
  input CI, BI;
  (* force_downto *) output [Y_WIDTH-1:0] CO;

  localparam Limit = &_TECHMAP_CONSTMSK_A_ || &_TECHMAP_CONSTMSK_B_ ? 12 : 8;
  wire _TECHMAP_FAIL_ = Y_WIDTH > Limit;

  (* force_downto *) wire [Y_WIDTH-1:0] a, b, b_used;
  \$pos #(.A_SIGNED(A_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_a (.A(A), .Y(a));
  \$pos #(.A_SIGNED(B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) extend_b (.A(B), .Y(b));
  assign b_used = BI ? ~b : b;
  assign X      = a ^ b_used;

  genvar i;
  generate
    for (i = 0; i < Y_WIDTH; i = i + 1) begin : g_bit
      wire carry = i == 0 ? CI : CO[i == 0 ? 0 : i - 1];
      assign CO[i] = (a[i] & b_used[i]) | (carry & (a[i] | b_used[i]));
      assign Y[i]  = X[i] ^ carry;
    end
  endgenerate
endmodule
