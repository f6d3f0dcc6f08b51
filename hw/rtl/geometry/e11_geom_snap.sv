// SPDX-License-Identifier: Apache-2.0
//
// FP32 to 16.8 fixed point, nearest even, clamped (spec 3.2.4.1). Combinational.
// Result: bit 31 NaN, bits 23:0 the value (0 for NaN).
`default_nettype none

module e11_geom_snap (
  input  logic [31:0] a_i,
  output logic [31:0] y_o
);

  logic        nan, sign;
  logic [7:0]  exponent;
  logic [4:0]  shift;           // 1..24: mantissa to units of 1/256
  logic [47:0] shifted;
  logic [23:0] magnitude;

  assign sign     = a_i[31];
  assign exponent = a_i[30:23];
  assign nan      = exponent == 8'hff && a_i[22:0] != '0;

  always_comb begin
    shift     = 5'(8'd142 - exponent);
    shifted   = {1'b1, a_i[22:0], 24'b0} >> shift;
    magnitude = shifted[47:24] + {23'b0, shifted[23] && (shifted[22:0] != '0 || shifted[24])};
    y_o       = '0;
    if (nan) y_o[31] = 1'b1;
    else if (exponent >= 8'd142) y_o[23:0] = sign ? 24'h800000 : 24'h7fffff;
    else if (exponent >= 8'd118) begin
      if (sign) y_o[23:0] = -magnitude;
      else y_o[23:0] = magnitude[23] ? 24'h7fffff : magnitude;
    end
  end

endmodule

`default_nettype wire
