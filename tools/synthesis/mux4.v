// SPDX-License-Identifier: Apache-2.0
//
// A 4:1 multiplexer in two LUT4: the first one chooses of A and B, or passes S on to the second, which
// then chooses of C and D. ABC makes three of it.
module \$_MUX4_ (
    input  A,
    input  B,
    input  C,
    input  D,
    input  S,
    input  T,
    output Y
);

  wire first;

  // T ? S : S ? B : A
  \$lut #(.WIDTH(4), .LUT(16'b1111_0000_1100_1010)) lut_first (.A({T, S, B, A}), .Y(first));
  // T ? (first ? D : C) : first
  \$lut #(.WIDTH(4), .LUT(16'b1110_0100_1010_1010)) lut_second (.A({T, D, C, first}), .Y(Y));

endmodule
