"""Two definitions beside each other on the same stored inputs: a metric and its successor, or two policies.

Every row is judged under both. Rows that one side cannot judge (invalid, error) are kept apart: they say nothing about agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.gating import Gate
from assay.records import CheckResult, CheckStatus, Decision, ScoredRow
from assay.records.record import Record
from assay.stats.agreement import cohen_kappa, gwet_ac1, percent_agreement
from assay.stats.result import Undefined

_DECIDED = (CheckStatus.PASS, CheckStatus.WARN, CheckStatus.FAIL)
_WORST_FIRST = (CheckStatus.INCOMPLETE, CheckStatus.FAIL, CheckStatus.WARN, CheckStatus.PASS)

Look = Callable[[ScoredRow, Sequence[CheckResult]], "Opinion"]
"""What one side says of a row, from the row and the results of its checks."""


class Opinion(Record, frozen=True):
    """What one side says of a row: pass, warn, fail, incomplete or not applicable, the value as printed, and why."""

    outcome: CheckStatus
    shown: str = ""
    reason: str = ""


class Disagreement(Record, frozen=True):
    """A row on which the sides differ, with both reasons."""

    case_id: str
    old: Opinion
    new: Opinion


class Dual(Record, frozen=True):
    """Two definitions on one run.

    `table` counts the rows by both outcomes. `disagreements` are rows with different outcomes, `moved` rows with one
    outcome and different values, `unjudged` rows that at least one side could not judge. `percent`, `kappa` and `ac1` are
    over the rows that both judged; None is undefined. The decisions are None where no check of the policy uses the metric.
    """

    run_id: str
    old: str
    new: str
    rows: int
    judged: int
    table: tuple[tuple[str, str, int], ...]
    percent: float | None
    kappa: float | None
    ac1: float | None
    disagreements: tuple[Disagreement, ...]
    moved: tuple[Disagreement, ...]
    unjudged: tuple[Disagreement, ...]
    old_decision: Decision | None = None
    new_decision: Decision | None = None


@dataclass(slots=True)
class Comparing:
    """Two gates and what they say, row by row."""

    old: Gate
    new: Gate
    look_old: Look
    look_new: Look
    table: Counter[tuple[str, str]] = field(default_factory=Counter)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)
    moved: list[Disagreement] = field(default_factory=list)
    unjudged: list[Disagreement] = field(default_factory=list)
    rows: int = 0

    def add(self, old: ScoredRow, new: ScoredRow) -> None:
        """One row, as each side scored it."""
        before, after = self.look_old(old, self.old.add(old)), self.look_new(new, self.new.add(new))
        both = Disagreement(case_id=old.case_id, old=before, new=after)
        self.rows += 1
        self.table[before.outcome.value, after.outcome.value] += 1
        if CheckStatus.INCOMPLETE in (before.outcome, after.outcome):
            self.unjudged.append(both)
            return
        if before.outcome in _DECIDED and after.outcome in _DECIDED:
            self.pairs.append((before.outcome.value, after.outcome.value))
        if before.outcome is not after.outcome:
            self.disagreements.append(both)
        elif before.shown != after.shown:
            self.moved.append(both)

    def result(
        self, *, run_id: str, names: tuple[str, str], decisions: tuple[Decision | None, Decision | None]
    ) -> Dual:
        """The comparison over the rows added."""
        first, second = [one for one, _ in self.pairs], [other for _, other in self.pairs]
        return Dual(
            run_id=run_id,
            old=names[0],
            new=names[1],
            rows=self.rows,
            judged=len(self.pairs),
            table=tuple((*outcomes, count) for outcomes, count in sorted(self.table.items())),
            percent=percent_agreement(first, second) if self.pairs else None,
            kappa=_number(cohen_kappa(first, second)) if self.pairs else None,
            ac1=_number(gwet_ac1(first, second)) if self.pairs else None,
            disagreements=tuple(self.disagreements),
            moved=tuple(self.moved),
            unjudged=tuple(self.unjudged),
            old_decision=decisions[0],
            new_decision=decisions[1],
        )


def opinion_on_check(name: str) -> Look:
    """What one check says of a row."""

    def look(row: ScoredRow, results: Sequence[CheckResult]) -> Opinion:
        found = next((result for result in results if result.check == name), None)
        if found is None:
            return Opinion(outcome=CheckStatus.NOT_APPLICABLE, reason="the check does not apply to this group")
        return Opinion(outcome=found.status, shown=found.shown, reason=found.reason)

    return look


def opinion_of_policy(row: ScoredRow, results: Sequence[CheckResult]) -> Opinion:
    """What a whole policy says of a row: the worst of its blocking results, with the reasons of those that are not a pass.

    A kpi decides on the mean of the run, so it fails no row.
    """
    counted = tuple(_that_count(results))
    statuses = {result.status for result in counted}
    outcome = next((status for status in _WORST_FIRST if status in statuses), CheckStatus.NOT_APPLICABLE)
    if outcome is CheckStatus.PASS:
        return Opinion(outcome=outcome, reason=f"{', '.join(result.check for result in counted)} hold")
    reasons = [f"{result.check}: {result.reason}" for result in counted if result.status is outcome]
    return Opinion(outcome=outcome, reason="; ".join(reasons))


def _that_count(results: Sequence[CheckResult]) -> Iterator[CheckResult]:
    """Results that stop the release, and passes; what merely informs has no say."""
    return (result for result in results if result.blocks or result.status is CheckStatus.PASS)


def _number(value: float | Undefined) -> Any:
    return None if isinstance(value, Undefined) else value
