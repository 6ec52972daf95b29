"""What the rows of a run look like as a whole: counts, groups, cases that nothing tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from assay.errors import near_matches
from assay.gating.account import NAMED_CASES, Account, Named
from assay.gating.case_result import Judgement
from assay.gating.outcome import counted
from assay.records import CheckResult, CheckStatus, InvalidInput, Owner, RunStatus, ScoredRow, Status, Tally
from assay.records.decision import MAX_CASES_LISTED

MAX_GROUPS_REMEMBERED = 1000
NAMED_ROWS = 3
"""Unreadable rows that the problem names; the decision holds them all."""
_WORST_FIRST = (Status.ERROR, Status.INVALID, Status.SCORED, Status.NOT_APPLICABLE)
_UNREMARKABLE = (CheckStatus.PASS, CheckStatus.NOT_APPLICABLE)

Judged = Iterable[tuple[Account, Judgement]]


@dataclass
class Rows:
    """Running counts over all rows, in constant memory. `watched` are the groups that the policy names."""

    watched: frozenset[str] = frozenset()
    count: int = 0
    worst: Counter[Status] = field(default_factory=Counter)
    having: Counter[Status] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    groups: dict[str, None] = field(default_factory=dict)
    contracts: dict[str, None] = field(default_factory=dict)
    targets_failed: int = 0
    untested: Named = field(default_factory=Named)
    only_informed: Named = field(default_factory=Named)
    failed_unjudged: Named = field(default_factory=Named)
    stopping: list[CheckResult] = field(default_factory=list)
    informing: list[CheckResult] = field(default_factory=list)

    def add(self, row: ScoredRow, judged: Judged, results: Iterable[CheckResult]) -> None:
        """Count one row: `judged` are its checks, `results` everything that was said about it."""
        self.count += 1
        statuses = {judgement.status for _, judgement in judged}
        if row.blocking and statuses <= {Status.NOT_APPLICABLE}:
            statuses = {Status.INVALID}  # nothing tested is not passed
        self.worst[next(status for status in _WORST_FIRST if status in statuses)] += 1
        self.having.update(statuses)
        self.targets_failed += row.failure is not None
        if row.group is not None and (row.group in self.watched or len(self.groups) < MAX_GROUPS_REMEMBERED):
            self.groups[row.group] = None
        if row.contract is not None and len(self.contracts) < MAX_GROUPS_REMEMBERED:
            self.contracts[row.contract] = None
        stops = {result.status for result in results if result.blocks}
        worst = next((one for one in (CheckStatus.INCOMPLETE, CheckStatus.FAIL) if one in stops), CheckStatus.PASS)
        self.outcomes[worst.value if row.blocking else "not_blocking"] += 1
        for result in results:
            listed = self.stopping if result.blocks else self.informing
            if result.status not in _UNREMARKABLE and len(listed) < MAX_CASES_LISTED:
                listed.append(result)

    def untested_result(self, row: ScoredRow, judged: Judged) -> CheckResult | None:
        """A blocking case that no check applies to was not tested; that is incomplete, not passed.

        Nor was one on which the target failed, where only informing checks apply: nothing that blocks has seen the failure.
        """
        met = [account for account, judgement in judged if judgement.status is not Status.NOT_APPLICABLE]
        if not row.blocking or any(account.demand.check.blocks for account in met):
            return None
        if row.failure is not None:
            self.failed_unjudged.add(row.case_id)
            reason = f"the target gave no output ({row.failure.kind}), and no check that blocks applies to this case"
            return _unjudged(row, reason, "a blocking check applies", Owner.HARNESS, "target_error")
        if met:
            self.only_informed.add(row.case_id)
            return None
        self.untested.add(row.case_id)
        reason = "no check of the policy applies to this case"
        return _unjudged(row, reason, "at least one check applies", Owner.TEST_DATA, "nothing_tested")

    def tally(self, unreadable: int) -> Tally:
        """Each row once, by the worst status among its scores; unreadable rows and untested blocking ones are invalid."""
        counts = {status.value: count for status, count in self.worst.items()}
        return Tally(**{**counts, "invalid": self.worst[Status.INVALID] + unreadable})

    @property
    def n_blocking(self) -> int:
        """The cases that decide."""
        return self.count - self.outcomes["not_blocking"]

    @property
    def listed(self) -> tuple[CheckResult, ...]:
        """The results worth showing, those that stop the release first."""
        return (*self.stopping, *self.informing)[:MAX_CASES_LISTED]

    @property
    def _missing_groups(self) -> list[str]:
        return sorted(self.watched - self.groups.keys())

    def problems(self, run_status: RunStatus, unreadable: Sequence[InvalidInput]) -> Iterator[str]:
        """Why the run as a whole cannot be decided."""
        if run_status is not RunStatus.COMPLETE:
            yield f"the run is {run_status.value}, and only a complete run can pass"
        if not self.count:
            yield "there are no cases"
        elif self.targets_failed == self.count:
            yield f"the target gave no output in any of {counted(self.count, 'case')}"
        elif self.outcomes.keys() == {"not_blocking"}:
            yield f"none of {counted(self.count, 'case')} is blocking, so nothing was decided"
        if unreadable:
            first = "; ".join(str(one) for one in unreadable[:NAMED_ROWS])
            more = f"; and {len(unreadable) - NAMED_ROWS} more" if len(unreadable) > NAMED_ROWS else ""
            yield f"{counted(len(unreadable), 'row')} of the input could not be read: {first}{more}"
        if self.untested.count:
            yield f"no check applies to {counted(self.untested.count, 'case')} ({self.untested})"
        if self.failed_unjudged.count and self.targets_failed < self.count:
            failed = f"{counted(self.failed_unjudged.count, 'case')} ({self.failed_unjudged})"
            yield f"the target gave no output in {failed}, where no check that blocks applies"
        strangers = [seen for seen in self.groups if seen not in self.watched]
        for group in self._missing_groups:
            if near := near_matches(group, strangers):
                yield f"no case is in group {group!r} of the policy, and there are cases in {near[0]!r}"

    def warnings(self) -> Iterator[str]:
        """What does not change the decision and should be known."""
        for group in self._missing_groups:
            yield f"no case is in group {group!r} of the policy"
        if len(self.contracts) > 1:
            few = sorted(self.contracts)[:NAMED_CASES]
            more = ", …" if len(self.contracts) > len(few) else ""
            named = ", ".join(few) + more
            yield f"the cases are of {len(self.contracts)} contract versions ({named}): one decision for all of them"
        if self.only_informed.count:
            yield f"only informing checks apply to {counted(self.only_informed.count, 'case')} ({self.only_informed})"


def _unjudged(row: ScoredRow, reason: str, demand: str, owner: Owner, code: str) -> CheckResult:
    """The result of a blocking case on which nothing could decide."""
    return CheckResult(
        check="applicability",
        metric="",
        status=CheckStatus.INCOMPLETE,
        reason=reason,
        case_id=row.case_id,
        group=row.group,
        demand=demand,
        blocks=True,
        owner=owner,
        code=code,
    )
