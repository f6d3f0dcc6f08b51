// SPDX-License-Identifier: Apache-2.0
//
// Behaviour of the ECP5 cells that netlists of tools/synth are made of, for simulation: what each
// does in the configurations that synthesis uses, written from Lattice's cell descriptions.

module LUT4 #(
    parameter [15:0] INIT = 16'h0000
) (
    input A, B, C, D,
    output Z
);
  assign Z = INIT[{D, C, B, A}];
endmodule

// Two LUT4 in front of a two-bit carry chain. INJECT "YES" cuts the carry into that bit's sum.
module CCU2C #(
    parameter [15:0] INIT0 = 16'h0000,
    parameter [15:0] INIT1 = 16'h0000,
    parameter INJECT1_0 = "YES",
    parameter INJECT1_1 = "YES"
) (
    input CIN, A0, B0, C0, D0, A1, B1, C1, D1,
    output S0, S1, COUT
);
  wire l0 = INIT0[{D0, C0, B0, A0}];
  wire k0 = INIT0[{2'b00, B0, A0}];
  wire c0 = l0 ? CIN : (INJECT1_0 == "YES" ? 1'b0 : k0);
  assign S0 = l0 ^ (INJECT1_0 == "YES" ? 1'b0 : CIN);
  wire l1 = INIT1[{D1, C1, B1, A1}];
  wire k1 = INIT1[{2'b00, B1, A1}];
  assign COUT = l1 ? c0 : (INJECT1_1 == "YES" ? 1'b0 : k1);
  assign S1 = l1 ^ (INJECT1_1 == "YES" ? 1'b0 : c0);
endmodule

module PFUMX (
    input ALUT, BLUT, C0,
    output Z
);
  assign Z = C0 ? ALUT : BLUT;
endmodule

module L6MUX21 (
    input D0, D1, SD,
    output Z
);
  assign Z = SD ? D1 : D0;
endmodule

module TRELLIS_FF #(
    parameter GSR = "ENABLED",
    parameter CEMUX = "1",
    parameter CLKMUX = "CLK",
    parameter LSRMUX = "LSR",
    parameter SRMODE = "LSR_OVER_CE",
    parameter REGSET = "RESET",
    parameter LSRMODE = "LSR"
) (
    input CLK, LSR, CE, DI, M,
    output reg Q
);
  localparam SET = REGSET == "SET";
  wire clk = CLKMUX == "INV" ? !CLK : CLK;
  wire lsr = LSRMUX == "INV" ? !LSR : LSR;
  wire ce  = CEMUX == "1" ? 1'b1 : CEMUX == "INV" ? !CE : CE;
  generate
    if (SRMODE == "ASYNC") begin : g_async
      always @(posedge clk or posedge lsr) begin
        if (lsr)     Q <= SET;
        else if (ce) Q <= DI;
      end
    end else begin : g_sync
      always @(posedge clk) begin
        if (SRMODE == "LSR_OVER_CE" ? lsr : lsr && ce) Q <= SET;
        else if (ce)                                   Q <= DI;
      end
    end
  endgenerate
endmodule

// Without registers, as synthesis instantiates it.
module MULT18X18D (
    input A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17,
    input B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17,
    input C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17,
    input SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    output P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13, P14, P15, P16, P17, P18, P19,
        P20, P21, P22, P23, P24, P25, P26, P27, P28, P29, P30, P31, P32, P33, P34, P35
);
  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  wire signed [18:0] ax = {SIGNEDA & a[17], a};
  wire signed [18:0] bx = {SIGNEDB & b[17], b};
  wire signed [37:0] p  = ax * bx;
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
        P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = p[35:0];
endmodule
