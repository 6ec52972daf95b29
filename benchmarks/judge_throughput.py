"""How close the judge layer comes to the ideal beside ragas, deepeval and autoevals, and how much memory it takes.

    python benchmarks/judge_throughput.py [--calls 2000] [--rows 10000] [--no-peers]

A stub server (a process of its own) answers each call after 200 ms. With 64 calls at once, 2,000 calls ideally take
2000 / 64 × 0.2 s = 6.25 s (32 rounds of 64: 6.4 s). What is measured is the whole path: rendering, key, record, HTTP,
reading, validation; then `assay.run` with as many rows of one call each, into a store; then each peer's own judge metric on as
many answers, one call each, as many at once, in an environment of its own. Last, rows × 1 call are asked with the calls kept
in a SQLite store, and the peak memory is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from processes import AUTOEVALS, DEEPEVAL, JOBS, RAGAS, machine, measure, say, table
from pydantic import Field

import assay
from assay.judge import make_judge
from assay.records.policy import Check, JudgeConfig, Policy
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.records.reply import JudgeReply
from assay.store.store import Store

STUB = Path(__file__).resolve().parents[1] / "tests" / "support" / "openai_stub.py"


class Graded(JudgeReply):
    """A grade and a word."""

    reason: str
    score: int = Field(ge=0, le=5)
    verdict: Literal["yes", "no"]


PROMPT = Prompt(
    name="bench",
    version="1",
    instruction="Grade the answer.",
    inputs=("question", "answer"),
    reply=Graded,
    verdict="verdict",
)
REPLY = json.dumps({"reason": "It answers the question.", "score": 4, "verdict": "yes"})
PEER_REPLY = json.dumps({"reason": "It does.", "reasons": "It does.", "score": 4, "value": "yes", "choice": "yes"})
"""Whatever field a peer looks for."""


async def ask_all(judge: Judge, count: int, in_flight: int) -> None:
    """Ask `count` different questions as an engine does, with a bounded number of rows in flight."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await judge.ask(PROMPT, question=f"Question {number}?", answer="An answer. " * 40)

    await asyncio.gather(*(worker() for _ in range(in_flight)))


def judge_at(url: str, concurrency: int, **more: object) -> Judge:
    """The judge under test."""
    options = {"base_url": url, "concurrency": concurrency, "structure": "json_schema"}
    return make_judge(JudgeConfig(model="vllm/stub", options=options), environ={}, **more)  # type: ignore[arg-type]


@contextmanager
def serving(latency: float, reply: str | None = None) -> Iterator[str]:
    """The address of a stub that answers every question after `latency`, with `reply` or with whatever fits its schema."""
    command = [sys.executable, str(STUB), "--port", "0", "--latency", str(latency)]
    command += ["--reply", reply] if reply is not None else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
        assert stub.stdout is not None
        try:
            yield stub.stdout.readline().split()[-1]
        finally:
            stub.terminate()


def layer(given: argparse.Namespace) -> tuple[float, float]:
    """The judge layer alone: seconds, and milliseconds of processor time a call."""
    with serving(given.latency, REPLY) as url:
        began, cpu = time.perf_counter(), time.process_time()
        asyncio.run(ask_all(judge_at(url, given.concurrency), given.calls, 2 * given.concurrency))
        return time.perf_counter() - began, (time.process_time() - cpu) / given.calls * 1000


def product(given: argparse.Namespace) -> float:
    """`assay.run` over as many rows, one call each, everything stored: seconds."""
    cases = [{"id": f"c{n}", "input": f"Question {n}?", "answer": "An answer. " * 40} for n in range(given.calls)]
    check = Check(name="replies", metric="criteria", params={"criterion": "It replies to the question."})
    with serving(given.latency) as url, tempfile.TemporaryDirectory() as folder:
        options = {"base_url": url, "concurrency": given.concurrency, "structure": "json_schema"}
        policy = Policy(checks=(check,), judge=JudgeConfig(model="vllm/stub", options=options))
        began = time.perf_counter()
        made = assay.run(cases, policy=policy, store=Path(folder) / "bench.db")
        wall = time.perf_counter() - began
        assert made.aggregates()[0].tally.scored == given.calls
        made.store.close()
        return wall


def peer(name: str, interpreter: str, given: argparse.Namespace) -> float:
    """A peer's judge metric on as many answers: seconds.

    Raises:
        SystemExit: it broke; its output is shown.
    """
    with serving(given.latency, PEER_REPLY) as url:
        job = JOBS / f"judge_{name}.py"
        cost = measure([interpreter, str(job), url, str(given.calls), str(given.concurrency)])
    if cost.status:
        raise SystemExit(f"{job.name} ended with {cost.status}:\n{cost.output[-2000:]}")
    return float(cost.output.split()[-1])


def memory(given: argparse.Namespace) -> None:
    """Rows × 1 call through a store, and the peak memory of this process."""
    with (
        serving(given.latency, REPLY) as url,
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "bench.db") as store,
    ):
        began = time.perf_counter()
        judge = judge_at(url, given.concurrency, calls=store)
        asyncio.run(ask_all(judge, given.rows, 2 * given.concurrency))
        wall = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    say(f"\n{given.rows:,} rows × 1 call through a store: {wall:.1f} s, peak memory {peak:.0f} MB (at most 400)")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--no-peers", action="store_true")
    given = parser.parse_args()
    ideal = given.calls / given.concurrency * given.latency
    say(
        f"{given.calls:,} calls, {given.concurrency} at once, {given.latency * 1000:.0f} ms each: ideally {ideal:.2f} s"
    )
    say(machine() + "\n")
    ours, processor = layer(given)
    walls = {"assay, judge layer": ours, "assay.run, everything stored": product(given)}
    for one in () if given.no_peers else (RAGAS, DEEPEVAL, AUTOEVALS):
        interpreter = one.python()
        if interpreter is not None:
            walls[one.name] = peer(one.module, interpreter, given)
    rows = [(name, f"{wall:.2f}", f"{wall / ideal:.3f}", f"{wall / ours:.2f}") for name, wall in walls.items()]
    table(("", "s", "× ideal", "× assay's judge layer"), rows)
    met = "met" if ours / ideal <= 1.15 else "MISSED"
    say(f"\ngoal, at most 1.15 × the ideal: {met}; {processor:.2f} ms of processor time a call")
    memory(given)


if __name__ == "__main__":
    main()
