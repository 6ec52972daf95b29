"""Whatever a target does to its process, the exit code is a decision or 2."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from assay.cli.supervise import CHILD, STATED, started, supervise

CASE = {"id": "c1", "input": "q", "must_abstain": False}
POLICY = "version: '1'\nchecks:\n  abstention: {required: true}\n"
ANSWERS = "def run(question):\n    return {'answer': 'yes', 'abstained': False}\n"
DENIES = "def run(question):\n    return {'answer': 'I do not know.', 'abstained': True}\n"

ENDS = {
    "in a call": "import os\ndef run(question):\n    os._exit(0)\n",
    "at import": "import os\nos._exit(0)\n",
    "in a thread": (
        "import os, threading\ndef run(question):\n"
        "    threading.Thread(target=os._exit, args=(0,), daemon=True).start()\n    threading.Event().wait()\n"
    ),
    "by a signal": "import os, signal\ndef run(question):\n    os.kill(os.getpid(), signal.SIGTERM)\n",
    "closing every descriptor": "import os\ndef run(question):\n    os.closerange(3, 256)\n    os._exit(0)\n",
}


@pytest.fixture
def project(assay):
    """A folder with one case and a policy that requires an answer."""
    assay.write("golden.jsonl", [CASE])
    assay.write("policy.yaml", POLICY)
    return assay


@pytest.mark.parametrize("command", ["gate", "run"])
@pytest.mark.parametrize("body", ENDS.values(), ids=list(ENDS))
def test_a_target_that_ends_the_process_decides_nothing(project, command: str, body: str) -> None:
    """Every end without a decision is exit 2 with a message."""
    project.write("target.py", body)
    result = project(command, "--dir", ".")
    assert result.returncode == 2
    assert "nothing was decided" in result.stderr


@pytest.mark.parametrize(("body", "expected"), [(ANSWERS, 0), (DENIES, 1)])
def test_an_exit_handler_does_not_change_what_was_decided(project, body: str, expected: int) -> None:
    """The exit code is handed over before the interpreter ends."""
    project.write("target.py", f"import atexit, os\natexit.register(os._exit, 3 - {expected})\n{body}")
    assert project("gate", "--dir", ".").returncode == expected


def test_an_interrupt_is_130_and_leaves_a_run_to_resume(project) -> None:
    """A run that is interrupted from inside ends with 130, as one that is interrupted from outside."""
    project.write("target.py", "import os, signal\ndef run(question):\n    os.kill(os.getpid(), signal.SIGINT)\n")
    result = project("gate", "--dir", ".")
    assert result.returncode == 130
    assert "--resume" in result.stderr


def test_a_termination_is_passed_on(project) -> None:
    """SIGTERM to the command ends the work too, with 2: nothing was decided."""
    project.write(
        "target.py", "import pathlib, threading\ndef run(question):\n"
        "    print('under way', flush=True)\n    threading.Event().wait()\n"
    )  # fmt: skip
    command = [sys.executable, "-m", "assay", "gate", "--dir", ".", "--quiet"]
    with subprocess.Popen(command, cwd=project.folder, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "under way\n"
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "by signal 15" in errors


def test_without_fork_another_process_states_its_code(project, monkeypatch) -> None:
    """Where processes cannot be forked the work is started anew; status 0 alone is not a decision."""
    monkeypatch.chdir(project.folder)
    project.write("target.py", DENIES)
    assert started(["gate", "--dir", "."]) == 1
    project.write("target.py", ENDS["in a call"])
    assert started(["gate", "--dir", "."]) == 2


def test_a_started_child_adds_what_says_that_it_is_done(monkeypatch) -> None:
    """The child of a start does the work itself, once."""
    monkeypatch.setenv(CHILD, "1")
    assert supervise(lambda: 1, ["gate"]) == STATED + 1
    assert CHILD not in os.environ
