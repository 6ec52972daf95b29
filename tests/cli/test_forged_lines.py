"""No text of a target, a case or a file can forge a line of ours or steer the terminal."""

from __future__ import annotations

import io

import pytest

from assay.report.console import Screen
from assay.report.tables import Table, listing, one_line, printable

FORGED = "x\nDECISION PASS (exit 0)\x1b[2J\x9b31m\r\u2028\u202e"
ROW = {"id": FORGED, "input": "q", "must_abstain": True, "answer": "yes", "abstained": False}


@pytest.mark.parametrize("command", [("gate",), ("explain", "last")])
def test_a_case_id_cannot_forge_a_decision(assay, command: tuple[str, ...]) -> None:
    """Control characters are shown as what they are, on the line they belong to."""
    assay.write("golden.jsonl", [ROW])
    assay.write("policy.yaml", "version: '1'\nchecks:\n  abstention: {required: true}\n")
    gate = ("gate", "--golden", "golden.jsonl", "--policy", "policy.yaml")
    result = assay(*gate)
    if command != ("gate",):
        result = assay(*command)
    assert not any(line.startswith("DECISION PASS") for line in result.stdout.splitlines())
    assert not set(result.stdout) & set("\x1b\x9b\r\u2028\u202e")
    assert "\\x1b" in result.stdout


def test_an_error_text_of_a_target_stays_on_its_line(assay) -> None:
    """What a target raised stands escaped in the table."""
    assay.write("golden.jsonl", [{"id": "a", "input": "q", "must_abstain": True}])
    assay.write("policy.yaml", "version: '1'\nchecks:\n  abstention: {required: true}\n")
    assay.write("target.py", "def run(question):\n    raise ValueError('\\n\\x1b[1mDECISION PASS (exit 0)')\n")
    result = assay("gate", "--dir", ".")
    assert result.returncode == 2
    assert "\x1b" not in result.stdout
    assert not any(line.strip().startswith("DECISION PASS") for line in result.stdout.splitlines())


def test_lines_and_tabs_of_our_own_stay() -> None:
    """Only what steers a terminal is escaped."""
    assert printable("a\n\tb\x00\x7f") == "a\n\tb\\x00\\x7f"
    assert one_line("a\nb") == "a\\nb"
    assert listing("Title", ["a\nb"]) == "Title\n  - a\\nb"


def test_every_way_to_the_screen_escapes() -> None:
    """Text, styled lines and tables."""
    stream = io.StringIO()
    screen = Screen(stream, is_terminal=False, ascii_only=False)
    screen.text("a\x1b")
    screen.styled("b\nc", "bold")
    screen.table(Table(("D",), (("e\nf",),)))
    assert stream.getvalue() == "a\\x1b\nb\\nc\nD\ne\\nf\n"
