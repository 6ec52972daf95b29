"""Two definitions beside each other, as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.records.decision import Decision
from assay.report.console import Screen
from assay.report.tables import Table

if TYPE_CHECKING:
    from assay.audit.dual import Disagreement, Dual

SHOWN = 20


def write_dual(screen: Screen, result: Dual) -> None:
    """Agreement table, disagreements, rows without a judgement, and the decision under each."""
    screen.text(f"old  {result.old}\nnew  {result.new}\nrun  {result.run_id}, {result.rows} rows\n")
    screen.table(agreement_table(result))
    screen.text(_agreement(result))
    for title, found in (
        ("Disagreements", result.disagreements),
        ("Same outcome, another value", result.moved),
        ("Rows that one of them could not judge", result.unjudged),
    ):
        if found:
            screen.text()
            screen.table(_rows(title, found))
            if len(found) > SHOWN:
                screen.text(f"… and {len(found) - SHOWN} more; --json lists all")
    screen.text()
    screen.text(f"decision under the old  {_decision(result.old_decision)}")
    screen.text(f"decision under the new  {_decision(result.new_decision)}")


def agreement_table(result: Dual) -> Table:
    """Rows by the outcome under the old (down) and the new (across)."""
    across = sorted({new for _, new, _ in result.table})
    down = sorted({old for old, _, _ in result.table})
    counts = {(old, new): count for old, new, count in result.table}
    rows = tuple((f"old {old}", *(str(counts.get((old, new), 0)) for new in across)) for old in down)
    columns = ("", *(f"new {new}" for new in across))
    return Table(columns, rows, right=frozenset(columns[1:]))


def _agreement(result: Dual) -> str:
    if result.percent is None:
        return "no row was judged by both"
    parts = [f"{result.percent:.1%} agree over the {result.judged} rows that both judged"]
    parts += [
        f"{name} {value:.3f}" if value is not None else f"{name} undefined"
        for name, value in (("kappa", result.kappa), ("AC1", result.ac1))
    ]
    return ", ".join(parts)


def _rows(title: str, found: Sequence[Disagreement]) -> Table:
    rows = tuple(
        (
            one.case_id,
            _outcome(one.old.outcome, one.old.shown),
            _outcome(one.new.outcome, one.new.shown),
            one.old.reason or "-",
            one.new.reason or "-",
        )
        for one in found[:SHOWN]
    )
    return Table(("CASE", "OLD", "NEW", "OLD REASON", "NEW REASON"), rows, title=f"{title} ({len(found)})")


def _outcome(outcome: str, shown: str) -> str:
    return f"{outcome} {shown}" if shown else str(outcome)


def _decision(decision: Decision | None) -> str:
    if decision is None:
        return "none: no check of the run's policy uses the metric"
    return f"{decision.status.value.upper()} (exit {int(decision.exit_code)}): {decision.reason}"
