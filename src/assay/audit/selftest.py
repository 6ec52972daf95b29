"""A gate that tests itself: good samples are spoiled on purpose, and the policy has to see each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.audit.selftest_mutations import Mutation
from assay.audit.triage import Reading, Trail, triage
from assay.gating import Gate
from assay.records import Catalog, CheckResult, CheckStatus, Owner, RunStatus, Sample, ScoredRow
from assay.records.record import Record

STOPPING = (CheckStatus.FAIL, CheckStatus.INCOMPLETE)
Rescore = Callable[[int, Sample], Awaitable[ScoredRow]]


class Caught(StrEnum):
    """What the policy made of a mutation.

    `alone`: each spoiled case stops the release by itself. `mean`: some get through, and where all are spoiled a kpi stops it.
    `partly`: some get through and nothing stops them. `green`: all get through. `skipped`: no sample could be spoiled that way.
    """

    ALONE = "alone"
    MEAN = "mean"
    PARTLY = "partly"
    GREEN = "green"
    SKIPPED = "skipped"


class Trial(Record, frozen=True):
    """One mutation: how many samples it spoiled, how many stopped the release, by which checks, and whom the triage named.

    `right` counts the caught samples for which the triage named somebody who can mend this fault. `through` are the cases that
    stayed green.
    """

    mutation: str
    says: str
    caught: Caught
    spoiled: int
    stopped: int
    right: int
    owners: dict[str, int]
    expected: tuple[Owner, ...]
    checks: tuple[str, ...]
    through: tuple[str, ...]
    advice: str
    reason: str = ""

    @property
    def is_finding(self) -> bool:
        """Whether the policy lets this fault through."""
        return self.caught in (Caught.PARTLY, Caught.GREEN)


class SelfTest(Record, frozen=True):
    """Every trial of a policy on a golden set; `good` of `cases` samples were good enough to be spoiled."""

    policy_version: str
    cases: int
    good: int
    trials: tuple[Trial, ...]

    @property
    def findings(self) -> tuple[Trial, ...]:
        """The mutations that stayed green, wholly or in part."""
        return tuple(trial for trial in self.trials if trial.is_finding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tester:
    """What a trial needs: a fresh gate, a way to score, and the good samples with their rows."""

    gate: Callable[[], Gate]
    catalog: Catalog
    rescore: Rescore
    good: Sequence[Reading]
    has_judge: bool
    limit: int

    async def trial(self, mutation: Mutation) -> Trial:
        """Spoil up to `limit` good samples and look what the policy says."""
        if mutation.asks_judge and not self.has_judge:
            return self._outcome(mutation, [], Caught.SKIPPED, reason="no check of the policy asks a judge")
        spoiled = [pair async for pair in self._spoil(mutation)]
        if not spoiled:
            return self._outcome(mutation, [], Caught.SKIPPED, reason="no good sample has anything to spoil")
        gate = self.gate()
        judged = [(before, after, stopping(gate.add(after.row))) for before, after in spoiled]
        through = [after.row.case_id for _, after, results in judged if not results]
        if not through:
            return self._outcome(mutation, judged, Caught.ALONE)
        means = self._stopping_means(gate)
        left = Caught.GREEN if len(through) == len(judged) else Caught.PARTLY
        return self._outcome(mutation, judged, Caught.MEAN if means else left, means=means)

    async def _spoil(self, mutation: Mutation) -> AsyncIterator[tuple[Reading, Reading]]:
        samples = [reading.sample for reading in self.good]
        target = mutation.target() if mutation.target is not None else None
        count = 0
        try:
            for reading in self.good:
                changed: Sample | None = None
                if target is not None:
                    changed = Sample(case=reading.sample.case, output=await target.call(reading.sample.case))
                elif mutation.change is not None:
                    changed = mutation.change(reading.sample, samples)
                if changed is None:
                    continue
                yield reading, Reading(sample=changed, row=await self.rescore(reading.row.position, changed))
                count += 1
                if count == self.limit:
                    return
        finally:
            if target is not None:
                await target.close()

    def _stopping_means(self, gate: Gate) -> tuple[str, ...]:
        """The kpis that stop a run in which every case is spoiled."""
        kpis = {check.name for check in gate.policy.all_checks if check.kpi}
        results = gate.decide(run_status=RunStatus.COMPLETE).checks
        return tuple(
            result.check for result in results if result.blocks and result.status in STOPPING and result.check in kpis
        )

    def _outcome(
        self,
        mutation: Mutation,
        judged: Sequence[_Judged],
        caught: Caught,
        *,
        means: tuple[str, ...] = (),
        reason: str = "",
    ) -> Trial:
        stopped = [(before, after, results) for before, after, results in judged if results]
        owners = Counter(self._owner(before, after, results[0]) for before, after, results in stopped)
        return Trial(
            mutation=mutation.name,
            says=mutation.says,
            caught=caught,
            spoiled=len(judged),
            stopped=len(stopped),
            right=sum(count for owner, count in owners.items() if owner in mutation.owners),
            owners={owner.value: count for owner, count in owners.most_common()},
            expected=mutation.owners,
            checks=tuple(dict.fromkeys((*(one.check for _, _, results in stopped for one in results), *means))),
            through=tuple(after.row.case_id for _, after, results in judged if not results),
            advice=mutation.advice,
            reason=reason,
        )

    def _owner(self, before: Reading, after: Reading, result: CheckResult) -> Owner:
        info = self.catalog.info(result.metric) if result.metric else None
        return triage(Trail(sample=after.sample, row=after.row, result=result, info=info, before=before)).owner


_Judged = tuple[Reading, Reading, tuple[CheckResult, ...]]


def stopping(results: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    """The results of one case that stop a release by themselves."""
    return tuple(result for result in results if result.blocks and result.status in STOPPING)


def good_rows(gate: Gate, rows: Iterator[Reading]) -> Iterator[Reading]:
    """The blocking rows that nothing stops."""
    for reading in rows:
        results = gate.add(reading.row)
        tested = any(result.status is not CheckStatus.NOT_APPLICABLE for result in results)
        if reading.row.blocking and tested and not stopping(results):
            yield reading
