"""Between the engine and the store: what passes is redacted first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.audit.redaction import Redactor
from assay.records import InvalidInput, Sample, ScoredRow
from assay.store import Store
from assay.store.scored_rows import Done


@dataclass(frozen=True, slots=True)
class RedactingStore:
    """Takes rows, unreadable rows and judge calls as the store does, and keeps them redacted."""

    store: Store
    redactor: Redactor

    def write_rows(self, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
        """Store rows as the rules leave them."""
        self.store.write_rows(run_id, [self.redactor.finished(row, sample) for row, sample in rows])

    def write_invalid(self, run_id: str, invalid: Sequence[InvalidInput]) -> None:
        """Store rows that could not be read, with redacted reasons."""
        self.store.write_invalid(run_id, [self.redactor.problem(problem) for problem in invalid])

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Store a judge call as the rules leave it; the hash of what is stored."""
        return self.store.put_call(self.redactor.call(call))

    def cached(self, request_key: str) -> Mapping[str, Any] | None:
        """An earlier call whose reply was kept whole."""
        return self.store.cached(request_key)


@dataclass(frozen=True, slots=True)
class DoneByPosition:
    """Which rows are stored, by position alone: a redacted case no longer has the hash of the case in the file.

    That the file is the same is checked when a run is resumed.
    """

    done: Done

    def __contains__(self, row: tuple[int, str]) -> bool:
        return self.done.has(row[0])

    def __len__(self) -> int:
        return len(self.done)
