"""JSON files: a list, or an object that holds one; located errors; raggate's golden file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.golden import GoldenRow, GoldenSet, read_golden
from assay.records import Case, InvalidInput


def written(folder: Path, data: object) -> GoldenSet:
    """A golden set over a new file; text and bytes are written as they are."""
    path = folder / "golden.json"
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        path.write_text(data if isinstance(data, str) else json.dumps(data, indent=1), encoding="utf-8")
    return read_golden(path)


def case_of(golden: GoldenSet) -> Case:
    """The only case."""
    (row,) = golden
    assert isinstance(row, GoldenRow), row
    return row.case


RAGGATE = {
    "version": 1,
    "description": "six sharp cases",
    "cases": [
        {
            "id": "r1",
            "question": "How long is the window?",
            "expected": "30 days",
            "contexts": ["Refunds within 30 days."],
            "category": "refunds",
            "difficulty": "easy",
        }
    ],
}


def test_a_raggate_golden_file_reads_as_it_means(tmp_path: Path) -> None:
    """`contexts` are gold evidence, `category` is the group, the rest is kept; there is no output."""
    golden = written(tmp_path, RAGGATE)
    (row,) = golden
    assert isinstance(row, GoldenRow)
    assert row.case == Case(
        id="r1",
        input="How long is the window?",
        reference="30 days",
        reference_contexts=("Refunds within 30 days.",),
        group="refunds",
        extra={"difficulty": "easy"},
    )
    assert row.output is None
    assert golden.notes[:2] == ("the columns are those of raggate", "column 'question' was read as input")


def test_a_raggate_file_with_a_byte_order_mark_reads_equal(tmp_path: Path) -> None:
    """The mark is dropped and noted."""
    plain = case_of(written(tmp_path, RAGGATE))
    marked = written(tmp_path, b"\xef\xbb\xbf" + json.dumps(RAGGATE).encode())
    assert case_of(marked) == plain
    assert "a byte-order mark at the start was dropped" in marked.notes


def test_a_bare_text_under_contexts_is_one_gold_passage_only_for_raggate(tmp_path: Path) -> None:
    """raggate allows it; everywhere else it is a violation."""
    rows = [{"id": "a", "question": "x", "expected": "y", "contexts": "one long string"}]
    golden = written(tmp_path, rows)
    assert case_of(golden).reference_contexts == ("one long string",)
    assert any("list of one" in note for note in golden.notes)
    (row,) = written(tmp_path, [{"id": "a", "input": "x", "reference_contexts": "one long string"}])
    assert isinstance(row, InvalidInput)
    assert row.reason == "reference_contexts must be a list of texts, got one text"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": ["r1"]}, "id must be text or a whole number, got list"),
        ({"expected": 30}, "reference must be text, got int"),
        ({"expected": "  "}, "reference is blank"),
        ({"expected": None}, "expected is missing"),
        ({"question": 7}, "input must be text or a list of messages, got int"),
        ({"question": " "}, "input is blank"),
        ({"contexts": {"a": 1}}, "reference_contexts must be a list of texts, got dict"),
        ({"contexts": [1]}, "reference_contexts[0] must be text, got int"),
    ],
)
def test_odd_raggate_values_are_invalid_rows(tmp_path: Path, changes: dict[str, object], reason: str) -> None:
    """None of them is a traceback or a coerced value."""
    (row,) = written(tmp_path, {"cases": [RAGGATE["cases"][0] | changes]})  # type: ignore[index]
    assert isinstance(row, InvalidInput)
    assert row.reason == reason


def test_a_text_among_the_cases_is_invalid(tmp_path: Path) -> None:
    """A case that is a text is a located invalid row."""
    rows = list(written(tmp_path, '{"cases": [\n"one",\n\n{"id": "a", "input": "x"}\n]}'))
    assert isinstance(rows[0], InvalidInput)
    assert (rows[0].line, rows[0].reason) == (2, "row must be an object, got text")
    assert isinstance(rows[1], GoldenRow)
    assert rows[1].line == 4


def test_duplicate_keys_and_nan_spoil_one_row_only(tmp_path: Path) -> None:
    """The other rows of the list are read."""
    text = '[{"id":"a","input":"x","input":"y"},\n{"id":"b","input":"x","n":NaN},\n{"id":"c","input":"x"}]'
    found = list(written(tmp_path, text))
    assert [row.reason for row in found if isinstance(row, InvalidInput)] == [
        "duplicate key 'input'",
        "NaN is not a JSON number",
    ]
    assert isinstance(found[2], GoldenRow)


@pytest.mark.parametrize("key", ["cases", "data", "samples", "examples", "rows"])
def test_the_list_is_found_under_the_usual_keys(tmp_path: Path, key: str) -> None:
    """Whatever stands before or behind it."""
    assert case_of(written(tmp_path, {"a": [1, {}], key: [{"id": "a", "input": "x"}], "z": None})).id == "a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[\n{"id": "a"},\n{"id": SECRET}\n]', "golden.json:3:8: not valid JSON: expecting value"),
        ('[{"id": "a", "input": "x"},]', "golden.json:1:28: not valid JSON: a comma before ']'"),
        ('[{"id": "a"} {"id": "b"}]', "golden.json:1:14: not valid JSON: expected ','"),
        ('[{"id": "a"}', "golden.json:1:13: not valid JSON: expected ','"),
        ('[{"id": "a"}] 7', "golden.json:1:15: not valid JSON: more text after the value"),
        ('{"cases": [], "cases": []}', "golden.json:1:24: duplicate key 'cases'"),
        ('{"cases": [1], "data": [2]}', "found several of these"),
        ('{"version": 1}', "found none"),
        ("7", "expected a list of rows or an object that holds one"),
        ("hello", "golden.json:1:1: not valid JSON"),
        ("[]", "holds no rows"),
        ('{"cases": []}', "holds no rows"),
        (" \n ", "holds nothing but white space"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_files_that_hold_no_rows_are_input_errors(tmp_path: Path, text: str, message: str) -> None:
    """Located, without content, before any row is given."""
    with pytest.raises(InputError) as caught:
        written(tmp_path, text)
    assert message in str(caught.value)
    assert "SECRET" not in str(caught.value)


def test_bytes_that_are_not_utf8_are_located(tmp_path: Path) -> None:
    """Line and column count from 1; the column counts characters."""
    with pytest.raises(InputError, match=r"golden.json:2:5: not UTF-8: byte 0xff"):
        written(tmp_path, '[\n  "é'.encode()[:-2] + "é".encode() + b'\xff"]')


def test_json_lines_under_the_ending_json_are_read(tmp_path: Path) -> None:
    """As many tools save them; it is noted."""
    golden = written(tmp_path, '{"id": "a", "input": "x"}\n{"id": "b", "input": "y"}\n')
    assert [row.case.id for row in golden if isinstance(row, GoldenRow)] == ["a", "b"]
    assert "the file holds JSON Lines under the ending .json" in golden.notes


def test_json_and_json_lines_hash_equal(tmp_path: Path) -> None:
    """The content hash is of the cases, not of the file's form."""
    rows = [{"id": "a", "input": "x"}, {"id": "b", "input": "y", "must_abstain": True}]
    lines = tmp_path / "golden.jsonl"
    lines.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    sets = [written(tmp_path, rows), read_golden(lines)]
    assert len({golden.content_hash for golden in sets if golden.load()}) == 1
