#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the coefficient table of the table functions, for the RTL's ROM and for the model.

Each function is cut into 128 segments; in a segment, with u in [0, 1), it is
c0 + c1 u + c2 u^2. The parabola passes through the function at u = 0 (so that
powers of two, 1 and 0 come out exactly) and at the two further points that make
the error smallest under that condition. docs/numbers.md gives the errors.
"""
import argparse
import math

from common import header, write_if_changed

SOURCE = "the functions themselves"
TOOL = "tools/gen/tables.py"
SEGMENTS = 128
Q = 28                      # fraction bits of c0 and of the result
C0_BITS, C1_BITS, C2_BITS = 30, 23, 16
NODES = (0.0, 0.46410161513775459, 0.92820323027550917)  # roots of T3, the lowest moved to 0

# Functions of m in [1, 2) or of a fraction in [0, 1), in the order of the ROM.
FUNCTIONS = [
    ("rcp", lambda x: 1 / (1 + x)),
    ("exp2", lambda x: 2.0 ** x),
    ("log2", lambda x: math.log2(1 + x)),
    ("sin", lambda x: math.sin(math.pi / 2 * x)),
    ("rsq_even", lambda x: 1 / math.sqrt(1 + x)),
    ("rsq_odd", lambda x: 1 / math.sqrt(2 * (1 + x))),
    ("sqrt_even", lambda x: math.sqrt(1 + x)),
    ("sqrt_odd", lambda x: math.sqrt(2 * (1 + x))),
]


def segment(function, index):
    y0, y1, y2 = (function((index + u) / SEGMENTS) for u in NODES)
    _, a, b = NODES
    d1, d2 = (y1 - y0) / a, (y2 - y0) / b
    c2 = (d2 - d1) / (b - a)
    c1 = d1 - c2 * a
    values = [round(c * 2 ** Q) for c in (y0, c1, c2)]
    for value, bits in zip(values, (C0_BITS, C1_BITS, C2_BITS)):
        assert -(1 << (bits - 1)) <= value < (1 << (bits - 1)), (index, value, bits)
    return values


def rows():
    for name, function in FUNCTIONS:
        for index in range(SEGMENTS):
            yield name, index, segment(function, index)


def write_cpp(path):
    out = [header("//", SOURCE, TOOL), "#pragma once\n#include <cstdint>\n\nnamespace e11::fp {\n",
           f"inline constexpr int kTableFraction = {Q};",
           "struct TableRow {\n  int32_t c0, c1, c2;\n};",
           "/// First row of each function."]
    out += [f"inline constexpr int kTable{n.title().replace('_', '')} = {i * SEGMENTS};" for i, (n, _) in enumerate(FUNCTIONS)]
    out.append(f"inline constexpr TableRow kTable[{len(FUNCTIONS) * SEGMENTS}] = {{")
    out += [f"    {{{c0}, {c1}, {c2}}}," for _, _, (c0, c1, c2) in rows()]
    out.append("};\n\n}  // namespace e11::fp")
    write_if_changed(path, "\n".join(out) + "\n")


def write_sv(path):
    width = C0_BITS + C1_BITS + C2_BITS
    out = [header("//", SOURCE, TOOL),
           "// Synchronous ROM of the table functions: the row of addr_i appears a cycle later.",
           "`default_nettype none\n",
           "module e11_table_rom (",
           "  input  logic        clk_i,", "  input  wire logic        en_i,",
           "  input  wire logic [9:0]  addr_i,   // {function, segment}",
           f"  output      logic signed [{C0_BITS - 1}:0] c0_o,",
           f"  output      logic signed [{C1_BITS - 1}:0] c1_o,",
           f"  output      logic signed [{C2_BITS - 1}:0] c2_o", ");\n",
           f"  (* rom_style = \"block\" *) logic [{width - 1}:0] rom [{len(FUNCTIONS) * SEGMENTS}];",
           f"  logic [{width - 1}:0] row_q;\n", "  initial begin"]
    for i, (_, _, (c0, c1, c2)) in enumerate(rows()):
        word = ((c0 & ((1 << C0_BITS) - 1)) << (C1_BITS + C2_BITS)) | ((c1 & ((1 << C1_BITS) - 1)) << C2_BITS) | \
               (c2 & ((1 << C2_BITS) - 1))
        out.append(f"    rom[{i}] = {width}'h{word:x};")
    out += ["  end\n", "  always_ff @(posedge clk_i) begin", "    if (en_i) row_q <= rom[addr_i];", "  end\n",
            "  assign {c0_o, c1_o, c2_o} = row_q;\n", "endmodule\n", "`default_nettype wire"]
    write_if_changed(path, "\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cpp")
    parser.add_argument("--sv")
    args = parser.parse_args()
    if args.cpp:
        write_cpp(args.cpp)
    if args.sv:
        write_sv(args.sv)


if __name__ == "__main__":
    main()
