"""Score the example, print the decision, and explain one failing case. The gate fails on purpose; this script exits 0."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

EVALS = Path(__file__).resolve().parent / "evals"
CASE = "with-exit"


def assay(*arguments: str) -> int:
    """Run a command as a person would, and say which."""
    print(f"\n$ assay {' '.join(arguments)}\n", flush=True)
    return subprocess.run([sys.executable, "-m", "assay", *arguments], check=False).returncode


def main() -> int:
    """The demonstration; 0 when the gate found what it must find."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "assay.db")
        code = assay("gate", "--dir", str(EVALS), "--store", store)
        assay("explain", "last", CASE, "--store", store)
    print(f"\nThe gate's exit code was {code}: this example answers some questions wrongly, and the gate says so.")
    return 0 if code == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
