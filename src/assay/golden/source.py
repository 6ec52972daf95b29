"""What every reader gives: raw rows with their place, or the reason why a row could not be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import InputError
from assay.records import Case, InvalidInput, Output, Sample

Note = Callable[[str], None]
"""Told what a reader changed or ignored, so that it stands in the record of the run."""


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row before its fields are known. `textual`: the cells are text only (CSV), so lists and flags are read from text."""

    line: int
    cells: Mapping[str, Any]
    textual: bool = False


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One row that is a case, and its output where there is one. `case_hash` is known once the row has been checked."""

    line: int
    case: Case
    output: Output | None = None
    case_hash: str = ""

    @classmethod
    def of(cls, line: int, value: Case | Sample) -> TypedRow:
        """From a case, or a case joined with its output."""
        return cls(line, value.case, value.output) if isinstance(value, Sample) else cls(line, value)


AnyRow = RawRow | TypedRow | InvalidInput


@dataclass(frozen=True, slots=True)
class Source:
    """Rows that can be read again and again. `name` stands in every message; `count_hint` is for progress bars."""

    name: str
    open: Callable[[Note], Iterable[AnyRow]]
    count_hint: int | None = None

    def rows(self, note: Note) -> Iterator[AnyRow]:
        """All rows from the first on.

        Raises:
            InputError: the file cannot be opened or read any more.
        """
        try:
            yield from self.open(note)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read: {error.strerror}", code="unreadable_file") from error
