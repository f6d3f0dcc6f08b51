// SPDX-License-Identifier: Apache-2.0
//
// Exports, and the order of pixel waves. A wave may export when its sequence
// number's turn has come; its last export passes the turn on. The quads wait in a
// queue that an export enters only if all four fit, so that the pipeline never
// stops. pixel_done follows in launch order when waves have ended.
//
// The queue lies in block RAM. So do the store data of group memory, in other rows: one instruction at a
// time brings rows, and an export seldom waits for a read, since pixel waves have no group memory.
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
    // Store data of group memory: rows_i when they come; a read, before exports; data in the next cycle
    input  logic               lds_we_i,
    input  logic [3:0]         lds_waddr_i,
    input  logic               lds_want_i,
    input  logic [3:0]         lds_raddr_i,
    output logic               lds_have_o,
    output logic [3:0][QUAD_W-1:0] lds_data_o,
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
  logic [$clog2(Depth):0]   reserved_q;
  logic [$clog2(Depth)-1:0] wptr_q, rptr_q, rptr;
  logic [$clog2(Depth):0]   stored_q;    // read next cycle at the earliest
  export_t                  in, out;

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

  // The memory reads the next head; a word that is written in this cycle is none yet.
  logic waits;
  assign rptr  = rptr_q + $clog2(Depth)'(pop);
  assign waits = stored_q != ($clog2(Depth) + 1)'(pop);

  e11_ram_1r1w #(
      .W    ($bits(export_t)),
      .DEPTH(2 * Depth),
      .BLOCK(1'b1)
  ) u_rows (
      .clk_i,
      .we_i   (valid_i || lds_we_i),
      .waddr_i({lds_we_i, lds_we_i ? lds_waddr_i : wptr_q}),
      .wdata_i(in),
      .re_i   (lds_want_i || waits),
      .raddr_i({lds_want_i, lds_want_i ? lds_raddr_i : rptr}),
      .rdata_o(out)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q         <= '0;
      rptr_q         <= '0;
      stored_q       <= '0;
      export_valid_o <= 1'b0;
      lds_have_o     <= 1'b0;
    end else begin
      if (valid_i) wptr_q <= wptr_q + 1'b1;
      rptr_q         <= rptr;
      stored_q       <= stored_q + ($clog2(Depth) + 1)'(valid_i) - ($clog2(Depth) + 1)'(pop);
      export_valid_o <= waits && !lds_want_i;
      // What comes in this cycle is read in the next.
      lds_have_o     <= lds_want_i && !(lds_we_i && lds_waddr_i == lds_raddr_i);
    end
  end

  assign export_o = out;
  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      for (int unsigned c = 0; c < 4; c++) lds_data_o[c][32*l +: 32] = out.data[l][c];
    end
  end

  assign busy_o = waves_q != '0 || reserved_q != '0;

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    assert (!valid_i || stored_q != 5'(Depth)) else $error("export queue overflows");
    assert (!valid_i || !lds_we_i) else $error("an export and store data at once");
  end
`endif

  logic unused;
  assign unused = &{1'b0, instr_i.wave, instr_i.info, instr_i.pc, instr_i.d};

endmodule

`default_nettype wire
