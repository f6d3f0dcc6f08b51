// SPDX-License-Identifier: Apache-2.0
//
// State of the draws behind the vertex shader: all words of all slots in a block RAM,
// the few that control needs unpacked, and those that the float engine needs, with its
// constants, written to its memory. While load_i is up the words of slot_i are read, one a
// cycle; loaded_o is up in the last of these cycles.
`default_nettype none

module e11_geom_state
  import e11_geometry_pkg::*;
(
  input  logic               clk_i,
  input  logic               state_wr_valid_i,
  input  e11_pkg::state_wr_t state_wr_i,
  input  e11_pkg::slot_t     slot_i,
  input  logic               load_i,
  output logic               loaded_o,
  input  logic               re_i,            // else: word word_i, in the next cycle, held
  input  logic [5:0]         word_i,
  output logic [31:0]        data_o,
  output settings_t          settings_o,
  output mode_t              mode_o,
  output logic               write_valid_o,   // a word of the engine's memory
  output logic [8:0]         write_addr_o,
  output logic [31:0]        write_data_o
);

  localparam int unsigned STATE_WORDS = e11_regs_pkg::STATE_BLOCK_WORDS;

  logic [4:0] load_q;                  // step
  logic [5:0] asked;

  // Step n asks for a word and keeps what step n-1 asked for.
  function automatic logic [5:0] load_word(logic [4:0] step);
    case (step)
      5'd0:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_HALF_W);
      5'd1:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_X);
      5'd2:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_HALF_H);
      5'd3:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_Y);
      5'd4:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_MIN_Z);
      5'd5:    return 6'(e11_regs_pkg::STATE_BLOCK_VP_DZ);
      5'd6:    return 6'(e11_regs_pkg::STATE_BLOCK_BIAS_CONST);
      5'd7:    return 6'(e11_regs_pkg::STATE_BLOCK_BIAS_SLOPE);
      5'd8:    return 6'(e11_regs_pkg::STATE_BLOCK_BIAS_CLAMP);
      5'd9:    return 6'(e11_regs_pkg::STATE_BLOCK_RASTER_INFO);
      5'd10:   return 6'(e11_regs_pkg::STATE_BLOCK_PS_INFO);
      default: return 6'(e11_regs_pkg::STATE_BLOCK_IA_INFO);
    endcase
  endfunction
  localparam logic [4:0] LOAD_STEPS = 5'd20;   // 12 words of state, then constants

  always_ff @(posedge clk_i) load_q <= load_i ? load_q + 1'b1 : '0;
  assign loaded_o = load_q == LOAD_STEPS;
  assign asked    = load_i ? load_word(load_q) : word_i;

  e11_ram_1r1w #(.W(32), .DEPTH(e11_pkg::STATE_SLOTS * STATE_WORDS)) u_state (
    .clk_i, .we_i(state_wr_valid_i), .waddr_i({state_wr_i.slot, state_wr_i.word}), .wdata_i(state_wr_i.data),
    .re_i(load_i || re_i), .raddr_i({slot_i, asked}), .rdata_o(data_o)
  );

  // ---------------------------------------------------------------- unpacked
  logic [7:0] exp_w_q, exp_h_q, exp_x_q, exp_y_q;
  settings_t  settings_q;
  mode_t      mode_q;
  logic       nonzero;
  logic [3:0] topology;
  assign topology   = data_o[e11_regs_pkg::STATE_BLOCK_IA_INFO_TOPOLOGY_LSB +: 4];
  assign nonzero    = data_o[30:23] != '0;
  assign settings_o = settings_q;

  function automatic logic [3:0] guard(logic [7:0] origin, logic [7:0] half);
    logic [7:0] k;
    k = 8'd140 - half;
    if (origin >= 8'd140 || half >= 8'd140) return 4'd0;
    return k > 8'd15 ? 4'd15 : k[3:0];
  endfunction

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      case (load_q)
        5'd1:  exp_w_q <= data_o[30:23];
        5'd2:  exp_x_q <= data_o[30:23];
        5'd3:  exp_h_q <= data_o[30:23];
        5'd4:  exp_y_q <= data_o[30:23];
        5'd7:  mode_q.bias <= nonzero;
        5'd8: begin
          mode_q.slope <= nonzero;
          mode_q.bias  <= mode_q.bias || nonzero;
        end
        5'd9: begin
          mode_q.clamp_positive <= nonzero && !data_o[31] && data_o[30:0] <= 31'h7f800000;
          mode_q.clamp_negative <= nonzero && data_o[31] && data_o[30:0] <= 31'h7f800000;
        end
        5'd10: begin
          settings_q.cull       <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_CULL_LSB +: 2];
          settings_q.front_ccw  <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_FRONT_CCW_LSB];
          settings_q.depth_clip <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_DEPTH_CLIP_LSB];
          settings_q.wireframe  <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_WIREFRAME_LSB];
          settings_q.quad_lines <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_QUAD_LINES_LSB];
          mode_q.bias_float <= data_o[e11_regs_pkg::STATE_BLOCK_RASTER_INFO_BIAS_FLOAT_LSB];
        end
        5'd11: settings_q.inputs <= data_o[e11_regs_pkg::STATE_BLOCK_PS_INFO_INPUTS_LSB +: 6];
        5'd12: begin
          settings_q.is_point <= topology == 4'(e11_regs_pkg::TOPOLOGY_POINT_LIST);
          settings_q.is_line  <= topology inside {4'(e11_regs_pkg::TOPOLOGY_LINE_LIST),
                                                  4'(e11_regs_pkg::TOPOLOGY_LINE_STRIP)};
          mode_q.kx <= guard(exp_x_q, exp_w_q);
          mode_q.ky <= guard(exp_y_q, exp_h_q);
        end
        default: ;
      endcase
    end
  end
  // Points and lines have no bias (spec 15.10).
  always_comb begin
    mode_o      = mode_q;
    mode_o.bias = mode_q.bias && !settings_q.is_line && !settings_q.is_point;
  end

  // ----------------------------------------------------- words for the engine
  logic [6:0] constant;
  always_comb begin
    write_valid_o = load_i && load_q != '0 && !(load_q inside {5'd10, 5'd11, 5'd12});
    write_data_o  = data_o;
    constant      = K_HALF_W + {2'b0, load_q} - 7'd1;
    case (load_q)
      5'd13: begin
        constant     = K_ZERO;
        write_data_o = '0;
      end
      5'd14: begin
        constant     = K_ONE;
        write_data_o = 32'h3f800000;
      end
      5'd15: begin
        constant     = K_256;
        write_data_o = 32'h43800000;
      end
      5'd16: begin
        constant     = K_KX;
        write_data_o = {1'b0, 8'd127 + {4'b0, mode_q.kx}, 23'b0};
      end
      5'd17: begin
        constant     = K_KY;
        write_data_o = {1'b0, 8'd127 + {4'b0, mode_q.ky}, 23'b0};
      end
      5'd18: begin
        constant     = K_NOISE;
        write_data_o = {1'b0, 8'd107, 23'b0};
      end
      5'd19: begin
        constant     = K_PIXEL;
        write_data_o = {1'b0, 8'd119, 23'b0};
      end
      LOAD_STEPS: begin
        constant     = K_HALF_LINE;
        write_data_o = 32'h3f333333;
      end
      default: ;
    endcase
    write_addr_o = {ENTRY_FIXED[5:4], constant};
  end

endmodule

`default_nettype wire
