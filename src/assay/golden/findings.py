"""What the lint says about a golden set."""

from __future__ import annotations

from enum import StrEnum

from assay.records.record import Record


class Severity(StrEnum):
    """How much a finding matters: an error makes some check invalid or undecidable, a warning weakens what a run shows."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Record, frozen=True):
    """One thing that somebody should look at. `code` is stable; `where` is `file:line`, as much of it as is known."""

    code: str
    severity: Severity
    message: str
    where: str = ""
    case_id: str | None = None
