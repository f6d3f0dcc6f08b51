// SPDX-License-Identifier: Apache-2.0
//
// The memory units of the core side by side: vector memory, thread-group memory,
// scalar memory; and the words of the state blocks that they need.
//
//   X0.. --> vmem --> rows \
//        --> lds  --> rows  +-> (registers)
//        --> smem --> words /
`default_nettype none

module e11_core_memory
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
  import e11_regs_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic [3:0]         asid_i,
    input  logic               state_wr_valid_i,
    input  state_wr_t          state_wr_i,
    // Phase 3: an instruction of this unit is on its way.
    input  logic               accept_i,
    input  decoded_t           accept_d_i,
    output logic               vmem_ready_o,
    output logic               lds_ready_o,
    output logic               smem_ready_o,
    // X0..X3: the instruction and its operands, quad by quad; X4..X7: store data
    input  logic               valid_i,
    input  logic               data_valid_i,
    input  logic [1:0]         quad_i,
    input  instr_t             instr_i,
    input  logic [3:0][31:0]   a_i,
    input  logic [3:0][31:0]   b_i,
    input  logic [3:0][31:0]   c_i,
    input  logic [QUAD_W-1:0]  row3_i,
    input  logic [127:0]       base_row_i,    // scalar registers: of the descriptor
    input  logic [31:0]        base_word_i,   // .. the base register
    input  logic [31:0]        old_dst_i,     // .. of the data field
    // Thread-group memory of the instruction's group
    input  logic [14:0]        lds_base_i,
    input  logic [15:0]        lds_size_i,
    // .. where its store data are kept, and what is wanted of them
    output logic               lds_we_o,
    output logic [3:0]         lds_waddr_o,
    output logic               lds_want_o,
    output logic [3:0]         lds_raddr_o,
    input  logic               lds_have_i,
    input  logic [3:0][QUAD_W-1:0] lds_data_i,
    // Rows
    output logic               v_valid_o,
    input  logic               v_ready_i,
    output logic [1:0]         v_quad_o,
    output logic [VROW_A-1:0]  v_row_o,
    output logic [3:0]         v_lanes_o,
    output logic [QUAD_W-1:0]  v_data_o,
    // Scalar registers
    output logic               s_valid_o,
    input  logic               s_ready_i,
    output logic [SREG_A-1:0]  s_reg_o,
    output logic [31:0]        s_data_o,
    // Instructions complete
    output logic               vmem_done_o,
    output logic [WAVE_W-1:0]  vmem_wave_o,
    output logic               lds_done_o,
    output logic [WAVE_W-1:0]  lds_wave_o,
    output logic               smem_done_o,
    output logic [WAVE_W-1:0]  smem_wave_o,
    // .. and where they take their place in the order
    output logic               vmem_order_o,
    output logic [WAVE_W-1:0]  vmem_order_wave_o,
    output logic               lds_order_o,
    output logic [WAVE_W-1:0]  lds_order_wave_o,
    output logic               lds_conflict_o,
    output logic [7:0]         writes_sent_o,
    output logic [7:0]         writes_done_o,
    output logic               busy_o,
    // Clients of the scalar and vector caches
    output logic               smem_req_valid_o,
    input  logic               smem_req_ready_i,
    output mem_req_t           smem_req_o,
    input  logic               smem_rsp_valid_i,
    output logic               smem_rsp_ready_o,
    input  mem_rsp_t           smem_rsp_i,
    output logic               vmem_req_valid_o,
    input  logic               vmem_req_ready_i,
    output mem_req_t           vmem_req_o,
    input  logic               vmem_rsp_valid_i,
    output logic               vmem_rsp_ready_o,
    input  mem_rsp_t           vmem_rsp_i
);

  // --------------------------------------------------------- state words in use
  logic [CFG_STATE_SLOTS-1:0][31:0] scratch_base_q, sscratch_base_q;
  logic [CFG_STATE_SLOTS-1:0][15:0] scratch_lane_q;

  always_ff @(posedge clk_i) begin
    if (state_wr_valid_i) begin
      case ({26'b0, state_wr_i.word})
        STATE_BLOCK_SCRATCH_BASE:  scratch_base_q[state_wr_i.slot]  <= state_wr_i.data;
        STATE_BLOCK_SCRATCH_LANE:  scratch_lane_q[state_wr_i.slot]  <= state_wr_i.data[15:0];
        STATE_BLOCK_SSCRATCH_BASE: sscratch_base_q[state_wr_i.slot] <= state_wr_i.data;
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------------ who is meant
  logic is_vmem, is_lds, accept_vmem, accept_lds;

  assign is_vmem     = instr_i.d.unit == UNIT_VMEM && !instr_i.d.lds;
  assign is_lds      = instr_i.d.unit == UNIT_VMEM && instr_i.d.lds;
  assign accept_vmem = accept_i && accept_d_i.unit == UNIT_VMEM && !accept_d_i.lds;
  assign accept_lds  = accept_i && accept_d_i.unit == UNIT_VMEM && accept_d_i.lds;

  // ------------------------------------------------------------------ vector memory
  logic              vm_valid, vm_busy;
  slot_t             vm_slot;
  logic [1:0]        vm_quad;
  logic [VROW_A-1:0] vm_row;
  logic [3:0]        vm_lanes;
  logic [3:0][31:0]  vm_data;

  e11_core_vmem u_vmem (
      .clk_i,
      .rst_ni,
      .asid_i,
      .accept_i      (accept_vmem),
      .ready_o       (vmem_ready_o),
      .valid_i       (valid_i && is_vmem),
      .quad_i,
      .instr_i,
      .index_i       (a_i),
      .offset_i      (c_i),
      .base_row_i,
      .base_word_i,
      .slot_o        (vm_slot),
      .scratch_base_i(scratch_base_q[vm_slot]),
      .scratch_lane_i(scratch_lane_q[vm_slot]),
      .data_valid_i  (data_valid_i && is_vmem),
      .data_quad_i   (quad_i),
      .data_i        ({row3_i, c_i, b_i, a_i}),
      .v_valid_o     (vm_valid),
      .v_ready_i,
      .v_quad_o      (vm_quad),
      .v_row_o       (vm_row),
      .v_lanes_o     (vm_lanes),
      .v_data_o      (vm_data),
      .done_o        (vmem_done_o),
      .done_wave_o   (vmem_wave_o),
      .order_o       (vmem_order_o),
      .order_wave_o  (vmem_order_wave_o),
      .writes_sent_o,
      .writes_done_o,
      .busy_o        (vm_busy),
      .req_valid_o   (vmem_req_valid_o),
      .req_ready_i   (vmem_req_ready_i),
      .req_o         (vmem_req_o),
      .rsp_valid_i   (vmem_rsp_valid_i),
      .rsp_ready_o   (vmem_rsp_ready_o),
      .rsp_i         (vmem_rsp_i)
  );

  // ------------------------------------------------------------- thread-group memory
  logic              ld_valid, ld_busy;
  logic [1:0]        ld_quad;
  logic [VROW_A-1:0] ld_row;
  logic [3:0]        ld_lanes;
  logic [3:0][31:0]  ld_data;

  assign lds_we_o = data_valid_i && is_lds;

  e11_core_lds u_lds (
      .clk_i,
      .rst_ni,
      .accept_i    (accept_lds),
      .ready_o     (lds_ready_o),
      .valid_i     (valid_i && is_lds),
      .quad_i,
      .instr_i,
      .index_i     (a_i),
      .offset_i    (c_i),
      .base_i      (lds_base_i),
      .size_i      (instr_i.info.stage == STAGE_COMPUTE ? lds_size_i : 16'd0),
      .data_valid_i(lds_we_o),
      .data_quad_i (quad_i),
      .data_waddr_o(lds_waddr_o),
      .data_want_o (lds_want_o),
      .data_raddr_o(lds_raddr_o),
      .data_have_i (lds_have_i),
      .data_i      (lds_data_i),
      .v_valid_o   (ld_valid),
      .v_ready_i   (v_ready_i && !vm_valid),
      .v_quad_o    (ld_quad),
      .v_row_o     (ld_row),
      .v_lanes_o   (ld_lanes),
      .v_data_o    (ld_data),
      .done_o      (lds_done_o),
      .done_wave_o (lds_wave_o),
      .order_o     (lds_order_o),
      .order_wave_o(lds_order_wave_o),
      .conflict_o  (lds_conflict_o),
      .busy_o      (ld_busy)
  );

  // One port to the vector registers; vector memory first.
  assign v_valid_o = vm_valid || ld_valid;
  assign v_quad_o  = vm_valid ? vm_quad : ld_quad;
  assign v_row_o   = vm_valid ? vm_row : ld_row;
  assign v_lanes_o = vm_valid ? vm_lanes : ld_lanes;
  assign v_data_o  = vm_valid ? vm_data : ld_data;

  // ------------------------------------------------------------------ scalar memory
  logic sm_busy;

  e11_core_smem u_smem (
      .clk_i,
      .rst_ni,
      .asid_i,
      .accept_i      (accept_i && accept_d_i.unit == UNIT_SMEM),
      .ready_o       (smem_ready_o),
      .valid_i       (valid_i && instr_i.d.unit == UNIT_SMEM && quad_i == 2'd0),
      .instr_i,
      .offset_i      (a_i[0]),
      .base_row_i,
      .base_word_i,
      .data_i        (old_dst_i),
      .scratch_base_i(sscratch_base_q[instr_i.info.slot]),
      .s_valid_o,
      .s_ready_i,
      .s_reg_o,
      .s_data_o,
      .done_o        (smem_done_o),
      .done_wave_o   (smem_wave_o),
      .busy_o        (sm_busy),
      .req_valid_o   (smem_req_valid_o),
      .req_ready_i   (smem_req_ready_i),
      .req_o         (smem_req_o),
      .rsp_valid_i   (smem_rsp_valid_i),
      .rsp_ready_o   (smem_rsp_ready_o),
      .rsp_i         (smem_rsp_i)
  );

  assign busy_o = vm_busy || ld_busy || sm_busy;

  logic unused;
  assign unused = &{1'b0, accept_d_i};

endmodule

`default_nettype wire
