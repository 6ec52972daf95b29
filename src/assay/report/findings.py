"""Lint findings as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from assay.report.tables import Table


class Finding(Protocol):
    """What this table needs of a finding."""

    @property
    def severity(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def case_id(self) -> str | None: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...


def findings_table(findings: Sequence[Finding]) -> Table:
    """One row a finding."""
    rows = tuple(
        (str(finding.severity), finding.where, finding.case_id or "-", finding.code, finding.message)
        for finding in findings
    )
    return Table(("SEVERITY", "WHERE", "CASE", "CODE", "FINDING"), rows)
