"""The stored runs as a table."""

from __future__ import annotations

from collections.abc import Sequence

from assay.records.decision import Decision
from assay.records.run import RunSummary
from assay.report.tables import Table


def runs_table(runs: Sequence[tuple[RunSummary, Sequence[Decision]]]) -> Table:
    """One row a run: when, status, rows, golden set, policy version and last decision."""
    rows = tuple(
        (
            summary.manifest.run_id,
            summary.manifest.started.replace("T", " ").removesuffix("+00:00"),
            summary.status.value,
            str(summary.rows),
            summary.manifest.golden_source or "-",
            summary.manifest.policy_version or "-",
            decisions[-1].status.value if decisions else "-",
        )
        for summary, decisions in runs
    )
    return Table(
        ("RUN", "STARTED (UTC)", "STATUS", "ROWS", "GOLDEN SET", "POLICY", "DECISION"), rows, right=frozenset({"ROWS"})
    )
