#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The program that the README shows is the one that the tests build: readme_test.py SOURCE_DIR."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
shown = re.findall(r"```cpp\n(.*?)```", (root / "README.md").read_text(), re.S)
program = (root / "tests/external/program.cpp").read_text().split("\n", 1)[1]
if shown != [program]:
    sys.exit("README.md does not show tests/external/program.cpp; copy it there, without its first line")
