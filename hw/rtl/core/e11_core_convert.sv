// SPDX-License-Identifier: Apache-2.0
//
// One channel of a typed element to a shader value (spec 3.2.3), in two stages.
// v / (2^n - 1) in binary is v's n bits repeated for ever; so the bits from the
// leading one on are known without a division, and since the tail never ends in
// zeros, the bit behind the 24th alone decides the rounding. Halves are
// normalised by the same shifter; floats of 11 and 10 bits are halves without a
// sign and with a shorter mantissa.
//
//   1 magnitude as a 64-bit pattern | 2 normalise, round, pack
`default_nettype none

module e11_core_convert
  import e11_formats_pkg::*;
(
    input  logic        clk_i,
    input  logic        en_i,
    input  channel_e    kind_i,
    input  logic [4:0]  width_i,      // bits of the channel: 2, 8, 10, 11, 16; 0: 32
    input  logic [31:0] bits_i,       // the channel, in the low bits
    output logic [31:0] value_o       // two cycles later
);

  typedef enum logic [1:0] {PASS, NORMALISE, FIXED} action_e;

  // --------------------------------------------------------------------- 1: pattern
  logic        half, wide, negative;
  logic [14:0] magnitude;
  logic [15:0] h;               // a float as a half
  action_e     action, action_q;
  logic [31:0] value, value_q;      // PASS, FIXED
  logic [63:0] pattern, pattern_q;  // value = 0.pattern * 2^(exponent - 126)
  logic [7:0]  exponent_q;
  logic        sign_q, repeats_q;

  assign half = width_i == 5'd16;
  assign wide = width_i == 5'd0;

  always_comb begin
    case (width_i)
      5'd11:   h = {1'b0, bits_i[10:0], 4'b0};
      5'd10:   h = {1'b0, bits_i[9:0], 5'b0};
      default: h = bits_i[15:0];
    endcase
  end

  always_comb begin
    negative  = half ? bits_i[15] : bits_i[7];
    // Of a signed value; the most negative one counts as the one above it.
    magnitude = half ? bits_i[14:0] : {8'b0, bits_i[6:0]};
    if (negative) begin
      magnitude = -magnitude;
      if (!half) magnitude[14:7] = '0;
      if (magnitude == '0) magnitude = half ? 15'h7fff : 15'h007f;
    end
    action  = PASS;
    value   = bits_i;
    pattern = '0;
    case (kind_i)
      CHANNEL_SINT: if (!wide) value = half ? {{16{bits_i[15]}}, bits_i[15:0]} : {{24{bits_i[7]}}, bits_i[7:0]};
      CHANNEL_UNORM: begin
        action  = NORMALISE;
        case (width_i)
          5'd2:    pattern = {32{bits_i[1:0]}};
          5'd8:    pattern = {8{bits_i[7:0]}};
          5'd10:   pattern = {{6{bits_i[9:0]}}, bits_i[9:6]};
          default: pattern = {4{bits_i[15:0]}};
        endcase
      end
      CHANNEL_SNORM: begin
        action  = NORMALISE;
        pattern = half ? {{4{magnitude}}, magnitude[14:11]} : {{9{magnitude[6:0]}}, magnitude[6]};
      end
      CHANNEL_FLOAT: begin
        if (!wide) begin
          action  = NORMALISE;
          pattern = {h[9:0], 54'b0};
          value   = h[9:0] != '0 ? 32'h7fc0_0000 : {h[15], 8'hff, 23'b0};
          if (h[14:10] == 5'h1f) action = FIXED;
          if (h[14:10] != '0 && h[14:10] != 5'h1f) begin
            action = FIXED;
            value  = {h[15], {3'b0, h[14:10]} + 8'd112, h[9:0], 13'b0};
          end
        end
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      action_q   <= action;
      value_q    <= value;
      pattern_q  <= pattern;
      sign_q     <= kind_i == CHANNEL_FLOAT ? h[15] : kind_i == CHANNEL_SNORM && negative;
      // 0.pattern of a half denormal counts units of 2^-14.
      exponent_q <= kind_i == CHANNEL_FLOAT ? 8'd112 : 8'd126;
      repeats_q  <= kind_i != CHANNEL_FLOAT;
    end
  end

  // ------------------------------------------------------ 2: normalise, round, pack
  logic [3:0]  zeros;           // leading zeros: at most 15 unless the value is 0
  logic [39:0] aligned;
  logic [30:0] packed_value;

  always_comb begin
    zeros = '0;
    for (int i = 0; i < 16; i++) begin
      if (pattern_q[48 + i]) zeros = 4'(15 - i);
    end
    aligned      = pattern_q[63 -: 40] << zeros;
    packed_value = {exponent_q - {4'b0, zeros}, aligned[38:16]};
    // A carry out of the mantissa is a step of the exponent.
    if (repeats_q && aligned[15]) packed_value = packed_value + 31'd1;
    if (pattern_q[63:48] == '0) packed_value = '0;
  end

  always_ff @(posedge clk_i) begin
    if (en_i) value_o <= action_q == NORMALISE ? {sign_q, packed_value} : value_q;
  end

  logic unused;
  assign unused = &{1'b0, aligned[39], aligned[14:0], pattern_q[23:0]};

endmodule

`default_nettype wire
