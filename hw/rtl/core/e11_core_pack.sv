// SPDX-License-Identifier: Apache-2.0
//
// Shader values to an element of a typed buffer with channels of less than 32 bits
// (spec 3.2.2, 3.2.3), a channel a cycle.
//
//   1 scale: mantissa * (2^n - 1) | 2 shift, round, clamp -> its place in the element
//
// UNORM and SNORM round to nearest, halves away from zero, on the exact product; small
// floats round towards zero; integers are clamped.
`default_nettype none

module e11_core_pack
  import e11_formats_pkg::*;
(
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             run_i,      // dwords are there; until next_i
    input  logic             next_i,     // the element is taken
    input  typed_format_t    format_i,
    input  logic [1:0]       count_i,    // dwords - 1 that exist; others count as 0
    input  logic [3:0][31:0] dwords_i,
    output logic             done_o,
    output logic [63:0]      element_o
);

  // n ones, of the sizes of channels and of their magnitudes.
  function automatic logic [15:0] low_ones(input logic [4:0] n);
    for (int i = 0; i < 16; i++) low_ones[i] = e11_fp_pkg::at_least({3'b000, n}, 8'(i + 1));
  endfunction

  logic [2:0]  step_q;      // channel that enters; 4 and 5: the last ones leave
  logic [63:0] element_q;

  // ------------------------------------------------------------------ 1: the channel
  typed_channel_t channel, channel_q;
  logic [31:0]    value;
  logic [4:0]     scale_bits;
  logic [23:0]    mantissa;
  logic           nan, infinite;

  assign channel    = typed_channel(format_i, step_q[1:0]);
  assign value      = step_q[1:0] > count_i ? 32'd0 : dwords_i[step_q[1:0]];
  assign scale_bits = channel.bits - (format_i.kind == CHANNEL_SNORM ? 5'd1 : 5'd0);
  assign mantissa   = {value[30:23] != '0, value[22:0]};
  assign nan        = &value[30:23] && value[22:0] != '0;
  assign infinite   = &value[30:23] && value[22:0] == '0;

  logic        valid_q, sign_q, nan_q, infinite_q, one_q, below_q, above_q;
  logic [7:0]  exponent_q;
  logic [15:0] ones_q;      // scale
  logic [9:0]  mantissa_q;  // its high bits
  logic [15:0] value_q;     // its low bits
  logic [39:0] product_q;  // mantissa * (2^n - 1), in units of 2^(exponent - 150)

  // Integers outside n bits: nothing but sign bits above.
  logic        is_signed, outside;
  logic [15:0] scale;           // 2^n - 1
  logic [31:0] stray;
  assign is_signed = format_i.kind == CHANNEL_SINT;
  assign scale     = low_ones(scale_bits);
  assign stray     = value ^ {32{is_signed && value[31]}};
  assign outside   = stray[31:16] != '0 || (stray[15:0] & ~(is_signed ? scale >> 1 : scale)) != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= run_i && !next_i && !step_q[2];
  end
  always_ff @(posedge clk_i) begin
    channel_q  <= channel;
    value_q    <= value[15:0];
    sign_q     <= value[31];
    nan_q      <= nan;
    infinite_q <= infinite;
    one_q      <= value[30] || &value[29:23];
    exponent_q <= value[30:23];
    mantissa_q <= value[22:13];
    product_q  <= {16'b0, mantissa} * {24'b0, scale};
    above_q    <= outside && !(is_signed && value[31]);
    below_q    <= outside && is_signed && value[31];
    ones_q     <= scale;
  end

  // --------------------------------------------------------- 2: round, clamp, place
  logic [7:0]  distance;       // of the binary point
  logic [16:0] rounded;        // with the bit below the point
  logic [39:0] product;
  logic [15:0] magnitude, field, field_mask;
  logic [9:0]  half_mantissa;
  logic [4:0]  half_exponent;
  logic [10:0] denormal;
  logic [7:0]  below;

  // The fraction's top bit decides: halves go away from zero.
  assign distance  = 8'd149 - exponent_q;
  assign rounded   = product[16:0] + 17'd1;
  assign magnitude = one_q ? ones_q : rounded[16:1];
  always_comb begin
    product = distance[7:6] != '0 || exponent_q == '0 ? '0 : product_q;
    for (int s = 5; s >= 0; s--) begin
      if (distance[s]) product = product >> (1 << s);
    end
  end

  // Half precision, towards zero: denormals below 2^-14, the largest number above.
  assign below = 8'd113 - exponent_q;
  always_comb begin
    denormal      = below[7:4] != '0 ? '0 : {1'b1, mantissa_q} >> below[3:0];
    half_exponent = 5'(exponent_q - 8'd112);
    half_mantissa = mantissa_q;
    if (!e11_fp_pkg::at_least(exponent_q, 8'd113)) begin
      half_exponent = '0;
      half_mantissa = denormal[9:0];
    end
    if (e11_fp_pkg::at_least(exponent_q, 8'd143)) begin
      half_exponent = 5'd30;
      half_mantissa = '1;
    end
    if (infinite_q) {half_exponent, half_mantissa} = {5'd31, 10'd0};
    if (nan_q)      {half_exponent, half_mantissa} = {5'd31, 10'h200};
  end

  always_comb begin
    field_mask = low_ones(channel_q.bits);
    field      = value_q;
    case (format_i.kind)
      CHANNEL_UNORM: field = nan_q || sign_q ? '0 : magnitude;
      CHANNEL_SNORM: field = nan_q ? '0 : sign_q ? -magnitude : magnitude;
      CHANNEL_FLOAT: begin
        case (channel_q.bits)
          5'd11:   field = {5'b0, half_exponent, half_mantissa[9:4]};
          5'd10:   field = {6'b0, half_exponent, half_mantissa[9:5]};
          default: field = {sign_q, half_exponent, half_mantissa};
        endcase
        // Without a sign bit, what is negative is 0.
        if (channel_q.bits != 5'd16 && sign_q && !nan_q) field = '0;
      end
      CHANNEL_SINT: begin
        if (above_q) field = field_mask >> 1;
        if (below_q) field = ~(field_mask >> 1);
      end
      default: if (above_q) field = 16'hffff;
    endcase
    field = field & field_mask;
  end

  // Places are multiples of 8 or those of 10 and 11 bits below 32.
  logic [63:0] placed;
  always_comb begin
    placed = {48'b0, field};
    if (channel_q.lsb[0]) placed = {47'b0, placed[15:0], 1'b0};
    if (channel_q.lsb[1]) placed = {45'b0, placed[16:0], 2'b0};
    if (channel_q.lsb[2]) placed = {41'b0, placed[18:0], 4'b0};
    if (channel_q.lsb[3]) placed = {33'b0, placed[22:0], 8'b0};
    if (channel_q.lsb[4]) placed = {17'b0, placed[30:0], 16'b0};
    if (channel_q.lsb[5]) placed = {placed[31:0], 32'b0};
  end

  always_ff @(posedge clk_i) begin
    if (!run_i) element_q <= '0;
    else if (next_i) element_q <= '0;
    else if (valid_q) element_q <= element_q | placed;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) step_q <= '0;
    else if (!run_i || next_i) step_q <= '0;
    else if (step_q != 3'd5) step_q <= step_q + 3'd1;
  end

  assign done_o = step_q == 3'd5;

  // Small elements stand in every place of the word.
  always_comb begin
    case (format_i.bytes[3:0])
      4'd1:    element_o = {8{element_q[7:0]}};
      4'd2:    element_o = {4{element_q[15:0]}};
      4'd4:    element_o = {2{element_q[31:0]}};
      default: element_o = element_q;
    endcase
  end

  logic unused;
  assign unused = &{1'b0, rounded[0], denormal[10], product[39:17], format_i.bytes[4], format_i.layout,
                    format_i.channels, format_i.log2_bytes};

endmodule

`default_nettype wire
