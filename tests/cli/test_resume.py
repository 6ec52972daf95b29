"""A run killed in the middle goes on without losing or repeating a row."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

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


def test_a_changed_golden_set_is_not_resumed(assay) -> None:
    """Resuming on other rows is refused, with what changed."""
    assay("init", "evals")
    assay("run", "--dir", "evals")
    path = assay.folder / "evals" / "golden.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("30 days", "31 days"), encoding="utf-8")
    result = assay("run", "--dir", "evals", "--resume", "last")
    assert result.returncode == 2
    assert "golden_hash" in result.stderr
