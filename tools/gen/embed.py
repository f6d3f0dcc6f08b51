#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file as a C array: embed.py FILE NAME OUT."""
import pathlib
import sys

from common import header, write_if_changed


def main():
    source, name, out = sys.argv[1:4]
    data = pathlib.Path(source).read_bytes()
    rows = [", ".join(f"0x{byte:02x}" for byte in data[i:i + 16]) for i in range(0, len(data), 16)]
    write_if_changed(out, header("//", pathlib.Path(source).name, "tools/gen/embed.py") +
                     f"#pragma once\nstatic const unsigned char {name}[] = {{\n    " + ",\n    ".join(rows) + "};\n")


if __name__ == "__main__":
    main()
