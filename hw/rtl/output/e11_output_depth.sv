// SPDX-License-Identifier: Apache-2.0
//
// Depth part: tests and writes a quad's pixels, a pixel a cycle, through its
// cache. Answers come in the order of the requests.
//
//   request | pixel: clamp | convert, address | cache access | compare, write | answer
//     r           a               b                 c                d
`default_nettype none

module e11_output_depth
  import e11_pkg::*;
  import e11_output_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,
  // State of all slots.
  input  logic [STATE_SLOTS-1:0][30:0] min_z_i,
  input  logic [STATE_SLOTS-1:0][30:0] max_z_i,
  input  logic [STATE_SLOTS-1:0][2:0]  func_i,
  input  logic [STATE_SLOTS-1:0]       write_i,
  input  logic [STATE_SLOTS-1:0]       float_i,    // D32_FLOAT
  input  logic [STATE_SLOTS-1:0][31:6] base_i,
  input  logic [STATE_SLOTS-1:0][11:0] pitch_i,    // in 64 bytes
  input  logic             req_valid_i,
  output logic             req_ready_o,
  input  depth_req_t       req_i,
  input  logic             req_late_i, // comes back with the answer
  output logic             rsp_valid_o,
  output logic             rsp_late_o,
  output slot_t            rsp_slot_o,
  output logic [3:0]       rsp_cov_o,
  output logic             busy_o,
  // Cache: see e11_output_cache.
  output logic             acc_valid_o,
  input  logic             acc_ready_i,
  output logic [31:2]      acc_addr_o,
  output logic             hint_valid_o,  // the lower row's line, with accesses to the upper
  output logic [31:6]      hint_line_o,
  input  logic [63:0]      rdata_i,
  output logic [7:0]       wr_be_o,
  output logic [63:0]      wr_data_o
);

  logic advance;

  // --------------------------------------------- r: the request, four pixels
  logic        r_valid_q, r_late_q;
  logic [1:0]  r_pixel_q;
  /* verilator lint_off UNUSEDSIGNAL */  // y is in r_line_q, x is even
  depth_req_t  r_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [25:0] r_line_q;  // y * pitch, in 64 bytes
  // A cycle is lost between quads; in return nothing before this unit waits for
  // the tags of its cache.
  assign req_ready_o = !r_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_valid_q <= 1'b0;
      r_pixel_q <= '0;
    end else if (!r_valid_q) begin
      r_valid_q <= req_valid_i;
    end else if (advance) begin
      r_pixel_q <= r_pixel_q + 2'd1;
      r_valid_q <= r_pixel_q != 2'd3;
    end
  end
  always_ff @(posedge clk_i) begin
    if (req_valid_i && req_ready_o) begin
      r_q      <= req_i;
      r_late_q <= req_late_i;
      r_line_q <= 26'(req_i.y) * 26'(pitch_i[req_i.slot]);
    end
  end

  // ---------------------------------------------------------- a: clamped pixel
  typedef struct packed {
    slot_t      slot;
    logic       late;
    logic [1:0] pixel;
    logic       cov;
  } part_t;
  logic        a_valid_q, b_valid_q, d_valid_q;
  part_t       a_q, b_q, d_q;
  logic [31:3] a_addr_q, b_addr_q;
  logic [31:6] b_hint_q;
  logic        a_more_q, b_more_q;  // the lower row will be looked at after this, upper, one
  logic [30:0] a_z_q, b_z_q, d_z_q;
  always_ff @(posedge clk_i) begin
    if (advance && r_valid_q) begin
      a_q <= '{slot: r_q.slot, late: r_late_q, pixel: r_pixel_q, cov: r_q.cov[r_pixel_q]};
      a_more_q <= !r_pixel_q[1] && r_q.cov[3:2] != '0;
      // y is even: the lower row adds the pitch.
      a_addr_q <= {base_i[r_q.slot], 3'b000} + {r_line_q, 3'b000} +
                  (r_pixel_q[1] ? {14'h0, pitch_i[r_q.slot], 3'b000} : 29'h0) +
                  {15'h0, r_q.x[14:1]};
      a_z_q <= clamp_depth(min_z_i[r_q.slot], max_z_i[r_q.slot], r_q.z[r_pixel_q]);
    end
  end

  // ---------------------------------------------------- b: converted; c: access
  always_ff @(posedge clk_i) begin
    if (advance && a_valid_q) begin
      b_q      <= a_q;
      b_more_q <= a_more_q;
      b_addr_q <= a_addr_q;
      b_hint_q <= a_addr_q[31:6] + {14'h0, pitch_i[a_q.slot]};
      b_z_q    <= float_i[a_q.slot] ? a_z_q : {7'h00, unorm24(a_z_q)};
    end
  end
  assign acc_valid_o  = b_valid_q && b_q.cov;
  assign acc_addr_o   = {b_addr_q, b_q.pixel[0]};
  assign hint_valid_o = b_more_q;
  assign hint_line_o  = b_hint_q;
  assign advance      = !acc_valid_o || acc_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
      d_valid_q <= 1'b0;
    end else begin
      if (advance) begin
        a_valid_q <= r_valid_q;
        b_valid_q <= a_valid_q;
      end
      d_valid_q <= b_valid_q && advance;
    end
  end
  always_ff @(posedge clk_i) begin
    if (advance) begin
      d_q   <= b_q;
      d_z_q <= b_z_q;
    end
  end

  // --------------------------------------------------------- d: compare, write
  logic       pass;
  logic [3:0] bytes;
  logic [2:0] pass_q;  // pixels 0..2
  assign pass      = d_q.cov && depth_pass(func_i[d_q.slot], float_i[d_q.slot], d_z_q,
                                           d_q.pixel[0] ? rdata_i[63:32] : rdata_i[31:0]);
  // The stencil byte of D24_UNORM_S8_UINT stays.
  assign bytes     = d_valid_q && pass && write_i[d_q.slot] ? {float_i[d_q.slot], 3'b111} : 4'h0;
  assign wr_be_o   = {bytes & {4{d_q.pixel[0]}}, bytes & {4{!d_q.pixel[0]}}};
  assign wr_data_o = {1'b0, d_z_q, 1'b0, d_z_q};
  always_ff @(posedge clk_i) begin
    if (d_valid_q) pass_q <= {pass, pass_q[2:1]};
  end
  assign rsp_valid_o = d_valid_q && d_q.pixel == 2'd3;
  assign rsp_late_o  = d_q.late;
  assign rsp_slot_o  = d_q.slot;
  assign rsp_cov_o   = {pass, pass_q};
  assign busy_o      = r_valid_q || a_valid_q || b_valid_q || d_valid_q;

endmodule

`default_nettype wire
