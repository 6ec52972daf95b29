"""What the documents say is run, read or parsed here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assay.api import load_policy
from assay.cli.main import COMMANDS
from assay.golden import from_rows

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


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
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    exec(compile(code, "<document>", "exec"), names)
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
