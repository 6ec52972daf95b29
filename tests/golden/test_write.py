"""What is written reads back equal, and a file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError, InvalidRowError
from assay.golden import read_golden, write_golden
from assay.golden.columns import ALIASES, KNOWN
from assay.records import Case, Claim, Review

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
STATED = TEXT.filter(str.strip)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
ODD_NAMES = {*KNOWN, *ALIASES, "extra", "context", "category", "output.x", "note"} - {"required_claim_ids"}
NAMES = st.sampled_from(sorted(ODD_NAMES)) | STATED
CASES = st.builds(
    Case,
    id=st.from_regex(r"[a-zé][a-z0-9 -]{0,5}[a-z]", fullmatch=True),
    input=STATED | st.lists(st.dictionaries(TEXT, TEXT), min_size=1, max_size=2).map(tuple),
    reference=st.none() | STATED,
    required_claims=st.none() | st.lists(st.builds(Claim, id=TEXT, text=TEXT), max_size=2).map(tuple),
    expected_facts=st.none() | st.lists(TEXT, max_size=2).map(tuple),
    must_abstain=st.none() | st.booleans(),
    blocking=st.booleans(),
    contract=st.none() | STATED,
    reviewed=st.none() | st.builds(Review, by=STATED, on=TEXT, why=TEXT),
    extra=st.dictionaries(NAMES, JSON, max_size=4),
)


@given(st.lists(CASES, min_size=1, max_size=3, unique_by=lambda case: case.id))
def test_cases_read_back_equal(tmp_path_factory: pytest.TempPathFactory, cases: list[Case]) -> None:
    """Every field, any text, and unknown fields whose names mean something to us."""
    path = tmp_path_factory.mktemp("write") / "golden.jsonl"
    assert write_golden(path, cases) == len(cases)
    assert [row.case for row in read_golden(path).load()] == cases


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """A failure in the middle leaves the old file and nothing beside it."""
    path = tmp_path / "golden.jsonl"
    write_golden(path, [Case(id="a", input="q")])
    before = path.read_bytes()
    with pytest.raises(InvalidRowError, match="cases 1 and 2 have one id, 'a '"):
        write_golden(path, [Case(id="a", input="q"), Case(id="a ", input="r")])
    with pytest.raises(InvalidRowError, match="half of a surrogate pair"):
        write_golden(path, [Case(id="a", input="\ud800")])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_input_error(tmp_path: Path) -> None:
    """Named before any case is asked for."""
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        write_golden(tmp_path / "missing" / "golden.jsonl", [])


def test_files_are_utf8_with_plain_characters(tmp_path: Path) -> None:
    """Whatever the platform's own encoding is."""
    path = tmp_path / "golden.jsonl"
    write_golden(path, [Case(id="é", input="中")])
    assert path.read_bytes() == '{"id": "é", "input": "中"}\n'.encode()
