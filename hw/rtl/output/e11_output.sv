// SPDX-License-Identifier: Apache-2.0
//
// Output unit: depth test, colour writes (docs/hw/output.md). Ports:
// docs/hw/interfaces.md.
//
//   exp -> export buffer --+
//   info -> queue ---------+-> resolve -+-> late depth --+
//   early -----------------------------(+)-> depth part -+-> answers
//                                       +-> colour queue --> colour part -> cache
`default_nettype none

module e11_output
  import e11_pkg::*;
  import e11_regs_pkg::*;
  import e11_output_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [3:0] asid_i,
  input  logic       state_wr_valid_i,
  input  state_wr_t  state_wr_i,
  // Early depth (e11_pixel).
  input  logic       early_valid_i,
  output logic       early_ready_o,
  input  depth_req_t early_i,
  output logic       early_rsp_valid_o,
  output logic [3:0] early_rsp_cov_o,
  input  logic       info_valid_i,
  output logic       info_ready_o,
  input  quad_info_t info_i,
  input  logic       exp_valid_i,
  output logic       exp_ready_o,
  input  export_t    exp_i,
  output logic [STATE_SLOTS-1:0] slot_done_o,
  output logic       waves_idle_o,
  // Write back and invalidate the caches.
  input  logic       flush_i,
  output logic       flush_busy_o,
  output logic       idle_o,
  output logic       depth_req_valid_o,
  input  logic       depth_req_ready_i,
  output mem_req_t   depth_req_o,
  input  logic       depth_rsp_valid_i,
  output logic       depth_rsp_ready_o,
  input  mem_rsp_t   depth_rsp_i,
  output logic       color_req_valid_o,
  input  logic       color_req_ready_i,
  output mem_req_t   color_req_o,
  input  logic       color_rsp_valid_i,
  output logic       color_rsp_ready_o,
  input  mem_rsp_t   color_rsp_i,
  // What performance counters add in this cycle.
  output logic [3:0] cnt_pixels_written_o,
  output logic       cnt_zcache_miss_o,
  output logic       cnt_ccache_miss_o,
  output logic       cnt_stall_o
);

  // ------------------------------------------------------- state of both slots
  logic [STATE_SLOTS-1:0]       shade_q, late_q, writes_depth_q;
  logic [STATE_SLOTS-1:0]       test_q, write_q, float_q;
  logic [STATE_SLOTS-1:0][2:0]  func_q;
  logic [STATE_SLOTS-1:0][30:0] min_z_q, max_z_q;
  logic [STATE_SLOTS-1:0][31:6] depth_base_q, rt_base_q;
  logic [STATE_SLOTS-1:0][11:0] depth_pitch_q, rt_pitch_q;
  logic [STATE_SLOTS-1:0]       rt_there_q, rt_known_q, rt_bgra_q;
  logic [STATE_SLOTS-1:0][3:0]  rt_mask_q;
  slot_t            w;  // slot being written
  logic [31:0]      d;
  logic [7:0]       d_format;
  assign w        = state_wr_i.slot;
  assign d        = state_wr_i.data;
  assign d_format = d[STATE_BLOCK_RT0_INFO_FORMAT_LSB +: 8];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shade_q        <= '0;
      late_q         <= '0;
      writes_depth_q <= '0;
      test_q         <= '0;
      write_q        <= '0;
      rt_there_q     <= '0;
      rt_known_q     <= '0;
    end else if (state_wr_valid_i) begin
      unique case (state_wr_i.word)
        6'(STATE_BLOCK_PS_INFO): begin
          shade_q[w]        <= d[STATE_BLOCK_PS_INFO_ENABLE_LSB];
          writes_depth_q[w] <= d[STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB];
          late_q[w]         <= d[STATE_BLOCK_PS_INFO_ENABLE_LSB] &&
                               (d[STATE_BLOCK_PS_INFO_LATE_DEPTH_LSB] ||
                                d[STATE_BLOCK_PS_INFO_WRITES_DEPTH_LSB]);
        end
        6'(STATE_BLOCK_DEPTH_INFO): begin
          test_q[w]  <= d[STATE_BLOCK_DEPTH_INFO_TEST_LSB];
          write_q[w] <= d[STATE_BLOCK_DEPTH_INFO_WRITE_LSB];
        end
        6'(STATE_BLOCK_RT_COUNT): begin
          rt_there_q[w] <= d[STATE_BLOCK_RT_COUNT_COUNT_LSB +: STATE_BLOCK_RT_COUNT_COUNT_W] != '0;
        end
        6'(STATE_BLOCK_RT0_INFO): begin
          rt_known_q[w] <= d_format == e11_formats_pkg::FORMAT_R8G8B8A8_UNORM ||
                           d_format == e11_formats_pkg::FORMAT_B8G8R8A8_UNORM;
        end
        default: ;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (state_wr_valid_i) begin
      unique case (state_wr_i.word)
        6'(STATE_BLOCK_VP_MIN_Z):    min_z_q[w]       <= depth_bound(d);
        6'(STATE_BLOCK_VP_MAX_Z):    max_z_q[w]       <= depth_bound(d);
        6'(STATE_BLOCK_DEPTH_BASE):  depth_base_q[w]  <= d[31:6];
        6'(STATE_BLOCK_DEPTH_PITCH): depth_pitch_q[w] <= d[17:6];
        6'(STATE_BLOCK_DEPTH_INFO): begin
          func_q[w]  <= d[STATE_BLOCK_DEPTH_INFO_FUNC_LSB +: 3];
          float_q[w] <= d[STATE_BLOCK_DEPTH_INFO_FORMAT_LSB +: 8] ==
                        e11_formats_pkg::FORMAT_D32_FLOAT;
        end
        6'(STATE_BLOCK_RT0_BASE):  rt_base_q[w]  <= d[31:6];
        6'(STATE_BLOCK_RT0_PITCH): rt_pitch_q[w] <= d[17:6];
        6'(STATE_BLOCK_RT0_INFO): begin
          rt_mask_q[w] <= d[STATE_BLOCK_RT0_INFO_MASK_LSB +: 4];
          rt_bgra_q[w] <= d_format == e11_formats_pkg::FORMAT_B8G8R8A8_UNORM;
        end
        default: ;
      endcase
    end
  end

  // ------------------------------------------------------------ export buffer
  logic [1:0]           full, has_depth, half_free;
  logic [1:0][3:0][3:0] exp_cov;
  logic [1:0][3:0]      exported;
  logic                 color_half, color_row;
  logic [1:0]           color_number;
  logic [1:0][31:0]     color;
  logic [3:0][31:0]     exp_depth;
  logic                 half_q;    // being resolved
  logic [1:0]           number_q;  // its next quad
  e11_output_export u_export (
    .clk_i, .rst_ni, .exp_valid_i, .exp_ready_o, .exp_i,
    .full_o(full), .cov_o(exp_cov), .mask_o(exported), .has_depth_o(has_depth),
    .free_i(half_free),
    .color_half_i(color_half), .color_quad_i(color_number), .color_row_i(color_row),
    .color_o(color), .depth_half_i(half_q), .depth_quad_i(number_q), .depth_o(exp_depth));
  assign cnt_stall_o = exp_valid_i && !exp_ready_o && full == 2'b11;

  // ------------------------------------------------------------------ resolve
  // The oldest quad_info meets what its wave has exported.
  logic        head_valid, head_pop, infos_empty;
  quad_info_t  head;
  logic        is_quad, wants_late, marker_ok;
  logic        late_ready, cq_in_valid, cq_in_ready, cq_valid, cq_ready;
  logic [3:0]  head_cov;
  logic [3:0]  cq_level;
  color_quad_t cq_in, cq;
  depth_req_t  late_req;
  logic        color_busy, depth_busy;

  e11_fifo_block #(.W($bits(quad_info_t)), .DEPTH(256)) u_infos (
    .clk_i, .rst_ni, .in_valid_i(info_valid_i), .in_ready_o(info_ready_o), .in_i(info_i),
    .out_valid_o(head_valid), .out_ready_i(head_pop), .out_o(head),
    .empty_o(infos_empty));

  // A half is full until its last quad has been written, which is after its last
  // quad has been resolved: done_q says that the latter has happened.
  logic [1:0] done_q;
  assign is_quad    = head_valid && !head.end_of_draw && full[half_q] && !done_q[half_q];
  assign head_cov   = head.valid ? exp_cov[half_q][number_q] : 4'h0;
  assign wants_late = head_cov != '0 && late_q[head.slot] && test_q[head.slot];
  assign marker_ok  = head_valid && head.end_of_draw && !cq_valid && !color_busy;

  always_comb begin
    cq_in.half    = half_q;
    cq_in.quad    = number_q;
    cq_in.slot    = head.slot;
    cq_in.x       = head.x;
    cq_in.y       = head.y;
    cq_in.late    = wants_late;
    cq_in.cov     = head_cov;
    late_req.slot = head.slot;
    late_req.x    = head.x;
    late_req.y    = head.y;
    late_req.cov  = head_cov;
    late_req.z    = writes_depth_q[head.slot] && has_depth[half_q] ? exp_depth : head.z;
  end
  // Both the colour queue and, if wanted, the depth part take the quad together.
  logic late_valid;
  assign late_valid  = is_quad && wants_late && cq_in_ready;
  assign cq_in_valid = is_quad && (!wants_late || late_ready);
  assign head_pop    = marker_ok || (cq_in_valid && cq_in_ready);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      half_q      <= 1'b0;
      number_q    <= '0;
      done_q      <= '0;
      slot_done_o <= '0;
    end else begin
      done_q <= done_q & ~half_free;
      if (cq_in_valid && cq_in_ready) begin
        number_q <= number_q + 2'd1;
        if (number_q == 2'd3) begin
          half_q         <= !half_q;
          done_q[half_q] <= 1'b1;
        end
      end
      slot_done_o <= marker_ok ? STATE_SLOTS'(1) << head.slot : '0;
    end
  end

  e11_fifo #(.W($bits(color_quad_t)), .DEPTH(8)) u_color_queue (
    .clk_i, .rst_ni, .in_valid_i(cq_in_valid), .in_ready_o(cq_in_ready), .in_i(cq_in),
    .out_valid_o(cq_valid), .out_ready_i(cq_ready), .out_o(cq), .level_o(cq_level));

  // -------------------------------------------------------------- depth, cache
  logic        z_valid, z_ready, z_rsp, z_rsp_late;
  slot_t       z_rsp_slot;
  logic [3:0]  z_rsp_cov;
  depth_req_t  z_req;
  logic        z_acc, z_acc_ready, z_hint;
  logic [31:6] z_hint_line;
  logic [31:2] z_addr;
  logic [63:0] z_rdata, z_wdata;
  logic [7:0]  z_be;
  logic        z_flush_busy, z_empty;
  assign z_valid       = late_valid || early_valid_i;
  assign z_req         = late_valid ? late_req : early_i;
  assign late_ready    = z_ready;
  assign early_ready_o = z_ready && !late_valid;

  e11_output_depth u_depth (
    .clk_i, .rst_ni,
    .min_z_i(min_z_q), .max_z_i(max_z_q), .func_i(func_q), .write_i(write_q), .float_i(float_q),
    .base_i(depth_base_q), .pitch_i(depth_pitch_q),
    .req_valid_i(z_valid), .req_ready_o(z_ready), .req_i(z_req), .req_late_i(late_valid),
    .rsp_valid_o(z_rsp), .rsp_late_o(z_rsp_late), .rsp_slot_o(z_rsp_slot), .rsp_cov_o(z_rsp_cov),
    .busy_o(depth_busy),
    .acc_valid_o(z_acc), .acc_ready_i(z_acc_ready), .acc_addr_o(z_addr),
    .hint_valid_o(z_hint), .hint_line_o(z_hint_line), .rdata_i(z_rdata),
    .wr_be_o(z_be), .wr_data_o(z_wdata));

  e11_output_cache #(.FILL(1'b1)) u_zcache (
    .clk_i, .rst_ni, .asid_i,
    .acc_valid_i(z_acc), .acc_ready_o(z_acc_ready), .acc_addr_i(z_addr),
    .hint_valid_i(z_hint), .hint_line_i(z_hint_line), .rdata_o(z_rdata),
    .wr_be_i(z_be), .wr_data_i(z_wdata),
    .flush_i, .flush_busy_o(z_flush_busy), .empty_o(z_empty), .miss_o(cnt_zcache_miss_o),
    .mem_req_valid_o(depth_req_valid_o), .mem_req_ready_i(depth_req_ready_i),
    .mem_req_o(depth_req_o), .mem_rsp_valid_i(depth_rsp_valid_i),
    .mem_rsp_ready_o(depth_rsp_ready_o), .mem_rsp_i(depth_rsp_i));

  assign early_rsp_valid_o = z_rsp && !z_rsp_late;
  assign early_rsp_cov_o   = z_rsp_cov;

  // Late answers wait here for the colour part; no more are asked for than the
  // colour queue holds.
  logic       late_rsp_valid, late_rsp_ready;
  logic [3:0] late_rsp_cov;
  /* verilator lint_off UNUSEDSIGNAL */
  logic       late_rsp_room;
  logic [3:0] late_rsp_level;
  /* verilator lint_on UNUSEDSIGNAL */
  e11_fifo #(.W(4), .DEPTH(8)) u_late_answers (
    .clk_i, .rst_ni, .in_valid_i(z_rsp && z_rsp_late), .in_ready_o(late_rsp_room),
    .in_i(z_rsp_cov), .out_valid_o(late_rsp_valid), .out_ready_i(late_rsp_ready),
    .out_o(late_rsp_cov), .level_o(late_rsp_level));

  // -------------------------------------------------------------- color, cache
  logic        c_acc, c_acc_ready;
  logic [31:3] c_addr;
  logic [63:0] c_wdata;
  logic [7:0]  c_be;
  logic        c_flush_busy, c_empty;
  logic [2:0]  c_written;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [63:0] c_rdata;  // nothing reads colours yet
  /* verilator lint_on UNUSEDSIGNAL */
  e11_output_color u_color (
    .clk_i, .rst_ni,
    .enable_i(rt_there_q & rt_known_q), .bgra_i(rt_bgra_q), .mask_i(rt_mask_q),
    .base_i(rt_base_q), .pitch_i(rt_pitch_q),
    .quad_valid_i(cq_valid), .quad_ready_o(cq_ready), .quad_i(cq),
    .late_valid_i(late_rsp_valid), .late_ready_o(late_rsp_ready), .late_cov_i(late_rsp_cov),
    .exported_i(exported), .half_o(color_half), .number_o(color_number), .row_o(color_row),
    .color_i(color), .free_o(half_free), .busy_o(color_busy), .written_o(c_written),
    .acc_valid_o(c_acc), .acc_ready_i(c_acc_ready), .acc_addr_o(c_addr),
    .wr_be_o(c_be), .wr_data_o(c_wdata));

  e11_output_cache #(.FILL(1'b0)) u_ccache (
    .clk_i, .rst_ni, .asid_i,
    .acc_valid_i(c_acc), .acc_ready_o(c_acc_ready), .acc_addr_i({c_addr, 1'b0}),
    .hint_valid_i(1'b0), .hint_line_i(26'h0), .rdata_o(c_rdata),
    .wr_be_i(c_be), .wr_data_i(c_wdata),
    .flush_i, .flush_busy_o(c_flush_busy), .empty_o(c_empty), .miss_o(cnt_ccache_miss_o),
    .mem_req_valid_o(color_req_valid_o), .mem_req_ready_i(color_req_ready_i),
    .mem_req_o(color_req_o), .mem_rsp_valid_i(color_rsp_valid_i),
    .mem_rsp_ready_o(color_rsp_ready_o), .mem_rsp_i(color_rsp_i));

  // ------------------------------------------------------------------- status
  assign waves_idle_o = infos_empty && !cq_valid && !color_busy;
  assign flush_busy_o = z_flush_busy || c_flush_busy;
  assign idle_o       = waves_idle_o && !depth_busy && !early_valid_i && z_empty && c_empty &&
                        !flush_busy_o;
  assign cnt_pixels_written_o =
      {1'b0, c_written} +
      (early_rsp_valid_o && !shade_q[z_rsp_slot] ? 4'($countones(z_rsp_cov)) : 4'd0);

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
    end else begin
      assert (cq_level <= 4'd8);
      assert (late_rsp_room || !(z_rsp && z_rsp_late)) else $error("late answers overflow");
    end
  end
`endif

endmodule

`default_nettype wire
