# SPDX-License-Identifier: Apache-2.0
"""Which packages a top module needs, in the order of their dependencies. Only those are read, so that an edit
or a mistake in one unit's package concerns its users alone."""
import pathlib
import re


def needed_packages(top_file, folders):
    """Packages (e11_*_pkg.sv, or e11_pkg.sv) of `folders` that top_file or anything below it names."""
    index = {p.stem: p for d in folders if pathlib.Path(d).is_dir() for p in pathlib.Path(d).glob("*.sv")}
    packages, seen = [], set()

    def visit(file):
        text = re.sub(r"//.*", "", file.read_text())
        for name in re.findall(r"\be11_\w+", text):
            if name in index and name not in seen:
                seen.add(name)
                visit(index[name])
                if name.endswith("_pkg"):
                    packages.append(str(index[name]))

    visit(pathlib.Path(top_file))
    return packages
