# SPDX-License-Identifier: Apache-2.0
"""What the generators share: notices, and writing a file only when it changes."""
import pathlib

NOTICE = "Generated from {source} by {tool}. Do not edit."


def write_if_changed(path, text):
    """Writes text to path unless it already holds it, so that nothing rebuilds."""
    path = pathlib.Path(path)
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def header(comment, source, tool):
    return (f"{comment} SPDX-License-Identifier: Apache-2.0\n"
            f"{comment} {NOTICE.format(source=source, tool=tool)}\n")
