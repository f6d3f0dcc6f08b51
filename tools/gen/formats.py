#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of DXGI formats for C++, and the numbers for SystemVerilog.

Input: hw/defs/formats.yaml. Output: e11/formats.h, e11_formats_pkg.sv.
"""
import argparse

import yaml

from common import header, write_if_changed

TYPES = ["none", "unorm", "snorm", "uint", "sint", "float", "xr_bias"]
USES = ["vertex_buffer", "index_buffer", "texture2d", "render_target", "depth_stencil"]


def camel(name):
    return "k" + "".join(part.capitalize() for part in name.split("_"))


def check(formats):
    names = {f["name"]: f["n"] for f in formats}
    assert len(names) == len(formats) == len(set(names.values())), "a name or number is there twice"
    for f in formats:
        assert f["family"] in names, f"{f['name']}: unknown family"
        used = sum(bits for _, bits, _ in f.get("channels", {}).values())
        assert "channels" not in f or used == f["bits"], f"{f['name']}: channels do not fill it"
        assert set(f["uses"]) <= set(USES), f"{f['name']}: unknown use"
    return names


def row(f, names):
    channels = f.get("channels", {})
    cells = ", ".join(
        f"{{'{key[0]}', {low}, {bits}, ChannelType::{camel(kind)}}}"
        for key, (low, bits, kind) in channels.items())
    uses = " | ".join(camel(use) for use in f["uses"])
    width, height = f.get("block", [1, 1])
    srgb = "true" if f.get("srgb") else "false"
    return (f'    {{{f["n"]}, "{f["name"]}", {f["bits"]}, {names[f["family"]]}, {width}, {height}, {srgb}, '
            f'{uses}, {len(channels)}, {{{{{cells}}}}}}},\n')


def sv_package(formats, names):
    text = header("//", "hw/defs/formats.yaml", "tools/gen/formats.py")
    text += "\n/* verilator lint_off UNUSEDPARAM */\npackage e11_formats_pkg;\n\n"
    text += "  // DXGI_FORMAT numbers\n"
    for name, n in names.items():
        text += f"  localparam logic [7:0] FORMAT_{name} = 8'd{n};\n"
    text += sv_typed_format(formats)
    return text + "\nendpackage\n/* verilator lint_on UNUSEDPARAM */\n"


def sv_typed_format(formats):
    """How the core's typed loads read an element: channels of one size and type in memory order."""
    text = """
  typedef enum logic [2:0] {
    CHANNEL_NONE, CHANNEL_UNORM, CHANNEL_SNORM, CHANNEL_UINT, CHANNEL_SINT, CHANNEL_FLOAT
  } channel_e;

  typedef struct packed {
    channel_e   kind;
    logic [1:0] log2_bytes;  // of a channel
    logic [2:0] channels;    // 0: not a vertex buffer format
  } typed_format_t;

  function automatic typed_format_t typed_format(input logic [7:0] dxgi);
    case (dxgi)
"""
    for f in formats:
        if "vertex_buffer" not in f["uses"]:
            continue
        channels = list(f["channels"].values())
        _, bits, kind = channels[0]
        assert all(c == [i * bits, bits, kind] for i, c in enumerate(channels)), f"{f['name']}: mixed channels"
        log2 = {8: 0, 16: 1, 32: 2}[bits]
        text += (f"      8'd{f['n']}: return {{CHANNEL_{kind.upper()}, 2'd{log2}, 3'd{len(channels)}}};"
                 f"  // {f['name']}\n")
    return text + "      default: return {CHANNEL_NONE, 2'd2, 3'd0};\n    endcase\n  endfunction\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("yaml")
    parser.add_argument("--h", required=True)
    parser.add_argument("--sv", required=True)
    args = parser.parse_args()
    with open(args.yaml) as file:
        formats = yaml.safe_load(file)["formats"]
    names = check(formats)
    text = header("//", "hw/defs/formats.yaml", "tools/gen/formats.py")
    text += """#pragma once
#include <array>
#include <cstdint>

namespace e11::formats {

"""
    text += "enum class ChannelType : uint8_t { " + ", ".join(camel(t) for t in TYPES) + " };\n\n"
    text += "// Bits of Format::uses.\n"
    for i, use in enumerate(USES):
        text += f"constexpr uint32_t {camel(use)} = 1u << {i};\n"
    text += """
struct Channel {
  char name;  // r g b a d s, x: unused
  uint8_t lowestBit;
  uint8_t bits;
  ChannelType type;
};

struct Format {
  uint8_t number;  // DXGI_FORMAT
  const char* name;
  uint8_t bits;    // of an element or of a block
  uint8_t family;  // number of the typeless format of its group, or its own
  uint8_t blockWidth, blockHeight;
  bool srgb;
  uint32_t uses;
  uint8_t channelCount;  // 0 for block formats
  std::array<Channel, 4> channels;
};

"""
    text += "// DXGI_FORMAT numbers, for those who know only a few formats.\nnamespace number {\n"
    for name, n in names.items():
        text += f"inline constexpr uint8_t {camel(name)} = {n};\n"
    text += "}  // namespace number\n\n"
    text += f"inline constexpr std::array<Format, {len(formats)}> kFormats = {{{{\n"
    text += "".join(row(f, names) for f in formats)
    text += "}};\n\n}  // namespace e11::formats\n"
    write_if_changed(args.h, text)
    write_if_changed(args.sv, sv_package(formats, names))


if __name__ == "__main__":
    main()
