# SPDX-License-Identifier: Apache-2.0
"""Counts of ECP5 cells and the tables between the markers of docs/area.md."""
import re

COLUMNS = ["LUT4", "CCU2C", "FF", "MULT18", "DP16KD"]
BEGIN, END = "<!-- units: begin -->", "<!-- units: end -->"


def count(cells):
    """Cells by type -> the columns. LUT4 are logic and distributed RAM, as nextpnr counts them: a CCU2C and
    a TRELLIS_DPR16X4 take the place of two and four."""
    get = lambda name: int(cells.get(name, 0))
    return {"LUT4": get("LUT4") + 2 * get("CCU2C") + 4 * get("TRELLIS_DPR16X4"), "CCU2C": get("CCU2C"),
            "FF": get("TRELLIS_FF"), "MULT18": get("MULT18X18D"), "DP16KD": get("DP16KD")}


def update(page, rows):
    """Replaces or adds the rows {unit: (counts, fmax or None)} of the table in the file `page`."""
    text = page.read_text()
    head, rest = text.split(BEGIN)
    table, tail = rest.split(END)
    known = {}
    for line in table.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        match = re.fullmatch(r"`(\w+)`", cells[0])
        if match:
            known[match[1]] = cells[1:]
    for unit, (counts, fmax) in rows.items():
        old = known.get(unit, [""] * 6)
        known[unit] = [f"{counts[c]:,}" for c in COLUMNS] if counts else old[:5]
        known[unit].append(f"{fmax:.1f}" if fmax else old[5])
    lines = ["", "| unit | " + " | ".join(COLUMNS) + " | Fmax MHz |", "| --- |" + " ---: |" * 6]
    order = sorted(known, key=lambda u: (u == "e11_gpu", u))
    lines += [f"| `{u}` | " + " | ".join(known[u]) + " |" for u in order]
    page.write_text(head + BEGIN + "\n".join(lines) + "\n" + END + tail)
