"""What a person reads of a decision: rows that could not be read stand there with their place and the reason."""

from __future__ import annotations

from assay.records import CheckStatus, Decision, ExitCode, InvalidInput
from assay.report.decision import SHOWN_CASES, unreadable_rows
from assay.report.github import markdown


def decision(count: int) -> Decision:
    """An incomplete decision over a file with `count` broken lines."""
    rows = tuple(InvalidInput(source="golden.jsonl", line=n, reason=f"broken {n}") for n in range(1, count + 1))
    return Decision(status=CheckStatus.INCOMPLETE, exit_code=ExitCode.INCOMPLETE, reason="", unreadable=rows)


def test_unreadable_rows_are_listed_with_place_and_reason() -> None:
    """The first ones by file and line; how many more there are; nothing where every row was read."""
    assert unreadable_rows(decision(2)) == ["golden.jsonl:1: broken 1", "golden.jsonl:2: broken 2"]
    many = unreadable_rows(decision(SHOWN_CASES + 3))
    assert (len(many), many[-1]) == (SHOWN_CASES + 1, "3 more; --json lists them all")
    assert unreadable_rows(decision(0)) == []


def test_the_step_summary_lists_them_too() -> None:
    """A section of its own, and none without such rows."""
    assert "### Unreadable rows\n\n- golden.jsonl:1: broken 1" in markdown(decision(1), run_id="r")
    assert "Unreadable" not in markdown(decision(0), run_id="r")
