// SPDX-License-Identifier: Apache-2.0
//
// The state words as core number CORE sees them: its scratch lies behind that of the cores before
// it. The vector scratch of a core is 16 * waves * scratch_lane bytes, so the base is known
// with the word scratch_lane; it is sent in the place of a word that cores do not keep.
`default_nettype none

module e11_core_state
  import e11_pkg::*;
  import e11_regs_pkg::*;
#(
    parameter int unsigned CORE = 1
) (
    input  logic      clk_i,
    input  logic      valid_i,
    input  state_wr_t state_i,
    output logic      valid_o,
    output state_wr_t state_o
);

  localparam logic [5:0] Free = 6'(STATE_BLOCK_IA_INFO);   // behind all scratch words
  localparam int unsigned WavesBefore = CORE * CFG_WAVES;

  logic [31:0] base_q;

  always_ff @(posedge clk_i) begin
    if (valid_i && state_i.word == 6'(STATE_BLOCK_SCRATCH_BASE)) base_q <= state_i.data;
    if (valid_i && state_i.word == 6'(STATE_BLOCK_SCRATCH_LANE)) begin
      base_q <= base_q + 32'(WavesBefore * LANES) * {16'd0, state_i.data[15:0]};
    end
  end

  always_comb begin
    valid_o = valid_i;
    state_o = state_i;
    unique case (state_i.word)
      6'(STATE_BLOCK_SCRATCH_BASE):  valid_o = 1'b0;
      6'(STATE_BLOCK_SSCRATCH_BASE): state_o.data = state_i.data + 32'(WavesBefore * 256);
      Free: begin
        state_o.word = 6'(STATE_BLOCK_SCRATCH_BASE);
        state_o.data = base_q;
      end
      default: ;
    endcase
  end

endmodule

`default_nettype wire
