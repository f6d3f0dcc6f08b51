// SPDX-License-Identifier: Apache-2.0
//
// Primitive assembly and vertex batches: tokens in, batches and their vertex
// waves out (docs/hw/geometry.md, Input). A batch's vertices are looked up in
// parallel among the VertexIDs of its lanes, one vertex of a primitive a cycle.
// While the launcher sends a batch's rows, the next batch is assembled.
//
//   token --> window of the topology --> primitive --> look up, add (3 cycles)
//                                             closed batch --> launcher: header, v0, v1, v2
`default_nettype none

module e11_geom_assemble
  import e11_geometry_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // The draw; steady from the first token until done_o.
  input  e11_pkg::slot_t       slot_i,
  input  logic [3:0]           topology_i,
  input  logic [31:0]          offset_i,        // VertexID to fetch index
  input  logic [31:0]          start_instance_i,
  input  logic [31:0]          vs_code_i,
  input  logic [31:0]          vs_table_i,
  input  logic [1:0]           vs_size_i,
  input  logic [5:0]           out_regs_i,
  input  logic [31:0]          ring_base_i,
  output logic                 done_o,          // pulse: all is launched

  input  logic                 token_valid_i,
  output logic                 token_ready_o,
  input  token_t               token_i,

  output logic                 launch_valid_o,
  input  logic                 launch_ready_i,
  output e11_pkg::launch_t     launch_o,
  output logic                 row_valid_o,
  input  logic                 row_ready_i,
  output e11_pkg::row_t        row_o,

  // Batches, by tag: a closed one is filled in, the oldest is freed.
  output logic                 closed_o,        // pulse, batch_o and tag_o
  output logic [TAG_BITS-1:0]  tag_o,
  output batch_t               batch_o,
  input  logic                 tag_free_i,      // tag_o may be used
  output logic                 primitive_we_o,
  output logic [TAG_BITS+4:0]  primitive_addr_o,
  output primitive_t           primitive_o,

  output logic                 count_primitive_o,
  output logic                 count_wave_o,
  output logic [4:0]           count_vertices_o // with count_wave_o
);

  // ---------------------------------------------------------------- topology
  // seen_q: vertices since the cut. Strips: 2 before an even, 3 before an odd
  // triangle. A line is start, end, start; a point three times the same vertex.
  logic [1:0]       seen_q;
  logic [1:0][31:0] window_q;
  logic             new_instance_q;
  logic [31:0]      instance_q;
  logic             is_list, is_strip, is_line, is_line_strip, is_point, completes, take;
  logic             ready_q;                   // a primitive waits to be added
  logic             next_ready;
  logic [2:0][31:0] key_q;
  logic [31:0]      key_instance_q;
  logic             key_restart_q;
  logic             end_q;

  assign is_list   = {28'b0, topology_i} == e11_regs_pkg::TOPOLOGY_TRIANGLE_LIST;
  assign is_strip  = {28'b0, topology_i} == e11_regs_pkg::TOPOLOGY_TRIANGLE_STRIP;
  assign is_line_strip = {28'b0, topology_i} == e11_regs_pkg::TOPOLOGY_LINE_STRIP;
  assign is_line   = is_line_strip || {28'b0, topology_i} == e11_regs_pkg::TOPOLOGY_LINE_LIST;
  assign is_point  = {28'b0, topology_i} == e11_regs_pkg::TOPOLOGY_POINT_LIST;
  assign completes = token_i.kind == TOKEN_VERTEX &&
                     (is_point || (is_line && seen_q[0]) || ((is_list || is_strip) && seen_q[1]));
  assign token_ready_o = !end_q && !(completes && ready_q && !next_ready);
  assign take      = token_valid_i && token_ready_o;

  always_ff @(posedge clk_i) begin
    if (take) begin
      case (token_i.kind)
        TOKEN_VERTEX: begin
          if (seen_q == 2'd0 || is_line) window_q[0] <= token_i.value;
          else if (seen_q == 2'd1) window_q[1] <= token_i.value;
          else if (is_strip) window_q <= {token_i.value, window_q[1]};
          if (completes) begin
            key_q[0] <= is_point ? token_i.value : window_q[0];
            key_q[1] <= is_point || is_line || seen_q == 2'd3 ? token_i.value : window_q[1];
            key_q[2] <= is_line ? window_q[0] : seen_q == 2'd3 ? window_q[1] : token_i.value;
            key_instance_q <= instance_q;
            key_restart_q  <= new_instance_q;
          end
        end
        TOKEN_INSTANCE: instance_q <= token_i.value;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q         <= '0;
      new_instance_q <= 1'b0;
    end else if (take) begin
      case (token_i.kind)
        TOKEN_VERTEX: begin
          if (is_point) seen_q <= '0;
          else if (is_line) seen_q <= {1'b0, is_line_strip || !seen_q[0]};
          else if (seen_q < 2'd2) seen_q <= seen_q + 1'b1;
          else seen_q <= is_strip ? {1'b1, !seen_q[0]} : 2'd0;
          if (completes) new_instance_q <= 1'b0;
        end
        TOKEN_INSTANCE: begin
          seen_q         <= '0;
          new_instance_q <= 1'b1;
        end
        default: seen_q <= '0;
      endcase
    end
  end

  // ------------------------------------------------------------------- batch
  typedef enum logic [1:0] { ADD, CLOSE, ENDED } state_e;
  state_e             state_q;
  logic [1:0]         vertex_q;                // of the primitive
  logic [15:0][31:0]  cam_q;
  logic [15:0]        live_q;                  // lanes of this instance
  logic [4:0]         lanes_q, kept_q;         // used now; of complete primitives
  logic [5:0]         primitives_q;
  logic [1:0][3:0]    lane_q;
  logic [TAG_BITS-1:0] tag_q;
  logic               bank_q;

  logic [31:0] key;
  logic [15:0] match, live;
  logic        hit, fits, adding, added, full, starts;
  logic [3:0]  hit_lane, lane;
  logic        launcher_free, close;

  assign starts = vertex_q == 2'd0;
  assign live   = starts && key_restart_q ? '0 : live_q;
  always_comb begin
    case (vertex_q)
      2'd0:    key = key_q[0];
      2'd1:    key = key_q[1];
      default: key = key_q[2];
    endcase
    hit_lane = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      match[i] = live[i] && cam_q[i] == key;
      if (match[i]) hit_lane = hit_lane | 4'(i);
    end
    hit = match != '0;
  end

  assign full    = starts && primitives_q == 6'(PRIMITIVES);
  assign fits    = !full && (hit || !lanes_q[4]);
  assign lane    = hit ? hit_lane : lanes_q[3:0];
  // The tag's entries may be written only once it is free.
  assign adding  = state_q == ADD && ready_q && tag_free_i && fits;
  assign added   = adding && vertex_q == 2'd2;
  assign next_ready = added;
  assign close   = state_q == CLOSE && launcher_free && tag_free_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= ADD;
      ready_q      <= 1'b0;
      end_q        <= 1'b0;
      vertex_q     <= '0;
      live_q       <= '0;
      lanes_q      <= '0;
      kept_q       <= '0;
      primitives_q <= '0;
      tag_q        <= '0;
      bank_q       <= 1'b0;
    end else begin
      if (take && completes) ready_q <= 1'b1;
      else if (added) ready_q <= 1'b0;
      if (take && token_i.kind == TOKEN_END) end_q <= 1'b1;

      case (state_q)
        ADD: begin
          if (adding) begin
            vertex_q <= added ? 2'd0 : vertex_q + 1'b1;
            live_q   <= live;
            if (!hit) begin
              live_q[lane] <= 1'b1;
              lanes_q      <= lanes_q + 1'b1;
            end
            if (added) begin
              kept_q       <= hit ? lanes_q : lanes_q + 1'b1;
              primitives_q <= primitives_q + 1'b1;
            end
          end else if (ready_q && tag_free_i && !fits) state_q <= CLOSE;
          else if (end_q && !ready_q) state_q <= CLOSE;
        end
        CLOSE:
          if (close) begin
            vertex_q     <= '0;
            live_q       <= '0;
            lanes_q      <= '0;
            kept_q       <= '0;
            primitives_q <= '0;
            tag_q        <= tag_q + 1'b1;
            bank_q       <= !bank_q;
            state_q      <= end_q && !ready_q ? ENDED : ADD;
          end
        default:
          if (launcher_free) begin
            state_q <= ADD;
            end_q   <= 1'b0;
          end
      endcase
    end
  end

  assign done_o = state_q == ENDED && launcher_free;

  always_ff @(posedge clk_i) begin
    if (adding) begin
      if (!hit) begin
        for (int unsigned i = 0; i < 16; i++) begin
          if (lane == 4'(i)) cam_q[i] <= key;
        end
      end
      if (vertex_q == 2'd0) lane_q[0] <= lane;
      if (vertex_q == 2'd1) lane_q[1] <= lane;
    end
  end

  assign primitive_we_o    = added;
  assign primitive_addr_o  = {tag_q, primitives_q[4:0]};
  assign primitive_o       = '{restart: key_restart_q, lane: {lane, lane_q[1], lane_q[0]}};
  assign count_primitive_o = added;

  assign closed_o = close;
  assign tag_o    = tag_q;
  assign batch_o  = '{slot: slot_i, last: end_q && !ready_q, vertices: kept_q, primitives: primitives_q};

  // ---------------------------------------------------------------- launcher
  logic        row_we;
  logic [4:0]  row_waddr;
  logic [31:0] v1, v2, v;
  logic        send_bank_q;
  logic [4:0]  send_lanes_q;
  logic [3:0]  send_lane_q;
  logic [1:0]  send_row_q;                     // 3: all are sent, or wait in row_q
  logic [TAG_BITS-1:0] send_tag_q;
  logic        header_q, rows_q;               // what is left to be sent
  logic        quad_q;                         // row_q is a whole quad
  logic        shift, row_taken;
  e11_pkg::row_t row_q;

  assign row_we    = adding && !hit;
  assign row_waddr = {bank_q, lane};

  e11_regfile_1r1w #(.W(32), .DEPTH(32)) u_v1 (
    .clk_i, .we_i(row_we), .waddr_i(row_waddr), .wdata_i(key),
    .raddr_i({send_bank_q, send_lane_q}), .rdata_o(v1)
  );
  e11_regfile_1r1w #(.W(32), .DEPTH(32)) u_v2 (
    .clk_i, .we_i(row_we), .waddr_i(row_waddr), .wdata_i(key_instance_q),
    .raddr_i({send_bank_q, send_lane_q}), .rdata_o(v2)
  );

  always_comb begin
    case (send_row_q)
      2'd0:    v = v1 + offset_i;
      2'd1:    v = v1;
      default: v = v2;
    endcase
    if ({1'b0, send_lane_q} >= send_lanes_q) v = '0;
  end

  assign launcher_free = !header_q && !rows_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      header_q <= 1'b0;
      rows_q   <= 1'b0;
    end else begin
      if (close && kept_q != '0) begin
        header_q <= 1'b1;
        rows_q   <= 1'b1;
      end else begin
        if (launch_valid_o && launch_ready_i) header_q <= 1'b0;
        if (row_taken && send_row_q == 2'd3) rows_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (close) begin
      send_bank_q  <= bank_q;
      send_lanes_q <= kept_q;
      send_tag_q   <= tag_q;
      send_lane_q  <= '0;
      send_row_q   <= '0;
      quad_q       <= 1'b0;
    end else if (shift) begin
      row_q       <= {v, row_q[3:1]};
      send_lane_q <= send_lane_q + 1'b1;
      quad_q      <= send_lane_q[1:0] == 2'd3;
      if (send_lane_q == 4'd15) send_row_q <= send_row_q + 1'b1;
    end
  end

  assign row_valid_o = rows_q && quad_q && !header_q;           // behind its header
  assign row_taken   = row_valid_o && row_ready_i;
  assign shift       = rows_q && (!quad_q || row_taken);
  assign row_o       = row_q;

  assign launch_valid_o = header_q;
  always_comb begin
    launch_o       = '0;
    launch_o.stage = e11_pkg::STAGE_VERTEX;
    launch_o.slot  = slot_i;
    launch_o.size  = vs_size_i;
    launch_o.code  = vs_code_i;
    launch_o.s0    = vs_table_i;
    launch_o.s1    = ring_base_i + ring_offset(send_tag_q, out_regs_i);
    launch_o.s2    = start_instance_i;
    for (int unsigned i = 0; i < 16; i++) launch_o.exec[i] = 5'(i) < send_lanes_q;
    launch_o.cov   = launch_o.exec;
    launch_o.rows  = 2'd3;
    launch_o.tag   = e11_pkg::PSSEQ_W'(send_tag_q);
  end

  assign count_wave_o     = launch_valid_o && launch_ready_i;
  assign count_vertices_o = send_lanes_q;

endmodule

`default_nettype wire
