"""A run killed in the middle goes on without losing or repeating a row."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

ROWS = 10_000
POLICY = "version: '1'\nchecks:\n  evidence_coverage: {required: true, minimum: 0.5}\n"
TARGET = """import pathlib
LOG = pathlib.Path("calls.log").open("a", buffering=1)


def run(case):
    LOG.write(case.id + "\\n")
    return {"answer": "x", "supported_claim_ids": ["a", "b"] if int(case.id[5:]) % 100 else []}
"""


def stored_rows(assay) -> int:
    """How many rows the newest run holds; 0 while there is no store."""
    listed = assay("runs", "--json")
    return json.loads(listed.stdout)[0]["rows"] if listed.returncode == 0 and listed.stdout.strip() != "[]" else 0


def test_kill_and_resume(assay) -> None:
    """kill -9 in the middle, then --resume: every row once, and the decision of an undisturbed run."""
    claims = [{"id": "a"}, {"id": "b"}]
    assay.write("golden.jsonl", [{"id": f"case-{n}", "input": "q", "required_claims": claims} for n in range(ROWS)])
    assay.write("policy.yaml", POLICY)
    assay.write("target.py", TARGET)
    arguments = [sys.executable, "-m", "assay", "gate", "--dir", "."]
    process = subprocess.Popen(arguments, cwd=assay.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while stored_rows(assay) == 0 and time.monotonic() < deadline and process.poll() is None:
        pass
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = stored_rows(assay)
    assert 0 < before < ROWS
    assert assay("gate", "--run", "last", "--policy", "policy.yaml").returncode == 2
    resumed = assay("gate", "--dir", ".", "--resume", "last", "--json")
    decision = json.loads(resumed.stdout)["decision"]
    undisturbed = json.loads(assay("gate", "--dir", ".", "--json").stdout)["decision"]
    assert decision == undisturbed
    assert decision["n_cases"] == ROWS
    calls = (assay.folder / "calls.log").read_text(encoding="utf-8").split()
    assert len(set(calls)) == ROWS


STOPS = """import os, signal
def run(question):
    if question == "stop":
        os.kill(os.getpid(), signal.SIGINT)
    return {"answer": "x", "supported_claim_ids": ["a"]}
"""


@pytest.fixture
def stopped(assay):
    """A run that was interrupted at its second case."""
    case = {"input": "q", "required_claims": [{"id": "a"}]}
    assay.write("golden.jsonl", [{"id": "1", **case}, {"id": "2", **case, "input": "stop"}])
    assay.write("policy.yaml", POLICY)
    assay.write("target.py", STOPS)
    assert assay("run", "--dir", ".", "--concurrency", "1").returncode == 130
    return assay


def test_a_changed_golden_set_is_not_resumed(stopped) -> None:
    """Resuming on other rows is refused, with what changed."""
    path = stopped.folder / "golden.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"q"', '"r"'), encoding="utf-8")
    result = stopped("run", "--dir", ".", "--resume", "last")
    assert result.returncode == 2
    assert "the golden set changed" in result.stderr


def test_a_changed_target_is_not_resumed(stopped) -> None:
    """One run never mixes the answers of two versions of a target."""
    stopped.write("target.py", STOPS.replace('"x"', '"y"'))
    result = stopped("run", "--dir", ".", "--resume", "last")
    assert result.returncode == 2
    assert "the target's source changed" in result.stderr


def test_a_changed_script_of_a_command_is_not_resumed(stopped) -> None:
    """The files that a command names belong to the target."""
    script = "import os, signal\nos.kill(os.getppid(), signal.SIGINT)\nsignal.pause()\n"
    stopped.write("answer.py", script)
    target = (
        "run",
        "--golden",
        "golden.jsonl",
        "--metrics",
        "abstention",
        "--target",
        f"cmd:{sys.executable} answer.py",
    )
    assert stopped(*target).returncode == 130
    stopped.write("answer.py", f"{script}# changed\n")
    result = stopped(*target, "--resume", "last")
    assert result.returncode == 2
    assert "the target's source changed" in result.stderr


def test_a_complete_run_says_that_it_is_complete(stopped) -> None:
    """There is nothing to go on with, and nothing changed."""
    stopped("run", "--dir", ".", "--metrics", "abstention")
    stopped.write("golden.jsonl", [{"id": "1", "input": "q"}])
    assert stopped("run", "--dir", ".").returncode == 0
    result = stopped("run", "--dir", ".", "--resume", "last")
    assert result.returncode == 2
    assert "is already complete" in result.stderr
    assert "changed" not in result.stderr
