"""The store: everything a run leaves behind, in one SQLite file or a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine

from assay.errors import StoreError, UnknownNameError
from assay.records.decision import Decision
from assay.records.run import InvalidInput, Manifest, RunSummary, ScoredRow
from assay.records.sample import Sample
from assay.records.words import RunStatus
from assay.store import decisions, judge_calls, payloads, runs, scored_rows
from assay.store.connect import connect
from assay.store.decisions import RecordedDecision
from assay.store.failure import store_errors
from assay.store.location import Location, OpenMode, SqliteLocation, parse_location
from assay.store.scored_rows import Done

WAIT = 10.0
"""Seconds that an operation waits for another writer before it says that the store is locked."""


class Store:
    """Runs, rows, payloads, judge calls and decisions.

    One process writes a run; others may read the same store meanwhile. Each method is one transaction: after a kill, what
    a finished call wrote is there and nothing else. Rows, calls and decisions are never overwritten.

    Every method raises `StoreError` when the database is locked, full, read-only, damaged or gone, and `UnknownNameError`
    with near matches for a run or case that is not there.

    >>> with Store.open(":memory:") as store:
    ...     store.begin(Manifest(run_id="r-1", started="2026-01-01T00:00:00Z", library="0"))
    ...     store.find("last").status.value
    'running'
    """

    def __init__(self, engine: Engine, location: Location, mode: OpenMode) -> None:
        self._engine = engine
        self._location = location
        self._place = location.absolute() if isinstance(location, SqliteLocation) else location
        self._mode = mode

    @classmethod
    def open(cls, location: str | Path, *, mode: OpenMode = OpenMode.CREATE, wait: float = WAIT) -> Store:
        """Open a store and prove that it can be used before any work is done.

        Args:
            location: a path, `:memory:`, `sqlite:///path` or `postgresql://user:password@host:port/database`.
            mode: make it where it is missing, write to one that exists, or only read.
            wait: seconds to wait for another writer.

        Raises:
            StoreError: missing, locked, full, read-only, damaged, not a store, or of another schema version.
            MissingExtraError: PostgreSQL without its driver.
        """
        place = parse_location(location)
        return cls(connect(place, mode=mode, wait=wait), place, mode)

    @property
    def location(self) -> str:
        """Where the store is, without any secret."""
        return str(self._location)

    def close(self) -> None:
        """Give back the database. Closing twice is harmless."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # runs

    def begin(self, manifest: Manifest, *, expected_rows: int | None = None) -> None:
        """Record a new run as running. `StoreError` when its id is taken."""
        with self._writing() as connection:
            runs.begin(connection, manifest, expected_rows)

    def finish(self, run_id: str, status: RunStatus, *, finished: str, golden_hash: str = "") -> None:
        """Record how a run ended; `golden_hash` fills in what was known only after the last row."""
        with self._writing() as connection:
            runs.finish(connection, run_id, status, finished, golden_hash)

    def reopen(self, run_id: str) -> None:
        """Set a partial, cancelled or killed run to running. `StoreError` when it is complete."""
        with self._writing() as connection:
            runs.reopen(connection, run_id)

    def find(self, name: str) -> RunSummary:
        """The run with this id, with the only id that begins so, or the newest for `last`.

        Raises:
            UnknownNameError: no run fits.
            ConfigurationError: several runs begin so.
        """
        with self._reading() as connection:
            return runs.find(connection, name, self._location)

    def runs(self, limit: int | None = None) -> list[RunSummary]:
        """The runs, newest first."""
        with self._reading() as connection:
            return runs.recent(connection, limit, self._location)

    # rows

    def write_rows(self, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
        """Store finished rows with their cases and outputs, all or none. A row that stands there already with the same
        content is left as it is.

        Raises:
            StoreError: a position is stored with other content, a sample is not the one scored, or the run is not running.
        """
        with self._writing() as connection:
            scored_rows.write(connection, run_id, rows)

    def write_invalid(self, run_id: str, invalid: Sequence[InvalidInput]) -> None:
        """Store rows of a file that could not be read; the same one twice counts once."""
        with self._writing() as connection:
            runs.add_invalid(connection, run_id, invalid)

    def done(self, run_id: str) -> Done:
        """What is stored of a run, for resuming: `(position, case_hash) in done`."""
        with self._reading() as connection:
            return scored_rows.done(connection, run_id)

    def rows(self, run_id: str) -> Iterator[ScoredRow]:
        """The rows by position, read in pages. The store may be written meanwhile; a row added behind the cursor is seen."""
        after = -1
        while found := self._page(run_id, after):
            yield from found
            after = found[-1].position

    def samples(self, run_id: str) -> Iterator[tuple[ScoredRow, Sample]]:
        """The rows by position, each with the case and the output that it was scored from."""
        after = -1
        while found := self._page_with_samples(run_id, after):
            yield from found
            after = found[-1][0].position

    def row(self, run_id: str, case_id: str) -> ScoredRow:
        """The row of a case."""
        with self._reading() as connection:
            return scored_rows.row_of(connection, run_id, case_id, self._location)

    def sample(self, row: ScoredRow) -> Sample:
        """The case and the output that a row was scored from. `StoreError` when they are gone or were changed."""
        with self._reading() as connection:
            return scored_rows.sample_of(connection, row, self._location)

    # payloads

    def put_payload(self, value: Mapping[str, Any]) -> str:
        """Store a JSON object under the SHA-256 of its canonical JSON; that hash."""
        with self._writing() as connection:
            return payloads.add_value(connection, value)

    def payload(self, name: str) -> dict[str, Any]:
        """A stored JSON object. `StoreError` when it is not there or its content no longer has this hash."""
        with self._reading() as connection:
            value: dict[str, Any] = payloads.read_value(connection, name, self._location)
            return value

    def has_payload(self, name: str) -> bool:
        """Whether something is stored under this hash."""
        with self._reading() as connection:
            return payloads.has(connection, name)

    def put_text(self, text: str) -> str:
        """Store a text, such as that of a policy, under the SHA-256 of its UTF-8 bytes; that hash."""
        with self._writing() as connection:
            return payloads.add_text(connection, text)

    def text(self, name: str) -> str:
        """A stored text; errors as `payload`."""
        with self._reading() as connection:
            return payloads.read_text(connection, name, self._location)

    # decisions

    def write_decision(self, run_id: str, decision: Decision, *, policy_hash: str, decided: str) -> None:
        """Store one more decision of a run."""
        recorded = RecordedDecision(decision=decision, decided=decided, policy_hash=policy_hash)
        with self._writing() as connection:
            decisions.add(connection, run_id, recorded)

    def prove_decision(self, run_id: str, decision: Decision) -> None:
        """Read the last decision of a run back over a connection of its own.

        What is open can still be written after its file was deleted or replaced; nothing of that would be found again.

        Raises:
            StoreError: the decision does not stand where the store was opened.
        """
        place = self._place
        if isinstance(place, SqliteLocation) and place.path is None:
            return
        with Store(connect(place, mode=OpenMode.READ, wait=WAIT), place, OpenMode.READ) as again:
            try:
                kept = again.decisions(run_id)
            except UnknownNameError:
                kept = []
        if not kept or kept[-1].decision != decision:
            raise StoreError(
                f"the store {self._location} does not hold the decision on run {run_id} that was just written",
                code="decision_lost",
                hint="something deleted or replaced the store meanwhile, the target perhaps; decide again",
            )

    def decisions(self, run_id: str) -> list[RecordedDecision]:
        """The decisions of a run, oldest first."""
        with self._reading() as connection:
            return decisions.of_run(connection, run_id, self._location)

    # judge calls

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Store one attempt at a judge call under the hash of its content; that hash.

        `call` is a JSON object with at least `request_key` (the hash of the complete request) and `ok` (whether the reply may
        be used again); with `run_id` the attempt belongs to that run. Secrets must be out of it already.
        """
        with self._writing() as connection:
            return judge_calls.add_call(connection, call)

    def call(self, name: str) -> dict[str, Any]:
        """A stored attempt. `StoreError` when it is not there or was changed."""
        with self._reading() as connection:
            return judge_calls.read_call(connection, name, self._location)

    def cached(self, request_key: str) -> dict[str, Any] | None:
        """The latest attempt at this request whose reply may be used again, or None."""
        with self._reading() as connection:
            return judge_calls.latest_usable(connection, request_key, self._location)

    def calls(self, run_id: str) -> Iterator[dict[str, Any]]:
        """The attempts that a run made, and those of earlier runs that its scores rest on, in the order stored."""
        after = -1
        while found := self._page_of_calls(run_id, after):
            yield from (call for _, call in found)
            after = found[-1][0]

    # pages and transactions

    def _page(self, run_id: str, after: int) -> list[ScoredRow]:
        with self._reading() as connection:
            return scored_rows.page(connection, run_id, after, self._location)

    def _page_with_samples(self, run_id: str, after: int) -> list[tuple[ScoredRow, Sample]]:
        with self._reading() as connection:
            return scored_rows.page_with_samples(connection, run_id, after, self._location)

    def _page_of_calls(self, run_id: str, after: int) -> list[tuple[int, dict[str, Any]]]:
        with self._reading() as connection:
            return judge_calls.page(connection, run_id, after, self._location)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self._mode is OpenMode.READ:
            raise StoreError(
                f"the store {self._location} was opened for reading", code="store_read_only", hint="open it for writing"
            )
        with store_errors(self._location), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with store_errors(self._location), self._engine.connect() as connection:
            yield connection
