#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the decoders and the manual of the instruction set from its TableGen description.

Input: the JSON that `llvm-tblgen --dump-json compiler/target/E11.td` prints.
Output: e11_isa_pkg.sv (RTL), e11/isa.h (C++), isa.md (manual).
"""
import argparse
import json

from common import header, write_if_changed

SOURCE = "compiler/target/E11.td"
TOOL = "tools/gen/isa.py"
UNITS = ["INT", "FP", "TAB", "QUAD", "ITP", "VMEM", "SMEM", "EXP", "CTL"]
FORMS = ["R", "L", "M", "E", "C", "T"]
CORE_FORMS = FORMS[:5]  # what the core decodes; form T has opcodes of eight bits


def bits(value):
    """A bits<> value of the JSON (least significant first) as a number."""
    return sum(bit << i for i, bit in enumerate(value))


def camel(name):
    return "k" + "".join(part[:1].upper() + part[1:].lower() for part in name.split("_"))


def load(path):
    with open(path) as file:
        data = json.load(file)
    names = data["!instanceof"]["E11Inst"]
    return data, {name: data[name] for name in names}


def variables(inst):
    return {bit["var"] for bit in inst["Inst"] if isinstance(bit, dict)}


def memory_mnemonic(mnemonic):
    """Without the number of registers and an atomic's variant."""
    return mnemonic.split("_")[0].rstrip("12348")


def texture_operations(instructions):
    """One entry an opcode of form T, which has eight bits."""
    ops = {}
    for name, inst in instructions.items():
        if inst["Form"] == "T":
            op = ops.setdefault(bits(inst["Opcode"]), {
                "code": bits(inst["Opcode"]), "name": name.removesuffix("_RET"), "doc": inst["Doc"],
                "mnemonic": inst["Mnemonic"].removesuffix("_ret"), "syntax": []})
            op["address"], op["extra"], op["sampler"] = (
                bool(inst[key]) for key in ("HasAddress", "HasExtra", "HasSampler"))
            op["store"] = bool(inst["mayStore"])
            op["syntax"].append(inst["AsmString"])
    return [ops[code] for code in sorted(ops)]


def atomics(data):
    """(code, name) of the atomic operations."""
    table = [data[name] for name in data["!instanceof"]["E11Atomic"]]
    return sorted((bits(entry["Code"]), entry["Name"]) for entry in table)


def operations(instructions):
    """One entry an opcode (without the literal bit), from its variants."""
    ops = {}
    for name, inst in instructions.items():
        if inst["Form"] == "T":
            continue
        code = bits(inst["Opcode"]) & 0x7F
        base = name
        if inst["Form"] in ("R", "L", "M"):
            base = name.rsplit("_", 1)[0]
        op = ops.setdefault(code, {"code": code, "name": base, "form": None, "literal": False,
                                   "scalar": False, "vector": False, "fmods": False, "doc": "",
                                   "srcs": 0, "syntax": [], "writes": False, "store": False,
                                   "load": False})
        if op["name"] != base:
            raise SystemExit(f"isa.py: opcode {code:#x} is both {op['name']} and {base}")
        if inst["Form"] == "L":
            op["literal"] = True
        else:
            op["form"] = inst["Form"]
            op["unit"] = inst["Unit"]
            op["doc"] = inst["Doc"]
            op["mnemonic"] = memory_mnemonic(inst["Mnemonic"]) if inst["Form"] == "M" else inst["Mnemonic"]
            op["srcs"] |= sum(1 << n for n in range(3) if f"src{n}" in variables(inst))
            op["fmods"] = op["fmods"] or bool(inst["FloatMods"])
            field = inst["Inst"][15]
            op["scalar" if field == 1 else "vector"] = True
        op["writes"] |= bool(inst["OutOperandList"]["args"])
        op["store"] |= bool(inst["mayStore"])
        op["load"] |= bool(inst["mayLoad"])
        op["syntax"].append(inst["AsmString"])
    return [ops[code] for code in sorted(ops)]


def fields(instructions):
    """Position of every encoding field, by form: {form: {field: (lsb, width)}}."""
    found = {form: {} for form in FORMS}
    for name, inst in instructions.items():
        spans = {}
        for position, bit in enumerate(inst["Inst"]):
            if isinstance(bit, dict):
                spans.setdefault(bit["var"], []).append(position)
        for variable, positions in spans.items():
            lsb, width = positions[0], positions[-1] - positions[0] + 1
            old = found[inst["Form"]].setdefault(variable, (lsb, width))
            if old != (lsb, width):
                raise SystemExit(f"isa.py: {name} places {variable} at {lsb}, others at {old[0]}")
    found["M"]["count"] = (43, 2)  # constant in each instruction: see CountField
    return found


def constants(data):
    table = [0] * 128
    names = [""] * 128
    for name in data["!instanceof"]["E11Const"]:
        code = bits(data[name]["HWEncoding"]) & 0x1FF
        table[code - 256] = bits(data[name]["Value"])
        names[code - 256] = data[name]["AsmName"]
    return table, names


def special_codes(data):
    return {name: bits(data[name]["HWEncoding"]) & 0x1FF for name in ("EXEC", "COV", "LANE")}


def write_cpp(path, data, ops, textures, spans):
    table, _ = constants(data)
    out = [header("//", SOURCE, TOOL)]
    out.append("#pragma once\n#include <cstdint>\n\nnamespace e11::isa {\n")
    out.append("/// Operations; bit 7 of an ALU opcode byte selects the literal form.")
    out.append("enum class Op : uint8_t {")
    out += [f"  {camel(op['name'])} = {op['code']:#04x},  ///< {op['doc']}" for op in ops]
    out.append("};\n")
    out.append("/// Operations of the texture unit (form T): the whole opcode byte.")
    out.append("enum class TextureOp : uint8_t {")
    out += [f"  {camel(op['name'])} = {op['code']:#04x},  ///< {op['doc']}" for op in textures]
    out.append("};\n")
    out.append("/// What an atomic instruction does.")
    out.append("enum class AtomicOp : uint8_t {")
    out += [f"  {camel(name)} = {code}," for code, name in atomics(data)]
    out.append("};\n")
    out.append("enum class Form : uint8_t { " + ", ".join("k" + f for f in CORE_FORMS) + " };")
    out.append("enum class Unit : uint8_t { " + ", ".join(camel(u) for u in UNITS) + " };\n")
    out.append("struct OpInfo {\n  bool valid;\n  const char* mnemonic;\n  Form form;\n  Unit unit;\n"
               "  uint8_t sources;     ///< bit n: operand src<n> is read\n"
               "  bool literal;        ///< has a literal form\n"
               "  bool scalar;         ///< may have a scalar destination\n"
               "  bool vector;         ///< may have a vector destination (or data)\n"
               "  bool floatMods;      ///< neg, abs and sat allowed\n"
               "  bool writes;         ///< has a destination (an atomic: if its return bit is set)\n"
               "  bool load;\n  bool store;\n};\n")
    out.append("/// Indexed by the low 7 bits of the opcode byte.")
    out.append("inline constexpr OpInfo kOpInfo[128] = {")
    by_code = {op["code"]: op for op in ops}
    for code in range(128):
        op = by_code.get(code)
        if op is None:
            out.append("    {false, \"\", Form::kR, Unit::kInt, 0, false, false, false, false, false, false, false},")
            continue
        flags = ", ".join(str(bool(op[k])).lower() for k in
                          ("literal", "scalar", "vector", "fmods", "writes", "load", "store"))
        out.append(f"    {{true, \"{op['mnemonic']}\", Form::k{op['form']}, Unit::{camel(op['unit'])}, "
                   f"{op['srcs']}, {flags}}},")
    out.append("};\n")
    out.append("struct TextureOpInfo {\n  TextureOp op;\n  const char* mnemonic;\n"
               "  bool address;  ///< has coordinates\n  bool extra;    ///< has further arguments\n"
               "  bool sampler;\n  bool store;    ///< writes memory\n};\n")
    out.append("inline constexpr TextureOpInfo kTextureOps[] = {")
    for op in textures:
        flags = ", ".join(str(op[k]).lower() for k in ("address", "extra", "sampler", "store"))
        out.append(f"    {{TextureOp::{camel(op['name'])}, \"{op['mnemonic']}\", {flags}}},")
    out.append("};\n")
    out.append("struct Field {\n  uint8_t lsb;\n  uint8_t width;\n};\n"
               "constexpr uint64_t get(uint64_t word, Field f) {\n"
               "  return (word >> f.lsb) & ((uint64_t{1} << f.width) - 1);\n}\n")
    for form in FORMS:
        for name, (lsb, width) in sorted(spans[form].items(), key=lambda item: item[1]):
            out.append(f"inline constexpr Field k{form}{name.capitalize()}{{{lsb}, {width}}};")
    out.append("\n// 9-bit source codes.")
    out.append("inline constexpr uint32_t kSrcScalar = 128;\ninline constexpr uint32_t kSrcConstant = 256;")
    for name, code in special_codes(data).items():
        out.append(f"inline constexpr uint32_t kSrc{name.capitalize()} = {code};")
    out.append("\n/// Values of source codes 256..383 (codes without a constant read 0).")
    out.append("inline constexpr uint32_t kConstants[128] = {")
    for i in range(0, 128, 8):
        out.append("    " + ", ".join(f"{v:#010x}" for v in table[i:i + 8]) + ",")
    out.append("};\n\n}  // namespace e11::isa")
    write_if_changed(path, "\n".join(out) + "\n")


def write_sv(path, data, ops, textures, spans):
    table, _ = constants(data)
    out = [header("//", SOURCE, TOOL), "/* verilator lint_off UNUSEDPARAM */"]
    out.append("package e11_isa_pkg;\n")
    out.append("  typedef enum logic [6:0] {")
    out.append(",\n".join(f"    OP_{op['name']} = 7'h{op['code']:02x}" for op in ops))
    out.append("  } op_e;\n")
    out.append("  // Operations of the texture unit (form T): the whole opcode byte.\n  typedef enum logic [7:0] {")
    out.append(",\n".join(f"    TEX_{op['name']} = 8'h{op['code']:02x}" for op in textures))
    out.append("  } tex_op_e;\n")
    out.append("  // What an atomic instruction does.\n  typedef enum logic [3:0] {")
    out.append(",\n".join(f"    ATOMIC_{name.upper()} = 4'd{code}" for code, name in atomics(data)))
    out.append("  } atomic_op_e;\n")
    out.append("  typedef enum logic [3:0] {")
    out.append(",\n".join(f"    UNIT_{unit} = 4'd{i}" for i, unit in enumerate(UNITS)))
    out.append("  } unit_e;\n")
    out.append("  typedef struct packed {\n    logic       valid;\n    unit_e      unit;\n"
               "    logic [2:0] srcs;      // bit n: operand src<n> is read\n"
               "    logic       literal;   // has a literal form\n"
               "    logic       fmods;     // neg, abs and sat allowed\n"
               "    logic       writes;    // has a destination (an atomic: if its return bit is set)\n"
               "    logic       load;\n    logic       store;\n  } op_info_t;\n")
    out.append("  function automatic op_info_t op_info(input logic [6:0] op);\n    case (op)")
    for op in ops:
        flags = "".join("1" if op[k] else "0" for k in ("literal", "fmods", "writes", "load", "store"))
        out.append(f"      7'h{op['code']:02x}: return {{1'b1, UNIT_{op['unit']}, 3'd{op['srcs']}, 5'b{flags}}};"
                   f"  // {op['mnemonic']}")
    out.append("      default: return {1'b0, UNIT_INT, 3'd0, 5'b00000};\n    endcase\n  endfunction\n")
    for form in FORMS:
        for name, (lsb, width) in sorted(spans[form].items(), key=lambda item: item[1]):
            out.append(f"  localparam int unsigned {form}_{name.upper()}_LSB = {lsb};")
            out.append(f"  localparam int unsigned {form}_{name.upper()}_W = {width};")
    out.append("\n  // 9-bit source codes.")
    out.append("  localparam logic [8:0] SRC_SCALAR = 9'd128;\n  localparam logic [8:0] SRC_CONSTANT = 9'd256;")
    for name, code in special_codes(data).items():
        out.append(f"  localparam logic [8:0] SRC_{name} = 9'd{code};")
    out.append("\n  // Values of source codes 256..383.")
    out.append("  function automatic logic [31:0] constant_value(input logic [6:0] index);\n    case (index)")
    for i, value in enumerate(table):
        if value:
            out.append(f"      7'd{i}: return 32'h{value:08x};")
    out.append("      default: return 32'h0;\n    endcase\n  endfunction\n\nendpackage\n/* verilator lint_on UNUSEDPARAM */")
    write_if_changed(path, "\n".join(out) + "\n")


FORM_TEXT = {"R": "ALU", "L": "ALU with literal", "M": "memory", "E": "export", "C": "control",
             "T": "texture"}


def md_syntax(op):
    return "<br>".join(dict.fromkeys("`" + s.replace("\t", " ").replace("$", "").replace("|", "\\|") + "`"
                                     for s in op["syntax"]))


def write_md(path, data, ops, textures, spans):
    table, names = constants(data)
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", f"<!-- Generated from {SOURCE} by {TOOL}. Do not edit. -->",
           "# The E11 instruction set\n",
           "One instruction is one 64-bit little-endian word. A wave has 16 lanes; vector registers v0..v127 hold "
           "one 32-bit value a lane, scalar registers s0..s127 one a wave. Semantics are sequential for each "
           "wave: the hardware interlocks. `compiler/target/E11InstrInfo.td` states the common rules "
           "(denormals, NaN, masks, addressing).\n",
           "## Encoding\n", "| form | field | bits |", "| --- | --- | --- |"]
    for form in FORMS:
        for name, (lsb, width) in sorted(spans[form].items(), key=lambda item: item[1]):
            out.append(f"| {form} ({FORM_TEXT[form]}) | {name} | {lsb + width - 1}:{lsb} |")
    out.append("\nBit 7 of an ALU opcode selects form L; bit 15 is the file of the destination (1 = scalar).\n")
    for unit in UNITS:
        out += [f"## Unit {unit}\n", "| opcode | operation | forms | result |", "| --- | --- | --- | --- |"]
        for op in ops:
            if op["unit"] == unit:
                doc = op["doc"].replace("|", "\\|")
                out.append(f"| {op['code']:#04x} | {op['mnemonic']} | {md_syntax(op)} | {doc} |")
        out.append("")
    out += ["## Unit TEX\n", "| opcode | operation | forms | result |", "| --- | --- | --- | --- |"]
    out += [f"| {op['code']:#04x} | {op['mnemonic']} | {md_syntax(op)} | {op['doc']} |" for op in textures]
    out += ["", "## Atomic operations\n", "| code | operation |", "| --- | --- |"]
    out += [f"| {code} | {name} |" for code, name in atomics(data)]
    out.append("")
    out += ["## Constants\n", "| code | name | value |", "| --- | --- | --- |"]
    out += [f"| {256 + i} | {names[i]} | {table[i]:#010x} |" for i in range(128) if names[i]]
    for name, code in special_codes(data).items():
        out.append(f"| {code} | {name.lower()} | special |")
    write_if_changed(path, "\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("json")
    parser.add_argument("--cpp")
    parser.add_argument("--sv")
    parser.add_argument("--md")
    args = parser.parse_args()
    data, instructions = load(args.json)
    ops, textures, spans = operations(instructions), texture_operations(instructions), fields(instructions)
    if args.cpp:
        write_cpp(args.cpp, data, ops, textures, spans)
    if args.sv:
        write_sv(args.sv, data, ops, textures, spans)
    if args.md:
        write_md(args.md, data, ops, textures, spans)


if __name__ == "__main__":
    main()
