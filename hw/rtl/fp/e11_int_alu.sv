// SPDX-License-Identifier: Apache-2.0
//
// The INT unit: moves, selection, integer and bit operations. Three stages, one
// operation a cycle while en_i. Source modifiers of mov and sel and their
// saturation are applied outside.
//
//   1 product, adder, logic, choice, shifter | 2 counts, bit masks | 3 select
//
// The product is made in stage 1, here or by the user's own multiplier
// (OWN_MULTIPLIER = 0: product_1q_i, registered).
//
// Stage 1 computes with five shared parts (adder, bit logic, choice of an
// operand, shifter, one truth bit) rather than with one circuit an operation.
`default_nettype none

module e11_int_alu
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
    for (int i = 0; i < 32; i++) ones[i] = n > 6'(i);
  endfunction

  function automatic logic [7:0] byte_difference(input logic [7:0] r, input logic [7:0] s);
    logic [8:0] d;
    d = {1'b0, r} - {1'b0, s};
    return r == 8'h0 ? 8'h0 : d[8] ? -d[7:0] : d[7:0];
  endfunction

  // ---------------------------------------------------------------- 1: decode
  typedef enum logic [2:0] {PART_SUM, PART_LOGIC, PART_CHOICE, PART_SHIFT, PART_TRUTH} part_e;
  typedef enum logic [1:0] {LOGIC_AND, LOGIC_OR, LOGIC_XOR, LOGIC_ANDN} logic_e;

  part_e  part;
  logic_e bits_op;
  logic   subtract;
  always_comb begin
    part     = PART_TRUTH;
    bits_op  = LOGIC_AND;
    subtract = 1'b1;             // comparisons subtract
    case (op_i)
      OP_IADD: begin
        part     = PART_SUM;
        subtract = 1'b0;
      end
      OP_ISUB:  part = PART_SUM;
      OP_UADDC: subtract = 1'b0;
      OP_AND:   part = PART_LOGIC;
      OP_OR: begin
        part    = PART_LOGIC;
        bits_op = LOGIC_OR;
      end
      OP_XOR: begin
        part    = PART_LOGIC;
        bits_op = LOGIC_XOR;
      end
      OP_ANDN: begin
        part    = PART_LOGIC;
        bits_op = LOGIC_ANDN;
      end
      OP_MOV, OP_SEL, OP_BFI, OP_IMIN, OP_IMAX, OP_UMIN, OP_UMAX: part = PART_CHOICE;
      OP_SHL, OP_ISHR, OP_USHR, OP_UBFE, OP_IBFE, OP_BFREV: part = PART_SHIFT;
      default: ;
    endcase
  end

  // ---------------------------------------------------------- 1: shared parts
  logic [32:0] sum;
  logic        less_s, less_u, equal, truth, is_number;
  assign sum    = {1'b0, a_i} + {1'b0, b_i ^ {32{subtract}}} + {32'h0, subtract};
  assign less_u = !sum[32];                                  // of a subtraction
  assign less_s = (a_i[31] ^ b_i[31]) ? a_i[31] : less_u;
  assign equal  = a_i == b_i;
  assign is_number = op_i == OP_UADDC || op_i == OP_USUBB;   // 1 or 0, not a mask
  always_comb begin
    case (op_i)
      OP_IEQ:   truth = equal;
      OP_INE:   truth = !equal;
      OP_ILT:   truth = less_s;
      OP_IGE:   truth = !less_s;
      OP_ULT, OP_USUBB: truth = less_u;
      OP_UGE, OP_UADDC: truth = sum[32];
      default:  truth = 1'b0;
    endcase
  end

  logic [31:0] bits;
  always_comb begin
    case (bits_op)
      LOGIC_OR:   bits = a_i | b_i;
      LOGIC_XOR:  bits = a_i ^ b_i;
      LOGIC_ANDN: bits = a_i & ~b_i;
      default:    bits = a_i & b_i;
    endcase
  end

  // first ? x : y, bit by bit. sel and bfi choose between b and c, the others
  // between a and b.
  logic        three, first;
  logic [31:0] choice;
  assign three = op_i == OP_SEL || op_i == OP_BFI;
  always_comb begin
    case (op_i)
      OP_SEL:  first = a_i != '0;
      OP_IMIN: first = less_s;
      OP_IMAX: first = !less_s;
      OP_UMIN: first = less_u;
      OP_UMAX: first = !less_u;
      default: first = 1'b1;
    endcase
    for (int i = 0; i < 32; i++) begin
      choice[i] = (op_i == OP_BFI ? a_i[i] : first) ? (three ? b_i[i] : a_i[i])
                                                    : (three ? c_i[i] : b_i[i]);
    end
  end

  // One right shifter for shifts and bit fields; a left shift is its mirror
  // image. Fields are cut to their width in stage 2 (spec 22.11.6, 22.11.11).
  logic        is_field, arithmetic, mirror_out;
  logic [4:0]  amount;
  logic [5:0]  reach;
  logic [31:0] shift_in, shift_out, shifted;
  assign reach      = {1'b0, a_i[4:0]} + {1'b0, b_i[4:0]};   // width + offset
  assign is_field   = op_i == OP_UBFE || op_i == OP_IBFE;
  assign arithmetic = op_i == OP_ISHR || (op_i == OP_IBFE && reach[5]);
  assign mirror_out = op_i == OP_SHL || op_i == OP_BFREV;
  assign shift_in   = is_field ? c_i : op_i == OP_SHL ? reverse(a_i) : a_i;
  assign amount     = op_i == OP_BFREV ? 5'd0 : b_i[4:0];
  assign shift_out  = 32'($signed({arithmetic && shift_in[31], shift_in}) >>> amount);
  assign shifted    = mirror_out ? reverse(shift_out) : shift_out;

  op_e         op_1q;
  logic [31:0] early_1q, a_1q, b_1q, c_1q, search_1q;
  logic [5:0]  reach_1q;
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      case (part)
        PART_SUM:    early_1q <= sum[31:0];
        PART_LOGIC:  early_1q <= bits;
        PART_CHOICE: early_1q <= choice;
        PART_SHIFT:  early_1q <= shifted;
        default:     early_1q <= {{31{truth && !is_number}}, truth};
      endcase
      op_1q     <= op_i;
      a_1q      <= a_i;
      b_1q      <= b_i;
      c_1q      <= c_i;
      reach_1q  <= reach;
      search_1q <= op_i == OP_FBLO ? reverse(a_i) : a_i ^ {32{op_i == OP_FBSHI && a_i[31]}};
    end
  end

  logic [63:0] product_1q;
  if (OWN_MULTIPLIER) begin : g_own
    always_ff @(posedge clk_i) begin
      if (en_i) product_1q <= a_i * b_i;
    end
    logic unused;
    assign unused = &{1'b0, product_1q_i};
  end else begin : g_shared
    assign product_1q = product_1q_i;
  end

  // ------------------------------------------------------ 2: counts, bit masks
  logic        found_2;
  logic [4:0]  count_2;
  logic [30:0] unused_norm;
  e11_normalize #(.W(32)) u_search (
    .a_i(search_1q), .y_o({found_2, unused_norm}), .count_o(count_2)
  );

  logic [31:0] low_2, misc_2;
  logic        sign_2;
  assign low_2  = ones(op_1q == OP_BFM ? reach_1q : {1'b0, a_1q[4:0]});
  assign sign_2 = op_1q == OP_IBFE && early_1q[a_1q[4:0] - 5'd1];
  always_comb begin
    case (op_1q)
      OP_UBFE, OP_IBFE:
        misc_2 = a_1q[4:0] == '0 ? '0 : reach_1q[5] ? early_1q
               : (early_1q & low_2) | ({32{sign_2}} & ~low_2);
      OP_BFM:  misc_2 = low_2 & ~ones({1'b0, b_1q[4:0]});
      OP_BCNT: begin
        misc_2 = '0;
        for (int i = 0; i < 32; i++) misc_2[5:0] = misc_2[5:0] + {5'h0, a_1q[i]};
      end
      OP_FBHI, OP_FBLO, OP_FBSHI: misc_2 = found_2 ? {27'h0, count_2} : '1;
      OP_MSAD: begin
        misc_2 = '0;
        for (int i = 0; i < 4; i++) begin
          misc_2[9:0] = misc_2[9:0] + {2'b00, byte_difference(a_1q[8*i +: 8], b_1q[8*i +: 8])};
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
      product_2q <= product_1q;
      misc_2q    <= misc_2;
      fix_2q     <= op_1q == OP_IMULH
                  ? -((a_1q & {32{b_1q[31]}}) + (b_1q & {32{a_1q[31]}}))
                  : (op_1q == OP_IMAD || op_1q == OP_MSAD) ? c_1q : '0;
    end
  end

  // ------------------------------------------------------- 3: select, last sum
  logic [31:0] base_3;
  always_comb begin
    case (op_2q)
      OP_IMUL, OP_IMAD:   base_3 = product_2q[31:0];
      OP_UMULH, OP_IMULH: base_3 = product_2q[63:32];
      default:            base_3 = misc_2q;
    endcase
  end
  always_ff @(posedge clk_i) begin
    if (en_i) y_o <= base_3 + fix_2q;
  end

endmodule

`default_nettype wire
