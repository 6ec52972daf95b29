"""Rows of `evidence_coverage`, decided and fully recorded: whole processes, beside the peers.

    python benchmarks/rows.py [--peer-rows 20000] [--rows 100000 500000 1000000]

Assay is run as `assay gate` on a JSON Lines file: every row is read strictly, scored, stored with its evidence in SQLite,
and judged. The peers get the same rows and the same rule in the form that each of them has for it (`jobs/rows_*.py`), judge
every row (raggate can only judge the mean), and write their own results to a file. "A further row" is the difference between
the two sizes, so that start-up is not in it.

Goals: 1,000 rows under 0.5 s of CPU for the whole process; a million rows under 300 MB.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from processes import ASSAY, DEEPEVAL, JOBS, PYDANTIC_EVALS, RAGAS, RAGGATE, Cost, best, machine, say, table

SMALL = 1000
GOAL_CPU, GOAL_MB = 0.5, 300.0
POLICY = """\
version: "1"
checks:
  evidence_coverage:
    required: true
    minimum: 0.85
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--peer-rows", type=int, default=20_000)
    parser.add_argument("--rows", type=int, nargs="*", default=[100_000, 500_000, 1_000_000])
    given = parser.parse_args()
    say(machine())
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.times)
        bench.beside_peers(given.peer_rows)
        if given.rows:
            bench.many(given.rows)


class Bench:
    """A folder with rows of each size, and what is measured on them."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder, self.times = folder, times
        (folder / "policy.yaml").write_text(POLICY)

    def beside_peers(self, large: int) -> None:
        """The same rows through everything that is installed, as ratios to Assay."""
        costs = {"assay": (self.assay(SMALL, self.times), self.assay(large, 1))}
        for peer in (RAGGATE, PYDANTIC_EVALS, DEEPEVAL, RAGAS):
            if (python := peer.python()) is not None:
                job = (python, str(JOBS / f"rows_{peer.module}.py"))
                costs[peer.name] = self.peer(job, SMALL, self.times), self.peer(job, large, 1)
        ours = costs["assay"]
        further = {name: (big.cpu - small.cpu) / (large - SMALL) for name, (small, big) in costs.items()}
        table(
            (
                "",
                f"{SMALL:,} rows, CPU s",
                "× assay",
                "peak MB",
                "a further row, µs",
                "× assay",
                f"peak MB at {large:,}",
            ),
            (
                (
                    name,
                    f"{small.cpu:.2f}",
                    f"{small.cpu / ours[0].cpu:.2f}",
                    f"{small.peak_mb:.0f}",
                    f"{further[name] * 1e6:.0f}",
                    f"{further[name] / further['assay']:.2f}",
                    f"{big.peak_mb:.0f}",
                )
                for name, (small, big) in costs.items()
            ),
        )
        met = ours[0].cpu < GOAL_CPU
        say(f"goal, {SMALL:,} rows under {GOAL_CPU} s of CPU: {'met' if met else 'MISSED'}\n")

    def many(self, sizes: list[int]) -> None:
        """Assay alone on many rows: does memory stay where it is?"""
        costs = {size: self.assay(size, 1) for size in sizes}
        table(
            ("rows", "CPU s", "µs a row", "peak MB"),
            (
                (f"{size:,}", f"{cost.cpu:.1f}", f"{cost.cpu / size * 1e6:.0f}", f"{cost.peak_mb:.0f}")
                for size, cost in costs.items()
            ),
        )
        met = max(cost.peak_mb for cost in costs.values()) < GOAL_MB
        say(f"goal, under {GOAL_MB:.0f} MB: {'met' if met else 'MISSED'}")

    def assay(self, size: int, times: int) -> Cost:
        """`assay gate`, each time into a new store. One row in ten is below the floor, so it exits with 1."""
        costs = []
        for _ in range(times):
            store = self.folder / "assay.db"
            files = (
                "--golden",
                str(self.rows(size)),
                "--policy",
                str(self.folder / "policy.yaml"),
                "--store",
                str(store),
            )
            costs.append(best(1, (*ASSAY, "gate", "--quiet", *files), allowed=(1,)))
            for file in self.folder.glob("assay.db*"):
                file.unlink()
        return min(costs, key=lambda cost: cost.cpu)

    def peer(self, job: tuple[str, ...], size: int, times: int) -> Cost:
        """A peer's job, each time with a new result."""
        costs = []
        for _ in range(times):
            result = self.folder / "result"
            costs.append(best(1, (*job, str(self.rows(size)), str(result)), allowed=(0, 1)))
            shutil.rmtree(result) if result.is_dir() else result.unlink()
        return min(costs, key=lambda cost: cost.cpu)

    def rows(self, size: int) -> Path:
        """The file with this many rows; three claims each, and every tenth row lacks one."""
        path = self.folder / f"{size}.jsonl"
        if not path.exists():
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(_row(number)) + "\n" for number in range(size))
        return path


def _row(number: int) -> dict[str, object]:
    claims = [f"claim-{number}-{part}" for part in range(3)]
    return {
        "id": f"case-{number:07}",
        "input": f"How does refund number {number} work for an order paid by card?",
        "required_claims": claims,
        "answer": f"Refund {number} is paid back to the card within five working days.",
        "supported_claim_ids": claims if number % 10 else claims[:2],
        "group": f"g{number % 5}",
    }


if __name__ == "__main__":
    main()
