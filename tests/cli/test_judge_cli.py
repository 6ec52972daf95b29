"""Judges from the command line, over real HTTP on loopback: estimates, budgets, replay, secrets, interruptions."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from openai_stub import OpenAIStub, Reply, asked_numbers, said

COUNT = 6
ROWS = [
    {"id": f"c{n}", "input": f"Question {n}?", "reference": f"Answer {n}.", "answer": f"It is {n}."}
    for n in range(COUNT)
]
POLICY = """\
version: '1'
judge: {model: vllm/stub}
uncalibrated: accept
checks:
  answer_accuracy: {required: true, minimum: 0.5}
"""
FILES = ("--golden", "rows.jsonl", "--policy", "policy.yaml")
FULL = said({"reason": "it says the same", "rating": 2})


@pytest.fixture
def project(assay) -> Any:
    """Six rows, each with two questions for the judge, and a policy."""
    assay.write("rows.jsonl", ROWS)
    assay.write("policy.yaml", POLICY)
    return assay


def at(stub: OpenAIStub, **more: str) -> dict[str, str]:
    """The environment in which `vllm/…` is the stub."""
    return {"VLLM_BASE_URL": stub.url, **more}


def questions(stub: OpenAIStub) -> list[str]:
    """What the stub was asked, each with everything that tells it apart."""
    return [json.dumps(body["messages"], sort_keys=True) for body in stub.bodies]


def test_an_estimate_asks_and_stores_nothing(project) -> None:
    """--estimate prints calls, tokens and cost; they are those of the run that follows, and then there is nothing left to pay."""
    project.write(
        "policy.yaml",
        POLICY.replace("vllm/stub}", "vllm/stub, options: {prices: {vllm/stub: {input: 1, output: 2}}}}"),
    )
    with OpenAIStub(lambda _: FULL) as stub:
        before = project("run", *FILES, "--estimate", "--json", env=at(stub))
        assert (stub.bodies, stub.probes) == ([], 0)
        assert not (project.folder / ".assay").exists()
        assert project("run", *FILES, env=at(stub)).returncode == 0
        after = json.loads(project("run", *FILES, "--estimate", "--json", env=at(stub)).stdout)
        asked = len(stub.bodies)
    found = json.loads(before.stdout)
    assert (before.returncode, found["calls"], found["rows"]) == (0, asked, COUNT)
    assert found["usd"] == (found["input_tokens"] + 2 * found["output_tokens"]) / 1e6
    assert (after["calls"], after["recorded"], after["usd"]) == (0, asked, 0)


def test_an_estimate_decides_nothing(project) -> None:
    """`gate --estimate` in a pipeline is never green; a target is not called for it."""
    project.write("app.py", "def answer(question):\n    raise SystemExit('the target was called')\n")
    cases = [{name: row[name] for name in ("id", "input", "reference")} for row in ROWS]
    project.write("cases.jsonl", cases)
    files = ("--golden", "cases.jsonl", "--target", "app.py:answer", "--policy", "policy.yaml")
    result = project("gate", *files, "--estimate")
    assert result.returncode == 2
    assert "calls             12" in result.stdout
    assert "the target was not called: 6 answers are stand-ins" in result.stdout


@pytest.mark.parametrize("place", ["policy", "option"])
def test_a_budget_stops_and_resumes(project, place: str) -> None:
    """Three calls are made and the run is partial, exit 2; resumed with more it completes, and nothing is asked twice."""
    if place == "policy":
        project.write("policy.yaml", POLICY + "budget: {calls: 3}\n")
    limit = () if place == "policy" else ("--budget-calls", "3")
    with OpenAIStub(lambda _: FULL) as stub:
        stopped = project("gate", *FILES, *limit, env=at(stub))
        assert len(stub.bodies) + stub.probes == 3
        again = project("gate", *FILES, *limit, "--resume", "last", env=at(stub))
        assert len(stub.bodies) + stub.probes == 3  # the budget is that of the run, not of each attempt at it
        done = project("gate", *FILES, "--resume", "last", "--budget-calls", "100", "--json", env=at(stub))
    assert (stopped.returncode, again.returncode, done.returncode) == (2, 2, 0)
    assert "the budget of 3 calls is spent" in stopped.stderr
    assert "--budget-calls" in stopped.stderr
    assert "--resume 2" in stopped.stderr
    assert "DECISION INCOMPLETE" in stopped.stdout
    assert json.loads(done.stdout)["decision"]["n_cases"] == COUNT
    assert len(stub.bodies) == len(set(questions(stub))) == 2 * COUNT
    assert stub.probes == 1


def test_a_budget_of_money_needs_a_price_before_work(project) -> None:
    """Where the price is unknown a budget in dollars is refused at once: exit 2, nothing asked, nothing stored."""
    with OpenAIStub(lambda _: FULL) as stub:
        result = project("run", *FILES, "--budget-usd", "5", env=at(stub))
        assert (stub.bodies, stub.probes) == ([], 0)
    assert result.returncode == 2
    assert "the price of vllm/stub is unknown" in result.stderr
    assert project("runs", "--json").stdout.strip() == "[]"


def test_a_replay_asks_nobody(project) -> None:
    """What was recorded is decided again with no server, no address and no key; a case that was never asked is an error."""
    with OpenAIStub(lambda _: FULL) as stub:
        recorded = project("gate", *FILES, "--judge-mode", "record", "--json", env=at(stub))
    replayed = project("gate", *FILES, "--judge-mode", "replay", "--json")
    assert (recorded.returncode, replayed.returncode) == (0, 0)
    assert json.loads(replayed.stdout)["decision"] == json.loads(recorded.stdout)["decision"]
    project.write("policy.yaml", POLICY.replace("vllm/stub}", "vllm/stub, mode: replay}"))
    project.write("rows.jsonl", [*ROWS, {**ROWS[0], "id": "new", "answer": "Nobody asked about this."}])
    missing = project("gate", *FILES)
    assert missing.returncode == 2
    assert "was never asked this" in missing.stdout
    assert "mode `live` or `record`" in missing.stdout


def test_record_asks_everything_once_more(project) -> None:
    """`live` takes what is recorded; `record` asks again."""
    with OpenAIStub(lambda _: FULL) as stub:
        for mode, asked in (("live", 12), ("live", 12), ("record", 24)):
            assert project("run", *FILES, "--judge-mode", mode, env=at(stub)).returncode == 0
            assert len(stub.bodies) == asked


def test_the_judge_of_the_environment(project) -> None:
    """ASSAY_JUDGE is asked where neither the caller nor the policy names a judge; without it the table says how to name one."""
    project.write("policy.yaml", POLICY.replace("judge: {model: vllm/stub}\n", ""))
    with OpenAIStub(lambda _: FULL) as stub:
        asked = project("gate", *FILES, env=at(stub, ASSAY_JUDGE="vllm/stub"))
    alone = project("gate", *FILES)
    assert asked.returncode == 0
    assert alone.returncode == 2
    assert "no judge is configured (name one with --judge" in alone.stdout


def test_a_python_function_as_the_judge(project) -> None:
    """`--judge file.py:function` asks the function, and replays it without it."""
    project.write("judges.py", "def kind(messages, schema):\n    return {'reason': 'kind', 'rating': 2}\n")
    asked = project("gate", *FILES, "--judge", "judges.py:kind")
    assert asked.returncode == 0, asked.stdout + asked.stderr
    replayed = project("replay", "last")
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


UNUSABLE = {
    "no server": ({"VLLM_BASE_URL": "http://127.0.0.1:9/v1"}, "vllm/stub", "check that the server runs"),
    "no key": ({}, "openai/gpt-4.1-mini", "set the environment variable OPENAI_API_KEY"),
    "no package": ({"VLLM_BASE_URL": "http://127.0.0.1:9/v1", "PYTHONPATH": "blocked"}, "vllm/stub", "pip install"),
}


@pytest.mark.parametrize("why", UNUSABLE)
def test_a_judge_that_cannot_be_asked_is_never_green(project, why: str) -> None:
    """Every score is `error`, the decision incomplete (exit 2), and the way out stands in the table."""
    environment, judge, way_out = UNUSABLE[why]
    if "PYTHONPATH" in environment:
        project.write("blocked/httpx.py", "raise ImportError('httpx is not installed')\n")
        environment = {**environment, "PYTHONPATH": str(project.folder / "blocked")}
    options = "{attempts: 2}"
    project.write("policy.yaml", POLICY.replace("vllm/stub}", f"{judge}, options: {options}}}"))
    result = project("gate", *FILES, env={"OPENAI_API_KEY": "", **environment})
    assert result.returncode == 2
    assert way_out in result.stdout
    assert "answer_accuracy      -" in result.stdout
    assert result.stderr == ""


SECRETS = {
    "OPENAI_API_KEY": "sk-planted-key-0001",
    "OPENAI_BASE_URL": "http://planted-user:planted-password@HOST?code=planted-query",
    "MY_HEADER": "planted-header",
}


@pytest.mark.parametrize("status", [200, 401, 500])
def test_secrets_are_nowhere(project, status: str) -> None:
    """Keys in environment, URL, query and headers are sent, and then stand in no file, output, error or report."""

    def echo(body: dict[str, Any]) -> Reply:
        if status == 200:
            return said({"reason": " ".join(SECRETS.values()), "rating": 2})
        return Reply(status=status, error={"message": f"wrong key {SECRETS['OPENAI_API_KEY']} planted-header"})

    options = "{header_variables: {X-Extra: MY_HEADER}, attempts: 1, structure: json_schema}"
    project.write("policy.yaml", POLICY.replace("vllm/stub}", f"openai/gpt-4.1-mini, options: {options}}}"))
    with OpenAIStub(echo) as stub:
        environment = {**SECRETS, "OPENAI_BASE_URL": SECRETS["OPENAI_BASE_URL"].replace("HOST", stub.url[7:])}
        results = [
            project("gate", *FILES, "-o", "report.json", "--json", env=environment),
            project("explain", "last", env=environment),
            project("bundle", "last", "run.bundle", env=environment),
            project("judge", "check", "--policy", "policy.yaml", "--json", env=environment),
        ]
        sent = json.dumps([stub.headers, stub.paths])
    assert results[0].returncode == (0 if status == 200 else 2)
    said_aloud = "".join(result.stdout + result.stderr for result in results)
    kept = dumped(project.folder / ".assay" / "assay.db") + "".join(
        path.read_bytes().decode("utf-8", "replace") for path in project.folder.rglob("*") if path.is_file()
    )
    for secret in ("sk-planted-key-0001", "planted-header", "planted-query"):
        assert secret in sent
    for secret in ("sk-planted-key-0001", "planted-password", "planted-query", "planted-header"):
        assert secret not in said_aloud
        assert secret not in kept


def dumped(path: Path) -> str:
    """Every value of every table."""
    connection = sqlite3.connect(path)
    try:
        return "\n".join(connection.iterdump())
    finally:
        connection.close()


@pytest.mark.parametrize("option", ["api_key: sk-planted", "base_url: 'http://me:sk-planted@host/v1'"])
def test_secrets_in_a_policy_are_refused_before_they_are_stored(project, option: str) -> None:
    """A key or a URL with credentials in a policy is exit 2, without being repeated, and leaves no trace."""
    project.write("policy.yaml", POLICY.replace("vllm/stub}", f"vllm/stub, options: {{{option}}}}}"))
    result = project("run", *FILES)
    assert result.returncode == 2
    assert "do not belong in a policy" in result.stderr
    assert "sk-planted" not in result.stderr
    assert not (project.folder / ".assay").exists()


def test_judge_check(project) -> None:
    """The doctor asks a real question, says what the server supports, and exits with 2 where the judge is of no use."""
    right = said({"reason": "30 is not 7", "verdict": "contradicted"})
    with OpenAIStub(lambda _: right, supports=("json_object",)) as stub:
        found = json.loads(project("judge", "check", "--judge", "vllm/stub", "--json", env=at(stub)).stdout)
        shown = project("judge", "check", "--policy", "policy.yaml", env=at(stub))
    assert (found["usable"], found["capabilities"]["structure"], found["verdict"]) == (
        True,
        "json_object",
        "contradicted",
    )
    assert shown.returncode == 0
    assert "sample verdict        contradicted: 30 is not 7" in shown.stdout
    assert "structured output by  json_object" in shown.stdout
    unreachable = project("judge", "check", "--judge", "openai/gpt-4.1-mini", env={"OPENAI_API_KEY": ""})
    assert unreachable.returncode == 2
    assert "set the environment variable OPENAI_API_KEY" in unreachable.stdout
    assert project("judge", "check").returncode == 2
    assert "no judge is named" in project("judge", "check").stderr


class Interruption:
    """A stub that says when it has been asked often enough, and a run that is under way."""

    def __init__(self, project: Any, after: int, rows: int) -> None:
        self.enough, self.after = threading.Event(), after
        self.project, self.rows = project, rows
        project.write("rows.jsonl", [{**ROWS[0], "id": f"c{n}", "input": f"Question {n}?"} for n in range(rows)])

    def __call__(self, body: dict[str, Any]) -> Reply:
        if len(self.stub.bodies) >= self.after:
            self.enough.set()
        return said({"reason": "the same", "rating": 2}, delay=0.02)

    def stopped_by(self, how: signal.Signals, stub: OpenAIStub) -> subprocess.CompletedProcess[str]:
        """`assay gate`, stopped once the stub was asked often enough."""
        command = [sys.executable, "-m", "assay", "gate", *FILES]
        environment = {**os.environ, **at(stub)}
        with subprocess.Popen(
            command, cwd=self.project.folder, env=environment, stdout=-1, stderr=-1, text=True
        ) as process:
            assert self.enough.wait(60)
            process.send_signal(how)
            out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_ctrl_c_stops_cleanly(project) -> None:
    """SIGINT in mid-run: exit 130, what was finished is stored, the message says how to go on, and it goes on."""
    interruption = Interruption(project, after=60, rows=60)
    with OpenAIStub(interruption) as stub:
        interruption.stub = stub
        stopped = interruption.stopped_by(signal.SIGINT, stub)
        (summary,) = json.loads(project("runs", "--json").stdout)
        done = project("gate", *FILES, "--resume", "last", "--json", env=at(stub))
    assert stopped.returncode == 130
    assert "Traceback" not in stopped.stderr
    assert "interrupted; `assay gate … --resume 2" in stopped.stderr
    assert summary["status"] == "cancelled"
    assert 0 < summary["rows"] < 60
    assert done.returncode == 0
    assert json.loads(done.stdout)["decision"]["n_cases"] == 60


def test_kill_and_resume_pays_for_nothing_twice(project) -> None:
    """After kill -9 every call that is in the record is taken from there; only what was in flight is asked again."""
    interruption = Interruption(project, after=40, rows=60)
    with OpenAIStub(interruption) as stub:
        interruption.stub = stub
        killed = interruption.stopped_by(signal.SIGKILL, stub)
        recorded = set(recorded_questions(project.folder / ".assay" / "assay.db"))
        before = len(stub.bodies)
        done = project("gate", *FILES, "--resume", "last", env=at(stub))
        again = set(questions(stub)[before:])
    assert killed.returncode == -signal.SIGKILL
    assert done.returncode == 0, done.stdout + done.stderr
    assert 0 < len(recorded) < 120
    assert not recorded & again
    assert set(questions(stub)) == recorded | again
    assert len(recorded | again) == 120
    assert stub.probes == 1


def recorded_questions(path: Path) -> list[str]:
    """The messages of every usable reply in a store."""
    connection = sqlite3.connect(path)
    try:
        bodies = [json.loads(body) for (body,) in connection.execute("select body from calls where usable = 1")]
    finally:
        connection.close()
    return [json.dumps(body["request"]["messages"], sort_keys=True) for body in bodies if body["kind"] == "chat"]


def test_numbers_of_a_batch_are_answered_through_the_command(project) -> None:
    """A metric that lists claims and then has them judged works from end to end, with its calls on the score."""
    rows = [{**ROWS[0], "answer": "Refunds take 30 days.", "contexts": ["Refunds take 30 days."]}]
    project.write("rows.jsonl", rows)

    def reply(body: dict[str, Any]) -> Reply:
        numbers = asked_numbers(body)
        entry = {"reason": "stated", "quote": "Refunds take 30 days.", "verdict": "supported"}
        return said({"verdicts": [{"id": n, **entry} for n in numbers]} if numbers else {"statements": ["30 days"]})

    with OpenAIStub(reply) as stub:
        result = project(
            "score", "rows.jsonl", "--metrics", "faithfulness", "--judge", "vllm/stub", "--rows", env=at(stub)
        )
    (score,) = json.loads(result.stdout)["scores"]
    assert (score["value"], len(score["calls"]), score["details"]["fresh"]) == (1.0, 2, 2)
