"""Rows of a file that could not be read: they have no score, and somebody has to mend them."""

from __future__ import annotations

from assay.audit.triage.diagnosis import Confidence, Diagnosis, Fault, Stage, clue
from assay.records import InvalidInput, Owner, Status


def unreadable(row: InvalidInput) -> Diagnosis:
    """The diagnosis of a row that could not be read.

    >>> unreadable(InvalidInput(source="golden.jsonl", line=7, reason="not JSON")).says
    'golden.jsonl:7 could not be read: not JSON'
    """
    return Diagnosis(
        case_id=row.case_id or "",
        check="readable",
        metric="",
        status=Status.INVALID.value,
        blocks=True,
        owner=Owner.TEST_DATA,
        owners=(Owner.TEST_DATA,),
        stage=Stage.INPUTS,
        fault=Fault.UNREADABLE_ROW,
        says=f"{row.where} could not be read: {row.reason}",
        missing=(),
        evidence=(clue("row", row.reason, ids=(row.code,), where=row.where),),
        confidence=Confidence.CERTAIN,
        next="mend this row of the file; `assay lint` shows every problem of a golden set",
        score="",
        demand="every row can be read",
        reason=row.reason,
        input="",
        answer=None,
    )
