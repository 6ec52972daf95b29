"""Physical lines of a text file, as bytes, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.errors import InputError
from assay.golden.source import Note

MAX_LINE = 64 * 1024 * 1024
"""Bytes that one line may have."""
BOM = b"\xef\xbb\xbf"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def physical_lines(path: Path, note: Note) -> Iterator[tuple[int, bytes | None]]:
    """Every line with its number from 1, its end kept; None for a line longer than `MAX_LINE`.

    Only a line feed ends a line, so a number is what an editor shows. One byte-order mark at the start is dropped and noted.

    Raises:
        InputError: the file begins with a UTF-16 mark.
    """
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(MAX_LINE + 1):
            number += 1
            if number == 1:
                line = _without_mark(line, path, note)
            if len(line) <= MAX_LINE:
                yield number, line
                continue
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE)
            yield number, None


def _without_mark(line: bytes, path: Path, note: Note) -> bytes:
    if line.startswith(_WIDE_MARKS):
        raise InputError(f"{path}:1:1: the file is UTF-16", code="encoding", hint="save it as UTF-8")
    if line.startswith(BOM):
        note("a byte-order mark at the start was dropped")
        return line[len(BOM) :]
    return line


def too_long() -> str:
    """The reason for a line that was given as None."""
    return f"the line is longer than {MAX_LINE} bytes"


def not_utf8(line: bytes, start: int, why: str) -> tuple[str, int]:
    """The reason and the column (in characters, from 1) of the byte at `start`, the first that is not UTF-8."""
    return f"not UTF-8: byte 0x{line[start]:02x} ({why})", len(line[:start].decode("utf-8")) + 1
