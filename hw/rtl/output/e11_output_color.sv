// SPDX-License-Identifier: Apache-2.0
//
// Colour part: writes the rows of quads, in order, to its cache.
//
//   queue head (+ late answer) | two rows: address, bytes | cache access | write turn
`default_nettype none

module e11_output_color
  import e11_pkg::*;
  import e11_output_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,
  // State of all slots.
  input  logic [STATE_SLOTS-1:0]       enable_i,   // there is a target of a known format
  input  logic [STATE_SLOTS-1:0]       bgra_i,
  input  logic [STATE_SLOTS-1:0][3:0]  mask_i,
  input  logic [STATE_SLOTS-1:0][31:6] base_i,
  input  logic [STATE_SLOTS-1:0][11:0] pitch_i,    // in 64 bytes
  input  logic             quad_valid_i,
  output logic             quad_ready_o,
  input  color_quad_t      quad_i,
  input  logic             late_valid_i,
  output logic             late_ready_o,
  input  logic [3:0]       late_cov_i,
  // Export buffer.
  input  logic [1:0][3:0]  exported_i,  // components, of both halves
  output logic             half_o,
  output logic [1:0]       number_o,
  output logic             row_o,
  input  logic [1:0][31:0] color_i,
  output logic [1:0]       free_o,
  output logic             busy_o,
  output logic [2:0]       written_o,   // pixels, for the counter
  // Cache: see e11_output_cache.
  output logic             acc_valid_o,
  input  logic             acc_ready_i,
  output logic [31:3]      acc_addr_o,
  output logic [7:0]       wr_be_o,
  output logic [63:0]      wr_data_o
);

  logic       valid_q, row_q, take, step;
  logic       half_q;
  slot_t      slot_q;
  logic [1:0] number_q;
  logic [3:0] cov_q, mask_q, cov;
  logic [13:0] x_q;       // in quads
  logic [25:0] line_q;    // y * pitch, in 64 bytes
  logic [1:0] row_cov;

  // Where its late answer is needed, a quad waits for it.
  assign quad_ready_o = (!valid_q || (step && row_q)) && (!quad_i.late || late_valid_i);
  assign take         = quad_valid_i && quad_ready_o;
  assign late_ready_o = take && quad_i.late;
  assign cov          = quad_i.late ? late_cov_i : quad_i.cov;
  assign written_o    = take ? 3'($countones(cov)) : 3'd0;

  // A row moves on when the access stage is free; rows with nothing to write
  // leave no access.
  logic       acc_q, needed;
  logic [7:0] be_q;
  assign row_cov     = row_q ? cov_q[3:2] : cov_q[1:0];
  assign needed      = row_cov != '0 && mask_q != '0;
  assign step        = valid_q && (!acc_q || acc_ready_i);
  assign acc_valid_o = acc_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      row_q   <= 1'b0;
    end else begin
      if (take) valid_q <= 1'b1;
      else if (step && row_q) valid_q <= 1'b0;
      if (step) row_q <= !row_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      half_q   <= quad_i.half;
      number_q <= quad_i.quad;
      slot_q   <= quad_i.slot;
      cov_q    <= cov;
      mask_q   <= enable_i[quad_i.slot] ? mask_i[quad_i.slot] & exported_i[quad_i.half] : 4'h0;
      x_q      <= quad_i.x[14:1];
      line_q   <= 26'(quad_i.y) * 26'(pitch_i[quad_i.slot]);
    end
  end

  assign half_o   = half_q;
  assign number_o = number_q;
  assign row_o    = row_q;
  assign free_o   = step && row_q && number_q == 2'd3 ? {half_q, !half_q} : 2'b00;
  assign busy_o   = valid_q || acc_q || wr_be_o != '0;

  // -------------------------------------------------------- access, write turn
  logic [1:0][31:0] swapped;
  logic [3:0]       bytes;
  logic [63:0]      data_q;
  always_comb begin
    bytes   = mask_q;
    swapped = color_i;
    if (bgra_i[slot_q]) begin
      bytes = {mask_q[3], mask_q[0], mask_q[1], mask_q[2]};
      for (int i = 0; i < 2; i++) begin
        swapped[i] = {color_i[i][31:24], color_i[i][7:0], color_i[i][15:8], color_i[i][23:16]};
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      acc_q   <= 1'b0;
      wr_be_o <= '0;
    end else begin
      if (step) acc_q <= needed;
      else if (acc_ready_i) acc_q <= 1'b0;
      wr_be_o <= acc_q && acc_ready_i ? be_q : 8'h00;
    end
  end
  always_ff @(posedge clk_i) begin
    if (step) begin
      be_q   <= {bytes & {4{row_cov[1]}}, bytes & {4{row_cov[0]}}};
      data_q <= swapped;
      // y is even: the second row adds the pitch.
      acc_addr_o <= {base_i[slot_q], 3'b000} + {line_q, 3'b000} +
                    (row_q ? {14'h0, pitch_i[slot_q], 3'b000} : 29'h0) + {15'h0, x_q};
    end
    if (acc_q) wr_data_o <= data_q;
  end

endmodule

`default_nettype wire
