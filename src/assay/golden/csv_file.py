"""CSV: a header and one row a record. A blank cell is a field that is not stated.

Lists and objects stand in a cell as JSON; there is no separator of our own inside a cell.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import InputError
from assay.golden.lines import not_utf8, physical_lines, too_long
from assay.golden.source import AnyRow, Note, RawRow, Source
from assay.records import InvalidInput

MAX_FIELD = 16 * 1024 * 1024
"""Characters that one cell may have."""


def csv_source(path: Path) -> Source:
    """Rows of a CSV file (comma) or a .tsv file (tab), quoted with double quotes.

    Raises:
        InputError: when the rows are asked for and the header is missing, unreadable or names a column twice.
    """
    return Source(str(path), lambda note: read_csv(path, note))


def read_csv(path: Path, note: Note) -> Iterator[AnyRow]:
    """Each record that is not blank: a row, or why it is none. The csv module's limit for a cell is raised to `MAX_FIELD`."""
    csv.field_size_limit(max(csv.field_size_limit(), MAX_FIELD))
    lines = _Lines(path, note)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    header = _header(reader, lines, note)
    while True:
        first = lines.number + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield InvalidInput(source=str(path), line=first, reason=f"not valid CSV: {error}", code="csv")
            lines.problems.clear()
            continue
        if lines.problems:
            yield lines.problems[0]
            lines.problems.clear()
        elif any(cell.strip() for cell in cells):
            yield _row(header, cells, first, str(path))
        elif cells:
            note("rows whose cells are all blank were ignored")


@dataclass(slots=True)
class _Lines:
    """Feeds decoded lines to the CSV reader and remembers which of them were not readable."""

    path: Path
    note: Note
    number: int = 0
    problems: list[InvalidInput] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        for number, line in physical_lines(self.path, self.note):
            self.number = number
            if line is None:
                self._refuse(too_long(), None, "too_long")
                yield "\n"
                continue
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError as error:
                self._refuse(*not_utf8(line, error.start, error.reason), "encoding")
                yield line.decode("utf-8", "replace")

    def _refuse(self, reason: str, column: int | None, code: str) -> None:
        self.problems.append(
            InvalidInput(source=str(self.path), line=self.number, column=column, reason=reason, code=code)
        )


def _header(reader: Iterator[list[str]], lines: _Lines, note: Note) -> list[str]:
    try:
        header = next((cells for cells in reader if any(cell.strip() for cell in cells)), None)
    except csv.Error as error:
        if str(error).startswith("new-line character"):
            raise InputError(
                f"{lines.path}: its lines end with a carriage return alone",
                code="line_ends",
                hint="save the file with line feeds (LF or CRLF)",
            ) from error
        raise InputError(f"{lines.path}:{lines.number}: the header is not valid CSV: {error}", code="csv") from error
    if header is None:
        raise InputError(f"{lines.path}: the file holds no header", code="empty_file")
    if lines.problems:
        problem = lines.problems[0]
        raise InputError(f"{problem.where}: {problem.reason}", code=problem.code, hint="save the file as UTF-8")
    if len(header) == 1 and ";" in header[0]:
        raise InputError(
            f"{lines.path}:{lines.number}: the columns are separated by semicolons",
            code="separator",
            hint="save the file with commas",
        )
    return _named(header, lines, note)


def _named(header: list[str], lines: _Lines, note: Note) -> list[str]:
    names = []
    for position, name in enumerate(header, start=1):
        if not name.strip():
            note(f"column {position} has no name; it is called 'column_{position}'")
        names.append(name.strip() or f"column_{position}")
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise InputError(
            f"{lines.path}:{lines.number}: the header names {', '.join(map(repr, doubled))} twice",
            code="duplicate_column",
        )
    return names


def _row(header: list[str], cells: list[str], line: int, source: str) -> AnyRow:
    if len(cells) != len(header):
        reason = f"the row has {len(cells)} cells, the header {len(header)}"
        return InvalidInput(source=source, line=line, reason=reason, code="cell_count")
    stated = {name: cell for name, cell in zip(header, cells, strict=True) if cell.strip()}
    return RawRow(line, stated, textual=True)
