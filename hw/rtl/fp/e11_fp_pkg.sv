// SPDX-License-Identifier: Apache-2.0
//
// Latencies of the float units, in cycles from input to output register. All
// units are fully pipelined: one operation a cycle while en_i is high; en_i low
// freezes the whole pipeline.
`default_nettype none

/* verilator lint_off UNUSEDPARAM */  // no reader needs them all
package e11_fp_pkg;

  localparam int unsigned MUL_LAT      = 3;
  localparam int unsigned ADD_LAT      = 4;
  localparam int unsigned FROM_INT_LAT = 3;
  localparam int unsigned ALU_LAT      = 3;
  localparam int unsigned TABLE_LAT    = 8;

  localparam logic [31:0] NAN = 32'h7fc0_0000;

  // Operations of e11_fp_table, one lane a cycle.
  typedef enum logic [2:0] {
    TAB_RCP, TAB_RSQ, TAB_SQRT, TAB_EXP2, TAB_LOG2, TAB_SIN, TAB_COS, TAB_DIV
  } table_op_e;

  // v >= limit, for a constant limit: logic instead of a carry chain.
  function automatic logic at_least(input logic [7:0] v, input logic [7:0] limit);
    logic r;
    r = 1'b1;
    for (int i = 0; i < 8; i++) r = limit[i] ? v[i] && r : v[i] || r;
    return r;
  endfunction

endpackage
/* verilator lint_on UNUSEDPARAM */

`default_nettype wire
