// SPDX-License-Identifier: Apache-2.0
//
// Answers of a vector load. A word is turned to each lane that it serves, one lane
// a cycle; when the quad's last word has been spread, its registers are written,
// one a cycle, typed ones through the converters.
//
//   answer -> rotate -> [ 4 lanes x 16 bytes ] -> select -> convert (2) -> quad of a row
`default_nettype none

module e11_core_vmem_return
  import e11_pkg::*;
  import e11_core_pkg::*;
  import e11_formats_pkg::*;
(
    input  logic              clk_i,
    input  logic              rst_ni,
    // The instruction
    input  logic              typed_i,
    input  typed_format_t     format_i,
    input  logic [2:0]        dwords_i,      // registers to write in this pass
    input  logic [VROW_A-1:0] row_base_i,    // the wave's first row
    input  logic [6:0]        row_mask_i,    // its budget
    input  logic [6:0]        data_i,        // first register
    input  logic [LANES-1:0]  exec_i,
    // Matches and answers, in the same order
    input  logic              match_valid_i,
    output logic              match_ready_o,
    input  match_t            match_i,
    input  lane_shift_t [3:0] shifts_i,      // of match_i.quad
    input  logic              rsp_valid_i,
    output logic              rsp_ready_o,
    input  logic [127:0]      rsp_data_i,
    // Rows
    output logic              v_valid_o,
    input  logic              v_ready_i,
    output logic [1:0]        v_quad_o,
    output logic [VROW_A-1:0] v_row_o,
    output logic [3:0]        v_lanes_o,
    output logic [3:0][31:0]  v_data_o,
    output logic              quad_done_o    // a quad's last row is written
);

  // ---------------------------------------------------------------- spread a word
  logic [3:0]        served, todo, todo_q;
  logic              resumed_q, spreading, empty, last_lane, writing_q;
  logic [1:0]        lane;
  logic [3:0]        shift;
  logic [127:0]      turned;
  logic [15:0]       enable;
  logic [3:0][127:0] raw_q;

  assign served    = match_i.low | match_i.high;
  assign todo      = resumed_q ? todo_q : served;
  assign empty     = served == '0;
  assign spreading = match_valid_i && !writing_q && !empty && rsp_valid_i;
  assign last_lane = (todo & (todo - 4'd1)) == '0;
  assign shift     = shifts_i[lane].shift;

  always_comb begin
    lane = 2'd3;
    for (int l = 2; l >= 0; l--) begin
      if (todo[l]) lane = 2'(l);
    end
  end

  always_comb begin
    // Byte i of the access is byte i + shift of the two words.
    turned = rsp_data_i;
    if (shift[3]) turned = {turned[63:0], turned[127:64]};
    if (shift[2]) turned = {turned[31:0], turned[127:32]};
    if (shift[1]) turned = {turned[15:0], turned[127:16]};
    if (shift[0]) turned = {turned[7:0], turned[127:8]};
    for (int unsigned i = 0; i < 16; i++) begin
      enable[i] = ({1'b0, 4'(i)} + {1'b0, shift} < 5'd16) == match_i.low[lane];
    end
  end

  assign rsp_ready_o = spreading && last_lane;

  always_ff @(posedge clk_i) begin
    if (spreading) begin
      for (int unsigned i = 0; i < 16; i++) begin
        if (enable[i]) raw_q[lane][8*i +: 8] <= turned[8*i +: 8];
      end
    end
  end

  // --------------------------------------------------------------- write the quad
  logic        taken, step, last_row;
  logic [2:0]  row_q;
  logic        v1_q, v2_q, v3_q, last1_q, last2_q, last3_q;
  logic [1:0]  c;

  assign taken         = match_valid_i && !writing_q && (empty || (spreading && last_lane));
  assign match_ready_o = writing_q ? step && last_row : taken && !match_i.last;
  assign step          = writing_q && !(v3_q && !v_ready_i);
  assign last_row      = row_q + 3'd1 == dwords_i;
  assign c             = row_q[1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      resumed_q <= 1'b0;
      writing_q <= 1'b0;
      row_q     <= '0;
    end else begin
      if (spreading) resumed_q <= !last_lane;
      if (taken && match_i.last) writing_q <= 1'b1;
      if (step) begin
        row_q <= last_row ? '0 : row_q + 3'd1;
        if (last_row) writing_q <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (spreading) todo_q <= todo & (todo - 4'd1);
  end

  // 1: select the channel. 2, 3: convert (a plain dword takes the same time).
  typedef struct packed {
    logic [1:0] quad;
    logic [6:0] number;
    logic       missing_one;  // the default of w
  } row_meta_t;

  row_meta_t        r1_q, r2_q, r3_q;
  logic [3:0][31:0] bits, bits_1q, value_3;
  logic [3:0]       missing;
  logic             en;

  assign en = !(v3_q && !v_ready_i);

  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      bits[l] = raw_q[l][32*c +: 32];
      if (typed_i && format_i.log2_bytes == 2'd0) bits[l] = {24'b0, raw_q[l][8*c +: 8]};
      if (typed_i && format_i.log2_bytes == 2'd1) bits[l] = {16'b0, raw_q[l][16*c +: 16]};
      missing[l] = row_q >= shifts_i[l].count || (typed_i && row_q >= format_i.channels);
      if (missing[l]) bits[l] = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {v1_q, v2_q, v3_q}          <= '0;
      {last1_q, last2_q, last3_q} <= '0;
    end else if (en) begin
      {v1_q, v2_q, v3_q}          <= {writing_q, v1_q, v2_q};
      {last1_q, last2_q, last3_q} <= {last_row, last1_q, last2_q};
    end
  end
  always_ff @(posedge clk_i) begin
    if (en) begin
      bits_1q <= bits;
      r1_q    <= {match_i.quad, data_i + {4'b0, row_q},
                  typed_i && row_q == 3'd3 && format_i.channels != 3'd0 && format_i.channels != 3'd4};
      r2_q    <= r1_q;
      r3_q    <= r2_q;
    end
  end

  for (genvar l = 0; l < 4; l++) begin : g_convert
    e11_core_convert u_convert (
        .clk_i,
        .en_i        (en),
        .kind_i      (typed_i ? format_i.kind : CHANNEL_NONE),
        .log2_bytes_i(format_i.log2_bytes),
        .bits_i      (bits_1q[l]),
        .value_o     (value_3[l])
    );
    assign v_data_o[l] = !r3_q.missing_one ? value_3[l] :
                         format_i.kind inside {CHANNEL_UINT, CHANNEL_SINT} ? 32'd1 : 32'h3f80_0000;
  end

  assign v_valid_o   = v3_q;
  assign v_quad_o    = r3_q.quad;
  assign v_row_o     = row_base_i | {4'b0, r3_q.number & row_mask_i};
  assign v_lanes_o   = exec_i[4*r3_q.quad +: 4];
  assign quad_done_o = v3_q && v_ready_i && last3_q;

endmodule

`default_nettype wire
