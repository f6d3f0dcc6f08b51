// SPDX-License-Identifier: Apache-2.0
//
// Addresses of a vector memory instruction, a lane a cycle; four lanes make a
// quad. Sums keep their low 32 bits and whether there is more, so that nothing wraps into the buffer.
//
//   A0 pick lane | A1 index * stride | A2 + offset | A3 + base, room left
//   A4 dwords inside, words touched -> quad
`default_nettype none

module e11_core_vmem_address
  import e11_pkg::*;
  import e11_core_pkg::*;
(
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic               start_i,   // begin with lane 0 in the next cycle
    input  address_cfg_t       cfg_i,     // stable from then on
    input  logic [LANES-1:0]   mask_i,    // lanes that access at all
    // Operands of a quad
    output logic [1:0]         operand_quad_o,
    input  logic [3:0][31:0]   index_i,   // source 0
    input  logic [3:0][31:0]   offset_i,  // source 2
    output logic               quad_valid_o,
    input  logic               quad_ready_i,
    output logic [1:0]         quad_o,
    output lane_access_t [3:0] lanes_o
);

  typedef struct packed {
    logic       valid;
    logic [3:0] lane;
    logic       active;
  } stage_t;

  logic         en;
  logic [4:0]   lane_q;  // 16: all sent
  stage_t       s1_q, s2_q, s3_q;
  logic         typed, structured, indexed, scratch;

  assign typed          = cfg_i.mode == AT_TYPED;
  assign structured     = cfg_i.mode == AT_STRUCT;
  assign indexed        = typed || structured;
  assign scratch        = cfg_i.mode == AT_SCRATCH;
  assign en             = !quad_valid_o || quad_ready_i;
  assign operand_quad_o = lane_q[3:2];

  // -------------------------------------------------------------- A0, A1: product
  logic [31:0] index;
  logic [15:0] factor;
  logic [47:0] product_1q;
  logic [32:0] inner_1q, inner_2q;
  logic [31:0] index_1q;
  logic        in_range_2q;

  assign index  = index_i[lane_q[1:0]];
  assign factor = indexed ? cfg_i.stride : 16'd1;

  always_ff @(posedge clk_i) begin
    if (en) begin
      product_1q <= {16'b0, index} * {32'b0, factor};
      // Each dword of a scratch access has a pass of its own.
      inner_1q   <= {1'b0, offset_i[lane_q[1:0]]} + {19'b0, cfg_i.offset} +
                    (scratch ? {29'b0, cfg_i.pass, 2'b0} : 33'd0);
      index_1q   <= index;
    end
  end

  // ------------------------------------------------------------------- A2: offset
  logic [32:0] sum;
  logic [31:0] sum_2q;
  logic        large_2q;   // the sum has more bits than its low ones

  assign sum = {1'b0, product_1q[31:0]} + {1'b0, inner_1q[31:0]};

  always_ff @(posedge clk_i) begin
    if (en) begin
      sum_2q      <= sum[31:0];
      large_2q    <= product_1q[47:32] != '0 || inner_1q[32] || sum[32];
      inner_2q    <= inner_1q;
      in_range_2q <= index_1q < cfg_i.size;
    end
  end

  // ----------------------------------------------------------- A3: start and room
  logic [32:0] start, room, room_3q;
  logic [31:0] start_3q, from, limit;
  logic        from_large, beyond_3q, in_range_3q;

  assign start = {1'b0, cfg_i.base} + {1'b0, scratch ? {12'b0, sum_2q[15:2], s2_q.lane, 2'b0} : sum_2q};

  always_comb begin
    from       = sum_2q;
    from_large = large_2q;
    limit      = cfg_i.size;
    if (structured) begin
      from       = inner_2q[31:0];
      from_large = inner_2q[32];
      limit      = {16'b0, cfg_i.stride};
    end
    if (scratch) limit = {16'b0, cfg_i.lane_bytes};
    room = {1'b0, limit} - {1'b0, from};
  end

  always_ff @(posedge clk_i) begin
    if (en) begin
      start_3q    <= start[31:0];
      beyond_3q   <= !scratch && (start[32] || large_2q);
      room_3q     <= {room[32] || from_large, room[31:0]};
      in_range_3q <= in_range_2q;
    end
  end

  // ------------------------------------------------- A4: dwords inside, words touched
  lane_access_t now;
  logic [2:0]   wanted;
  logic [4:0]   bytes;
  logic         any;

  assign wanted = scratch ? 3'd1 : cfg_i.dwords;

  always_comb begin
    now       = '0;
    now.start = start_3q;
    now.count = wanted;
    if (cfg_i.mode != AT_GLOBAL && !typed) begin
      if (room_3q[32]) now.count = 3'd0;
      else if (room_3q[31:5] == '0 && room_3q[4:2] < wanted) now.count = room_3q[4:2];
    end
    if (indexed && !in_range_3q) now.count = 3'd0;
    if (beyond_3q || !s3_q.active) now.count = 3'd0;
    // Aligned to what is accessed.
    if (cfg_i.log2_bytes != 2'd0) now.start[0] = 1'b0;
    if (cfg_i.log2_bytes[1]) now.start[1] = 1'b0;
    if (cfg_i.log2_bytes == 2'd3) now.start[2] = 1'b0;
    bytes    = typed ? cfg_i.bytes : {now.count, 2'b0};
    any      = now.count != 3'd0 && bytes != 5'd0;
    now.low  = any;
    now.high = any && {2'b0, now.start[3:0]} + {1'b0, bytes} > 6'd16;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lane_q       <= 5'd16;
      s1_q         <= '0;
      s2_q         <= '0;
      s3_q         <= '0;
      quad_valid_o <= 1'b0;
    end else begin
      if (en) begin
        s1_q         <= {!lane_q[4], lane_q[3:0], mask_i[lane_q[3:0]]};
        s2_q         <= s1_q;
        s3_q         <= s2_q;
        quad_valid_o <= s3_q.valid && s3_q.lane[1:0] == 2'd3;
        if (!lane_q[4]) lane_q <= lane_q + 5'd1;
      end
      if (start_i) lane_q <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (en && s3_q.valid) begin
      lanes_o[s3_q.lane[1:0]] <= now;
      quad_o                  <= s3_q.lane[3:2];
    end
  end

  logic unused;
  assign unused = &{1'b0, room_3q[1:0]};

endmodule

`default_nettype wire
