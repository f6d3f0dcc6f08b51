// SPDX-License-Identifier: Apache-2.0
//
// The register files of the core and what is read and written there: operands of
// the instruction in its read slot (R0..R3), the coefficients of its quads, results
// of all units.
//
//   R0..R3 rows --> [ vector registers ] --> operands --> a, b, c, row 3 (X0..)
//          words --> [ scalar registers ] ----^  '------> descriptor, old destination
`default_nettype none

module e11_core_registers
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
  import e11_regs_pkg::*;
(
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic [1:0]             phase_i,
    // Reads
    input  instr_t                 instr_i,       // in its read slot
    input  logic                   re_i,          // .. there is one
    input  logic                   rows_i,        // export or store data: four plain rows
    input  instr_t                 next_i,        // phase 3: the one that follows
    output logic [3:0][31:0]       early0_o,      // R2 + q: source 0 of quad q
    output logic [3:0][31:0]       a_o,           // X0 + q: sources of quad q
    output logic [3:0][31:0]       b_o,
    output logic [3:0][31:0]       c_o,
    output logic [QUAD_W-1:0]      row3_o,        // X0 + q: fourth row read
    output logic [127:0]           base_row_o,    // X0..X3: descriptor
    output logic [31:0]            base_word_o,   // .. base register
    output logic [31:0]            old_dst_o,     // .. scalar destination before
    // Coefficients
    input  logic                   coef_wr_valid_i,
    input  coef_wr_t               coef_wr_i,
    output logic [2:0][31:0]       coef_o,        // X0 + q: c2, c1, c0 of quad q
    // Vector results: the FP and the integer pipe are never refused
    input  vector_write_t          fp_i,
    input  vector_write_t          int_i,
    input  logic                   mem_valid_i,
    output logic                   mem_ready_o,
    input  vector_write_t          mem_i,
    input  logic                   tab_valid_i,
    output logic                   tab_ready_o,
    input  vector_write_t          tab_i,
    input  logic                   launch_valid_i,
    output logic                   launch_ready_o,
    input  vector_write_t          launch_i,
    // Scalar results
    input  logic                   fp_swe_i,
    input  logic [SREG_A-1:0]      fp_sreg_i,
    input  logic                   int_swe_i,
    input  logic [SREG_A-1:0]      int_sreg_i,
    input  logic                   ctl_swe_i,
    input  logic [SREG_A-1:0]      ctl_sreg_i,
    input  logic [31:0]            ctl_sdata_i,
    input  logic                   mem_svalid_i,
    output logic                   mem_sready_o,
    input  logic [SREG_A-1:0]      mem_sreg_i,
    input  logic [31:0]            mem_sdata_i,
    input  logic                   tab_svalid_i,
    output logic                   tab_sready_o,
    input  logic [SREG_A-1:0]      tab_sreg_i,
    input  logic [31:0]            tab_sdata_i,
    input  logic                   launch_svalid_i,
    output logic                   launch_sready_o,
    input  logic [SREG_A-1:0]      launch_sreg_i,
    input  logic [127:0]           launch_sdata_i,
    output vector_write_t [2:0]    vector_trace_o,
    output scalar_write_t          scalar_trace_o
);

  // ------------------------------------------------------------------ register reads
  logic [8:0]             code;
  logic [6:0]             vreg;
  logic [VROW_A-1:0]      vrow;
  logic [3:0][QUAD_W-1:0] bank;
  logic [SREG_A-1:0]      sreg;
  logic [127:0]           srow;
  logic [31:0]            sword;

  assign code       = source_code(instr_i.word, instr_i.d.literal, phase_i);
  assign vreg       = rows_i ? instr_i.word[E_DATA_LSB +: E_DATA_W] + {5'b0, phase_i} : code[6:0];
  assign vrow       = vector_row(instr_i.wave, instr_i.info.size, vreg);

  // Scalars a phase ahead: sources 0, 1, 2, then the destination's old value.
  logic [8:0] scode;
  always_comb begin
    scode = source_code(instr_i.word, instr_i.d.literal, phase_i + 2'd1);
    sreg  = scalar_reg(instr_i.wave, instr_i.info.size, scode[6:0]);
    if (phase_i == 2'd2) sreg = scalar_reg(instr_i.wave, instr_i.info.size, instr_i.word[R_DST_LSB +: R_DST_W]);
    if (phase_i == 2'd3) begin
      scode = source_code(next_i.word, next_i.d.literal, 2'd0);
      sreg  = scalar_reg(next_i.wave, next_i.info.size, scode[6:0]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd1) begin
      base_row_o  <= srow;
      base_word_o <= sword;
    end
    if (phase_i == 2'd3) old_dst_o <= sword;
  end

  e11_core_operands u_operands (
      .clk_i,
      .phase_i,
      .instr_i,
      .rows_i,
      .scalar_i (sword),
      .bank_i   (bank),
      .early0_o,
      .a_o,
      .b_o,
      .c_o,
      .row3_o
  );

  // ------------------------------------------------------------------ coefficients
  logic [3:0][COEF_W-1:0] coef_base_q;
  logic [13:0]            attr_q;
  logic [1:0]             coef_quad;
  logic [COEF_W-1:0]      coef_addr;

  always_ff @(posedge clk_i) begin
    if (phase_i == 2'd2) begin
      coef_base_q <= instr_i.info.coef;
      attr_q      <= instr_i.word[R_ATTR_LSB +: R_ATTR_W];
    end
  end
  assign coef_quad = phase_i - 2'd3;
  assign coef_addr = coef_base_q[coef_quad] + attr_q[COEF_W-1:0];

  e11_ram_1r1w #(
      .W    (96),
      .DEPTH(CFG_COEF_WORDS)
  ) u_coef (
      .clk_i,
      .we_i   (coef_wr_valid_i),
      .waddr_i(coef_wr_i.addr),
      .wdata_i(coef_wr_i.c),
      .re_i   (1'b1),
      .raddr_i(coef_addr),
      .rdata_o(coef_o)
  );

  // ------------------------------------------------------------------- register files
  logic          other_valid, other_ready;
  vector_write_t other;

  always_comb begin
    other_valid = mem_valid_i || tab_valid_i || launch_valid_i;
    other       = mem_valid_i ? mem_i : tab_valid_i ? tab_i : launch_i;
  end
  assign mem_ready_o    = other_ready;
  assign tab_ready_o    = other_ready && !mem_valid_i;
  assign launch_ready_o = other_ready && !mem_valid_i && !tab_valid_i;

  e11_core_vrf u_vrf (
      .clk_i,
      .rst_ni,
      .re_i,
      .row_i        (vrow),
      .rdata_o      (bank),
      .fp_i,
      .int_i,
      .other_valid_i(other_valid),
      .other_ready_o(other_ready),
      .other_i      (other),
      .trace_o      (vector_trace_o)
  );

  // A scalar result is that of lane 0.
  e11_core_srf u_srf (
      .clk_i,
      .re_i          (1'b1),
      .raddr_i       (sreg),
      .row_o         (srow),
      .word_o        (sword),
      .fp_we_i       (fp_swe_i),
      .fp_reg_i      (fp_sreg_i),
      .fp_data_i     (fp_i.data[31:0]),
      .int_we_i      (int_swe_i),
      .int_reg_i     (int_sreg_i),
      .int_data_i    (int_i.data[31:0]),
      .ctl_we_i      (ctl_swe_i),
      .ctl_reg_i     (ctl_sreg_i),
      .ctl_data_i    (ctl_sdata_i),
      .mem_valid_i   (mem_svalid_i),
      .mem_ready_o   (mem_sready_o),
      .mem_reg_i     (mem_sreg_i),
      .mem_data_i    (mem_sdata_i),
      .tab_valid_i   (tab_svalid_i),
      .tab_ready_o   (tab_sready_o),
      .tab_reg_i     (tab_sreg_i),
      .tab_data_i    (tab_sdata_i),
      .launch_valid_i(launch_svalid_i),
      .launch_ready_o(launch_sready_o),
      .launch_reg_i  (launch_sreg_i),
      .launch_data_i (launch_sdata_i),
      .trace_o       (scalar_trace_o)
  );

  logic unused;
  assign unused = &{1'b0, attr_q[13:COEF_W], code[8:7], scode[8:7], instr_i, next_i};

endmodule

`default_nettype wire
