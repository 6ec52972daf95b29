"""The hash that tells two versions of a target apart."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.target import PythonTarget, RecordedTarget, Target, load_target
from assay.target.command import CommandTarget

Write = Callable[[str, str], Path]


def sha256(path: str | Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def test_the_hash_of_a_python_file_changes_with_the_file(write: Write, tmp_path: Path) -> None:
    """Two versions of one file have one identity and two hashes."""
    found = []
    for answer in ("a", "b"):
        path = write("app.py", f"def run(question):\n    return {answer!r}\n")
        target = load_target("app.py", timeout=5, folder=tmp_path)
        assert isinstance(target, Target)
        assert target.source_hash == sha256(path)
        found.append((target.identity, target.source_hash))
    assert found[0][0] == found[1][0]
    assert found[0][1] != found[1][1]


def test_a_module_is_named_by_its_file(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`module:function` has the hash of the module's source."""
    path = write("hashed_module.py", "def run(question):\n    return 'a'\n")
    target = load_target("hashed_module:run", timeout=5, folder=tmp_path)
    monkeypatch.delitem(sys.modules, "hashed_module")
    assert target.source_hash == sha256(path)


def test_a_callable_is_named_by_the_file_it_is_written_in() -> None:
    """Functions, partials and callable objects alike; a builtin has none."""

    class App:
        def __call__(self, question: str) -> str:
            return question

    def run(question: str, mark: str = "") -> str:
        return question + mark

    for function in (run, functools.partial(run, mark="!"), App()):
        assert PythonTarget(function).source_hash == sha256(__file__)
    assert PythonTarget(repr).source_hash is None


def test_a_command_is_named_by_its_script(write: Write, tmp_path: Path) -> None:
    """The script behind the interpreter, or the program in the project; a program of the system has none."""
    script = write("answer.py", "print('\"a\"')\n")
    program = write("answer.sh", "#!/bin/sh\necho '\"a\"'\n")
    program.chmod(0o755)
    assert CommandTarget(f"{sys.executable} -u answer.py --top 3", folder=tmp_path).source_hash == sha256(script)
    assert CommandTarget("./answer.sh answer.py", folder=tmp_path).source_hash == sha256(program)
    assert CommandTarget(f"{sys.executable} -m json.tool", folder=tmp_path).source_hash is None


def test_recorded_outputs_have_the_hash_they_are_given() -> None:
    """In memory there is no file."""
    assert RecordedTarget({}).source_hash is None
    assert RecordedTarget({}, source_hash="ab").source_hash == "ab"
