"""What becomes of standard output does not change a decision, and is never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.cli.outlet import Outlet

CASE = {"id": "c1", "input": "q", "must_abstain": False}
ROW = {**CASE, "answer": "yes", "abstained": False}
POLICY = "version: '1'\nchecks:\n  abstention: {required: true}\n"


def shell(folder, command: str) -> subprocess.CompletedProcess[str]:
    """A line of shell; `assay` stands for the command."""
    line = f'assay() {{ {sys.executable} -m assay "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def project(assay):
    """A recorded golden set and a policy."""
    assay.write("golden.jsonl", [ROW])
    assay.write("policy.yaml", POLICY)
    return assay


@pytest.mark.parametrize("flags", ["", "--json"])
@pytest.mark.parametrize(("row", "expected"), [(ROW, 0), ({**ROW, "abstained": True}, 1)])
def test_a_reader_who_went_away_changes_nothing(project, row, expected: int, flags: str) -> None:
    """`assay gate | true` keeps the exit code of the decision, quietly."""
    project.write("golden.jsonl", [row])
    command = f"assay gate --golden golden.jsonl --policy policy.yaml {flags} | true; echo ${{PIPESTATUS[0]}}"
    result = shell(project.folder, command)
    assert (result.stdout, result.stderr) == (f"{expected}\n", "")


@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written_is_one_message(project, where: str) -> None:
    """A closed or full standard output is exit 2 with one line."""
    result = shell(project.folder, f"assay gate --golden golden.jsonl --policy policy.yaml {where}")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "standard output cannot be written" in result.stderr


def test_an_output_file_that_cannot_be_written_is_one_message(project) -> None:
    """`-o` on a full disk: the decision is shown, the exit code is 2, and there is no traceback."""
    result = shell(project.folder, "assay gate --golden golden.jsonl --policy policy.yaml -o /dev/full")
    assert result.returncode == 2
    assert "DECISION PASS" in result.stdout
    assert result.stderr.count("\n") == 1
    assert "/dev/full cannot be written: No space left on device" in result.stderr


def test_a_step_summary_that_cannot_be_written_is_a_warning(project) -> None:
    """The decision stands; what could not be written is said."""
    summary = {"GITHUB_STEP_SUMMARY": "/nonexistent/x"}
    result = project("gate", "--golden", "golden.jsonl", "--policy", "policy.yaml", env=summary)
    assert result.returncode == 0
    assert "DECISION PASS" in result.stdout
    assert result.stderr == "warning: the step summary /nonexistent/x cannot be written: No such file or directory\n"


def test_a_target_that_closes_standard_output_closes_nothing(project) -> None:
    """The decision is printed all the same."""
    project.write("golden.jsonl", [CASE])
    project.write(
        "target.py",
        "import sys\ndef run(question):\n    sys.stdout.close()\n    return {'answer': 'yes', 'abstained': False}\n",
    )
    result = project("gate", "--dir", ".")
    assert result.returncode == 0, result.stderr
    assert "DECISION PASS" in result.stdout


def test_what_follows_a_failure_is_dropped() -> None:
    """The first failure is kept, and writing goes on without effect."""
    outlet = Outlet(None)
    assert outlet.write("text") == 4
    outlet.write("more")
    outlet.flush()
    assert outlet.failure == "it is closed"
