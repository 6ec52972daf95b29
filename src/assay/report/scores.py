"""The scores of a run as a person reads them: every mean with its counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assay.records.aggregate import Aggregate
from assay.records.number import show
from assay.records.run import RunSummary
from assay.report.console import Screen
from assay.report.tables import Table, listing

SHOWN_UNREADABLE = 20


def write_scores(screen: Screen, summary: RunSummary, aggregates: Sequence[Aggregate]) -> None:
    """The table of means, the rows that could not be read, and one last line."""
    screen.table(scores_table(aggregates))
    unreadable = [
        f"{problem.source}:{problem.line}: {problem.reason}" if problem.line is not None else problem.reason
        for problem in summary.invalid_inputs
    ]
    text = listing("Rows that could not be read", unreadable[:SHOWN_UNREADABLE])
    if text:
        screen.text("\n" + text)
        if len(unreadable) > SHOWN_UNREADABLE:
            screen.text(f"  … and {len(unreadable) - SHOWN_UNREADABLE} more")
    screen.text(f"\nrun {summary.manifest.run_id}: {summary.status.value}, {summary.rows} rows")


def scores_table(aggregates: Sequence[Aggregate]) -> Table:
    """One row a metric: mean and counts; an undefined mean says why."""
    rows = tuple(
        (
            aggregate.metric,
            show(aggregate.number) if aggregate.number is not None else "undefined",
            *(str(count) for count in counts(aggregate)),
            aggregate.reason,
        )
        for aggregate in aggregates
    )
    columns = ("METRIC", "MEAN", "SCORED", "N/A", "INVALID", "ERROR", "NOTE")
    return Table(columns, rows, right=frozenset(columns[1:6]))


def counts(aggregate: Aggregate) -> tuple[int, int, int, int]:
    """Scored, not applicable, invalid, error."""
    tally = aggregate.tally
    return tally.scored, tally.not_applicable, tally.invalid, tally.error


def write_redacted(screen: Screen, counts: Mapping[str, int]) -> None:
    """What was taken out before anything was stored, where something was."""
    if counts:
        screen.text(f"redacted before storing: {counted(counts)}\n")


def counted(counts: Mapping[str, int]) -> str:
    """`email 3, phone 1`."""
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def run_as_json(summary: RunSummary, aggregates: Sequence[Aggregate]) -> dict[str, Any]:
    """The run and its aggregates as strict JSON."""
    return {"run": summary.to_full_dict(), "aggregates": [aggregate.to_full_dict() for aggregate in aggregates]}
