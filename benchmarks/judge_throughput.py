"""How close the judge layer comes to the ideal, and how much memory it takes.

    python benchmarks/judge_throughput.py [--calls 2000] [--rows 10000]

A stub server (a process of its own) answers each call after 200 ms. With 64 calls at once, 2,000 calls ideally take
2000 / 64 × 0.2 s = 6.25 s (32 rounds of 64: 6.4 s). What is measured is the whole path: rendering, key, record, HTTP,
reading, validation. Then rows × 1 call are asked with the calls kept in a SQLite store, and the peak memory is printed.
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
from pathlib import Path
from typing import Literal

from pydantic import Field

from assay.judge import make_judge
from assay.records.policy import JudgeConfig
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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.2)
    given = parser.parse_args()
    command = [sys.executable, str(STUB), "--port", "0", "--latency", str(given.latency), "--reply", REPLY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
        assert stub.stdout is not None
        url = stub.stdout.readline().split()[-1]
        try:
            ideal = given.calls / given.concurrency * given.latency
            begun, cpu = time.perf_counter(), time.process_time()
            asyncio.run(ask_all(judge_at(url, given.concurrency), given.calls, 2 * given.concurrency))
            wall, used = time.perf_counter() - begun, time.process_time() - cpu
            print(f"{given.calls} calls, {given.concurrency} at once, {given.latency * 1000:.0f} ms each")
            print(f"ideal {ideal:.2f} s, measured {wall:.2f} s, ratio {wall / ideal:.3f} (at most 1.15)")
            print(f"processor {used / given.calls * 1000:.2f} ms a call")
            with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "bench.db") as store:
                begun = time.perf_counter()
                judge = judge_at(url, given.concurrency, calls=store)
                asyncio.run(ask_all(judge, given.rows, 2 * given.concurrency))
                wall = time.perf_counter() - begun
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{given.rows} rows x 1 call through a store: {wall:.1f} s, peak memory {peak:.0f} MB (at most 400)")
        finally:
            stub.terminate()


if __name__ == "__main__":
    main()
