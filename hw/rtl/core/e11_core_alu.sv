// SPDX-License-Identifier: Apache-2.0
//
// The four execution lanes. A quad's operands arrive each cycle of an
// instruction's four (X0..X3 for quads 0..3); its result leaves by one of two
// ports: the adder's seven cycles later, all others' four cycles later. As
// instructions start at phase 0, quad q is written in phase 3 + q by the first and
// in phase 0 + q by the second port, so that they never want the same bank.
//
//   X0 select and exchange | X1..X3 mul, alu, int | X4 saturate, integer port
//                                                 | X4..X7 add | X7 saturate, FP port
`default_nettype none

module e11_core_alu
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    // X0: one quad. Table, memory and control instructions are not offered here.
    input  logic              valid_i,
    input  logic [1:0]        quad_i,
    input  decoded_t          d_i,
    input  logic              sat_i,
    input  logic [1:0]        coef_sel_i,  // itpmul, itpsel
    input  logic [3:0]        lanes_i,     // exec of the quad
    input  logic [VROW_A-1:0] row_i,
    input  logic [SREG_A-1:0] sreg_i,
    input  logic [3:0][31:0]  a_i,         // sources after their modifiers
    input  logic [3:0][31:0]  b_i,
    input  logic [3:0][31:0]  c_i,
    input  logic [2:0][31:0]  coef_i,      // c2, c1, c0 of the quad's primitive
    // Results
    output logic              fp_vwe_o,
    output logic              fp_swe_o,
    output logic [1:0]        fp_quad_o,
    output logic [VROW_A-1:0] fp_row_o,
    output logic [SREG_A-1:0] fp_sreg_o,
    output logic [3:0]        fp_lanes_o,
    output logic [3:0][31:0]  fp_data_o,
    output logic              int_vwe_o,
    output logic              int_swe_o,
    output logic [1:0]        int_quad_o,
    output logic [VROW_A-1:0] int_row_o,
    output logic [SREG_A-1:0] int_sreg_o,
    output logic [3:0]        int_lanes_o,
    output logic [3:0][31:0]  int_data_o
);

  localparam int unsigned IntStage = e11_fp_pkg::ALU_LAT + 1;
  localparam int unsigned FpStage  = e11_fp_pkg::MUL_LAT + e11_fp_pkg::ADD_LAT;
  localparam logic [31:0] One = 32'h3f80_0000;
  localparam logic [31:0] MinusZero = 32'h8000_0000;

  typedef struct packed {
    logic              valid;
    logic              adder;     // result from the adder
    logic              fraction;  // ffrc
    logic              sat;
    logic              scalar;
    logic [1:0]        quad;
    logic [VROW_A-1:0] row;
    logic [SREG_A-1:0] sreg;
    logic [3:0]        lanes;
  } meta_t;

  // ------------------------------------------------------------------ X0: select
  meta_t      in;
  op_e        op;
  logic [1:0] coef_sel;
  logic [3:0][31:0] int_a, mul_a, mul_b, addend;

  always_comb begin
    in          = '0;
    in.valid    = valid_i;
    in.adder    = d_i.op inside {OP_FADD, OP_FMUL, OP_FMAD, OP_FFRC, OP_ITP1, OP_ITP2, OP_ITPMUL} ||
                  d_i.unit == UNIT_QUAD;
    in.fraction = d_i.op == OP_FFRC;
    in.sat      = sat_i;
    in.scalar   = d_i.scalar_dst;
    in.quad     = quad_i;
    in.row      = row_i;
    in.sreg     = sreg_i;
    in.lanes    = lanes_i;
    // A scalar operation is done by lane 0 of the first quad.
    if (d_i.scalar_dst && quad_i != 2'd0) in.valid = 1'b0;
  end

  assign op       = d_i.op == OP_ITPSEL ? OP_MOV : d_i.op;
  assign coef_sel = d_i.op == OP_ITP1 ? 2'd1 : d_i.op == OP_ITP2 || coef_sel_i[1] ? 2'd2 : coef_sel_i;

  for (genvar l = 0; l < 4; l++) begin : g_select
    // Derivatives: value at `to` minus value at `from`. Lanes of a quad: 0 upper
    // left, 1 upper right, 2 lower left, 3 lower right.
    logic [1:0] from, to;
    always_comb begin
      case (d_i.op)
        OP_DDXC: {to, from} = {2'd1, 2'd0};
        OP_DDYC: {to, from} = {2'd2, 2'd0};
        OP_DDXF: {to, from} = {2'(l | 1), 2'(l & 2)};
        OP_DDYF: {to, from} = {2'(l | 2), 2'(l & 1)};
        default: {to, from} = {2'(l), 2'(l)};
      endcase
    end

    logic [31:0] other;
    assign other     = a_i[from];
    assign int_a[l]  = d_i.op == OP_ITPSEL ? coef_i[coef_sel] : a_i[l];
    assign mul_a[l]  = a_i[to];

    always_comb begin
      mul_b[l]  = b_i[l];
      addend[l] = c_i[l];
      case (d_i.op)
        OP_FADD: begin
          mul_b[l]  = One;
          addend[l] = b_i[l];
        end
        OP_FMUL: addend[l] = MinusZero;
        OP_FMAD: ;
        OP_ITP1: begin
          mul_b[l]  = coef_i[coef_sel];
          addend[l] = coef_i[0];
        end
        OP_ITP2: mul_b[l] = coef_i[coef_sel];
        OP_ITPMUL: begin
          mul_b[l]  = coef_i[coef_sel];
          addend[l] = MinusZero;
        end
        default: begin  // ffrc, derivatives
          mul_b[l]  = One;
          addend[l] = {~other[31], other[30:0]};
        end
      endcase
    end
  end

  // ------------------------------------------------------- what goes with the data
  meta_t [FpStage:1]  meta_q;
  logic [FpStage-1:0] valid;
  logic               en;

  always_comb begin
    valid[0] = valid_i;
    for (int unsigned s = 1; s < FpStage; s++) valid[s] = meta_q[s].valid;
  end
  assign en = |valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meta_q <= '0;
    end else begin
      meta_q[1] <= in;
      for (int unsigned s = 2; s <= FpStage; s++) meta_q[s] <= meta_q[s-1];
    end
  end

  // ------------------------------------------------------------------------ lanes
  logic [3:0][31:0] int_3, fp_7, int_4q;

  for (genvar l = 0; l < 4; l++) begin : g_lane
    e11_core_lane u_lane (
        .clk_i,
        .en_i       (en),
        .op_i       (op),
        .is_int_i   (d_i.unit == UNIT_INT),
        .a_i        (int_a[l]),
        .b_i        (b_i[l]),
        .c_i        (c_i[l]),
        .mul_a_i    (mul_a[l]),
        .mul_b_i    (mul_b[l]),
        .addend_i   (addend[l]),
        .fraction_3i(meta_q[IntStage-1].fraction),
        .int_o      (int_3[l]),
        .fp_o       (fp_7[l])
    );

    always_ff @(posedge clk_i) begin
      if (en) int_4q[l] <= saturate(meta_q[IntStage-1].sat, int_3[l]);
    end

    // ffrc stays below 1 where rounding would reach it.
    assign fp_data_o[l] = meta_q[FpStage].fraction && fp_7[l] == One ? One - 32'd1 :
                          saturate(meta_q[FpStage].sat, fp_7[l]);
  end

  // ------------------------------------------------------------------------ ports
  /* verilator lint_off UNUSEDSIGNAL */  // each port needs its own part
  meta_t m_int, m_fp;
  /* verilator lint_on UNUSEDSIGNAL */
  assign m_int = meta_q[IntStage];
  assign m_fp  = meta_q[FpStage];

  assign int_vwe_o   = m_int.valid && !m_int.adder && !m_int.scalar;
  assign int_swe_o   = m_int.valid && !m_int.adder && m_int.scalar;
  assign int_quad_o  = m_int.quad;
  assign int_row_o   = m_int.row;
  assign int_sreg_o  = m_int.sreg;
  assign int_lanes_o = m_int.lanes;
  assign int_data_o  = int_4q;

  assign fp_vwe_o    = m_fp.valid && m_fp.adder && !m_fp.scalar;
  assign fp_swe_o    = m_fp.valid && m_fp.adder && m_fp.scalar;
  assign fp_quad_o   = m_fp.quad;
  assign fp_row_o    = m_fp.row;
  assign fp_sreg_o   = m_fp.sreg;
  assign fp_lanes_o  = m_fp.lanes;

  logic unused;
  assign unused = &{1'b0, d_i.srcs, d_i.literal, d_i.fmods, d_i.store, d_i.atomic, d_i.lds};

endmodule

`default_nettype wire
