#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build to a prefix and uses it as a program from outside the repository would.

Builds program.cpp with find_package and with pkg-config, runs both, checks the picture, and checks
that the libraries export the public entry points and nothing else.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHADERS = HERE.parent.parent / "samples" / "shaders"
EXPORTS = {
    "libd3d11.so": {"D3D11CreateDevice", "D3D11CreateDeviceAndSwapChain"},
    "libdxgi.so": {"CreateDXGIFactory", "CreateDXGIFactory1", "CreateDXGIFactory2"},
}


def run(*command, **kwargs):
    return subprocess.run([str(c) for c in command], check=True, **kwargs)


def picture(program, folder):
    """Runs the program in folder and returns its picture's pixels, rows of (r, g, b)."""
    folder.mkdir()
    run(program, SHADERS / "triangle_vs.dxbc", SHADERS / "triangle_ps.dxbc", cwd=folder)
    data = (folder / "out.ppm").read_bytes()
    head, body = data[:data.index(b"255\n") + 4], data[data.index(b"255\n") + 4:]
    width, height = (int(n) for n in head.split()[1:3])
    assert len(body) == width * height * 3, "the picture is not complete"
    return [[tuple(body[(y * width + x) * 3:][:3]) for x in range(width)] for y in range(height)]


def check_picture(rows):
    """Corners have the clear colour 0.1; the centre of gravity has a third of each colour."""
    assert rows[0][0] == rows[63][63] == (26, 26, 26), rows[0][0]
    # The centre of gravity (0, -0.3) lies between columns 31 and 32.
    y = int((1 + 0.3) / 2 * 64)
    for channel in rows[y][32]:
        assert abs(channel - 85) <= 4, rows[y][32]
    top, right, left = rows[6][32], rows[59][58], rows[59][5]
    assert top[0] > 200 and right[1] > 200 and left[2] > 200, (top, right, left)


def exports(library):
    text = run("nm", "-D", "--defined-only", library, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder to install from")
    parser.add_argument("--work", required=True, help="an empty folder will be made here")
    parser.add_argument("--cxx", default="c++")
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    prefix = work / "prefix"
    run("cmake", "--install", args.build, "--prefix", prefix, stdout=subprocess.DEVNULL)

    run("cmake", "-S", HERE / "project", "-B", work / "cmake", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={args.cxx}", stdout=subprocess.DEVNULL)
    run("cmake", "--build", work / "cmake")
    first = picture(work / "cmake" / "program", work / "run-cmake")
    check_picture(first)

    found = next(prefix.rglob("eleven.pc"))
    environment = dict(os.environ, PKG_CONFIG_PATH=str(found.parent))
    flags = run("pkg-config", "--cflags", "--libs", "eleven", env=environment, capture_output=True,
                text=True).stdout.split()
    run(args.cxx, "-std=c++17", "-Wall", "-Wextra", "-Werror", HERE / "program.cpp", "-o",
        work / "program", *flags)
    assert picture(work / "program", work / "run-pkg-config") == first, "the pictures differ"

    for name, expected in EXPORTS.items():
        got = exports(next(prefix.rglob(name)))
        assert got == expected, f"{name} exports {sorted(got)}"
    print("external program: cmake and pkg-config builds agree")


if __name__ == "__main__":
    sys.exit(main())
