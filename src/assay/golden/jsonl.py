"""JSON Lines: one object a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.golden.lines import not_utf8, physical_lines, too_long
from assay.golden.source import AnyRow, Note, RawRow, Source
from assay.golden.strict_json import JsonError, StrictDecoder
from assay.records import InvalidInput

_CHUNK = 1024 * 1024


def jsonl_source(path: Path) -> Source:
    """Rows of a JSON Lines file. Blank lines are ignored; numbers are those of the physical lines."""
    return Source(str(path), lambda note: read_jsonl(path, note), _count_lines(path))


def read_jsonl(path: Path, note: Note) -> Iterator[AnyRow]:
    """Each line that is not blank: a row, or why it is none."""
    decoder = StrictDecoder()
    for number, line in physical_lines(path, note):
        if line is None:
            yield InvalidInput(source=str(path), line=number, reason=too_long(), code="too_long")
        elif line.strip():
            yield _row(line, number, str(path), decoder)


def _row(line: bytes, number: int, source: str, decoder: StrictDecoder) -> AnyRow:
    try:
        text = line.decode("utf-8")
        value = decoder.decode(text)
    except UnicodeDecodeError as error:
        reason, column = not_utf8(line, error.start, error.reason)
        return InvalidInput(source=source, line=number, column=column, reason=reason, code="encoding")
    except JsonError as error:
        column_of = None if error.offset is None else error.offset + 1
        return InvalidInput(source=source, line=number, column=column_of, reason=error.message, code="json")
    return as_row(value, number, source)


def as_row(value: object, line: int, source: str) -> AnyRow:
    """A decoded value as a row; anything but an object is invalid."""
    if isinstance(value, dict):
        return RawRow(line, value)
    reason = f"row must be an object, got {_JSON_WORD.get(type(value), 'something else')}"
    return InvalidInput(source=source, line=line, reason=reason, code="not_an_object")


_JSON_WORD: dict[type, str] = {
    list: "a list",
    str: "text",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}


def _count_lines(path: Path) -> int:
    count, last = 0, b"\n"
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            count += chunk.count(b"\n")
            last = chunk[-1:]
    return count + (last != b"\n")
