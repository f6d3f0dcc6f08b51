// SPDX-License-Identifier: Apache-2.0
//
// e11_core_pack for its bench: the format by its DXGI number.
`default_nettype none

module e11_core_pack_tb
  import e11_formats_pkg::*;
(
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [7:0]   dxgi_i,
    input  logic         run_i,
    input  logic         next_i,
    input  logic [1:0]   count_i,
    input  logic [127:0] dwords_i,
    output logic         done_o,
    output logic [63:0]  element_o
);

  e11_core_pack u_pack (
      .clk_i,
      .rst_ni,
      .run_i,
      .next_i,
      .format_i (typed_format(dxgi_i)),
      .count_i,
      .dwords_i,
      .done_o,
      .element_o
  );

endmodule

`default_nettype wire
