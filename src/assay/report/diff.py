"""The difference of two runs as a person reads it: the changes with their causes, the counts, what was not compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from assay.report.console import Screen
from assay.report.tables import Table, listing

SHOWN_CHANGES = 40
SHOWN_CASES = 10


class Facts(Protocol):
    """How one run stood."""

    @property
    def score(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def check(self) -> str: ...


class Reason(Protocol):
    """A cause in words."""

    @property
    def cause(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def error(self) -> bool: ...


class Change(Protocol):
    """What this page needs of a change."""

    @property
    def case_id(self) -> str: ...
    @property
    def check(self) -> str: ...
    @property
    def metric(self) -> str: ...
    @property
    def before(self) -> Facts: ...
    @property
    def after(self) -> Facts: ...
    @property
    def reasons(self) -> Sequence[Reason]: ...
    @property
    def regression(self) -> bool: ...
    @property
    def improvement(self) -> bool: ...


class RunChange(Protocol):
    """What this page needs of a check of the run that came out otherwise."""

    @property
    def check(self) -> str: ...
    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def causes(self) -> Mapping[str, int]: ...


class Difference(Protocol):
    """What this page needs of a difference."""

    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...
    @property
    def decisions(self) -> tuple[str, str]: ...
    @property
    def compared(self) -> int: ...
    @property
    def changes(self) -> Sequence[Change]: ...
    @property
    def runs(self) -> Sequence[RunChange]: ...
    @property
    def counts(self) -> Mapping[str, int]: ...
    @property
    def only_before(self) -> Sequence[str]: ...
    @property
    def only_after(self) -> Sequence[str]: ...
    @property
    def other_contract(self) -> Sequence[str]: ...
    @property
    def obstacles(self) -> Sequence[object]: ...
    @property
    def problems(self) -> Sequence[str]: ...


def write_difference(screen: Screen, difference: Difference) -> None:
    """The whole comparison, with one last line."""
    if difference.changes:
        shown = sorted(difference.changes, key=lambda change: (not change.regression, change.improvement))
        screen.table(changes_table(shown[:SHOWN_CHANGES]))
        if len(shown) > SHOWN_CHANGES:
            screen.text(f"… and {len(shown) - SHOWN_CHANGES} more; --json shows all")
    for title, lines in (
        ("Checks of the run", [_run_line(change) for change in difference.runs]),
        ("Causes", [f"{cause}: {count}" for cause, count in difference.counts.items()]),
        ("Not compared", _not_compared(difference)),
        ("Not comparable", [str(obstacle) for obstacle in difference.obstacles]),
        ("Problems", difference.problems),
    ):
        text = listing(title, lines)
        if text:
            screen.text("\n" + text)
    screen.text("\n" + last_line(difference))


def changes_table(changes: Sequence[Change]) -> Table:
    """One row a change; regressions are marked."""
    rows = tuple(
        (
            change.case_id,
            change.check or change.metric,
            _state(change.before),
            _state(change.after),
            "worse" if change.regression else "better" if change.improvement else "-",
            change.reasons[0].cause + (" (error)" if change.reasons[0].error else ""),
            "; ".join(
                reason.text if not place else f"{reason.cause}: {reason.text}"
                for place, reason in enumerate(change.reasons)
            ),
        )
        for change in changes
    )
    return Table(("CASE", "CHECK", "BEFORE", "AFTER", "", "CAUSE", "WHAT CHANGED"), rows)


def _state(facts: Facts) -> str:
    return " ".join(part for part in (facts.check or facts.status, facts.score) if part) or "-"


def _run_line(change: RunChange) -> str:
    causes = ", ".join(f"{cause} {count}" for cause, count in change.causes.items()) or "none under it"
    return f"{change.check}: {change.before} -> {change.after}; causes: {causes}"


def _not_compared(difference: Difference) -> list[str]:
    groups = (
        (f"only in {difference.before}", difference.only_before),
        (f"only in {difference.after}", difference.only_after),
        ("other contract version", difference.other_contract),
    )
    return [f"{what}: {_cases(cases)}" for what, cases in groups if cases]


def _cases(cases: Sequence[str]) -> str:
    more = len(cases) - SHOWN_CASES
    return ", ".join(cases[:SHOWN_CASES]) + (f" and {more} more" if more > 0 else "")


def last_line(difference: Difference) -> str:
    """What was compared, and whether the decision flipped."""
    worse = sum(change.regression for change in difference.changes)
    better = sum(change.improvement for change in difference.changes)
    old, new = difference.decisions
    decision = f"; decision {old or 'none'} -> {new or 'none'}" if old or new else ""
    return (
        f"{difference.before} -> {difference.after}: {difference.compared} cases compared, {len(difference.changes)} "
        f"changes, {worse} worse, {better} better{decision}"
    )
