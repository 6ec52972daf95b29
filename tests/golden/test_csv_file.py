"""CSV: blank is not stated, lists are JSON, and nothing is split at a home-made separator."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.golden import GoldenRow, GoldenSet, csv_file, read_golden
from assay.records import InvalidInput


def written(folder: Path, data: str | bytes, name: str = "golden.csv") -> GoldenSet:
    """A golden set over a new file."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_golden(path)


def only(golden: GoldenSet) -> GoldenRow:
    """The only row."""
    (row,) = golden
    assert isinstance(row, GoldenRow), row
    return row


def test_the_first_column_is_found_behind_a_byte_order_mark(tmp_path: Path) -> None:
    """As spreadsheets write it."""
    golden = written(tmp_path, b"\xef\xbb\xbfquestion,ground_truth\r\nWhy?,Because.\r\n")
    assert only(golden).case.input == "Why?"
    assert only(golden).case.reference == "Because."


def test_typed_cells(tmp_path: Path) -> None:
    """Lists and objects are JSON, flags are true or false in any case, latency is a number, ids stay text."""
    text = (
        "id,input,must_abstain,must_cite,contexts,required_claims,latency_ms,relevance,note\n"
        '007,"[1] what, is this?",FALSE,true,"[""one"", ""a | b; c""]","[{""id"": ""c1"", ""text"": ""t""}, ""c2""]",12.5,'
        '"{""d1"": 2}",[kept]\n'
    )
    row = only(written(tmp_path, text))
    assert (row.case.id, row.case.input) == ("007", "[1] what, is this?")
    assert (row.case.must_abstain, row.case.must_cite) == (False, True)
    assert row.case.required_claims is not None
    assert [(claim.id, claim.text) for claim in row.case.required_claims] == [("c1", "t"), ("c2", "")]
    assert row.case.extra == {"relevance": {"d1": 2}, "note": "[kept]"}
    assert row.output is not None
    assert row.output.contexts is not None
    assert [context.text for context in row.output.contexts] == ["one", "a | b; c"]
    assert row.output.latency_ms == 12.5


def test_a_blank_cell_is_a_field_that_is_not_stated(tmp_path: Path) -> None:
    """Not an expectation of the empty text."""
    row = only(written(tmp_path, "id,input,reference,expected_facts,answer\na,x,,  ,\n"))
    assert (row.case.reference, row.case.expected_facts, row.output) == (None, None, None)


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("contexts", "one long string", "contexts must be a list of texts or objects with `text`, got one text"),
        ("contexts", "['a', 'b']", "contexts: the cell is not a list or object of JSON"),
        ("contexts", '["a", NaN]', "NaN is not a JSON number"),
        ("must_abstain", "yes", "must_abstain must be true or false, got str"),
        ("latency_ms", "fast", "latency_ms must be a number, got str"),
        ("latency_ms", "1_000", "latency_ms must be a number, got str"),
        ("latency_ms", "-1", "latency_ms must not be negative"),
        ("latency_ms", "NaN", "latency_ms must be a number, got str"),
    ],
)
def test_cells_that_do_not_fit_their_field(tmp_path: Path, column: str, cell: str, reason: str) -> None:
    """An invalid row that names the field."""
    stream = io.StringIO()
    csv.writer(stream).writerows([["id", "input", column], ["a", "x", cell]])
    (row,) = written(tmp_path, stream.getvalue())
    assert isinstance(row, InvalidInput)
    assert reason in row.reason
    assert row.line == 2


def test_line_numbers_are_physical(tmp_path: Path) -> None:
    """A cell of several lines moves the rows behind it; a row stands where it begins."""
    rows = list(written(tmp_path, 'id,input\n\na,"two\nlines"\nb\nc,x\n'))
    assert [row.line for row in rows] == [3, 5, 6]
    assert isinstance(rows[1], InvalidInput)
    assert rows[1].reason == "the row has 1 cells, the header 2"


def test_rows_of_blank_cells_are_noted(tmp_path: Path) -> None:
    """Spreadsheets append them; they are no cases, and the record says so."""
    golden = written(tmp_path, "id,input\na,x\n,\n")
    assert only(golden).case.id == "a"
    assert "rows whose cells are all blank were ignored" in golden.notes


def test_a_field_of_200_000_characters_is_read(tmp_path: Path) -> None:
    """More than the csv module's own limit."""
    assert len(only(written(tmp_path, f"id,input\na,{'x' * 200_000}\n")).case.input) == 200_000


def test_above_the_stated_limit_a_row_is_invalid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its line; the next row is read."""
    monkeypatch.setattr(csv_file, "MAX_FIELD", 1000)
    before = csv.field_size_limit(1000)
    try:
        rows = list(written(tmp_path, f"id,input\na,{'x' * 2000}\nb,y\n"))
    finally:
        csv.field_size_limit(before)
    assert isinstance(rows[0], InvalidInput)
    assert (rows[0].line, rows[0].reason) == (2, "not valid CSV: field larger than field limit (1000)")
    assert isinstance(rows[1], GoldenRow)


def test_an_open_quotation_is_invalid(tmp_path: Path) -> None:
    """It would otherwise swallow the rest of the file in silence."""
    rows = list(written(tmp_path, 'id,input\na,x\nb,"open\nc,y\n'))
    assert isinstance(rows[-1], InvalidInput)
    assert (rows[-1].line, rows[-1].reason) == (3, "not valid CSV: unexpected end of data")


def test_bytes_that_are_not_utf8_are_located(tmp_path: Path) -> None:
    """The row is invalid; others are read."""
    rows = list(written(tmp_path, b"id,input\na,caf" + b"\xe9\nb,y\n"))
    assert isinstance(rows[0], InvalidInput)
    assert (rows[0].line, rows[0].column, rows[0].code) == (2, 6, "encoding")
    assert isinstance(rows[1], GoldenRow)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,input,id\na,b,c\n", "the header names 'id' twice"),
        ("id;input\na;b\n", "separated by semicolons"),
        ("\n\n", "holds no header"),
        ("id,input\n", "holds no rows"),
        ('id,"input\n', "the header is not valid CSV"),
    ],
)
def test_headers_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    """Are input errors of the whole file."""
    with pytest.raises(InputError, match=message):
        written(tmp_path, text)


def test_a_column_without_a_name_is_kept_and_noted(tmp_path: Path) -> None:
    """As pandas writes its index."""
    golden = written(tmp_path, ",id,input\n0,a,x\n")
    assert only(golden).case.extra == {"column_1": "0"}
    assert golden.notes == ("column 1 has no name; it is called 'column_1'",)


def test_tabs_under_the_ending_tsv(tmp_path: Path) -> None:
    """A .tsv file is separated by tabs."""
    assert only(written(tmp_path, "id\tinput\na\tx, y\n", "golden.tsv")).case.input == "x, y"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
def test_any_texts_survive_a_cell(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """No text is changed or split, whatever separators it holds."""
    stream = io.StringIO()
    csv.writer(stream).writerows([["id", "input", "expected_facts"], ["a", "x", json.dumps(texts, ensure_ascii=False)]])
    row = only(written(tmp_path_factory.mktemp("csv"), stream.getvalue()))
    assert row.case.expected_facts == tuple(texts)


def test_lines_that_end_with_a_carriage_return_alone_are_named(tmp_path: Path) -> None:
    """Old Mac files: the message says what is wrong and what to do, not what the csv module thinks."""
    path = tmp_path / "old.csv"
    path.write_bytes(b"id,input\ra,Why?\r")
    with pytest.raises(InputError, match="its lines end with a carriage return alone") as caught:
        read_golden(path)
    assert "line feeds" in str(caught.value.hint)
