"""Ids: text or whole numbers, compared in one stated form, never overwritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.golden import GoldenRow, from_rows, read_golden
from assay.golden.seen import FirstSeen
from assay.records import InvalidInput


@pytest.mark.parametrize(
    ("first", "second"),
    [(7, "7"), ("b", "b "), ("caf\u00e9", "cafe\u0301"), ("x", "x"), (0, "0"), ("a\u200bb", "ab\ufeff")],
)
def test_ids_that_are_equal_in_normal_form_collide(tmp_path: Path, first: object, second: object) -> None:
    """The second is invalid and both positions are shown."""
    path = tmp_path / "g.jsonl"
    path.write_text("\n\n".join(json.dumps({"id": value, "input": "x"}) for value in (first, second)))
    rows = list(read_golden(path))
    assert isinstance(rows[0], GoldenRow)
    assert isinstance(rows[1], InvalidInput)
    assert (rows[1].line, rows[1].code) == (3, "duplicate_id")
    assert rows[1].reason.startswith("the same id as on line 1 ")


def test_case_of_letters_is_kept() -> None:
    """`A` and `a` are two ids."""
    assert all(isinstance(row, GoldenRow) for row in from_rows([{"id": "A", "input": "x"}, {"id": "a", "input": "x"}]))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "id is missing"),
        ("  ", "id is blank"),
        ("\u200b\u00ad", "id is blank (it holds invisible characters only)"),
        (True, "id must be text or a whole number, got bool"),
        (1.0, "id must be text or a whole number, got float"),
        (["a"], "id must be text or a whole number, got tuple"),
    ],
)
def test_what_is_no_id(value: object, reason: str) -> None:
    """A list, a float, a boolean and a blank are invalid; none is turned into text."""
    (row,) = from_rows([{"id": value, "input": "x"}])
    assert isinstance(row, InvalidInput)
    assert row.reason == reason


def test_zero_is_an_id() -> None:
    """An id of 0 is not a missing id."""
    (row,) = from_rows([{"id": 0, "input": "x"}])
    assert isinstance(row, GoldenRow)
    assert row.case.id == "0"


def test_two_columns_for_the_id_are_a_problem() -> None:
    """Nothing is chosen in silence."""
    (row,) = from_rows([{"id": "a", "case_id": "b", "input": "x"}])
    assert isinstance(row, InvalidInput)
    assert row.reason == "columns 'id' and 'case_id' both give 'id'; map the one that is meant"


def test_files_of_other_tools_get_ids_that_survive_reordering() -> None:
    """An id made from the input stays with its row; repeated inputs are counted."""
    rows = [{"user_input": text} for text in ("one", "two", "one", "one")]
    forward = [row.case.id for row in from_rows(rows) if isinstance(row, GoldenRow)]
    backward = [row.case.id for row in from_rows(rows[:2][::-1]) if isinstance(row, GoldenRow)]
    assert forward[:2] == backward[::-1]
    assert forward[2:] == [f"{forward[0]}-2", f"{forward[0]}-3"]


def test_our_own_files_must_have_ids() -> None:
    """No id is invented for a golden set of our own."""
    (row,) = from_rows([{"input": "x"}])
    assert isinstance(row, InvalidInput)
    assert row.reason == "id is missing"


def test_first_seen_agrees_with_a_dict() -> None:
    """The small table answers as a dict would, through many growths."""
    seen, expected = FirstSeen(), {}
    for line in range(1, 20_001):
        key = f"k{line * 7919 % 15_000}"
        assert seen.add(key, line) == expected.get(key)
        expected.setdefault(key, line)
    assert len(seen) == len(expected)
