"""Runs: what they were made of and how far they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from assay.errors import ConfigurationError, StoreError, UnknownNameError
from assay.records.run import InvalidInput, Manifest, RunSummary
from assay.records.words import RunStatus
from assay.store.body import read_record, to_body
from assay.store.schema import insert_new, invalid_inputs, runs, scored_rows

LAST = "last"
_MAX_NAMES = 1000
_RESUMABLE = (RunStatus.PARTIAL, RunStatus.RUNNING, RunStatus.CANCELLED)


def begin(connection: Connection, manifest: Manifest, expected_rows: int | None) -> None:
    """Record a new run as running.

    Raises:
        StoreError: a run of this id is stored already.
    """
    row = {
        "run_id": manifest.run_id,
        "started": manifest.started,
        "status": RunStatus.RUNNING.value,
        "golden_hash": manifest.golden_hash,
        "expected_rows": expected_rows,
        "stored_rows": 0,
        "body": to_body(manifest.to_json()),
    }
    if not insert_new(connection, runs, [row]):
        raise StoreError(
            f"run {manifest.run_id!r} is stored already", code="run_exists", hint="resume it, or give a new run id"
        )


def finish(connection: Connection, run_id: str, status: RunStatus, finished: str, golden_hash: str) -> None:
    """Record how a run ended."""
    values: dict[str, Any] = {"status": status.value, "finished": finished}
    if golden_hash:
        values["golden_hash"] = golden_hash
    _change(connection, run_id, values)


def reopen(connection: Connection, run_id: str) -> None:
    """Set a run that did not complete to running.

    Raises:
        StoreError: the run is complete.
    """
    changed = connection.execute(
        update(runs)
        .where(runs.c.run_id == run_id, runs.c.status.in_([status.value for status in _RESUMABLE]))
        .values(status=RunStatus.RUNNING.value, finished=None)
    )
    if changed.rowcount == 0:
        status = status_of(connection, run_id)
        raise StoreError(
            f"run {run_id!r} is {status.value}", code="run_not_resumable", hint="start a new run to score again"
        )


def status_of(connection: Connection, run_id: str) -> RunStatus:
    """How far the run of exactly this id came.

    Raises:
        UnknownNameError: there is none.
    """
    status = connection.execute(select(runs.c.status).where(runs.c.run_id == run_id)).scalar()
    if status is None:
        raise UnknownNameError("run", run_id, _names(connection))
    return RunStatus(status)


def count_rows(connection: Connection, run_id: str, added: int) -> None:
    """Add to the number of stored rows of a running run.

    Raises:
        StoreError: the run is not running.
        UnknownNameError: there is no such run.
    """
    statement = update(runs).where(runs.c.run_id == run_id, runs.c.status == RunStatus.RUNNING.value)
    changed = connection.execute(statement.values(stored_rows=runs.c.stored_rows + added))
    if changed.rowcount == 0:
        status = status_of(connection, run_id)
        raise StoreError(
            f"run {run_id!r} is {status.value} and takes no more rows", code="run_closed", hint="reopen it to resume"
        )


def add_invalid(connection: Connection, run_id: str, invalid: Sequence[InvalidInput]) -> None:
    """Store rows that could not be read, each once."""
    status_of(connection, run_id)
    rows = [{"run_id": run_id, "hash": row.content_hash, "body": to_body(row.to_json())} for row in invalid]
    insert_new(connection, invalid_inputs, rows)


def find(connection: Connection, name: str, where: object) -> RunSummary:
    """The run with this id, with the only id that begins so, or the newest for `last`.

    Raises:
        UnknownNameError: no run fits; the hint offers near matches.
        ConfigurationError: several runs begin so.
        StoreError: `last`, and the store has no run.
    """
    row = connection.execute(select(runs).where(runs.c.run_id == name)).first()
    if row is None and name == LAST:
        row = connection.execute(select(runs).order_by(runs.c.number.desc()).limit(1)).first()
        if row is None:
            raise StoreError(f"the store {where} has no run yet", code="no_runs", hint="run an evaluation first")
    return _summary(connection, row if row is not None else _by_prefix(connection, name), where)


def recent(connection: Connection, limit: int | None, where: object) -> list[RunSummary]:
    """The runs, newest first."""
    rows = connection.execute(select(runs).order_by(runs.c.number.desc()).limit(limit)).all()
    return [_summary(connection, row, where) for row in rows]


def _by_prefix(connection: Connection, name: str) -> Row[Any]:
    begins = func.substr(runs.c.run_id, 1, len(name)) == name
    rows = connection.execute(select(runs).where(begins).order_by(runs.c.number.desc()).limit(4)).all() if name else []
    if not rows:
        raise UnknownNameError("run", name, [*_names(connection), LAST])
    if len(rows) > 1:
        raise ConfigurationError(
            f"{name!r} is the beginning of several run ids",
            code="ambiguous_name",
            hint=f"give more of it: {', '.join(row.run_id for row in rows)}",
        )
    return rows[0]


def _summary(connection: Connection, row: Row[Any], where: object) -> RunSummary:
    invalid = select(invalid_inputs.c.body).where(invalid_inputs.c.run_id == row.run_id)
    bodies = connection.execute(invalid.order_by(invalid_inputs.c.number)).scalars()
    return RunSummary(
        manifest=read_record(Manifest, row.body, where).replace(golden_hash=row.golden_hash),
        status=RunStatus(row.status),
        rows=row.stored_rows,
        expected_rows=row.expected_rows,
        finished=row.finished,
        invalid_inputs=tuple(read_record(InvalidInput, body, where) for body in bodies),
    )


def _change(connection: Connection, run_id: str, values: dict[str, Any]) -> None:
    if connection.execute(update(runs).where(runs.c.run_id == run_id).values(values)).rowcount == 0:
        raise UnknownNameError("run", run_id, _names(connection))


def _names(connection: Connection) -> list[str]:
    """The newest run ids, for near matches."""
    return list(connection.execute(select(runs.c.run_id).order_by(runs.c.number.desc()).limit(_MAX_NAMES)).scalars())


def case_ids(connection: Connection, run_id: str) -> list[str]:
    """Some case ids of a run, for near matches."""
    statement = select(scored_rows.c.case_id).where(scored_rows.c.run_id == run_id)
    return list(connection.execute(statement.order_by(scored_rows.c.position).limit(_MAX_NAMES)).scalars())
