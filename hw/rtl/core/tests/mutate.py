#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks the core's RTL on purpose, one fault of mutations.yaml at a time, and runs its bench.

Needs a build directory with bench_core built. A fault that the bench does not notice is an error.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
CORE = HERE.parent


def commands(build, target):
    """The commands that make a target, the last one first."""
    text = subprocess.run(["ninja", "-C", build, "-t", "commands", target], check=True, text=True,
                          capture_output=True).stdout
    return [line for line in reversed(text.splitlines()) if line and not line.startswith("ninja:")]


def mutated(mutation, folder):
    """A copy of the core's RTL with the fault."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in CORE.glob("*.sv"):
        text = source.read_text()
        if source.name == mutation["file"]:
            if text.count(mutation["from"]) != 1:
                raise SystemExit(f"{source.name}: not there exactly once: {mutation['from']}")
            text = text.replace(mutation["from"], mutation["to"])
        (folder / source.name).write_text(text)


def build_mutant(build, work, lines, log):
    """Verilates the copy with the bench's own command, and links the bench with it."""
    archive = work / "v/V_core_tb__ALL.a"
    verilate = next(line for line in lines if "--prefix V_core_tb " in line)
    old = next(word for word in shlex.split(verilate) if word.endswith("V_core_tb__ALL.a"))
    verilate = verilate.replace(str(pathlib.Path(old).parent), str(archive.parent))
    verilate = verilate.replace(f"-y {CORE} ", f"-y {work / 'core'} ")
    # A fault may leave a signal unused; and the build's own list of sources stays as it is.
    verilate = verilate.replace("--arg=--assert", "--arg=--assert --arg=-Wno-fatal")
    verilate = re.sub(r" && \S+ -E cmake_transform_depfile .*", "", verilate)
    # The linker's command names the archive relative to the build directory.
    link = next(line for line in lines if "-o hw/rtl/core/tests/bench_core " in line)
    link = link.replace("-o hw/rtl/core/tests/bench_core ", f"-o {work / 'bench'} ")
    link = link.replace(os.path.relpath(old, build), str(archive))
    archive.parent.mkdir(parents=True, exist_ok=True)
    for command in (verilate, link):
        subprocess.run(command, shell=True, cwd=build, check=True, stdout=log, stderr=log)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--work", required=True, help="a folder for copies")
    parser.add_argument("--only", type=int, help="number of one mutation, from 1")
    args = parser.parse_args()
    build, work = os.path.abspath(args.build), pathlib.Path(args.work).resolve()
    lines = commands(build, "bench_core")
    mutations = list(enumerate(yaml.safe_load((HERE / "mutations.yaml").read_text()), 1))
    missed = 0
    for number, mutation in mutations:
        if args.only not in (None, number):
            continue
        mutated(mutation, work / "core")
        with open(work / "build.log", "w") as log:
            build_mutant(build, work, lines, log)
        run = subprocess.run([work / "bench"], text=True, capture_output=True, timeout=1800, check=False,
                             env={**os.environ, "E11_ROUNDS": "2"})
        found = run.returncode != 0
        missed += not found
        print(f"{number:2} {mutation['what']}: {'found' if found else 'MISSED'}")
        if found:
            where = run.stdout.find("explicitly with message:")
            print("     " + " ".join(run.stdout[where:].split()[3:40]) if where >= 0 else "     " + run.stdout[-300:])
        sys.stdout.flush()
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
