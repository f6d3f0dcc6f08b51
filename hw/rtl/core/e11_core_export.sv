// SPDX-License-Identifier: Apache-2.0
//
// Exports, and the order of pixel waves. A wave may export when its sequence
// number's turn has come; its last export passes the turn on. The quads wait in a
// queue that an export enters only if all four fit, so that the pipeline never
// stops. pixel_done follows in launch order when waves have ended.
`default_nettype none

module e11_core_export
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_isa_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    // A pixel wave starts.
    input  logic               start_valid_i,
    input  logic [WAVE_W-1:0]  start_wave_i,
    input  logic [PSSEQ_W-1:0] start_tag_i,
    output logic               tag_free_o,    // the next tag in order may be launched
    // Front end: whose turn it is, and room for one export.
    output logic [PSSEQ_W-1:0] tag_o,
    output logic [WAVE_W-1:0]  wave_o,
    output logic               space_o,
    input  logic               accept_i,      // an export goes
    input  logic               last_i,        // .. the wave's last
    // X0..X3: its quads
    input  logic               valid_i,
    input  logic [1:0]         quad_i,
    input  instr_t             instr_i,
    input  logic               done_i,
    input  logic [3:0][QUAD_W-1:0] rows_i,    // four registers of the quad
    // A pixel wave has ended.
    input  logic               end_valid_i,
    input  logic [PSSEQ_W-1:0] end_tag_i,
    // To the output unit
    output logic               export_valid_o,
    input  logic               export_ready_i,
    output export_t            export_o,
    // To the pixel unit
    output logic               pixel_done_valid_o,
    output logic [PSSEQ_W-1:0] pixel_done_tag_o,
    output logic               busy_o
);

  localparam int unsigned Depth = 16;
  localparam int unsigned Tags  = 1 << PSSEQ_W;

  // ------------------------------------------------------------------------ order
  logic [PSSEQ_W-1:0] turn_q, oldest_q;
  logic [Tags-1:0]    ended_q;
  logic [PSSEQ_W:0]   waves_q;      // launched and not yet reported done
  logic               pop;

  assign tag_o        = turn_q;
  assign tag_free_o   = !waves_q[PSSEQ_W];

  e11_regfile_1r1w #(
      .W    (WAVE_W),
      .DEPTH(Tags)
  ) u_wave_of_tag (
      .clk_i,
      .we_i   (start_valid_i),
      .waddr_i(start_tag_i),
      .wdata_i(start_wave_i),
      .raddr_i(turn_q),
      .rdata_o(wave_o)
  );

  assign pixel_done_valid_o = ended_q[oldest_q];
  assign pixel_done_tag_o   = oldest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q   <= '0;
      oldest_q <= '0;
      waves_q  <= '0;
      ended_q  <= '0;
    end else begin
      if (accept_i && last_i) turn_q <= turn_q + 1'b1;
      waves_q <= waves_q + (PSSEQ_W + 1)'(start_valid_i) - (PSSEQ_W + 1)'(pixel_done_valid_o);
      if (end_valid_i) ended_q[end_tag_i] <= 1'b1;
      if (pixel_done_valid_o) begin
        ended_q[oldest_q] <= 1'b0;
        oldest_q          <= oldest_q + 1'b1;
      end
    end
  end

  // ------------------------------------------------------------------------ queue
  logic [$clog2(Depth):0] reserved_q;
  logic                   in_ready, empty;
  export_t                in;

  assign space_o = reserved_q <= ($clog2(Depth) + 1)'(Depth - 4);
  assign pop     = export_valid_o && export_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reserved_q <= '0;
    else reserved_q <= reserved_q + (accept_i ? 5'd4 : 5'd0) - (pop ? 5'd1 : 5'd0);
  end

  always_comb begin
    in      = '0;
    in.quad = quad_i;
    in.done = done_i;
    in.cov  = instr_i.exec[4*quad_i +: 4] & instr_i.cov[4*quad_i +: 4];
    if (instr_i.d.op == OP_EXP) begin
      in.target = instr_i.word[E_TARGET_LSB +: E_TARGET_W];
      in.mask   = instr_i.word[E_MASK_LSB +: E_MASK_W];
    end
    for (int unsigned l = 0; l < 4; l++) begin
      for (int unsigned c = 0; c < 4; c++) in.data[l][c] = rows_i[c][32*l +: 32];
    end
  end

  e11_fifo_block #(
      .W    ($bits(export_t)),
      .DEPTH(Depth)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .in_valid_i (valid_i),
      .in_ready_o (in_ready),
      .in_i       (in),
      .out_valid_o(export_valid_o),
      .out_ready_i(export_ready_i),
      .out_o      (export_o),
      .empty_o    (empty)
  );

  assign busy_o = waves_q != '0 || reserved_q != '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!valid_i || in_ready) else $error("export queue overflows");
  end
`endif

  logic unused;
  assign unused = &{1'b0, in_ready, empty, instr_i.wave, instr_i.info, instr_i.pc, instr_i.d};

endmodule

`default_nettype wire
