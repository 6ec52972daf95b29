"""What the documents say is run, read or parsed here."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from assay.api import load_policy
from assay.cli.main import COMMANDS, cli
from assay.golden import from_rows

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Z_]+=")


def blocks(language: str) -> list:
    """Every code block of a language, as test parameters."""
    return [
        pytest.param(body, id=f"{path.relative_to(ROOT)}-{number}")
        for path in DOCUMENTS
        for number, (name, body) in enumerate(_BLOCK.findall(path.read_text(encoding="utf-8")))
        if name == language
    ]


@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_run(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block runs by itself, in an empty folder, and leaves nothing behind that it does not name."""
    if "import pandas" in code:
        pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "<document>", "exec", dont_inherit=True), names)
    assert len(names) > 2


@pytest.mark.parametrize("text", blocks("yaml"))
def test_policies_in_the_documents_are_valid(text: str, tmp_path: Path) -> None:
    """Every YAML block that is a policy is accepted by the strict schema."""
    if "checks:" not in text and "metrics:" not in text:
        pytest.skip("not a policy")
    path = tmp_path / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_policy(path).policy.checks


@pytest.mark.parametrize("text", blocks("json"))
def test_cases_in_the_documents_are_valid(text: str) -> None:
    """Every JSON block that is a case reads without a complaint."""
    row = json.loads(text)
    if "input" not in row:
        pytest.skip("not a case")
    (read,) = from_rows([row]).load()
    assert read.case.id == row["id"]


def test_the_documents_name_only_commands_that_exist() -> None:
    """`assay NAME` in a document is a command."""
    named = {
        name for path in DOCUMENTS for name in re.findall(r"(?:`|\$ )assay ([a-z]+)", path.read_text(encoding="utf-8"))
    }
    assert named <= set(COMMANDS)
    assert {"gate", "explain"} <= named


@pytest.mark.parametrize("text", blocks("console"))
def test_commands_in_the_documents_can_be_called(text: str) -> None:
    """Every `assay …` line of a console block is accepted as it stands: command, options and number of arguments."""
    for words in called(text):
        command: click.Command = cli
        while isinstance(command, click.Group):
            _, found, words = command.resolve_command(click.Context(command), words)
            assert found is not None
            command = found
        command.make_context("assay", words)


def called(text: str) -> Iterator[list[str]]:
    """The arguments of each call of `assay` after a prompt, also behind `&&` and behind variables."""
    lines = text.replace("\\\n", " ").splitlines()
    for line in (line[2:] for line in lines if line.startswith("$ ")):
        for part in re.split(r"&&|;|\|\|", line):
            words = shlex.split(part, comments=True)
            while words and _ASSIGNMENT.match(words[0]):
                words = words[1:]
            if words[:1] == ["assay"]:
                yield words[1:]


def test_the_console_check_sees_through_what_stands_around_a_call() -> None:
    """Variables, a second call, a continued line and a remark are told from the call."""
    text = "$ MIN_X=1 assay check a.jsonl && assay runs  # all\n$ assay lint \\\n  g.jsonl\nassay is not called here\n"
    assert list(called(text)) == [["check", "a.jsonl"], ["runs"], ["lint", "g.jsonl"]]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link of a document names a file or folder that is there."""
    links = _LINK.findall(_CODE.sub("", path.read_text(encoding="utf-8")))
    assert [link for link in links if not (path.parent / link).exists()] == []
