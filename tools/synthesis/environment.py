# SPDX-License-Identifier: Apache-2.0
"""The Python environment with Yosys and nextpnr, made on first use in the build tree."""
import fcntl
import pathlib
import subprocess
import sys

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


def ensure(build):
    """Returns the python of BUILD/venv-synth; makes or renews it if requirements.txt changed."""
    folder = pathlib.Path(build) / "venv-synth"
    python = folder / "bin/python"
    stamp = folder / "requirements.txt"
    wanted = REQUIREMENTS.read_text()
    # Several tests may come here at once.
    with (pathlib.Path(build) / "venv-synth.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != wanted:
            print("installing Yosys and nextpnr into", folder, file=sys.stderr)
            subprocess.run(["/usr/bin/python3", "-m", "venv", folder], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r",
                            REQUIREMENTS], check=True)
            stamp.write_text(wanted)
    return python


if __name__ == "__main__":
    print(ensure(sys.argv[1]))
