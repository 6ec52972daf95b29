"""Ten metrics that need no judge: Assay beside the bare library and the peers, in one run.

    python benchmarks/metrics.py [--rows 1000]

CPU microseconds a row, each library in a process of its own, after a warm-up. Assay makes a whole score (reason, counted
items, signature, key); the bare library gives a number; ragas is asked through `evaluate`, as its users must; autoevals and
deepeval through their scorers. A dash: the library has no such metric, or not without a model.

Goals: within 1.3 × of the bare library's own time; at least 20 × faster than ragas' `evaluate`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from processes import AUTOEVALS, DEEPEVAL, JOBS, LIBRARIES, RAGAS, best, machine, say, table

SEED = 20
SENTENCE = "the refund is paid back to card within five working days after order returned in full and unused by post"
WORDS = SENTENCE.split()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.jsonl")
        chance = random.Random(SEED)
        file.write_text("".join(json.dumps(_row(chance)) + "\n" for _ in range(given.rows)), encoding="utf-8")
        ours = _job(sys.executable, "assay", file)
        others = {
            peer.name: _job(python, peer.module, file)
            for peer in (LIBRARIES, RAGAS, AUTOEVALS, DEEPEVAL)
            if (python := peer.python()) is not None
        }
    say(machine())
    table(
        ("metric", "assay, µs a row", "rows/s", *(f"{name}, µs (÷ assay)" for name in others)),
        (
            (
                name,
                f"{mine:.0f}",
                f"{1e6 / mine:,.0f}",
                *(_beside(theirs.get(name), mine) for theirs in others.values()),
            )
            for name, mine in ours.items()
        ),
    )
    _goals(ours, others)


def _goals(ours: dict[str, float], others: dict[str, dict[str, float]]) -> None:
    bare, ragas = others.get(LIBRARIES.name, {}), others.get(RAGAS.name, {})
    slow = {name: ours[name] / taken for name, taken in bare.items() if ours[name] > 1.3 * taken}
    near = {name: taken / ours[name] for name, taken in ragas.items() if taken < 20 * ours[name]}
    say(f"within 1.3 × of the bare library: {_verdict(slow, len(bare))}")
    say(f"at least 20 × faster than ragas' evaluate: {_verdict(near, len(ragas))}")


def _verdict(missed: dict[str, float], of: int) -> str:
    listed = ", ".join(f"{name} {ratio:.1f} ×" for name, ratio in missed.items())
    return f"{of - len(missed)} of {of}" + (f"; not {listed}" if missed else "")


def _beside(theirs: float | None, mine: float) -> str:
    return "–" if theirs is None else f"{theirs:.1f} ({theirs / mine:.2f})"


def _job(python: str, name: str, file: Path) -> dict[str, float]:
    result: dict[str, float] = json.loads(
        best(1, (python, str(JOBS / f"metrics_{name}.py"), str(file))).output.splitlines()[-1]
    )
    return result


def _row(chance: random.Random) -> dict[str, object]:
    reference = chance.choices(WORDS, k=40)
    answer = [word if chance.random() < 0.8 else chance.choice(WORDS) for word in reference]
    documents = [f"doc-{number}" for number in range(40)]
    calls = [{"name": "refund", "args": {"order": chance.randrange(9), "card": "visa"}} for _ in range(3)]
    record = {"order": chance.randrange(99), "items": [{"id": number, "paid": True} for number in range(4)]}
    return {
        "answer": " ".join(answer),
        "reference": " ".join(reference),
        "retrieved_ids": chance.sample(documents, 20),
        "relevance": {name: chance.randrange(4) for name in chance.sample(documents, 12)} | {"doc-0": 1},
        "tool_calls": calls[:2],
        "reference_tool_calls": calls,
        "answer_json": json.dumps(record | {"note": "x"}),
        "reference_json": json.dumps(record),
    }


if __name__ == "__main__":
    main()
