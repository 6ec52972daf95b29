"""Scored rows: written in batches, read back by position in pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from assay.errors import StoreError, UnknownNameError
from assay.records.canonical import sha256_text
from assay.records.case import Case
from assay.records.output import Output
from assay.records.record import Record
from assay.records.run import ScoredRow
from assay.records.sample import Sample
from assay.store.body import lookup_text, read_record, to_body
from assay.store.payloads import add_payloads, read_text, verified
from assay.store.runs import case_ids, count_rows, status_of
from assay.store.schema import insert_new, payloads, run_calls, scored_rows

PAGE = 500
_HASH_BYTES = 32


class Done:
    """Which positions of a run are stored, and for which version of the case: 32 bytes a row.

    >>> done = Done([(0, "ab" * 32)])
    >>> (0, "ab" * 32) in done, (0, "cd" * 32) in done, done.has(1), len(done)
    (True, False, False, 1)
    """

    __slots__ = ("_count", "_hashes")

    def __init__(self, stored: Iterator[tuple[int, str]] | Sequence[tuple[int, str]] = ()) -> None:
        self._hashes = bytearray()
        self._count = 0
        for position, case_hash in stored:
            start = position * _HASH_BYTES
            self._hashes.extend(bytes(max(0, start + _HASH_BYTES - len(self._hashes))))
            self._hashes[start : start + _HASH_BYTES] = bytes.fromhex(case_hash)
            self._count += 1

    def __contains__(self, row: tuple[int, str]) -> bool:
        """Whether this version of the case at this position is stored."""
        position, case_hash = row
        return self._at(position) == bytes.fromhex(case_hash)

    def has(self, position: int) -> bool:
        """Whether any version of the case at this position is stored."""
        return any(self._at(position))

    def __len__(self) -> int:
        return self._count

    def _at(self, position: int) -> bytearray:
        start = position * _HASH_BYTES
        return self._hashes[start : start + _HASH_BYTES]


def write(connection: Connection, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
    """Store rows with their cases and outputs. A row that is stored with the same content is left as it is.

    Raises:
        StoreError: a position is stored with other content, a sample is not the one that was scored, or the run is not running.
        UnknownNameError: there is no such run.
    """
    add_payloads(connection, _texts(rows))
    records = [_record(run_id, row) for row, _ in rows]
    added = insert_new(connection, scored_rows, records)
    if added != len(records):
        _compare(connection, run_id, records)
    links = {call for row, _ in rows for score in row.scores for call in score.calls}
    link_calls(connection, run_id, sorted(links))
    count_rows(connection, run_id, added)


def link_calls(connection: Connection, run_id: str, hashes: Sequence[str]) -> None:
    """Record that a run rests on these judge attempts."""
    insert_new(connection, run_calls, [{"run_id": run_id, "call_hash": name} for name in hashes])


def _texts(rows: Sequence[tuple[ScoredRow, Sample]]) -> Iterator[tuple[str, str]]:
    for row, sample in rows:
        yield _named(sample.case, row.case_hash, row.case_id)
        yield _named(sample.output, row.output_hash, row.case_id)


def _named(record: Record, name: str, case_id: str) -> tuple[str, str]:
    text = record.to_json()
    if sha256_text(text) != name:
        raise StoreError(
            f"case {case_id!r}: the {type(record).__name__.lower()} to store is not the one that was scored",
            code="hash_mismatch",
            hint="pass the sample that the row was made from",
        )
    return name, text


def _record(run_id: str, row: ScoredRow) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "position": row.position,
        "case_id": lookup_text(row.case_id),
        "case_hash": row.case_hash,
        "output_hash": row.output_hash,
        "body": to_body(row.to_json()),
    }


def _compare(connection: Connection, run_id: str, records: Sequence[dict[str, Any]]) -> None:
    for record in records:
        at = scored_rows.c.run_id == run_id, scored_rows.c.position == record["position"]
        if connection.execute(select(scored_rows.c.body).where(*at)).scalar() != record["body"]:
            raise StoreError(
                f"run {run_id!r} holds another result at position {record['position']}, which is case "
                f"{record['case_id']!r} now; a stored row is never overwritten",
                code="row_conflict",
                hint="the golden set or the outputs changed since the run began: start a new run",
            )


def page(connection: Connection, run_id: str, after: int, where: object) -> list[ScoredRow]:
    """The next rows by position; an empty list at the end.

    Raises:
        UnknownNameError: there is no such run.
    """
    status_of(connection, run_id)
    return [read_record(ScoredRow, row.body, where) for row in connection.execute(_after(run_id, after))]


def page_with_samples(connection: Connection, run_id: str, after: int, where: object) -> list[tuple[ScoredRow, Sample]]:
    """The next rows by position with their samples; an empty list at the end."""
    cases, outputs = payloads.alias("cases"), payloads.alias("outputs")
    statement = (
        _after(run_id, after)
        .add_columns(cases.c.body.label("case_body"), outputs.c.body.label("output_body"))
        .outerjoin(cases, cases.c.hash == scored_rows.c.case_hash)
        .outerjoin(outputs, outputs.c.hash == scored_rows.c.output_hash)
    )
    status_of(connection, run_id)
    found = []
    for line in connection.execute(statement):
        row = read_record(ScoredRow, line.body, where)
        case = read_record(Case, verified(row.case_hash, line.case_body, where), where)
        output = read_record(Output, verified(row.output_hash, line.output_body, where), where)
        found.append((row, Sample(case=case, output=output)))
    return found


def _after(run_id: str, after: int) -> Select[Any]:
    statement = select(scored_rows.c.body).where(scored_rows.c.run_id == run_id, scored_rows.c.position > after)
    return statement.order_by(scored_rows.c.position).limit(PAGE)


def row_of(connection: Connection, run_id: str, case_id: str, where: object) -> ScoredRow:
    """The row of a case.

    Raises:
        UnknownNameError: the run has no such case; the hint offers near matches.
    """
    by_case = scored_rows.c.run_id == run_id, scored_rows.c.case_id == lookup_text(case_id)
    bodies = connection.execute(select(scored_rows.c.body).where(*by_case).order_by(scored_rows.c.position)).scalars()
    for row in (read_record(ScoredRow, body, where) for body in bodies):
        if row.case_id == case_id:
            return row
    status_of(connection, run_id)
    raise UnknownNameError("case", case_id, case_ids(connection, run_id))


def sample_of(connection: Connection, row: ScoredRow, where: object) -> Sample:
    """The case and the output that a row was scored from.

    Raises:
        StoreError: one of them is not stored, or was changed.
    """
    return Sample(
        case=read_record(Case, read_text(connection, row.case_hash, where), where),
        output=read_record(Output, read_text(connection, row.output_hash, where), where),
    )


def done(connection: Connection, run_id: str) -> Done:
    """What is stored of a run.

    Raises:
        UnknownNameError: there is no such run.
    """
    status_of(connection, run_id)
    statement = select(scored_rows.c.position, scored_rows.c.case_hash).where(scored_rows.c.run_id == run_id)
    stream = connection.execution_options(yield_per=10_000).execute(statement.order_by(scored_rows.c.position))
    return Done((position, case_hash) for position, case_hash in stream)
