"""How long it takes until something happens: `import assay` and `assay --help`, beside importing the peers.

    python benchmarks/startup.py [--times 7]

CPU time of whole processes, the cheapest of several; a bare interpreter stands in the table too. The modules are those that
the interpreter loads beyond its own. Goal: `import assay` and `assay --help` at or under 120 ms.
"""

from __future__ import annotations

import argparse
import sys

from processes import AUTOEVALS, DEEPEVAL, PYDANTIC_EVALS, RAGAS, RAGGATE, best, machine, say, table

GOAL = 0.120
PEERS = (RAGGATE, AUTOEVALS, PYDANTIC_EVALS, DEEPEVAL, RAGAS)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=7)
    times = parser.parse_args().times
    pythons = {peer: python for peer in PEERS if (python := peer.python()) is not None}
    commands = {
        "the interpreter alone": (sys.executable, "-c", "pass"),
        "import assay": (sys.executable, "-c", "import assay"),
        "from assay import run, gate": (sys.executable, "-c", "from assay import run, gate"),
        "assay --help": (sys.executable, "-m", "assay", "--help"),
    }
    commands |= {
        f"import {peer.module} ({peer.name})": (at, "-c", f"import {peer.module}") for peer, at in pythons.items()
    }
    costs = {name: best(times, command) for name, command in commands.items()}
    own = _modules(commands["the interpreter alone"])
    unit = costs["import assay"].cpu
    say(machine())
    table(
        ("what", "CPU ms", "× import assay", "peak MB", "modules"),
        (
            (
                name,
                f"{cost.cpu * 1000:.0f}",
                f"{cost.cpu / unit:.1f}",
                f"{cost.peak_mb:.0f}",
                _modules(commands[name]) - own,
            )
            for name, cost in costs.items()
        ),
    )
    met = all(costs[name].cpu <= GOAL for name in ("import assay", "assay --help"))
    say(f"goal, both of ours at or under {GOAL * 1000:.0f} ms: {'met' if met else 'MISSED'}")


def _modules(command: tuple[str, ...]) -> int:
    python, *rest = command
    return best(1, (python, "-X", "importtime", *rest)).output.count("import time:")


if __name__ == "__main__":
    main()
