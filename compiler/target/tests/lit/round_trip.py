#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Disassembles and assembles random words of every instruction and compares the bytes.

The encodings come from the JSON of the TableGen description, so a new instruction is tested without
a change here. Operands are random, but legal for the instruction: what the hardware leaves
undefined (a misaligned scalar tuple, a modifier of an integer operation) has no assembly.
"""
import argparse
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "tools" / "gen"))
import isa  # noqa: E402  (found through the path above)

SCALAR = 128  # first source code of the scalar registers; constants follow at 256


class Operands:
    """Legal values of an operand, by the name of its operand class."""

    def __init__(self, data):
        _, names = isa.constants(data)
        special = isa.special_codes(data)
        constants = [256 + i for i, name in enumerate(names) if name]
        vectors, scalars = list(range(128)), list(range(SCALAR, 256))
        scalar_sources = scalars + constants + [special["EXEC"], special["COV"]]
        vector_sources = vectors + scalar_sources + [special["LANE"]]
        self.lists = {"VReg": vectors, "SReg": scalars, "VSReg": vectors + scalars}
        for position in range(3):
            self.lists[f"VSrc{position}"] = vector_sources
            self.lists[f"SSrc{position}"] = scalar_sources
        for count in (2, 3, 4):
            self.lists[f"VReg{count}"] = list(range(129 - count))
        for count, alignment in ((2, 2), (4, 4), (8, 4)):
            self.lists[f"SReg{count}"] = list(range(SCALAR, 257 - count, alignment))
        self.widths = {"lit32": 32, "attr14": 14, "off14": 14, "num4": 4, "soff4": 4,
                       "flag1": 1}
        self.atomics = [code for code, _ in isa.atomics(data)]

    def choose(self, kind, inst, rng):
        if kind in self.lists:
            return rng.choice(self.lists[kind])
        if kind == "atomicop":
            return rng.choice(self.atomics)
        if kind == "mods":
            return mods(inst, rng)
        if kind == "brtarget":
            return rng.choice((rng.getrandbits(32), rng.randrange(-64, 64) & 0xFFFFFFFF))
        return rng.getrandbits(self.widths[kind])


def mods(inst, rng):
    """A modifier word: only of sources that are there, and only of float operations."""
    if not inst["FloatMods"]:
        return 0
    present = (1 << inst["NumSrc"]) - 1
    return rng.getrandbits(7) & (present | present << 3 | 1 << 6)


def operand_kinds(inst):
    """{operand: its class} of all operands that the word holds."""
    arguments = inst["OutOperandList"]["args"] + inst["InOperandList"]["args"]
    encoded = isa.variables(inst)
    kinds = {name: definition["def"] for definition, name in arguments if name in encoded}
    if set(kinds) != encoded:
        raise SystemExit(f"{inst['!name']}: no operand for {encoded - set(kinds)}")
    return kinds


def encode(inst, values):
    word = 0
    for position, bit in enumerate(inst["Inst"]):  # a one-bit operand has no index
        value = (values[bit["var"]] >> bit.get("index", 0)) & 1 if isinstance(bit, dict) else bit
        word |= value << position
    return word


def random_words(instructions, operands, rng, count):
    """(instruction, word) for `count` words of each; all sources and modifiers of some."""
    words = []
    for name, inst in instructions.items():
        kinds = operand_kinds(inst)

        def add(**fixed):
            values = {operand: operands.choose(kind, inst, rng) for operand, kind in kinds.items()}
            words.append((name, encode(inst, {**values, **fixed})))

        for _ in range(count):
            add()
        if name in ("MOV_V", "MOV_S", "RDFIRST"):
            for code in operands.lists[kinds["src0"]]:
                add(src0=code)
        if name in ("FMAD_V", "SEL_S"):
            for value in range(128):
                add(mods=value)
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--isa", required=True, help="isa.json")
    parser.add_argument("--assembler", required=True)
    parser.add_argument("--disassembler", required=True)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--count", type=int, default=24, help="words of each instruction")
    args = parser.parse_args()
    print(f"seed {args.seed}")

    data, instructions = isa.load(args.isa)
    words = random_words(instructions, Operands(data), random.Random(args.seed), args.count)
    with tempfile.TemporaryDirectory() as folder:
        first, text, second = (pathlib.Path(folder) / name for name in ("a.bin", "a.s", "b.bin"))
        first.write_bytes(b"".join(struct.pack("<Q", word) for _, word in words))
        text.write_bytes(subprocess.run([args.disassembler, first], check=True,
                                        stdout=subprocess.PIPE).stdout)
        lines = text.read_text().splitlines()
        if len(lines) != len(words):
            raise SystemExit(f"{len(words)} words gave {len(lines)} lines")
        wrong = []
        # A word that does not decode prints as data, which would pass for a round trip.
        for (name, word), line in zip(words, lines):
            if line.split()[0] != instructions[name]["Mnemonic"]:
                wrong.append(f"{name} {word:#018x} is printed as '{line.strip()}'")
        if not wrong:
            subprocess.run([args.assembler, text, second], check=True)
            back = [word for word, in struct.iter_unpack("<Q", second.read_bytes())]
            if len(back) != len(words):
                raise SystemExit(f"{len(words)} words came back as {len(back)}")
            for (name, word), line, again in zip(words, lines, back):
                if word != again:
                    wrong.append(f"{name} {word:#018x} '{line.strip()}' came back as {again:#018x}")
    for message in wrong[:40]:
        print(message)
    print(f"{len(instructions)} instructions, {len(words)} words, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
