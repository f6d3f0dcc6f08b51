#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Turns one RTL top module into a static library: verilator, then make, then a dependency file.

Called by e11_verilate (Verilate.cmake). Modules are found in the library folders by file name;
packages by the names in the files. Prints tool output only when a step fails.
"""
import argparse
import os
import pathlib
import subprocess
import sys

from rtl_sources import needed_packages


def run(command, **kwargs):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--verilator", default="verilator")
    p.add_argument("--top", required=True)
    p.add_argument("--prefix", required=True, help="name of the C++ class and of the library")
    p.add_argument("--dir", type=pathlib.Path, required=True, help="output folder")
    p.add_argument("--depfile", type=pathlib.Path)
    p.add_argument("--target", help="what the dependency file speaks of")
    p.add_argument("--opt", default=os.environ.get("E11_RTL_OPT", "-O2"), help="compiler optimisation of the code that runs")
    p.add_argument("--lint", action="store_true", help="check only")
    p.add_argument("--netlist", action="store_true", help="--source is a netlist: no lint, no packages")
    p.add_argument("-y", action="append", default=[], help="library folder")
    p.add_argument("--file", action="append", default=[], help="file to read first, such as lint waivers")
    p.add_argument("--source", required=True, help="the top module's file")
    p.add_argument("--arg", action="append", default=[], help="further argument of verilator")
    args = p.parse_args()
    args.dir.mkdir(parents=True, exist_ok=True)
    packages = [] if args.netlist else needed_packages(args.source, args.y)
    warnings = ["-Wno-fatal", "-Wno-lint", "-Wno-style"] if args.netlist else ["-Wall"]
    command = [args.verilator, *warnings, "--top-module", args.top, "--prefix", args.prefix, "--Mdir", str(args.dir),
               "+libext+.sv", *(w for d in args.y for w in ("-y", d)), *args.arg, *args.file, *packages, args.source]
    if args.lint:
        run(command + ["--lint-only"])
        return
    # -fPIC: a device ends up in a shared library.
    run(command + ["--cc", "-O3", "-CFLAGS", "-fPIC"])
    env = dict(os.environ, OBJCACHE=os.environ.get("E11_OBJCACHE", ""))
    run(["make", "-s", "-j1", "-C", str(args.dir), "-f", f"{args.prefix}.mk", f"{args.prefix}__ALL.a",
         f"OPT_FAST={args.opt}", "OPT_SLOW=-O0"], env=env)  # slow: runs once, at the start
    if args.depfile:
        # Verilator's own file names all it has read.
        text = (args.dir / f"{args.prefix}__ver.d").read_text()
        inputs = [w for w in text.split(":", 1)[1].split() if w.endswith((".sv", ".v", ".svh", ".vlt"))]
        args.depfile.write_text(f"{args.target}: {' '.join(os.path.abspath(w) for w in inputs)}\n")


if __name__ == "__main__":
    main()
