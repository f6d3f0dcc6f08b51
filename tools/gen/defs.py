#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes registers, packets, state blocks and configuration for every reader.

Input: hw/defs/gpu.yaml and hw/defs/config.yaml.
Output: e11_regs_pkg.sv and e11_config_pkg.sv (RTL), e11/regs.h (C and C++), registers.md.
"""
import argparse
import sys

import yaml

from common import header, write_if_changed

SOURCE = "hw/defs/*.yaml"
TOOL = "tools/gen/defs.py"
ENUMS = ["causes", "busy_unit", "cache_bits", "mem_clients", "counters", "packet_flags", "topology",
         "compare", "coefficients", "export_targets"]
BLOCKS = ["state_block", "compute_block", "buffer_descriptor", "page_table_entry"]


def constants(gpu, config):
    """Every number as (NAME, value, text, heading), in the order of the files."""
    for name, value in config.items():
        yield f"CFG_{name}", value, "", "Configuration"
    for key, prefix in (("registers", "REG"), ("firmware_registers", "FW")):
        for reg in gpu[key]:
            yield f"{prefix}_{reg['name']}", reg["offset"], reg["text"], key
            yield from field_constants(f"{prefix}_{reg['name']}", reg, key)
    for name, value in gpu["cp_memory_map"].items():
        yield f"CP_{name}_base", value, "", "Command processor memory map"
    for packet in gpu["packets"]:
        yield f"PKT_{packet['name']}", packet["opcode"], packet["text"], "Packets"
        for i, word in enumerate(packet["words"]):
            yield f"PKT_{packet['name']}_w_{word['name']}", i + 1, "word", "Packets"
        yield f"PKT_{packet['name']}_words", len(packet["words"]) + 1, "length without data", "Packets"
    for enum in ENUMS:
        for name, value in gpu[enum].items():
            yield f"{enum}_{name}", value, "", enum
    for block in BLOCKS:
        yield f"{block}_words", gpu[block]["words"], "", block
        for field in gpu[block]["fields"]:
            yield f"{block}_{field['name']}", field["word"], field.get("text", ""), block
            yield from field_constants(f"{block}_{field['name']}", field, block)


def field_constants(prefix, owner, heading):
    for name, (msb, lsb, text) in owner.get("fields", {}).items():
        yield f"{prefix}_{name}_lsb", lsb, text, heading
        yield f"{prefix}_{name}_w", msb - lsb + 1, "width", heading


def write_h(path, gpu, items):
    out = [header("//", SOURCE, TOOL), "// C and C++: the firmware includes it too.", "#ifndef E11_REGS_H", "#define E11_REGS_H"]
    last = None
    for name, value, text, heading in items:
        if heading != last:
            out.append(f"\n// {heading}")
            last = heading
        comment = f"  // {text}" if text else ""
        out.append(f"#define E11_{name.upper()} {value:#x}u{comment}" if value > 9
                   else f"#define E11_{name.upper()} {value}u{comment}")
    out += ["\n// A field of a word: E11_GET(word, E11_..._FIELD without _LSB).",
            "#define E11_GET(word, field) (((word) >> field##_LSB) & ((2u << (field##_W - 1u)) - 1u))",
            "#define E11_PUT(value, field) (((value) & ((2u << (field##_W - 1u)) - 1u)) << field##_LSB)",
            "// Word 0 of a packet.",
            "#define E11_PACKET(opcode, flags, words) ((opcode) | ((flags) << 8) | ((uint32_t)(words) << 16))",
            "\n// Every performance counter: X(number, name).",
            "#define E11_COUNTER_LIST(X) " + " ".join(f"X({v}, {k})" for k, v in gpu["counters"].items()),
            "\n#endif"]
    write_if_changed(path, "\n".join(out) + "\n")


def write_sv(path, package, items):
    out = [header("//", SOURCE, TOOL), "/* verilator lint_off UNUSEDPARAM */", f"package {package};"]
    last = None
    for name, value, text, heading in items:
        if heading != last:
            out.append(f"\n  // {heading}")
            last = heading
        comment = f"  // {text}" if text else ""
        out.append(f"  localparam int unsigned {name.upper()} = 32'h{value:x};{comment}")
    out += ["\nendpackage", "/* verilator lint_on UNUSEDPARAM */"]
    write_if_changed(path, "\n".join(out) + "\n")


def field_rows(owner):
    return "<br>".join(f"{name} [{msb}:{lsb}]: {text}" for name, (msb, lsb, text) in owner.get("fields", {}).items())


def write_md(path, gpu, config):
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", f"<!-- Generated from {SOURCE} by {TOOL}. Do not edit. -->",
           "# Registers, packets, state blocks, descriptors\n"]
    for key, title in (("registers", "Host registers"), ("firmware_registers", "Firmware registers (offset from registers base)")):
        out += [f"## {title}\n", "| offset | name | access | meaning |", "| --- | --- | --- | --- |"]
        out += [f"| {r['offset']:#05x} | {r['name']} | {r['access']} | {'<br>'.join(t for t in (r['text'], field_rows(r)) if t)} |"
                for r in gpu[key]] + [""]
    out += ["## Command processor memory map\n", "| base | what |", "| --- | --- |"]
    out += [f"| {v:#010x} | {k} |" for k, v in gpu["cp_memory_map"].items()]
    out += ["", "## Packets\n", "Word 0: opcode [7:0], flags [15:8], length in words with word 0 [31:16].\n",
            "| opcode | name | words after word 0 | meaning |", "| --- | --- | --- | --- |"]
    out += [f"| {p['opcode']} | {p['name']} | {', '.join(w['name'] for w in p['words'])} | {p['text']} |" for p in gpu["packets"]]
    for block in BLOCKS:
        out += ["", f"## {block} ({gpu[block]['words']} words)\n", "| word | name | meaning |", "| --- | --- | --- |"]
        out += [f"| {f['word']} | {f['name']} | {'<br>'.join(t for t in (f.get('text', ''), field_rows(f)) if t)} |"
                for f in gpu[block]["fields"]]
    for enum in ENUMS:
        out += ["", f"## {enum}\n", "| value | name |", "| --- | --- |"]
        out += [f"| {value} | {name} |" for name, value in gpu[enum].items()]
    out += ["", "## Configuration\n", "| name | value |", "| --- | --- |"]
    out += [f"| {name} | {value} |" for name, value in config.items()]
    write_if_changed(path, "\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gpu")
    parser.add_argument("config", nargs="+", help="a later file overrides sizes of an earlier one")
    parser.add_argument("--h")
    parser.add_argument("--sv")
    parser.add_argument("--md")
    args = parser.parse_args()
    with open(args.gpu) as file:
        gpu = yaml.safe_load(file)
    config = {}
    for path in args.config:
        with open(path) as file:
            sizes = yaml.safe_load(file)
        unknown = [name for name in sizes if config and name not in config]
        if unknown:
            sys.exit(f"{path}: there is no size {unknown[0]}")
        config.update(sizes)
    items = list(constants(gpu, config))
    if args.h:
        write_h(args.h, gpu, items)
    if args.sv:
        write_sv(args.sv, "e11_regs_pkg", items)
    if args.md:
        write_md(args.md, gpu, config)


if __name__ == "__main__":
    main()
