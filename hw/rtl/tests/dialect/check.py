#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that Verilator and Yosys with slang read the same SystemVerilog.

Every construct of cases.py is linted by Verilator, read by slang and written as a netlist; source
and netlist then run side by side in one Verilator model on random vectors. Exit status 1 names the
constructs that differ, or whose acceptance is not what docs/decisions/0001 says.
"""
import argparse
import pathlib
import subprocess
import sys

import cases

TOOLS = pathlib.Path(__file__).resolve().parents[4] / "tools/synthesis"
sys.path.insert(0, str(TOOLS))
import environment  # noqa: E402

BENCH = r"""
#include "Vtop.h"
#include <cstdio>
#include <cstring>
#include <random>
int main() {
  Vtop t;
  std::mt19937_64 random(SEED);
  long bad[COUNT] = {};
  auto clock = [&] { t.clk_i = 1; t.eval(); t.clk_i = 0; t.eval(); };
  t.rst_ni = 0; t.clk_i = 0; t.x = 0;
  clock(); clock();
  t.rst_ni = 1;
  for (int i = 0; i < 100000; ++i) {
    t.x = random();
    if (i & 1) t.x &= random() & random();  // sparse vectors reach comparisons with small values
    t.eval();
    uint32_t bits[COUNT / 32 + 2] = {};
    std::memcpy(bits, &t.bad, sizeof t.bad);
    // A memory's rows are equal once all have been written.
    for (int k = 0; k < COUNT && i > 2000; ++k) bad[k] += bits[k / 32] >> (k % 32) & 1;
    clock();
  }
  int failed = 0;
  for (int k = 0; k < COUNT; ++k)
    if (bad[k]) std::printf("differs: %s in %ld vectors\n", NAMES[k], bad[k]), failed = 1;
  std::printf("compared %d constructs, seed %d\n", COUNT, SEED);
  return failed;
}
"""

YOSYS = ("read_slang --top m_{n} pkg.sv m_{n}.sv; hierarchy -check -top m_{n}; proc; opt; check -assert; "
         "flatten; memory_map; opt; bwmuxmap; techmap t:$shift t:$shiftx t:$shr t:$shl; opt; "
         "rename m_{n} n_{n}; write_verilog -noattr n_{n}.v")


def accept(name, args):
    """True for each of Verilator and slang that reads the construct."""
    (args.work / f"m_{name}.sv").write_text(cases.CASES[name])
    lint = subprocess.run(["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", f"m_{name}",
                           "pkg.sv", f"m_{name}.sv"], cwd=args.work, capture_output=True)
    slang = subprocess.run([args.yosys_python, args.yosys, "-q", "-p", YOSYS.format(n=name)],
                           cwd=args.work, capture_output=True)
    return lint.returncode == 0, slang.returncode == 0


def top(names):
    out = [f"module top(input clk_i, input rst_ni, input [63:0] x, output [{len(names) - 1}:0] bad);"]
    for i, n in enumerate(names):
        ports = ".clk_i(clk_i), .rst_ni(rst_ni), .x(x)"
        out += [f"wire [63:0] a{i}, b{i};", f"m_{n} u{i}({ports}, .y(a{i}));", f"n_{n} v{i}({ports}, .y(b{i}));",
                f"assign bad[{i}] = a{i} != b{i};"]
    return "\n".join(out + ["endmodule\n"])


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--work", type=pathlib.Path, required=True, help="scratch folder")
    p.add_argument("--build", type=pathlib.Path, required=True, help="build tree; Yosys is fetched into it")
    p.add_argument("--yosys", default=str(TOOLS / "yosys.py"))
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("names", nargs="*")
    args = p.parse_args()
    args.yosys_python = environment.ensure(args.build.resolve())
    args.work.mkdir(parents=True, exist_ok=True)
    (args.work / "pkg.sv").write_text(cases.PACKAGE)
    good, failed = [], False
    for name in args.names or cases.CASES:
        verilator, slang = accept(name, args)
        expected = name not in cases.REJECTED_BY_SLANG
        if verilator and slang:
            good.append(name)
        if slang != expected or (expected and not verilator):
            failed = True
            print(f"{name}: Verilator {'reads' if verilator else 'refuses'}, slang {'reads' if slang else 'refuses'}")
    (args.work / "top.v").write_text(top(good))
    names = ", ".join(f'"{n}"' for n in good)
    (args.work / "bench.cpp").write_text(f"#define SEED {args.seed}\n#define COUNT {len(good)}\n"
                                         f"static const char* const NAMES[] = {{{names}}};\n{BENCH}")
    sources = [f for n in good for f in (f"m_{n}.sv", f"n_{n}.v")]
    subprocess.run(["verilator", "--cc", "--exe", "--build", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module",
                    "top", "--Mdir", "obj", "-CFLAGS", "-O1", "top.v", "pkg.sv", *sources, "bench.cpp"],
                   cwd=args.work, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)  # netlists are full of lint
    return subprocess.run([args.work / "obj/Vtop"]).returncode or failed


if __name__ == "__main__":
    sys.exit(main())
