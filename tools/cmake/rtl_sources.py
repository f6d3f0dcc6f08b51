# SPDX-License-Identifier: Apache-2.0
"""Which packages a top module needs: only those are read, so that one broken package stops only its users."""
import pathlib
import re


def needed_packages(top_file, packages, folders):
    """The members of `packages` (paths, in order) named by top_file or by anything below it in `folders`."""
    index = {p.stem: p for d in folders if pathlib.Path(d).is_dir() for p in pathlib.Path(d).glob("*.sv")}
    index.update({pathlib.Path(p).stem: pathlib.Path(p) for p in packages})
    reached, queue = set(), [pathlib.Path(top_file)]
    while queue:
        file = queue.pop()
        if not file.exists():
            continue
        text = re.sub(r"//.*", "", file.read_text())
        for name in set(re.findall(r"\be11_\w+", text)) - reached:
            if name in index:
                reached.add(name)
                queue.append(index[name])
    return [p for p in packages if pathlib.Path(p).stem in reached]
