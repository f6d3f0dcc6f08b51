# SPDX-License-Identifier: Apache-2.0
"""A Yosys command line over the pyosys wheel, which brings none: yosys.py [-q] [-l LOG] -p "cmd; cmd" | SCRIPT."""
import argparse
import os
import sys

from pyosys import libyosys as ys


def main():
    p = argparse.ArgumentParser()
    p.add_argument("-q", action="store_true", help="print errors only")
    p.add_argument("-l", metavar="LOG", help="write the whole log to this file")
    p.add_argument("-p", metavar="COMMANDS", help="commands separated by ';'")
    p.add_argument("script", nargs="?")
    args = p.parse_args()
    if args.q:
        # Yosys prints warnings and errors on stderr by itself; its log goes to stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    text = args.p.replace(";", "\n") if args.p else open(args.script).read()
    design = ys.Design()
    if args.l:
        ys.run_pass(f"tee -q -o {args.l} log {' '.join(sys.argv)}", design)
    for line in text.splitlines():
        command = line.split("#")[0].strip()
        if command:
            ys.run_pass(f"tee -q -a {args.l} {command}" if args.l else command, design)


if __name__ == "__main__":
    main()
