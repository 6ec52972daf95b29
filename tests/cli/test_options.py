"""Options that would do nothing, or harm, are refused before any work."""

from __future__ import annotations

import json

import pytest

ROW = {"id": "c1", "input": "q", "must_abstain": False, "answer": "yes", "abstained": False}
POLICY = "version: '1'\nchecks:\n  abstention: {required: true}\n"
FILES = ("--golden", "golden.jsonl", "--policy", "policy.yaml")


@pytest.fixture
def project(assay):
    """Every file that an evaluation can have."""
    assay.write("golden.jsonl", [ROW])
    assay.write("outputs.jsonl", [{"id": "c1", "answer": "yes", "abstained": False}])
    assay.write("policy.yaml", POLICY)
    assay.write("target.py", "def run(question):\n    return {'answer': 'yes', 'abstained': False}\n")
    return assay


@pytest.mark.parametrize(
    ("arguments", "lost"),
    [
        (("gate", *FILES), "golden.jsonl"),
        (("gate", *FILES), "./policy.yaml"),
        (("gate", *FILES, "--outputs", "outputs.jsonl"), "outputs.jsonl"),
        (("gate", *FILES, "--target", "target.py"), "target.py"),
        (("gate", *FILES, "--target", "target.py:run"), "target.py"),
        (("gate", "--dir", "."), "target.py"),
        (("run", *FILES), "golden.jsonl"),
        (("score", "golden.jsonl", "--metrics", "abstention"), "golden.jsonl"),
    ],
)
def test_the_output_never_overwrites_an_input(project, arguments: tuple[str, ...], lost: str) -> None:
    """Refused by name, and the file is what it was."""
    before = (project.folder / lost).read_bytes()
    result = project(*arguments, "--output", lost)
    assert result.returncode == 2
    assert "would be lost" in result.stderr
    assert (project.folder / lost).read_bytes() == before


@pytest.mark.parametrize(
    "option",
    [
        ("--golden", "golden.jsonl"),
        ("--target", "target.py"),
        ("--outputs", "outputs.jsonl"),
        ("--metrics", "abstention"),
        ("--resume", "last"),
    ],
)
def test_a_stored_run_is_not_scored_again(project, option: tuple[str, str]) -> None:
    """`gate --run` with an option that it would not look at is refused by the option's name."""
    project("run", *FILES)
    result = project("gate", "--run", "last", "--policy", "policy.yaml", *option)
    assert result.returncode == 2
    assert f"{option[0]} would do nothing" in result.stderr


def test_a_baseline_without_a_rule_is_refused(project) -> None:
    """`--baseline` where the policy compares nothing is a mistake, with the way out."""
    project("run", *FILES)
    project("run", *FILES)
    first = json.loads(project("runs", "--json").stdout)[-1]["manifest"]["run_id"]
    result = project("gate", "--run", "last", "--policy", "policy.yaml", "--baseline", first)
    assert result.returncode == 2
    assert "no baseline rule" in result.stderr


def test_metrics_alone_decide_what_a_run_computes(project) -> None:
    """`run --metrics` computes those; `gate --metrics` those of its policy too."""
    project("run", "--dir", ".", "--metrics", "latency")
    assert json.loads(project("runs", "--json").stdout)[0]["manifest"]["metrics"] == ["latency"]
    assert project("gate", "--dir", ".", "--metrics", "latency").returncode == 0
    assert json.loads(project("runs", "--json").stdout)[0]["manifest"]["metrics"] == ["latency", "abstention"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--dir", ""), "the path is empty"),
        (("--dir", ".", "--deadline", "nan"), "not a finite number"),
        (("--dir", ".", "--timeout", "inf"), "not a finite number"),
        (("--dir", ".", "--golden", "/dev/stdin"), "is not a regular file"),
        (("--dir", ".", "--metrics", "zzzzzz"), "`assay metrics` lists them"),
    ],
)
def test_what_cannot_be_meant_is_refused(project, arguments: tuple[str, ...], complaint: str) -> None:
    """One message that says what is wrong, or what to do next."""
    result = project("gate", *arguments)
    assert result.returncode == 2
    assert complaint in result.stderr
