// SPDX-License-Identifier: Apache-2.0
//
// The INT unit: moves, selection, integer and bit operations. Three stages, one
// operation a cycle while en_i. Source modifiers of mov and sel and their
// saturation are applied outside.
//
//   1 simple operations, operands of multiplier | 2 product, bit counts | 3 select
`default_nettype none

module e11_int_alu
  import e11_isa_pkg::*;
(
  input  logic        clk_i,
  input  logic        en_i,
  input  op_e        op_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  output      logic [31:0] y_o
);

  function automatic logic [31:0] reverse(input logic [31:0] v);
    for (int i = 0; i < 32; i++) reverse[i] = v[31-i];
  endfunction

  function automatic logic [7:0] byte_difference(input logic [7:0] r, input logic [7:0] s);
    return r == 8'h0 ? 8'h0 : r > s ? r - s : s - r;
  endfunction

  // -------------------------------------------------------- 1: simple operations
  logic        less_s, less_u, carry, borrow;
  logic [31:0] sum, difference;
  assign {carry, sum}         = {1'b0, a_i} + {1'b0, b_i};
  assign {borrow, difference} = {1'b0, a_i} - {1'b0, b_i};
  assign less_u = borrow;
  assign less_s = (a_i[31] ^ b_i[31]) ? a_i[31] : borrow;

  // Bit field of c: shifted up to bit 31, then down (spec 22.11.6, 22.11.11).
  logic [4:0]  width, offset, up, down;
  logic [5:0]  reach;
  logic [31:0] lifted, fill_src;
  assign width  = a_i[4:0];
  assign offset = b_i[4:0];
  assign reach  = {1'b0, width} + {1'b0, offset};
  assign up     = reach[5] ? 5'd0 : 5'(6'd32 - reach);
  assign down   = reach[5] ? offset : 5'd0 - width;   // 32 - width, width not 0
  assign lifted = c_i << up;

  // One right shifter for shifts and fields; a left shift is its mirror image.
  logic        is_field, arithmetic;
  logic [4:0]  amount;
  logic [31:0] shift_in, shifted;
  assign is_field   = op_i == OP_UBFE || op_i == OP_IBFE;
  assign arithmetic = op_i == OP_ISHR || op_i == OP_IBFE;
  assign amount     = is_field ? down : b_i[4:0];
  assign shift_in   = is_field ? lifted : op_i == OP_SHL ? reverse(a_i)
                    : op_i == OP_BFM ? reverse(32'((33'd1 << width) - 33'd1)) : a_i;
  assign fill_src   = {32{arithmetic && shift_in[31]}};
  assign shifted    = 32'({fill_src, shift_in} >> amount);

  logic [31:0] early_1;
  always_comb begin
    case (op_i)
      OP_MOV:   early_1 = a_i;
      OP_SEL:   early_1 = a_i != '0 ? b_i : c_i;
      OP_IADD:  early_1 = sum;
      OP_ISUB:  early_1 = difference;
      OP_IMIN:  early_1 = less_s ? a_i : b_i;
      OP_IMAX:  early_1 = less_s ? b_i : a_i;
      OP_UMIN:  early_1 = less_u ? a_i : b_i;
      OP_UMAX:  early_1 = less_u ? b_i : a_i;
      OP_AND:   early_1 = a_i & b_i;
      OP_OR:    early_1 = a_i | b_i;
      OP_XOR:   early_1 = a_i ^ b_i;
      OP_ANDN:  early_1 = a_i & ~b_i;
      OP_SHL, OP_BFM: early_1 = reverse(shifted);
      OP_ISHR, OP_USHR: early_1 = shifted;
      OP_UBFE, OP_IBFE: early_1 = width == '0 ? '0 : shifted;
      OP_IEQ:   early_1 = {32{a_i == b_i}};
      OP_INE:   early_1 = {32{a_i != b_i}};
      OP_ILT:   early_1 = {32{less_s}};
      OP_IGE:   early_1 = {32{!less_s}};
      OP_ULT:   early_1 = {32{less_u}};
      OP_UGE:   early_1 = {32{!less_u}};
      OP_UADDC: early_1 = {31'h0, carry};
      OP_USUBB: early_1 = {31'h0, borrow};
      OP_BFI:   early_1 = (a_i & b_i) | (~a_i & c_i);
      OP_BFREV: early_1 = reverse(a_i);
      default:  early_1 = '0;
    endcase
  end

  op_e         op_1q;
  logic [31:0] early_1q, a_1q, b_1q, c_1q, search_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      op_1q     <= op_i;
      early_1q  <= early_1;
      a_1q      <= a_i;
      b_1q      <= b_i;
      c_1q      <= c_i;
      search_1q <= op_i == OP_FBLO ? reverse(a_i) : (op_i == OP_FBSHI && a_i[31]) ? ~a_i : a_i;
    end
  end

  // --------------------------------------------------------- 2: product, counts
  logic [4:0]  count_2;
  logic        found_2;
  logic [30:0] unused_norm;
  e11_normalize #(.W(32)) u_search (
    .a_i(search_1q), .y_o({found_2, unused_norm}), .count_o(count_2)
  );

  logic [31:0] misc_2;
  always_comb begin
    case (op_1q)
      OP_BCNT: begin
        misc_2 = '0;
        for (int i = 0; i < 32; i++) misc_2[5:0] = misc_2[5:0] + {5'h0, a_1q[i]};
      end
      OP_FBHI, OP_FBLO, OP_FBSHI: misc_2 = found_2 ? {27'h0, count_2} : '1;
      OP_MSAD: begin
        misc_2 = c_1q;
        for (int i = 0; i < 4; i++) begin
          misc_2 = misc_2 + {24'h0, byte_difference(a_1q[8*i +: 8], b_1q[8*i +: 8])};
        end
      end
      default: misc_2 = early_1q;
    endcase
  end

  // The signed high half is the unsigned one less what the sign bits added.
  op_e         op_2q;
  logic [63:0] product_2q;
  logic [31:0] misc_2q, fix_2q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      op_2q      <= op_1q;
      product_2q <= a_1q * b_1q;
      misc_2q    <= misc_2;
      fix_2q     <= op_1q == OP_IMAD ? c_1q : (a_1q[31] ? b_1q : '0) + (b_1q[31] ? a_1q : '0);
    end
  end

  // ------------------------------------------------------------------ 3: select
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      case (op_2q)
        OP_IMUL:  y_o <= product_2q[31:0];
        OP_IMAD:  y_o <= product_2q[31:0] + fix_2q;
        OP_UMULH: y_o <= product_2q[63:32];
        OP_IMULH: y_o <= product_2q[63:32] - fix_2q;
        default:  y_o <= misc_2q;
      endcase
    end
  end

endmodule

`default_nettype wire
