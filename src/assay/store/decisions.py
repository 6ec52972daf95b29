"""Decisions: a run may be decided several times under several policies; every decision is kept."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from assay.records.decision import Decision
from assay.records.record import Record
from assay.store.body import read_record, to_body
from assay.store.runs import status_of
from assay.store.schema import decisions


class RecordedDecision(Record, frozen=True):
    """A decision, when it was made, and the hash of the policy text that it applied."""

    decision: Decision
    decided: str
    policy_hash: str


def add(connection: Connection, run_id: str, recorded: RecordedDecision) -> None:
    """Store one more decision of a run.

    Raises:
        UnknownNameError: there is no such run.
    """
    status_of(connection, run_id)
    row = {"run_id": run_id, "decided": recorded.decided, "policy_hash": recorded.policy_hash}
    connection.execute(insert(decisions).inline(), [{**row, "body": to_body(recorded.decision.to_json())}])


def of_run(connection: Connection, run_id: str, where: object) -> list[RecordedDecision]:
    """The decisions of a run, oldest first."""
    status_of(connection, run_id)
    rows = connection.execute(select(decisions).where(decisions.c.run_id == run_id).order_by(decisions.c.number))
    return [
        RecordedDecision(
            decision=read_record(Decision, row.body, where), decided=row.decided, policy_hash=row.policy_hash
        )
        for row in rows
    ]
