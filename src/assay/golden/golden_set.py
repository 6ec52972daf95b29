"""A golden set: rows of a file or of memory as typed cases, streamed, counted and hashed on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from assay.errors import InputError, Violation, ViolationsError
from assay.golden.columns import Columns
from assay.golden.formats import source_of
from assay.golden.memory import memory_source
from assay.golden.row_reader import RowReader
from assay.golden.source import RawRow, Source
from assay.records import Case, InvalidInput, Output

PEEK = 100
"""Rows whose column names decide what is recognised."""


@dataclass(frozen=True, slots=True)
class GoldenRow:
    """A readable row: its place from 0 over all rows, its case, the output recorded beside it, and where it stands.

    `case_hash` is the content hash of the case, which reading the row had to make.
    """

    position: int
    case: Case
    case_hash: str
    output: Output | None
    line: int
    source: str = ""

    @property
    def where(self) -> str:
        """`file:line`."""
        return f"{self.source}:{self.line}"


class GoldenSet:
    """Reviewed cases, read again on every iteration; no row is held.

    Iterating gives a `GoldenRow` or an `InvalidInput` for each row, never an exception for a row and never silence. After a
    complete iteration these are known; before it they are None or empty:

    * `content_hash`: SHA-256 over the hashes of the cases in their order, one a line (so order and every field count);
    * `contracts`: the contract versions in order of appearance; `count` and `invalid_count`: how many rows of each kind;
    * `notes`: what was recognised, changed or ignored.

    `count_hint` is for progress bars only. `source` stands in messages.
    """

    def __init__(self, source: Source, mapping: Mapping[str, str] | None = None) -> None:
        self._source = source
        self.source = source.name
        self.count_hint = source.count_hint
        self.content_hash: str | None = None
        self.contracts: tuple[str, ...] = ()
        self.count = 0
        self.invalid_count = 0
        notes: dict[str, None] = {}
        self.columns = recognise(source, mapping, notes)
        self.notes: tuple[str, ...] = tuple(notes)

    def __iter__(self) -> Iterator[GoldenRow | InvalidInput]:
        """Read all rows from the first on.

        Raises:
            InputError: the file cannot be read any further, or holds no row.
        """
        notes = dict.fromkeys(self.notes)
        reader = RowReader(self._source, self.columns, notes)
        contracts: dict[str, None] = {}
        digest, count, invalid = hashlib.sha256(), 0, 0
        for position, row in enumerate(reader.cases()):
            if isinstance(row, InvalidInput):
                invalid += 1
                yield row
                continue
            count += 1
            digest.update(f"{row.case_hash}\n".encode())
            if row.case.contract is not None:
                contracts[row.case.contract] = None
            yield GoldenRow(position, row.case, row.case_hash, row.output, row.line, self.source)
        self.content_hash = digest.hexdigest()
        self.contracts, self.count, self.invalid_count = tuple(contracts), count, invalid
        self.notes = tuple(notes)

    def load(self) -> tuple[GoldenRow, ...]:
        """All rows at once.

        Raises:
            ViolationsError: every row that could not be read, together.
        """
        rows, violations = [], []
        for row in self:
            if isinstance(row, InvalidInput):
                violations.append(violation_of(row))
            else:
                rows.append(row)
        if violations:
            raise ViolationsError(violations, summary=f"{self.source}: {len(violations)} rows cannot be read")
        return tuple(rows)


def read_golden(path: str | Path, mapping: Mapping[str, str] | None = None) -> GoldenSet:
    """Open a golden set: JSON Lines, JSON, CSV, Parquet, or a folder of a saved Hugging Face dataset.

    Args:
        path: the file; its ending says the format.
        mapping: our field names to the file's column names. It wins over what is recognised.

    The columns of ragas, raggate, DeepEval and the common names are recognised (`assay.golden.columns`). Ids are compared as
    `normalise_id` does and kept in that form. A file of ragas, DeepEval or the common names may have no id column: its rows
    then get the id `input-<16 hex digits of the SHA-256 of the input>` (with `-2`, `-3`, … for later rows with the same
    input), so that a row keeps its id when the file is reordered. In every other file a row without an id is invalid.

    Raises:
        InputError: the file is missing, empty, a folder, unreadable or of an unknown format, or holds no rows.
        ViolationsError: the mapping names an absent column or an unknown field.
        MissingExtraError: Parquet, and pyarrow is not installed.
    """
    return GoldenSet(source_of(path), mapping)


def from_rows(rows: object, mapping: Mapping[str, str] | None = None, *, name: str = "rows") -> GoldenSet:
    """A golden set over rows in memory: mappings, cases, samples, or a pandas or polars data frame.

    Lines are the numbers of the rows from 1. What can be read only once (a generator) is kept in memory.

    Raises:
        InputError: no rows, or something that is not a collection of rows.
        ViolationsError: as `read_golden`.

    >>> [row.case.id for row in from_rows([{"id": "a", "input": "How do refunds work?"}])]
    ['a']
    """
    return GoldenSet(memory_source(rows, name), mapping)


def read_outputs(
    path: str | Path, mapping: Mapping[str, str] | None = None
) -> Iterator[tuple[str, Output] | InvalidInput]:
    """Stream the recorded outputs of a file as pairs of case id and output, or why a row is none.

    Formats and columns are those of `read_golden`; every column that is not a known field is kept in the output's `extra`.
    A file without an id column is joined by its inputs, as `read_golden` makes ids.

    Raises:
        InputError, ViolationsError, MissingExtraError: at once, as `read_golden`.
    """
    source = source_of(path)
    notes: dict[str, None] = {}
    columns = recognise(source, mapping, notes)
    return RowReader(source, columns, notes).outputs()


def recognise(source: Source, mapping: Mapping[str, str] | None, notes: dict[str, None]) -> Columns:
    """Read the first rows and recognise their columns; adds what was recognised to `notes`.

    Raises:
        InputError: the source holds no row. ViolationsError: a wrong mapping.
    """
    names: dict[str, None] = {}
    rows = 0
    for row in islice(source.rows(lambda note: None), PEEK):
        rows += 1
        if isinstance(row, RawRow):
            names.update(dict.fromkeys(row.cells))
    if not rows:
        raise InputError(f"{source.name}: the file holds no rows", code="no_rows")
    columns = Columns(names, mapping, source=source.name)
    notes.update(dict.fromkeys(columns.notes(names)))
    return columns


def violation_of(row: InvalidInput) -> Violation:
    """The same problem as a part of a ViolationsError."""
    return Violation(
        message=row.reason, source=row.source, line=row.line, column=row.column, case_id=row.case_id, code=row.code
    )
