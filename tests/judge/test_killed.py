"""A run that is killed in the middle pays for no recorded call again."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from judging import GRADE, judge_at
from openai_stub import OpenAIStub, Reply, said

from assay.store.store import Store

COUNT = 40
PROGRAM = f"""
import asyncio, sys
from judging import GRADE, judge_at
from types import SimpleNamespace
from assay.store.store import Store

async def work(url, path):
    with Store.open(path) as store:
        judge = judge_at(SimpleNamespace(url=url), calls=store, concurrency=4)
        await asyncio.gather(*(judge.ask(GRADE, answer=f"a{{n}}") for n in range({COUNT})))

asyncio.run(work(*sys.argv[1:]))
"""


def test_kill_and_resume(tmp_path: Path) -> None:
    """After `kill -9` the next run asks exactly what is not in the record, and the probe is not repeated."""
    enough = threading.Event()

    def respond(body: dict[str, Any]) -> Reply:
        if len(stub.bodies) >= COUNT // 2:
            enough.set()
        return said({"reason": "r", "score": 3}, delay=0.01)

    support = str(Path(__file__).resolve().parents[1] / "support")
    with OpenAIStub(respond) as stub:
        command = [sys.executable, "-c", PROGRAM, stub.url, str(tmp_path / "run.db")]
        with subprocess.Popen(command, env={"PYTHONPATH": support, "PATH": ""}) as process:
            assert enough.wait(30)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        sent, probes = len(stub.bodies), stub.probes
        with Store.open(tmp_path / "run.db") as store:
            judge = judge_at(stub, calls=store)

            async def resume() -> list[Any]:
                return await asyncio.gather(*(judge.ask(GRADE, answer=f"a{n}") for n in range(COUNT)))

            verdicts = asyncio.run(resume())
    cached = sum(verdict.details["cached"] for verdict in verdicts)
    assert [verdict.reply.score for verdict in verdicts] == [3] * COUNT
    assert cached >= sent - 4 - 1  # what was in flight when the process died had no chance to be recorded
    assert len(stub.bodies) - sent == COUNT - cached
    assert stub.probes == probes == 1
    asked = [json.dumps(body["messages"]) for body in stub.bodies]
    assert len(asked) - len(set(asked)) <= 4
