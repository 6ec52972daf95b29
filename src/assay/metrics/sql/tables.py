"""Tables as a case or an answer gives them: records, rows with a header, or CSV text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from assay.errors import InvalidRowError
from assay.metrics.sql.rows import Cells, cell

_NUMBER = re.compile(r"[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class DataTable:
    """Columns by name and rows in comparable form; every row has one value a column."""

    columns: tuple[str, ...]
    rows: tuple[Cells, ...]

    def project(self, columns: Sequence[str]) -> list[Cells]:
        """The rows with `columns` in that order; a column that the table lacks is marked as absent, which equals no value."""
        places = [self.columns.index(name) if name in self.columns else None for name in columns]
        return [tuple(("absent",) if place is None else row[place] for place in places) for row in self.rows]


def parse_table(value: object, field: str) -> DataTable:
    """Read a table.

    CSV text: the first line names the columns; an empty cell is NULL; a cell that is a plain decimal number is a number
    (`007` and `1,000` stay text). Records: a list of objects; a key that a record lacks is NULL.

    Raises:
        InvalidRowError: not a table; names the row and what was expected.
    """
    if isinstance(value, str):
        return _from_csv(value, field)
    if isinstance(value, (list, tuple)) and all(isinstance(record, Mapping) for record in value):
        return _from_records(value, field)
    raise InvalidRowError(f"{field} must be CSV text or a list of objects, got {type(value).__name__}", code="table")


def _from_csv(text: str, field: str) -> DataTable:
    try:
        lines = [line for line in csv.reader(io.StringIO(text.strip("\ufeff\r\n ")), strict=True) if line]
    except csv.Error as error:
        raise InvalidRowError(f"{field} is not CSV: {error}", code="table") from error
    if not lines:
        raise InvalidRowError(f"{field} is empty; a table has at least a header", code="table")
    header = _header([name.strip() for name in lines[0]], field)
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(header):
            raise InvalidRowError(
                f"{field}: row {number} has {len(line)} cells, the header has {len(header)}", code="table"
            )
    return DataTable(header, tuple(tuple(_csv_cell(entry) for entry in line) for line in lines[1:]))


def _csv_cell(text: str) -> Any:
    stripped = text.strip()
    if not stripped:
        return None
    return cell(Decimal(stripped)) if _NUMBER.fullmatch(stripped) else stripped


def _from_records(records: Sequence[Mapping[str, Any]], field: str) -> DataTable:
    header = _header(list(dict.fromkeys(str(key) for record in records for key in record)), field)
    return DataTable(header, tuple(tuple(cell(record.get(name)) for name in header) for record in records))


def _header(names: list[str], field: str) -> tuple[str, ...]:
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise InvalidRowError(f"{field} has the column {doubled[0]!r} twice", code="table")
    return tuple(names)
