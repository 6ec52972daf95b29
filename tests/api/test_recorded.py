"""Recorded outputs are read to their end: what stands behind the last answer still counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.records import Output

CASES = [{"id": "a", "input": "q", "must_abstain": False}, {"id": "b", "input": "r", "must_abstain": False}]
GOOD = {"id": "a", "answer": "yes", "abstained": False}
BAD = {"id": "a", "answer": "no", "abstained": True}
OTHER = {"id": "b", "answer": "yes", "abstained": False}


def run(outputs: Any, **more: Any) -> assay.Run:
    return assay.run(CASES, outputs=outputs, metrics=["abstention"], store=":memory:", **more)


def written(folder: Path, *rows: dict[str, Any] | str) -> Path:
    path = folder / "outputs.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("pair", [(GOOD, BAD), (BAD, GOOD)])
@pytest.mark.parametrize("last", [True, False])
def test_two_outputs_of_one_case_make_the_run_incomplete(
    tmp_path: Path, pair: tuple[dict[str, Any], dict[str, Any]], last: bool
) -> None:
    """Whichever stands first, and whether or not it was needed."""
    rows = (*([OTHER] if last else []), pair[0], pair[1], *([] if last else [OTHER]))
    for outputs in (written(tmp_path, *rows), [(row["id"], Output(answer=row["answer"])) for row in rows]):
        (invalid,) = run(outputs).summary.invalid_inputs
        assert (invalid.case_id, invalid.code) == ("a", "duplicate_id")


def test_an_unreadable_row_behind_the_last_answer_counts(tmp_path: Path) -> None:
    """A file that was cut off in its last line is not a complete record."""
    (invalid,) = run(written(tmp_path, GOOD, OTHER, '{"id": "b", "ans')).summary.invalid_inputs
    assert (invalid.line, invalid.code) == (3, "json")


def test_outputs_without_a_case_are_told(tmp_path: Path) -> None:
    """A mistyped id is shown; wherever it stands, and only where the run was complete."""
    for rows in ((GOOD, OTHER, {**GOOD, "id": "c1"}), ({**GOOD, "id": "c1"}, GOOD, OTHER)):
        made = run(written(tmp_path, *rows))
        assert made.notes[-1] == "1 recorded output belongs to no case and was not used: 'c1'"
        assert made.summary.invalid_inputs == ()


def test_complete_outputs_are_not_remarked_on(tmp_path: Path) -> None:
    """Neither in the order of the cases nor out of it."""
    for rows in ((GOOD, OTHER), (OTHER, GOOD)):
        made = run(written(tmp_path, *rows))
        assert not any("recorded" in note for note in made.notes)
        assert made.summary.invalid_inputs == ()


def test_two_old_ids_of_one_case_are_two_outputs() -> None:
    """A renamed case answered under both its ids."""
    outputs = [("a", Output(answer="x")), ("old", Output(answer="y")), ("b", Output(answer="z"))]
    (invalid,) = run(outputs, migration={"old": "a"}).summary.invalid_inputs
    assert invalid.reason == "outputs 1 and 2 are both for case 'a'"


@pytest.mark.parametrize("more", [{"input": "another question"}, {"error": "rate limited"}])
def test_stale_and_failed_outputs_are_failures(tmp_path: Path, more: dict[str, Any]) -> None:
    """An answer to another input, or beside an error, is not scored."""
    made = run(written(tmp_path, {**GOOD, **more}, OTHER))
    first, second = made.rows()
    assert first.failure is not None
    assert first.failure.kind == ("stale" if "input" in more else "reported")
    assert second.failure is None
