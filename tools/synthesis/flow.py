# SPDX-License-Identifier: Apache-2.0
"""Runs of Yosys and nextpnr over one top module. Results and logs are in BUILD/synth."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/cmake"))
from rtl_sources import needed_packages  # noqa: E402

RTL = ROOT / "hw/rtl"
FOLDERS = ["common", "fp", "memory", "command", "geometry", "raster", "core", "compute", "output"]


class FlowError(Exception):
    """A tool refused the design; the message has the lines that say why."""


def units():
    """[(module, file)] of units.txt, then the whole GPU if it is there."""
    out = []
    for line in (RTL / "units.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            out.append((words[0], RTL / words[1] / f"{words[0]}.sv"))
    if (RTL / "e11_gpu.sv").exists():
        out.append(("e11_gpu", RTL / "e11_gpu.sv"))
    missing = [str(f) for _, f in out if not f.exists()]
    if missing:
        raise FlowError("units.txt names files that do not exist: " + ", ".join(missing))
    return out


class Flow:
    def __init__(self, build, python):
        self.build = pathlib.Path(build).resolve()
        self.python = python
        self.out = self.build / "synth"
        self.out.mkdir(exist_ok=True)
        if not (self.build / "CMakeCache.txt").exists():
            raise FlowError(f"{self.build} is no build tree: configure it with CMake first")
        # Not within a running build, which has made the packages already.
        if not (self.build / "generated/rtl/e11_regs_pkg.sv").exists():
            subprocess.run(["cmake", "--build", self.build, "--target", "eleven_defs"], check=True,
                           stdout=subprocess.DEVNULL)

    def yosys(self, name, commands):
        script = self.out / f"{name}.ys"
        log = self.out / f"{name}.log"
        script.write_text("\n".join(commands) + "\n")
        with log.open("w") as stream:
            code = subprocess.run([self.python, ROOT / "tools/synthesis/yosys.py", script], stdout=stream,
                                  stderr=subprocess.STDOUT).returncode
        if code:
            lines = log.read_text().splitlines()
            hits = [i for i, l in enumerate(lines) if re.search(r"error|ERROR", l)]
            shown = lines[max(0, hits[0] - 2):hits[0] + 12] if hits else lines[-20:]
            raise FlowError(f"{name}: Yosys failed, see {log}\n" + "\n".join(shown))
        return log

    def read(self, top, file, params=()):
        # Generated modules (ROMs) lie beside the generated packages.
        folders = [RTL / d for d in FOLDERS] + [self.build / "generated/rtl"]
        packages = needed_packages(file, folders)
        libraries = " ".join(f"-y {d}" for d in folders if d.is_dir())
        values = " ".join(f"-G {p}" for p in params)
        # Assertions and $error in simulation-only code are hidden by SYNTHESIS.
        return [f"read_slang -D SYNTHESIS=1 --top {top} {values} {' '.join(packages)} {file} {libraries} -Y .sv",
                f"hierarchy -check -top {top}"]

    def elaborate(self, top, file):
        """Fails on undriven wires, latches, multiple drivers and combinational loops."""
        self.yosys(f"{top}.elaborate", self.read(top, file) + ["proc -latches error", "flatten", "opt_clean",
                                                               "check -assert"])

    def map(self, top, options=""):
        """Maps to ECP5 cells. Flattened: units would be measured with their borders otherwise. Without wide
        LUTs: they cost a fifth more LUT4 for a delay that 40 MHz does not need. Small sums and comparisons
        in LUTs (small_adders.v), multiplexers of four in two LUT4 (mux4.v)."""
        synth = f"synth_ecp5 -nowidelut -cmp2softlogic -top {top}"
        return [f"{synth} -run begin:map_gates", f"techmap -map {ROOT / 'tools/synthesis/small_adders.v'}",
                f"{synth} -run map_gates:map_luts", "muxcover -mux4=220 -nodecode",
                f"techmap -map {ROOT / 'tools/synthesis/mux4.v'} t:$_MUX4_", f"{synth} -run map_luts: {options}"]

    def synthesise(self, top, file):
        """Maps to ECP5 cells. Returns {cell: count} and the seconds it took."""
        start = time.time()
        stat = self.out / f"{top}.stat"
        commands = self.read(top, file) + self.map(top, f"-json {self.out / top}.json") + [
            f"tee -q -o {stat} stat -json"]
        self.yosys(f"{top}.synth", commands)
        design = json.loads(stat.read_text())["design"]["num_cells_by_type"]
        return design, time.time() - start

    def netlist(self, top, file, params, out):
        """Writes the mapped netlist, for a bench that runs on it instead of the source."""
        self.yosys(f"{out.stem}.netlist", self.read(top, file, params) + self.map(top) +
                   [f"write_verilog -noattr {out}"])

    def ports(self, top, file):
        """[(direction, width, name)] of the elaborated top module."""
        listing = self.out / f"{top}.ports"
        self.yosys(f"{top}.ports", self.read(top, file) + [f"tee -q -o {listing} portlist -m {top}"])
        found = re.findall(r"^(input|output) \[(\d+):0\] (\w+)", listing.read_text(), re.M)
        return [(direction, int(msb) + 1, name) for direction, msb, name in found]

    def harness(self, top, file):
        """A module with four pins around `top`: its inputs come from a shift register, its outputs go to
        registers and from there, combined, to one pin, so that every path inside is between registers."""
        ports = self.ports(top, file)
        clocks = {"clk_i": "clk", "rst_ni": "rst_n"}
        inputs = [(n, w) for d, w, n in ports if d == "input" and n not in clocks]
        outputs = [(n, w) for d, w, n in ports if d == "output"]
        width_in, width_out = sum(w for _, w in inputs), sum(w for _, w in outputs)
        groups = (width_out + 15) // 16
        connect, lsb = [f".{n}({c})" for n, c in clocks.items() if ("input", 1, n) in ports], 0
        for name, width in inputs:
            connect.append(f".{name}(in_q[{lsb} +: {width}])")
            lsb += width
        lsb = 0
        for name, width in outputs:
            connect.append(f".{name}(out[{lsb} +: {width}])")
            lsb += width
        text = f"""module e11_place(input clk, input rst_n, input si, output reg so);
  reg [{max(width_in, 1) - 1}:0] in_q;
  wire [{16 * groups - 1}:0] out;
  reg [{16 * groups - 1}:0] out_q;
  reg [{groups - 1}:0] part_q;
  integer i;
  always @(posedge clk) begin
    in_q <= {{in_q, si}};
    out_q <= out;
    for (i = 0; i < {groups}; i = i + 1) part_q[i] <= ^out_q[16 * i +: 16];
    so <= ^part_q;
  end
  {top} dut({", ".join(connect)});
  {f"assign out[{16 * groups - 1}:{width_out}] = 0;" if width_out % 16 else ""}
endmodule
"""
        wrapper = self.out / f"{top}.place.v"
        wrapper.write_text(text)
        return wrapper

    def tool(self, name):
        """A native one if it is installed (about twice as fast), else PyPI's."""
        return shutil.which(name) or pathlib.Path(self.python).with_name(f"yowasp-{name}")

    def place(self, top, file, freq=40, seed=1):
        """nextpnr for LFE5U-85F and ecppack. Returns Fmax in MHz, the seconds it took, the critical path."""
        start = time.time()
        wrapper = self.harness(top, file)
        json_file = self.out / f"{top}.place.json"
        self.yosys(f"{top}.place", self.read(top, file) + [f"read_verilog {wrapper}"] +
                   self.map("e11_place", f"-json {json_file}"))
        nextpnr, ecppack = self.tool("nextpnr-ecp5"), self.tool("ecppack")
        log = self.out / f"{top}.pnr.log"
        # PyPI's tools run in a WebAssembly sandbox: names relative to the working folder are safest.
        command = [nextpnr, "--85k", "--package", "CABGA756", "--json", json_file.name, "--textcfg",
                   f"{top}.config", "--report", f"{top}.report.json", "--freq", str(freq), "--seed", str(seed),
                   "--timing-allow-fail", "--lpf-allow-unconstrained", "--router", "router2"]
        with log.open("w") as stream:
            code = subprocess.run(list(map(str, command)), stdout=stream, stderr=subprocess.STDOUT,
                                  cwd=self.out).returncode
        if code:
            raise FlowError(f"{top}: nextpnr failed, see {log}\n" + "\n".join(log.read_text().splitlines()[-12:]))
        subprocess.run([ecppack, f"{top}.config", f"{top}.bit"], check=True, cwd=self.out)
        report = json.loads((self.out / f"{top}.report.json").read_text())
        fmax = [c["achieved"] for c in report["fmax"].values()]
        return min(fmax) if fmax else 0.0, time.time() - start, critical_path(report)


def critical_path(report):
    """Where the longest path between registers begins and ends."""
    paths = [p["path"] for p in report.get("critical_paths", []) if p["from"].split()[-1] == p["to"].split()[-1]]
    if not paths:
        return ""
    worst = max(paths, key=lambda path: sum(step["delay"] for step in path))
    first, last = worst[0]["from"]["cell"], worst[-1]["to"]["cell"]
    return f"{first} -> {last}, {sum(step['delay'] for step in worst):.1f} ns"
