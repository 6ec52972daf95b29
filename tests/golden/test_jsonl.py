"""JSON Lines: strict, located, and never silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.golden import GoldenRow, GoldenSet, read_golden
from assay.golden import lines as physical
from assay.records import InvalidInput

GOOD = '{"id": "a", "input": "How do refunds work?"}'


def written(folder: Path, data: str | bytes, name: str = "golden.jsonl") -> GoldenSet:
    """A golden set over a new file."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_golden(path)


def invalid(golden: GoldenSet) -> list[InvalidInput]:
    """The rows that could not be read."""
    return [row for row in golden if isinstance(row, InvalidInput)]


def cases(golden: GoldenSet) -> list[str]:
    """The ids of the rows that could."""
    return [row.case.id for row in golden if isinstance(row, GoldenRow)]


def test_one_byte_order_mark_is_dropped_and_noted(tmp_path: Path) -> None:
    """A file saved as UTF-8 with a mark reads as the same file without."""
    golden = written(tmp_path, b"\xef\xbb\xbf" + GOOD.encode())
    plain = written(tmp_path, GOOD, "plain.jsonl")
    assert cases(golden) == cases(plain) == ["a"]
    assert golden.content_hash == plain.content_hash
    assert "a byte-order mark at the start was dropped" in golden.notes
    assert plain.notes == ()


def test_a_second_byte_order_mark_is_invalid(tmp_path: Path) -> None:
    """Only one mark is dropped."""
    (row,) = invalid(written(tmp_path, b"\xef\xbb\xbf\xef\xbb\xbf" + GOOD.encode()))
    assert (row.line, row.column) == (1, 1)


def test_utf16_is_refused_by_name(tmp_path: Path) -> None:
    """A UTF-16 file is an input error that says how to save it."""
    from assay.errors import InputError

    with pytest.raises(InputError, match=r"golden.jsonl:1:1: the file is UTF-16 \(save it as UTF-8\)"):
        written(tmp_path, GOOD.encode("utf-16"))


def test_blank_lines_and_crlf_keep_physical_line_numbers(tmp_path: Path) -> None:
    """Blank lines are ignored; the number is what an editor shows; columns count from 1."""
    golden = written(tmp_path, f'\r\n{GOOD}\r\n   \r\n{{"id": "b" 7}}\r\n\r\n  ')
    rows = list(golden)
    assert isinstance(rows[0], GoldenRow)
    assert rows[0].line == 2
    assert isinstance(rows[1], InvalidInput)
    assert rows[1].where == f"{tmp_path / 'golden.jsonl'}:4:12"
    assert [golden.count, golden.invalid_count] == [1, 1]


def test_no_message_holds_content_of_a_broken_row(tmp_path: Path) -> None:
    """A syntax error says where, not what."""
    golden = written(tmp_path, f'{GOOD}\n{{"id": "b", "input": "SECRET" "more": 1}}')
    assert "SECRET" not in invalid(golden)[0].reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[]", "row must be an object, got a list"),
        ('"text"', "row must be an object, got text"),
        ("7", "row must be an object, got a number"),
        ("null", "row must be an object, got null"),
        ('{"id": "b", "input": "x", "input": "y"}', "duplicate key 'input'"),
        ('{"id": "b", "input": "x", "meta": {"k": 1, "k": 2}}', "duplicate key 'k'"),
        ('{"id": "b", "input": "x", "score": NaN}', "NaN is not a JSON number"),
        ('{"id": "b", "input": "x", "score": -Infinity}', "-Infinity is not a JSON number"),
        ('{"id": "b", "input": "x", "score": 1e999}', "a number too large to be read"),
        ('{"id": "b", "input": "x", "n": ' + "1" * 5000 + "}", "a whole number with more digits than can be read"),
        ('{"id": "b", "input": "\\ud83d"}', "a text holds half of a surrogate pair, which is not a character"),
        ('{"id": "b", "input": "x"} {"id": "c"}', "not valid JSON: more text after the value"),
        ("{'id': 'b'}", "not valid JSON: expecting property name enclosed in double quotes"),
        ("[" * 100_000, "nested too deeply to be read"),
    ],
)
def test_what_strict_json_refuses(tmp_path: Path, line: str, reason: str) -> None:
    """Each is an invalid row with its line, and the rows around it are read."""
    golden = written(tmp_path, f'{GOOD}\n{line}\n{{"id": "z", "input": "last"}}\n')
    (row,) = invalid(golden)
    assert (row.line, row.reason) == (2, reason)
    assert cases(golden) == ["a", "z"]


def test_a_row_nested_too_deeply_for_records_is_invalid(tmp_path: Path) -> None:
    """JSON that decodes but cannot be held is an invalid row, not a crash."""
    deep = "[" * 600 + "]" * 600
    (row,) = invalid(written(tmp_path, f'{{"id": "b", "input": "x", "meta": {deep}}}'))
    assert row.reason == "nested too deeply to be read"


def test_whole_surrogate_pairs_are_text(tmp_path: Path) -> None:
    """An escaped emoji is one character."""
    (row,) = written(tmp_path, '{"id": "b", "input": "\\ud83d\\ude00"}')
    assert isinstance(row, GoldenRow)
    assert row.case.input == "😀"


def test_invalid_utf8_is_located(tmp_path: Path) -> None:
    """The column counts characters, not bytes."""
    data = f"{GOOD}\n".encode() + '{"id": "é'.encode() + b'\xff"}\n'
    (row,) = invalid(written(tmp_path, data))
    assert (row.line, row.column) == (2, len('{"id": "é') + 1)
    assert row.reason == "not UTF-8: byte 0xff (invalid start byte)"


def test_too_long_a_line_is_invalid_and_the_next_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is stated in the reason."""
    monkeypatch.setattr(physical, "MAX_LINE", 100)
    golden = written(tmp_path, f'{{"id": "b", "input": "{"x" * 500}"}}\n{GOOD}\n')
    (row,) = invalid(golden)
    assert (row.line, row.reason) == (1, "the line is longer than 100 bytes")
    assert cases(golden) == ["a"]


def test_every_problem_of_a_row_is_named(tmp_path: Path) -> None:
    """One invalid row carries all its reasons and its id."""
    line = {"id": "b", "input": 3, "must_abstain": "false", "expected_facts": "one", "contexts": "one long string"}
    (row,) = invalid(written(tmp_path, json.dumps(line)))
    assert row.case_id == "b"
    assert row.reason.split("; ") == [
        "input must be text or a list of messages, got int",
        "must_abstain must be true or false, got str",
        "expected_facts must be a list of texts, got one text",
        "contexts must be a list of texts or objects with `text`, got one text",
    ]


def test_every_violation_of_a_file_is_raised_together(tmp_path: Path) -> None:
    """`load` names all the bad rows at once with file and line."""
    from assay.errors import ViolationsError

    golden = written(tmp_path, f'[]\n{GOOD}\n{{"id": "c", "input": " "}}\n')
    with pytest.raises(ViolationsError) as caught:
        golden.load()
    assert [(found.line, found.message) for found in caught.value.violations] == [
        (1, "row must be an object, got a list"),
        (3, "input is blank"),
    ]


def test_positions_count_all_rows_and_hashes_are_known_after_reading(tmp_path: Path) -> None:
    """Nothing is known before a complete pass; a second pass gives the same."""
    golden = written(tmp_path, f'[]\n{GOOD}\n{{"id": "b", "input": "x", "contract": 3}}\n')
    assert golden.content_hash is None
    assert golden.count_hint == 3
    first = list(golden)
    assert [row.position for row in first if isinstance(row, GoldenRow)] == [1, 2]
    digest = golden.content_hash
    assert list(golden) == first
    assert golden.content_hash == digest
    assert golden.contracts == ("3",)


def test_order_and_every_field_count_in_the_content_hash(tmp_path: Path) -> None:
    """Swapping two rows or changing one field changes the hash; white space in the file does not."""

    def digest(text: str) -> str | None:
        golden = written(tmp_path, text)
        list(golden)
        return golden.content_hash

    one, two = GOOD, '{"id": "b", "input": "x"}'
    base = digest(f"{one}\n{two}")
    assert digest(f"{one}\n\n {two} ") == base
    assert len({base, digest(f"{two}\n{one}"), digest(f'{one}\n{two[:-1]}, "blocking": false}}')}) == 3
