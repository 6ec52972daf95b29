"""Rows that are already in memory: mappings, cases, samples, or a pandas or polars data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import Any

from assay.errors import InputError, InvalidRowError
from assay.golden.source import AnyRow, RawRow, Source, TypedRow
from assay.records import Case, InvalidInput, Sample
from assay.records.frozen import freeze_map


def memory_source(rows: object, name: str) -> Source:
    """A source over rows in memory; `line` is the number of the row from 1.

    A list or a frame is read in place, as often as asked. What can be read only once (a generator) is kept in a tuple.

    Raises:
        InputError: `rows` is not a data frame and cannot be iterated, or is one mapping or one text.
    """
    library = type(rows).__module__.partition(".")[0]
    if library == "pandas" and hasattr(rows, "itertuples"):
        return Source(name, lambda note: _numbered(_pandas_rows(rows), name), len(rows))  # type: ignore[arg-type]
    if library == "polars" and hasattr(rows, "iter_rows"):
        return Source(name, lambda note: _numbered(rows.iter_rows(named=True), name), len(rows))  # type: ignore[arg-type]
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise InputError(f"{name}: expected a list of rows or a data frame, got {type(rows).__name__}", code="no_rows")
    kept = tuple(rows) if isinstance(rows, Iterator) else rows
    count = len(kept) if isinstance(kept, Sized) else None
    return Source(name, lambda note: _numbered(kept, name), count)


def plain_row(cells: object, line: int, source: str) -> AnyRow:
    """A row of plain JSON values: numpy scalars become numbers and dates ISO text; other types make the row invalid."""
    if isinstance(cells, (Case, Sample)):
        return TypedRow.of(line, cells)
    if not isinstance(cells, Mapping):
        reason = f"row must be an object, got {type(cells).__name__}"
        return InvalidInput(source=source, line=line, reason=reason, code="not_an_object")
    try:
        return RawRow(line, freeze_map(cells, "row"))
    except InvalidRowError as error:
        return InvalidInput(source=source, line=line, reason=error.message, code=error.code)
    except RecursionError:
        return InvalidInput(source=source, line=line, reason="nested too deeply to be read", code="json")


def _numbered(rows: Iterable[object], source: str) -> Iterator[AnyRow]:
    return (plain_row(row, line, source) for line, row in enumerate(rows, start=1))


def _pandas_rows(frame: Any) -> Iterator[dict[str, Any]]:
    """Each row; a missing cell (NaN, NaT, NA: pandas has nothing else for it) is a field that is not stated."""
    from pandas import isna

    names = [str(name) for name in frame.columns]
    for values in frame.itertuples(index=False, name=None):
        yield {
            name: value
            for name, value in zip(names, values, strict=True)
            if isinstance(value, (list, tuple, dict)) or getattr(value, "ndim", 0) > 0 or not isna(value)
        }
