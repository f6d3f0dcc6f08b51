// SPDX-License-Identifier: Apache-2.0
//
// Geometry: from draws to vertex waves, from shaded vertices to triangles and
// coefficients. Ports, order and arithmetic: docs/hw/geometry.md.
//
//   draw --> index --> assemble ---launch---> core
//                         | batches             | vs_done
//                         v                     v
//                       (tags in order) ------> fetch <-- vertex ring
//                                                 | two batches
//                                               setup <--> engine, area --> coef_wr, tri
`default_nettype none

module e11_geometry
  import e11_geometry_pkg::*;
(
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic [3:0]                  asid_i,
  // from e11_draw
  input  logic                        state_wr_valid_i,
  input  e11_pkg::state_wr_t          state_wr_i,
  input  logic                        draw_valid_i,
  output logic                        draw_ready_o,
  input  e11_pkg::draw_t              draw_i,
  // memory, client index
  output logic                        index_req_valid_o,
  input  logic                        index_req_ready_i,
  output e11_pkg::mem_req_t           index_req_o,
  input  logic                        index_rsp_valid_i,
  output logic                        index_rsp_ready_o,
  input  e11_pkg::mem_rsp_t           index_rsp_i,
  // memory, client vertex
  output logic                        vertex_req_valid_o,
  input  logic                        vertex_req_ready_i,
  output e11_pkg::mem_req_t           vertex_req_o,
  input  logic                        vertex_rsp_valid_i,
  output logic                        vertex_rsp_ready_o,
  input  e11_pkg::mem_rsp_t           vertex_rsp_i,
  // to and from the core
  output logic                        launch_valid_o,
  input  logic                        launch_ready_i,
  output e11_pkg::launch_t            launch_o,
  output logic                        row_valid_o,
  input  logic                        row_ready_i,
  output e11_pkg::row_t               row_o,
  input  logic                        vs_done_valid_i,
  input  logic [e11_pkg::PSSEQ_W-1:0] vs_done_tag_i,
  output logic                        coef_wr_valid_o,
  output e11_pkg::coef_wr_t           coef_wr_o,
  // from e11_pixel: no word below the address is needed any more
  input  logic                        coef_free_valid_i,
  input  logic [e11_pkg::COEF_W-1:0]  coef_free_addr_i,
  // to e11_raster
  output logic                        tri_valid_o,
  input  logic                        tri_ready_i,
  output e11_pkg::tri_t               tri_o,

  output logic                        busy_o,
  // Counters: pulses.
  output logic                        count_draw_o,
  output logic                        count_wave_o,
  output logic [4:0]                  count_vertices_o,   // with count_wave_o
  output logic                        count_primitive_in_o,
  output logic                        count_primitive_out_o
);

  // -------------------------------------------------- state of the input side
  // Kept for both slots in a small memory, unpacked when a draw starts.
  localparam int unsigned KEPT = 7;

  function automatic logic [3:0] kept_index(logic [5:0] word);
    case ({26'b0, word})
      e11_regs_pkg::STATE_BLOCK_VS_CODE:     return 4'd0;
      e11_regs_pkg::STATE_BLOCK_VS_TABLE:    return 4'd1;
      e11_regs_pkg::STATE_BLOCK_VS_INFO:     return 4'd2;
      e11_regs_pkg::STATE_BLOCK_RING_BASE:   return 4'd3;
      e11_regs_pkg::STATE_BLOCK_IA_INFO:     return 4'd4;
      e11_regs_pkg::STATE_BLOCK_INDEX_BASE:  return 4'd5;
      e11_regs_pkg::STATE_BLOCK_INDEX_COUNT: return 4'd6;
      default:                               return 4'd8;
    endcase
  endfunction

  logic [3:0]  kept;
  logic [31:0] kept_data;
  logic [2:0]  unpack_q;
  e11_pkg::draw_t draw_q;
  logic [31:0] vs_code_q, vs_table_q, vs_info_q, ring_base_q, ia_info_q, index_base_q, index_count_q;

  typedef enum logic [1:0] { IDLE, UNPACK, START, RUN } state_e;
  state_e state_q;
  logic   done, start;

  assign kept = kept_index(state_wr_i.word);
  e11_regfile_1r1w #(.W(32), .DEPTH(8 * e11_pkg::STATE_SLOTS)) u_kept (
    .clk_i, .we_i(state_wr_valid_i && !kept[3]), .waddr_i({state_wr_i.slot, kept[2:0]}), .wdata_i(state_wr_i.data),
    .raddr_i({draw_q.slot, unpack_q}), .rdata_o(kept_data)
  );

  assign draw_ready_o = state_q == IDLE;
  assign start        = state_q == START;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= IDLE;
    else begin
      case (state_q)
        IDLE:    if (draw_valid_i) state_q <= UNPACK;
        UNPACK:  if (unpack_q == 3'(KEPT - 1)) state_q <= START;
        START:   state_q <= RUN;
        default: if (done) state_q <= IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      draw_q   <= draw_i;
      unpack_q <= '0;
    end
    if (state_q == UNPACK) begin
      unpack_q <= unpack_q + 1'b1;
      case (unpack_q)
        3'd0:    vs_code_q     <= kept_data;
        3'd1:    vs_table_q    <= kept_data;
        3'd2:    vs_info_q     <= kept_data;
        3'd3:    ring_base_q   <= kept_data;
        3'd4:    ia_info_q     <= kept_data;
        3'd5:    index_base_q  <= kept_data;
        default: index_count_q <= kept_data;
      endcase
    end
  end

  logic [1:0] index_size;
  assign index_size = ia_info_q[e11_regs_pkg::STATE_BLOCK_IA_INFO_INDEX_SIZE_LSB +: 2];

  // ------------------------------------------------------------- input stages
  logic   token_valid, token_ready;
  token_t token;

  e11_geom_index u_index (
    .clk_i, .rst_ni, .asid_i,
    .start_i(start), .count_i(draw_q.count), .instances_i(draw_q.instances), .first_i(draw_q.first),
    .index_size_i(index_size), .restart_i(ia_info_q[e11_regs_pkg::STATE_BLOCK_IA_INFO_RESTART_LSB]),
    .index_base_i(index_base_q), .index_count_i(index_count_q),
    .req_valid_o(index_req_valid_o), .req_ready_i(index_req_ready_i), .req_o(index_req_o),
    .rsp_valid_i(index_rsp_valid_i), .rsp_ready_o(index_rsp_ready_o), .rsp_i(index_rsp_i),
    .token_valid_o(token_valid), .token_ready_i(token_ready), .token_o(token)
  );

  logic                closed, tag_free, primitive_we;
  logic [TAG_BITS-1:0] close_tag;
  batch_t              close_batch;
  logic [TAG_BITS+4:0] primitive_waddr;
  primitive_t          primitive_in;

  e11_geom_assemble u_assemble (
    .clk_i, .rst_ni,
    .slot_i(draw_q.slot), .topology_i(ia_info_q[e11_regs_pkg::STATE_BLOCK_IA_INFO_TOPOLOGY_LSB +: 4]),
    .offset_i(index_size == '0 ? draw_q.first : draw_q.base_vertex),
    .start_instance_i(draw_q.start_instance),
    .vs_code_i(vs_code_q), .vs_table_i(vs_table_q),
    .vs_size_i(vs_info_q[e11_regs_pkg::STATE_BLOCK_VS_INFO_SIZE_LSB +: 2]),
    .out_regs_i(vs_info_q[e11_regs_pkg::STATE_BLOCK_VS_INFO_OUT_REGS_LSB +: 6]),
    .ring_base_i(ring_base_q), .done_o(done),
    .token_valid_i(token_valid), .token_ready_o(token_ready), .token_i(token),
    .launch_valid_o, .launch_ready_i, .launch_o, .row_valid_o, .row_ready_i, .row_o,
    .closed_o(closed), .tag_o(close_tag), .batch_o(close_batch), .tag_free_i(tag_free),
    .primitive_we_o(primitive_we), .primitive_addr_o(primitive_waddr), .primitive_o(primitive_in),
    .count_primitive_o(count_primitive_in_o), .count_wave_o, .count_vertices_o
  );

  // -------------------------------------------------------- batches in order
  // Tags: head_q (closed next), fetch_q (read next), and as many free as fit.
  logic [BATCHES-1:0]  shaded_q;
  logic [TAG_BITS-1:0] fetch_q;
  logic [TAG_BITS:0]   held_q;                   // closed and not freed
  logic [TAG_BITS:0]   to_fetch_q;               // closed and not fetched
  logic                fetch_valid, fetch_taken, freed;
  batch_t              fetch_batch;

  assign tag_free    = held_q != (TAG_BITS + 1)'(BATCHES);
  assign fetch_valid = to_fetch_q != '0 && (shaded_q[fetch_q] || fetch_batch.vertices == '0);

  e11_regfile_1r1w #(.W($bits(batch_t)), .DEPTH(BATCHES)) u_batches (
    .clk_i, .we_i(closed), .waddr_i(close_tag), .wdata_i(close_batch), .raddr_i(fetch_q), .rdata_o(fetch_batch)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shaded_q   <= '0;
      fetch_q    <= '0;
      held_q     <= '0;
      to_fetch_q <= '0;
    end else begin
      if (fetch_taken) begin
        shaded_q[fetch_q] <= 1'b0;
        fetch_q           <= fetch_q + 1'b1;
      end
      if (vs_done_valid_i) shaded_q[vs_done_tag_i[TAG_BITS-1:0]] <= 1'b1;
      held_q     <= held_q + {{TAG_BITS{1'b0}}, closed} - {{TAG_BITS{1'b0}}, freed};
      to_fetch_q <= to_fetch_q + {{TAG_BITS{1'b0}}, closed} - {{TAG_BITS{1'b0}}, fetch_taken};
    end
  end

  // ---------------------------------------------------------- fetch and setup
  logic                     fetch_write_valid, fetch_write_ready, const_write_valid;
  logic [8:0]               fetch_write_addr, const_write_addr;
  logic [31:0]              fetch_write_data, const_write_data;
  logic [2:0][4:0]          outcode_addr;
  outcode_t [2:0]           outcode;
  logic                     attr_re;
  logic [8:0]               attr_row;
  logic [3:0][31:0]         attr_data;
  logic [1:0]               full;
  batch_t [1:0]             batch;
  logic [1:0][TAG_BITS-1:0] batch_tag;
  logic                     wide, free_half;
  logic                     aux_ready;

  assign fetch_write_ready = aux_ready && !const_write_valid;

  e11_geom_fetch u_fetch (
    .clk_i, .rst_ni, .asid_i, .state_wr_valid_i, .state_wr_i,
    .batch_valid_i(fetch_valid), .batch_taken_o(fetch_taken), .batch_i(fetch_batch), .tag_i(fetch_q),
    .req_valid_o(vertex_req_valid_o), .req_ready_i(vertex_req_ready_i), .req_o(vertex_req_o),
    .rsp_valid_i(vertex_rsp_valid_i), .rsp_ready_o(vertex_rsp_ready_o), .rsp_i(vertex_rsp_i),
    .write_valid_o(fetch_write_valid), .write_ready_i(fetch_write_ready),
    .write_addr_o(fetch_write_addr), .write_data_o(fetch_write_data),
    .outcode_addr_i(outcode_addr), .outcode_o(outcode),
    .attr_re_i(attr_re), .attr_row_i(attr_row), .attr_data_o(attr_data),
    .full_o(full), .batch_o(batch), .tag_o(batch_tag), .wide_o(wide),
    .free_i(freed), .free_half_i(free_half)
  );

  logic                  primitive_re;
  logic [TAG_BITS+4:0]   primitive_raddr;
  primitive_t            primitive_out;

  e11_ram_1r1w #(.W($bits(primitive_t)), .DEPTH(BATCHES * PRIMITIVES)) u_primitives (
    .clk_i, .we_i(primitive_we), .waddr_i(primitive_waddr), .wdata_i(primitive_in),
    .re_i(primitive_re), .raddr_i(primitive_raddr), .rdata_o(primitive_out)
  );

  logic                  start_valid, start_ready, engine_idle;
  start_t                start_program;
  mode_t                 mode;
  logic                  dist_valid, dist_negative, dist_zero, coef_last;
  logic                  area_clear, area_line, area_single, area_valid, negative, zero, nan, setup_busy;
  logic signed [51:0]    area_int;
  e11_pkg::point_t [2:0] points;
  logic                  point_valid, depth_valid;
  logic [1:0]            point_index;
  logic [31:0]           operand_a, operand_b, depth_unit;
  logic [2:0]            int_select;

  e11_geom_setup u_setup (
    .clk_i, .rst_ni, .state_wr_valid_i, .state_wr_i,
    .full_i(full), .batch_i(batch), .tag_i(batch_tag), .wide_i(wide), .free_o(freed), .free_half_o(free_half),
    .primitive_re_o(primitive_re), .primitive_addr_o(primitive_raddr), .primitive_i(primitive_out),
    .outcode_addr_o(outcode_addr), .outcode_i(outcode),
    .start_valid_o(start_valid), .start_ready_i(start_ready), .start_o(start_program), .mode_o(mode),
    .engine_idle_i(engine_idle),
    .write_valid_o(const_write_valid), .write_addr_o(const_write_addr),
    .write_data_o(const_write_data),
    .dist_valid_i(dist_valid), .dist_negative_i(dist_negative), .dist_zero_i(dist_zero),
    .coef_last_i(coef_last), .coef_i(coef_wr_o.c),
    .area_clear_o(area_clear), .area_line_o(area_line), .area_single_o(area_single), .area_valid_i(area_valid), .negative_i(negative), .zero_i(zero),
    .nan_i(nan), .points_i(points),
    .coef_free_valid_i, .coef_free_addr_i, .tri_valid_o, .tri_ready_i, .tri_o,
    .count_triangle_o(count_primitive_out_o), .busy_o(setup_busy)
  );

  e11_geom_area u_area (
    .clk_i, .rst_ni,
    .clear_i(area_clear), .line_i(area_line), .single_i(area_single), .point_valid_i(point_valid), .point_index_i(point_index),
    .point_x_i(operand_a), .point_y_i(operand_b),
    .depth_valid_i(depth_valid), .depth_i(operand_a),
    .area_valid_o(area_valid), .negative_o(negative), .zero_o(zero), .nan_o(nan), .points_o(points),
    .depth_unit_o(depth_unit), .int_select_i(int_select), .int_o(area_int)
  );

  e11_geom_engine u_engine (
    .clk_i, .rst_ni,
    .start_valid_i(start_valid), .start_ready_o(start_ready), .start_i(start_program), .mode_i(mode),
    .idle_o(engine_idle),
    .aux_valid_i(const_write_valid || fetch_write_valid), .aux_ready_o(aux_ready),
    .aux_addr_i(const_write_valid ? const_write_addr : fetch_write_addr),
    .aux_data_i(const_write_valid ? const_write_data : fetch_write_data),
    .attr_re_o(attr_re), .attr_row_o(attr_row), .attr_data_i(attr_data),
    .point_valid_o(point_valid), .point_index_o(point_index), .depth_valid_o(depth_valid),
    .operand_a_o(operand_a), .operand_b_o(operand_b), .int_select_o(int_select), .int_i(area_int),
    .depth_unit_i(depth_unit),
    .dist_valid_o(dist_valid), .dist_negative_o(dist_negative), .dist_zero_o(dist_zero),
    .coef_wr_valid_o, .coef_wr_o, .coef_last_o(coef_last)
  );

  // ----------------------------------------------------------------- counters
  assign busy_o       = state_q != IDLE || held_q != '0 || setup_busy;
  assign count_draw_o = draw_valid_i && draw_ready_o;

  logic unused_ok;
  assign unused_ok = &{1'b0, vs_info_q, ia_info_q, vs_done_tag_i};

endmodule

`default_nettype wire
