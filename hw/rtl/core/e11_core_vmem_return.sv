// SPDX-License-Identifier: Apache-2.0
//
// Answers of a vector load. A word is turned to each lane that it serves, one lane
// a cycle; when the quad's last word has been spread, its registers are written,
// one a cycle. Channels of less than 32 bits are converted first, a lane a cycle.
//
//   answer -> turn -> [ 4 lanes x 16 bytes ] -> select -----------------> quad of a row
//                                                   +--> convert (2) ----^ lane by lane
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
    // Byte i of the access is byte i + shift of the two words. Dwords stay in their places and are found
    // there when they are written.
    turned = rsp_data_i;
    if (shift[1]) turned = {turned[15:0], turned[127:16]};
    if (shift[0]) turned = {turned[7:0], turned[127:8]};
    for (int unsigned i = 0; i < 16; i++) begin
      enable[i] = (2'(i / 4) >= shift[3:2] && {1'b0, 4'(i)} + {3'b0, shift[1:0]} < 5'd16) == match_i.low[lane];
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
  logic        taken, step, next_row, last_row, last_step, en, converts;
  logic [2:0]  row_q;
  logic [1:0]  c, lane_q;

  assign converts      = typed_i && (format_i.layout != LAYOUT_PLAIN || !format_i.log2_bytes[1]);
  assign taken         = match_valid_i && !writing_q && (empty || (spreading && last_lane));
  assign match_ready_o = writing_q ? next_row && last_row : taken && !match_i.last;
  assign step          = writing_q && en;
  assign last_step     = !converts || lane_q == 2'd3;
  assign next_row      = step && last_step;
  assign last_row      = row_q + 3'd1 == dwords_i;
  assign c             = row_q[1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      resumed_q <= 1'b0;
      writing_q <= 1'b0;
      row_q     <= '0;
      lane_q    <= '0;
    end else begin
      if (spreading) resumed_q <= !last_lane;
      if (taken && match_i.last) writing_q <= 1'b1;
      if (step && converts) lane_q <= lane_q + 2'd1;
      if (next_row) begin
        row_q <= last_row ? '0 : row_q + 3'd1;
        if (last_row) writing_q <= 1'b0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (spreading) todo_q <= todo & (todo - 4'd1);
  end

  // The component of each lane: plain dwords as they are, else of lane_q the channel's bits.
  typed_channel_t   channel;
  logic [3:0][1:0]  place;         // of the dword with the component
  logic [3:0][31:0] dword, plain;
  logic [31:0]      default_value, converted;
  logic [15:0]      bits;          // converted channels have no more
  logic             absent;
  logic [3:0]       reaches;       // the lane's access reaches this dword
  logic [31:0]      field;

  assign channel       = typed_channel(format_i, c);
  assign absent        = typed_i && row_q >= format_i.channels;
  assign default_value = row_q != 3'd3 || format_i.channels == 3'd0 ? 32'd0 :
                         format_i.kind inside {CHANNEL_UINT, CHANNEL_SINT} ? 32'd1 : 32'h3f80_0000;

  always_comb begin
    for (int unsigned l = 0; l < 4; l++) begin
      reaches[l] = row_q < shifts_i[l].count && !absent;
      place[l]  = (converts ? {1'b0, channel.lsb[5]} : c) + shifts_i[l].shift[3:2];
      dword[l]  = raw_q[l][32*place[l] +: 32];
      plain[l]  = (dword[l] & {32{reaches[l]}}) | (default_value & {32{absent}});
    end
    field = dword[lane_q];
    for (int s = 4; s >= 0; s--) begin
      if (channel.lsb[s]) field = field >> (1 << s);
    end
    for (int unsigned i = 0; i < 16; i++) begin
      bits[i] = field[i] && reaches[lane_q] && e11_fp_pkg::at_least({3'b0, channel.bits}, 8'(i + 1));
    end
  end

  e11_core_convert u_convert (
      .clk_i,
      .en_i   (en),
      .kind_i (absent ? CHANNEL_NONE : format_i.kind),
      .width_i(channel.bits),
      .bits_i ({16'b0, bits} | (default_value & {32{absent}})),
      .value_o(converted)
  );

  // What goes with it: two steps through the converter, then the row.
  typedef struct packed {
    logic       valid;
    logic       last;
    logic [1:0] lane;
    logic [1:0] quad;
    logic [6:0] number;
  } row_meta_t;

  row_meta_t        meta, c1_q, c2_q, done;
  logic             valid_q, last_q;
  logic [1:0]       quad_q;
  logic [6:0]       number_q;
  logic [3:0][31:0] row_data_q;

  assign meta = {step, last_row, lane_q, match_i.quad, data_i + {4'b0, row_q}};
  assign en   = !(valid_q && !v_ready_i);
  assign done = converts ? c2_q : meta;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      c1_q    <= '0;
      c2_q    <= '0;
      valid_q <= 1'b0;
      last_q  <= 1'b0;
    end else if (en) begin
      c1_q    <= converts ? meta : '0;
      c2_q    <= c1_q;
      valid_q <= done.valid && (!converts || done.lane == 2'd3);
      last_q  <= done.last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (en) begin
      quad_q   <= done.quad;
      number_q <= done.number;
      if (!converts) row_data_q <= plain;
      else row_data_q[done.lane] <= converted;
    end
  end

  assign v_valid_o   = valid_q;
  assign v_data_o    = row_data_q;
  assign v_quad_o    = quad_q;
  assign v_row_o     = row_base_i | {4'b0, number_q & row_mask_i};
  assign v_lanes_o   = exec_i[4*quad_q +: 4];
  assign quad_done_o = valid_q && v_ready_i && last_q;

  logic unused;
  assign unused = &{1'b0, field[31:16], format_i.bytes};

endmodule

`default_nettype wire
