"""What the gate must know of a calibration: for exactly which judge, prompt and metric version it holds, and how it came out."""

from __future__ import annotations

from assay.records.record import Record


class Calibration(Record, frozen=True):
    """One calibration record. `signature` is the score signature it holds for; `problem` says why it is not good enough."""

    name: str
    signature: str
    problem: str | None = None
