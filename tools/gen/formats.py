#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of DXGI formats for C++, and the numbers for SystemVerilog.

Input: hw/defs/formats.yaml. Output: e11/formats.h, e11_formats_pkg.sv.
"""
import argparse

import yaml

from common import header, write_if_changed

TYPES = ["none", "unorm", "snorm", "uint", "sint", "float", "xr_bias"]
USES = ["vertex_buffer", "index_buffer", "texture2d", "render_target", "depth_stencil",
        "typed_srv", "typed_uav", "typed_uav_load", "typed_uav_exchange", "typed_uav_atomic"]
# What the core's typed loads and stores know: uses of a format as elements of a buffer.
ELEMENTS = {"vertex_buffer", "typed_srv", "typed_uav"}


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


def components(f):
    """(lowest bit, bits) of r, g, b, a, as far as the format has them."""
    by_name = {key[0]: (low, bits) for key, (low, bits, _) in f["channels"].items() if key[0] != "x"}
    order = [by_name[c] for c in "rgba" if c in by_name]
    assert "".join(c for c in "rgba" if c in by_name) == "rgba"[:len(order)], f"{f['name']}: gap in channels"
    return order


def is_plain(f):
    """Channels of one size of 8, 16 or 32 bits, r first."""
    parts = components(f)
    bits = parts[0][1]
    return bits in (8, 16, 32) and all(p == (i * bits, bits) for i, p in enumerate(parts)) \
        and len(parts) * bits == f["bits"]


def layout_name(parts):
    return "LAYOUT_" + "_".join(f"{low}" for low, _ in parts)


def sv_typed_format(formats):
    """How the core's typed loads and stores see an element."""
    used = [f for f in formats if ELEMENTS & set(f["uses"])]
    layouts = []
    for f in used:
        if not is_plain(f) and components(f) not in layouts:
            layouts.append(components(f))
    names = ["LAYOUT_PLAIN"] + [layout_name(parts) for parts in layouts]
    assert len(set(names)) == len(names) <= 8
    text = """
  typedef enum logic [2:0] {
    CHANNEL_NONE, CHANNEL_UNORM, CHANNEL_SNORM, CHANNEL_UINT, CHANNEL_SINT, CHANNEL_FLOAT
  } channel_e;

  // Plain: channels of one size, r first. Others: named by the lowest bits of r, g, b, a.
  typedef enum logic [2:0] {
    """ + ", ".join(names) + """
  } layout_e;

  typedef struct packed {
    channel_e   kind;
    layout_e    layout;
    logic [1:0] log2_bytes;  // plain: of a channel; others: of the element
    logic [2:0] channels;    // 0: not a format of buffer elements
    logic [4:0] bytes;       // of the element
  } typed_format_t;

  typedef struct packed {
    logic [5:0] lsb;
    logic [4:0] bits;        // 0: 32, or no such channel
  } typed_channel_t;

  function automatic typed_format_t typed_format(input logic [7:0] dxgi);
    case (dxgi)
"""
    for f in used:
        parts = components(f)
        kinds = {kind for key, (_, _, kind) in f["channels"].items() if key[0] != "x"}
        assert len(kinds) == 1, f"{f['name']}: mixed channels"
        layout = "LAYOUT_PLAIN" if is_plain(f) else layout_name(parts)
        log2 = {8: 0, 16: 1, 32: 2}[parts[0][1] if is_plain(f) else f["bits"]]
        text += (f"      8'd{f['n']}: return {{CHANNEL_{kinds.pop().upper()}, {layout}, 2'd{log2}, "
                 f"3'd{len(parts)}, 5'd{f['bits'] // 8}}};  // {f['name']}\n")
    text += """      default: return {CHANNEL_NONE, LAYOUT_PLAIN, 2'd2, 3'd0, 5'd0};
    endcase
  endfunction

  // A component's place in the element (of 64 bits at most).
  function automatic typed_channel_t typed_channel(input typed_format_t f, input logic [1:0] c);
    if ({1'b0, c} >= f.channels) return '0;
    case ({f.layout, c})
"""
    for parts in layouts:
        for i, (low, bits) in enumerate(parts):
            text += f"      {{{layout_name(parts)}, 2'd{i}}}: return {{6'd{low}, 5'd{bits}}};\n"
    return text + """      default: return {6'd8 * 6'(c) << f.log2_bytes, 5'd8 << f.log2_bytes};
    endcase
  endfunction
"""


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
