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
    """One row a finding; the infos of one code are one row together, because they are many and none is urgent."""
    pressing = [finding for finding in findings if str(finding.severity) != "info"]
    rows = [
        (str(finding.severity), finding.where, finding.case_id or "-", finding.code, finding.message)
        for finding in pressing
    ]
    infos: dict[str, list[Finding]] = {}
    for finding in findings:
        if str(finding.severity) == "info":
            infos.setdefault(finding.code, []).append(finding)
    for code, same in infos.items():
        more = f" (and {len(same) - 1} more; --json lists all)" if len(same) > 1 else ""
        rows.append(("info", same[0].where, same[0].case_id or "-", code, same[0].message + more))
    return Table(("SEVERITY", "WHERE", "CASE", "CODE", "FINDING"), tuple(rows))
