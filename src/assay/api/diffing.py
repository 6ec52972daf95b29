"""Compare two stored runs: what changed, and why. Nothing is scored again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assay.api.catalog import Catalog
from assay.api.deciding import PolicySource, StoredBaseline, catalog_beside
from assay.api.explaining import policy_of, recorded_policy
from assay.api.handle import Run
from assay.audit.changed import returned_models
from assay.audit.diff import Change, Obstacle, Side, changes, rank
from assay.audit.diff import comparable as obstacles
from assay.audit.diff.cause import surroundings
from assay.errors import ConfigurationError
from assay.gating import Gate
from assay.records import CheckResult, MetricInfo, Policy, Sample, ScoredRow
from assay.records.record import Record
from assay.records.words import CheckStatus, ExitCode, RunStatus


class RunChange(Record, frozen=True):
    """A check of the run as a whole that came out otherwise, with the counts of causes under it."""

    check: str
    before: str
    after: str
    reason: str
    causes: dict[str, int]
    regression: bool
    blocks: bool


class Difference(Record, frozen=True):
    """Two runs side by side.

    `counts` are changes by first cause. `only_before`, `only_after` and `other_contract` are the cases that were not compared.
    `exit_code` is that of `--fail-on regression`.
    """

    before: str
    after: str
    decisions: tuple[str, str]
    compared: int
    changes: tuple[Change, ...]
    runs: tuple[RunChange, ...]
    counts: dict[str, int]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    other_contract: tuple[str, ...]
    obstacles: tuple[Obstacle, ...]
    problems: tuple[str, ...]
    exit_code: ExitCode


def comparable(before: Run, after: Run) -> tuple[Obstacle, ...]:
    """Every reason against comparing two runs, from what their scores record, with the way out; none: they may be compared."""
    return obstacles(before.id, after.id, _common(before, after))


def _common(before: Run, after: Run) -> Iterator[tuple[ScoredRow, ScoredRow]]:
    """The rows of the cases that both runs have, renamed ones included."""
    rows = StoredBaseline(before, after.manifest.old_ids)
    pairs = ((rows.row(row.case_id), row) for row in after.rows())
    return ((earlier, row) for earlier, row in pairs if earlier is not None)


def diff(before: Run, after: Run, *, policy: PolicySource | None = None, folder: Path = Path()) -> Difference:
    """What changed from one run to another, each change attributed to what changed under it.

    Only cases that both runs have under one contract version are compared; the others are listed. Each run is judged by the
    policy of its own last decision, or both by `policy`. Runs without a policy are compared by their scores. `folder` is where
    metrics of one's own are looked for that recorded policies name.

    Raises:
        ConfigurationError, ViolationsError: the policy is wrong.
    """
    return _Comparison(before, after, policy, folder).difference()


@dataclass(frozen=True)
class _Judged:
    """A run with the gate of its policy, where it has one."""

    run: Run
    policy: Policy | None
    gate: Gate | None

    @classmethod
    def of(cls, run: Run, policy: PolicySource | None, catalog: Catalog) -> _Judged:
        found = policy_of(run, policy) if policy is not None else recorded_policy(run)
        return cls(run, found, Gate(found, catalog) if found is not None else None)

    def results(self, row: ScoredRow) -> dict[str, CheckResult]:
        return {result.check: result for result in self.gate.add(row)} if self.gate is not None else {}

    def side(self, row: ScoredRow, sample: Sample, results: Mapping[str, CheckResult]) -> Side:
        return Side(sample=sample, row=row, results=results, returned=partial(returned_models, self.run.store))


class _Comparison:
    def __init__(self, before: Run, after: Run, policy: PolicySource | None, folder: Path) -> None:
        catalog = Catalog(folder=folder) if policy is None else catalog_beside(policy)
        self.before, self.after = _Judged.of(before, policy, catalog), _Judged.of(after, policy, catalog)
        self.counterfactual = Gate(self.before.policy, catalog) if self.before.policy is not None else None
        self.surroundings = surroundings(before.manifest, after.manifest)
        self.earlier = StoredBaseline(before, after.manifest.old_ids)
        self.infos = dict(_infos({*before.manifest.metrics, *after.manifest.metrics}, catalog))
        self.only_before = dict.fromkeys(row.case_id for row in before.rows())
        self.only_after: list[str] = []
        self.other_contract: list[str] = []
        self.compared = 0

    def difference(self) -> Difference:
        found = tuple(self._changes())
        before, after = self.before, self.after
        runs = tuple(self._run_changes(found, added=len(self.only_after), removed=len(self.only_before)))
        against = comparable(before.run, after.run)
        problems = tuple(self._problems(against))
        return Difference(
            before=before.run.id,
            after=after.run.id,
            decisions=(_decision(before.run), _decision(after.run)),
            compared=self.compared,
            changes=found,
            runs=runs,
            counts=dict(Counter(change.cause.value for change in found).most_common()),
            only_before=tuple(self.only_before),
            only_after=tuple(self.only_after),
            other_contract=tuple(self.other_contract),
            obstacles=against,
            problems=problems,
            exit_code=_exit_code(found, runs, problems),
        )

    def _changes(self) -> Iterator[Change]:
        for row, sample in self.after.run.store.samples(self.after.run.id):
            results = self.after.results(row)
            earlier = self.earlier.row(row.case_id)
            if earlier is None:
                self.only_after.append(row.case_id)
                continue
            self.only_before.pop(earlier.case_id, None)
            if earlier.contract != row.contract:
                self.other_contract.append(row.case_id)
            else:
                self.compared += 1
                yield from self._case_changes(earlier, row, sample, results)

    def _case_changes(
        self, earlier: ScoredRow, row: ScoredRow, sample: Sample, results: Mapping[str, CheckResult]
    ) -> Iterator[Change]:
        old = self.counterfactual.add(row) if self.counterfactual is not None else ()
        return changes(
            self.before.side(earlier, self.before.run.sample(earlier), self.before.results(earlier)),
            self.after.side(row, sample, results),
            under_old={result.check: result for result in old},
            infos=self.infos,
            surroundings=self.surroundings,
        )

    def _run_changes(self, found: tuple[Change, ...], *, added: int, removed: int) -> Iterator[RunChange]:
        """The checks of the two recorded decisions that differ in status."""
        old, new = ({result.check: result for result in _checks(side.run)} for side in (self.before, self.after))
        for name in dict.fromkeys((*old, *new)):
            first, second = old.get(name), new.get(name)
            if first is None or second is None:
                yield _in_one_policy(name, first, second)
                continue
            if first.status is second.status:
                continue
            causes = Counter(change.cause.value for change in found if change.metric == second.metric)
            rows = {"cases added": added, "cases removed": removed}
            if first.demand != second.demand:
                causes["policy"] = max(causes["policy"], 1)
            yield RunChange(
                check=name,
                before=f"{first.status.value} {first.shown}".strip(),
                after=f"{second.status.value} {second.shown}".strip(),
                reason=second.reason,
                causes={**dict(causes.most_common()), **{text: count for text, count in rows.items() if count}},
                regression=rank(second.status) > rank(first.status),
                blocks=second.blocks,
            )

    def _problems(self, against: tuple[Obstacle, ...]) -> Iterator[str]:
        """Why the comparison may not decide. Cases of another contract version are left out of it, and so are no problem."""
        for side in (self.before, self.after):
            summary = side.run.summary
            if summary.status is not RunStatus.COMPLETE:
                yield f"run {side.run.id} is {summary.status.value}"
            if summary.invalid_inputs:
                yield f"run {side.run.id} has {len(summary.invalid_inputs)} rows that could not be read"
        if not self.compared:
            yield "no case could be compared"
        for obstacle in against:
            if obstacle.metric is not None:
                yield str(obstacle)


def _in_one_policy(name: str, before: CheckResult | None, after: CheckResult | None) -> RunChange:
    """A check that was added to the policy, or removed from it."""
    return RunChange(
        check=name,
        before=before.status.value if before is not None else "not in the policy",
        after=after.status.value if after is not None else "not in the policy",
        reason=after.reason if after is not None else "removed from the policy",
        causes={"policy": 1},
        regression=after is not None and rank(after.status) >= rank(CheckStatus.FAIL),
        blocks=after is not None and after.blocks,
    )


def _exit_code(found: tuple[Change, ...], runs: tuple[RunChange, ...], problems: tuple[str, ...]) -> ExitCode:
    """2 where the comparison is incomplete or a check could no longer be judged, 1 where one got worse, else 0.

    Where there are checks, only those that block count; without a policy every score that got worse.
    """
    worse = [change for change in found if change.regression and (change.blocks or not change.check)]
    if problems or any(change.after.status in ("invalid", "error", "") for change in worse):
        return ExitCode.INCOMPLETE
    return ExitCode.FAILED if worse or any(run.regression and run.blocks for run in runs) else ExitCode.PASSED


def _infos(metrics: set[str], catalog: Catalog) -> Iterator[tuple[str, MetricInfo]]:
    for metric in sorted(metrics):
        try:
            yield metric, catalog.info(metric)
        except ConfigurationError:
            continue


def _decision(run: Run) -> str:
    recorded = run.decisions()
    return recorded[-1].decision.status.value if recorded else ""


def _checks(run: Run) -> tuple[CheckResult, ...]:
    recorded = run.decisions()
    return recorded[-1].decision.checks if recorded else ()
