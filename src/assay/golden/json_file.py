"""A JSON file: a list of rows, or an object that holds such a list (`cases`, `data`, `samples`, `examples`, `rows`).

The text is held in memory, the rows are decoded one at a time. JSON Lines under the ending `.json` are recognised.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.errors import InputError
from assay.golden.jsonl import as_row, read_jsonl
from assay.golden.lines import not_utf8
from assay.golden.source import AnyRow, Note, Source
from assay.golden.strict_json import JsonError, StrictDecoder, skip_blank
from assay.records import InvalidInput

LIST_KEYS = ("cases", "data", "samples", "examples", "rows")
_END = object()


def json_source(path: Path) -> Source:
    """Rows of a JSON file.

    Raises:
        InputError: when the rows are asked for and the file is not JSON or holds no list of rows; with `file:line:column`.
    """
    return Source(str(path), lambda note: read_json(path, note))


def read_json(path: Path, note: Note) -> Iterator[AnyRow]:
    """Each element of the list: a row, or why it is none. The whole text is checked before the first row is given."""
    text = _text(path, note)
    try:
        start = _list_start(text, str(path))
        if start is None:
            note("the file holds JSON Lines under the ending .json")
            yield from read_jsonl(path, note)
            return
    except JsonError as error:
        raise InputError(f"{_place(path, text, error.offset or 0)}: {error.message}", code="json") from None
    yield from _elements(text, start, str(path))


def _text(path: Path, note: Note) -> str:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        reason, column = not_utf8(data[begin:], error.start - begin, error.reason)
        raise InputError(f"{path}:{line}:{column}: {reason}", code="encoding", hint="save it as UTF-8") from None
    if text.startswith("\ufeff"):
        note("a byte-order mark at the start was dropped")
        text = text[1:]
    if not text.strip():
        raise InputError(f"{path}: the file holds nothing but white space", code="empty_file")
    return text


def _place(path: Path, text: str, offset: int) -> str:
    return f"{path}:{text.count(chr(10), 0, offset) + 1}:{offset - text.rfind(chr(10), 0, offset)}"


def _list_start(text: str, source: str) -> int | None:
    """Where the list of rows begins, once all of the text has been read; None when the file is JSON Lines."""
    decoder = StrictDecoder()
    start = skip_blank(text, 0)
    if text[start] == "[":
        _require_end(text, _end_of_list(text, start, decoder))
        return start
    if text[start] != "{":
        decoder.decode(text)
        raise InputError(f"{source}: expected a list of rows or an object that holds one", code="no_rows")
    found: dict[str, int] = {}
    end = start
    for key, place, finish in _members(text, start, decoder):
        end = finish
        if key in found:
            raise JsonError(f"duplicate key {key!r}", place)
        if key in LIST_KEYS and text[place] == "[":
            found[key] = place
    if text[skip_blank(text, end) :].startswith("{"):
        return None
    _require_end(text, end)
    if len(found) != 1:
        expected, which = ", ".join(LIST_KEYS), "several of these" if found else "none"
        raise InputError(f"{source}: expected one list of rows under one of {expected}; found {which}", code="no_rows")
    return next(iter(found.values()))


def _members(text: str, start: int, decoder: StrictDecoder) -> Iterator[tuple[str, int, int]]:
    """Each key of the object at `start`, where its value begins and where it ends; at last "" and the end of the object."""
    place = skip_blank(text, start + 1)
    while text[place : place + 1] != "}":
        if text[place : place + 1] != '"':
            raise JsonError("not valid JSON: expected a key in double quotes", place)
        key, place, _ = decoder.scan(text, place)
        begin = _expect(text, place, ":")
        if key in LIST_KEYS and text[begin : begin + 1] == "[":
            end = _end_of_list(text, begin, decoder)
        else:
            _, end, _ = decoder.scan(text, begin)
        yield key, begin, end
        place = _next_item(text, end, "}")
    yield "", start, place + 1


def _elements(text: str, start: int, source: str) -> Iterator[AnyRow]:
    """The rows of the list at `start`."""
    line, counted = 1, 0
    for place, value, problems in _items(text, start, StrictDecoder()):
        if value is _END:
            return
        line, counted = line + text.count("\n", counted, place), place
        if problems:
            yield InvalidInput(source=source, line=line, reason="; ".join(problems), code="json")
        else:
            yield as_row(value, line, source)


def _end_of_list(text: str, start: int, decoder: StrictDecoder) -> int:
    return deque(_items(text, start, decoder), maxlen=1).pop()[0]


def _items(text: str, start: int, decoder: StrictDecoder) -> Iterator[tuple[int, Any, list[str]]]:
    """Where each item of the list at `start` begins, the item, and its problems; at last the end of the list and `_END`."""
    place = skip_blank(text, start + 1)
    while text[place : place + 1] != "]":
        value, end, problems = decoder.scan(text, place)
        yield place, value, problems
        place = _next_item(text, end, "]")
    yield place + 1, _END, []


def _next_item(text: str, end: int, closing: str) -> int:
    """Where the next item begins, or the closing bracket stands."""
    place = skip_blank(text, end)
    if text[place : place + 1] == closing:
        return place
    place = _expect(text, place, ",")
    if text[place : place + 1] == closing:
        raise JsonError(f"not valid JSON: a comma before {closing!r}", place)
    return place


def _expect(text: str, place: int, mark: str) -> int:
    place = skip_blank(text, place)
    if text[place : place + 1] != mark:
        raise JsonError(f"not valid JSON: expected {mark!r}", place)
    return skip_blank(text, place + 1)


def _require_end(text: str, end: int) -> None:
    rest = skip_blank(text, end)
    if rest != len(text):
        raise JsonError("not valid JSON: more text after the value", rest)
