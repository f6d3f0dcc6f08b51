# SPDX-License-Identifier: Apache-2.0
"""Long compute shaders, as text for dxbc-asm, whose compile time tools/bench --generated measures."""
import random

HEAD = """cs_5_0
dcl_uav_raw u0
dcl_constantbuffer cb0[4], immediateIndexed
dcl_input vThreadIDInGroupFlattened
dcl_temps {temps}
dcl_thread_group 16, 1, 1
"""
MIXED = ["add {d}.xyzw, {a}.xyzw, {b}.yzwx", "mul {d}.xyz, {a}.xyzx, cb0[{k}].xyzx", "mad {d}.xy, {a}.xyxx, {b}.xyxx, {c}.xyxx",
         "iadd {d}.xw, {a}.xxxw, {b}.xxxw", "and {d}.x, {a}.x, {b}.y", "dp3 {d}.x, {a}.xyzx, {b}.xyzx", "rsq {d}.y, |{a}.x|",
         "max {d}.zw, {a}.zzzw, -{b}.zzzw", "ishl {d}.x, {a}.x, l(3)", "lt {d}.x, {a}.x, {b}.x",
         "movc {d}.xyzw, {a}.xxxx, {b}.xyzw, {c}.xyzw", "ftoi {d}.z, {a}.z", "itof {d}.z, {a}.w"]


def _body(instructions, temps):
    return HEAD.format(temps=temps + 1) + "\n".join(instructions) + (
        f"\nishl r{temps}.x, vThreadIDInGroupFlattened.x, l(4)\n" +
        "\n".join(f"store_raw u0.xyzw, r{temps}.x, r{i}.xyzw" for i in range(temps)) + "\nret\n")


def _loads(temps):
    return [f"iadd r{t}.xyzw, vThreadIDInGroupFlattened.xxxx, cb0[{t % 4}].xyzw" for t in range(temps)]


def mads(count, temps, seed=1):
    """Four-component multiply-adds on so many registers, each alive from end to end; none is dead."""
    rng = random.Random(seed)
    reg = lambda: f"r{rng.randrange(temps)}"
    sums = [(reg(), reg(), reg()) for _ in range(count)]
    return _body(_loads(temps) + [f"mad {d}.xyzw, {a}.xyzw, {b}.yzwx, {d}.xyzw" for d, a, b in sums], temps)


def mixed(count, temps=12, flow=False, seed=1):
    """Arithmetic of all kinds; with `flow`, one instruction in ten opens an if or a loop of about ten."""
    rng = random.Random(seed)
    lines, ends = _loads(temps), []
    for at in range(count):
        while ends and ends[-1][0] <= at:
            lines.append(ends.pop()[1])
        values = {name: f"r{rng.randrange(temps)}" for name in "abc"}
        values["d"] = values["a"]  # nothing is overwritten unread
        if flow and len(ends) < 4 and rng.randrange(10) == 0:
            if rng.randrange(3):
                lines.append("if_nz {a}.x".format(**values))
                ends.append((at + rng.randrange(4, 20), "endif"))
            else:
                lines += ["loop", "breakc_nz {a}.y".format(**values), "iadd {a}.y, {a}.y, l(1)".format(**values)]
                ends.append((at + rng.randrange(4, 20), "endloop"))
        else:
            lines.append(rng.choice(MIXED).format(k=rng.randrange(4), **values))
    return _body(lines + [text for _, text in reversed(ends)], temps)


SHADERS = {
    "1,000 instructions, mixed": lambda: mixed(1000),
    "1,000 instructions, mixed, with control flow": lambda: mixed(1000, flow=True),
    "1,000 four-component mad on 40 temps": lambda: mads(1000, 40),
    "1,000 four-component mad on 16 temps": lambda: mads(1000, 16),
    "8,000 instructions, mixed": lambda: mixed(8000),
    "8,000 instructions, mixed, with control flow": lambda: mixed(8000, flow=True),
    "8,000 four-component mad on 40 temps": lambda: mads(8000, 40),
}
