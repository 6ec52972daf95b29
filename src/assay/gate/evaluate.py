"""The gate: scored rows in, one at a time; a decision out. Pure, and in constant memory.

Each required check judges each case by itself; a kpi is judged on the run's exact mean; everything else informs. Missing
evidence is never a pass: whatever could not be judged makes the run incomplete, and incomplete outranks failed.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping

from assay.errors import near_matches
from assay.gate.account import Account, Named
from assay.gate.baseline import BaselineRows, Comparison
from assay.gate.calibration import Calibration
from assay.gate.case_result import Judgement, judge_case
from assay.gate.older_rule import OlderRule
from assay.gate.outcome import outcome, reasons_of
from assay.gate.plan import Plan
from assay.gate.run_rules import limit_results
from assay.records import (
    Catalog,
    CheckResult,
    CheckStatus,
    Decision,
    Owner,
    Policy,
    RuleResult,
    RunStatus,
    ScoredRow,
    Status,
)
from assay.records.aggregate import Tally
from assay.records.decision import MAX_CASES_LISTED
from assay.records.frozen import EMPTY

MAX_GROUPS_REMEMBERED = 1000
_WORST_FIRST = (Status.ERROR, Status.INVALID, Status.SCORED, Status.NOT_APPLICABLE)


class Gate:
    """Applies one policy to the rows of one run.

    Feed every row to `add`, then ask `decide`; asking earlier, or twice, is allowed. `baseline` gives the rows of the run that
    the policy's baseline rule names, `calibrations` the records that its checks name.

    Raises:
        ConfigurationError: the policy has no checks, names an unknown metric, or demands what a metric cannot give.
    """

    def __init__(
        self,
        policy: Policy,
        catalog: Catalog,
        *,
        baseline: BaselineRows | None = None,
        calibrations: Mapping[str, Calibration] = EMPTY,
    ) -> None:
        self.policy = policy
        self._baseline = baseline
        self._plan = Plan.of(policy, catalog, calibrations)
        self._older = OlderRule.of(policy, catalog)
        self._comparisons = self._compared(policy)
        self._rows: Counter[Status] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._groups: dict[str, None] = {}
        self._targets_failed = 0
        self._untested = Named()
        self._informed_only = Named()
        self._blocking_listed: list[CheckResult] = []
        self._others_listed: list[CheckResult] = []

    def add(self, row: ScoredRow) -> tuple[CheckResult, ...]:
        """Judge one row by every check that its group has. The results are those of this case alone."""
        accounts = self._plan.accounts_for(row.group)
        judged = [(account, judge_case(account.demand, row)) for account in accounts]
        for account, judgement in judged:
            account.add(row, judgement)
        self._compare(row, dict(zip(map(id, accounts), (judgement for _, judgement in judged), strict=True)))
        shadowed = [(account, judge_case(account.demand, row)) for account in self._plan.shadow]
        for account, judgement in shadowed:
            account.add(row, judgement)
        if self._older is not None:
            self._older.add(row)
        results = [judgement.result for _, judgement in (*judged, *shadowed)]
        results += self._applicability(row, judged)
        self._count(row, judged, results)
        return tuple(results)

    def decide(self, *, run_status: RunStatus, invalid_inputs: int = 0, today: datetime.date | None = None) -> Decision:
        """The decision over the rows added so far.

        `invalid_inputs` are rows of the golden set or of the outputs that could not be read. `today` is only used to say
        that a shadow check is past its date.
        """
        n_cases = sum(self._rows.values())
        rows = self._tally(invalid_inputs)
        accounts = self._plan.accounts
        checks = tuple(account.result() for account in (*accounts, *self._plan.shadow))
        rules = (
            *limit_results(self.policy.run, rows=rows, n_cases=n_cases, accounts=accounts),
            *self._baseline_results(),
        )
        problems = [
            *self._run_problems(run_status, n_cases, invalid_inputs),
            *reasons_of(CheckStatus.INCOMPLETE, checks, rules, blocking=True),
        ]
        failures = [
            *reasons_of(CheckStatus.FAIL, checks, rules, blocking=True),
            *reasons_of(CheckStatus.INCONCLUSIVE, (), rules, blocking=True),
        ]
        status, exit_code, reason = outcome(
            problems=problems, failures=failures, doubts=self._doubts(checks, rules), passed=self._passed(n_cases)
        )
        return Decision(
            status=status,
            exit_code=exit_code,
            reason=reason,
            policy_version=self.policy.version,
            policy_hash=self.policy.content_hash,
            checks=checks,
            cases=(*self._blocking_listed, *self._others_listed)[:MAX_CASES_LISTED],
            case_counts=dict(self._outcomes),
            rules=rules,
            older_rule=self._older.result() if self._older is not None else None,
            problems=tuple(problems),
            warnings=tuple(self._warnings(checks, today)),
            rows=rows,
            n_cases=n_cases,
        )

    # -- while rows arrive ---------------------------------------------------------------------------------------------

    def _applicability(self, row: ScoredRow, judged: list[tuple[Account, Judgement]]) -> list[CheckResult]:
        """A blocking case that no check applies to was not tested; that is invalid, not passed."""
        if not row.blocking:
            return []
        met = [account for account, judgement in judged if judgement.status is not Status.NOT_APPLICABLE]
        if met:
            if not any(account.demand.check.blocks for account in met):
                self._informed_only.add(row.case_id)
            return []
        self._untested.add(row.case_id)
        return [
            CheckResult(
                check="applicability",
                metric="",
                status=CheckStatus.INCOMPLETE,
                reason="no check of the policy applies to this case",
                case_id=row.case_id,
                group=row.group,
                demand="at least one check applies",
                blocks=True,
                owner=Owner.TEST_DATA,
                code="nothing_tested",
            )
        ]

    def _count(self, row: ScoredRow, judged: list[tuple[Account, Judgement]], results: list[CheckResult]) -> None:
        statuses = {judgement.status for _, judgement in judged}
        self._rows[
            next(status for status in _WORST_FIRST if status in statuses or status is Status.NOT_APPLICABLE)
        ] += 1
        self._targets_failed += row.failure is not None
        if row.group is not None and len(self._groups) < MAX_GROUPS_REMEMBERED:
            self._groups[row.group] = None
        stopping = {result.status for result in results if result.blocks}
        worst = next((one for one in (CheckStatus.INCOMPLETE, CheckStatus.FAIL) if one in stopping), CheckStatus.PASS)
        self._outcomes[worst.value if row.blocking else "not_blocking"] += 1
        for result in results:
            listed = self._blocking_listed if result.blocks else self._others_listed
            if result.status not in (CheckStatus.PASS, CheckStatus.NOT_APPLICABLE) and len(listed) < MAX_CASES_LISTED:
                listed.append(result)

    def _compare(self, row: ScoredRow, judged: Mapping[int, Judgement]) -> None:
        if self._baseline is None or not self._comparisons:
            return
        earlier = self._baseline.row(row.case_id)
        for comparison in self._comparisons:
            judgement = judged.get(id(comparison.account))
            if judgement is not None:
                comparison.add(row, judgement, earlier)

    # -- when all rows are in --------------------------------------------------------------------------------------------

    def _compared(self, policy: Policy) -> tuple[Comparison, ...]:
        rule = policy.run.baseline
        if rule is None:
            return ()
        return tuple(Comparison(account, rule) for account in self._plan.accounts if account.demand.check.kpi)

    def _tally(self, invalid_inputs: int) -> Tally:
        counts = {status.value: count for status, count in self._rows.items()}
        counts["invalid"] = counts.get("invalid", 0) + invalid_inputs
        return Tally(**counts)

    def _run_problems(self, run_status: RunStatus, n_cases: int, invalid_inputs: int) -> Iterator[str]:
        if run_status is not RunStatus.COMPLETE:
            yield f"the run is {run_status.value}, and only a complete run can pass"
        if not n_cases:
            yield "there are no cases"
        elif self._targets_failed == n_cases:
            yield f"the target gave no output in any of {n_cases} cases"
        elif not self._outcomes.keys() - {"not_blocking"}:
            yield f"none of the {n_cases} cases is blocking, so nothing was decided"
        if invalid_inputs:
            yield f"{invalid_inputs} rows of the input could not be read"
        if self._untested.count:
            yield f"no check applies to {self._untested.count} cases ({self._untested})"
        for group in self.policy.groups:
            others = [seen for seen in self._groups if seen not in self.policy.groups]
            near = near_matches(group, others) if group not in self._groups else ()
            if near:
                yield f"no case is in group {group!r} of the policy, and there are cases in {near[0]!r}"

    def _baseline_results(self) -> tuple[RuleResult, ...]:
        rule = self.policy.run.baseline
        if rule is None:
            return ()
        if self._baseline is None:
            reason = f"the baseline run {rule.run!r} was not found"
            return (RuleResult(rule="baseline", status=CheckStatus.INCOMPLETE, reason=reason),)
        if not self._comparisons:
            reason = "no check is a kpi, so there is nothing to compare"
            return (RuleResult(rule="baseline", status=CheckStatus.INCOMPLETE, reason=reason),)
        return tuple(comparison.result() for comparison in self._comparisons)

    def _doubts(self, checks: tuple[CheckResult, ...], rules: tuple[RuleResult, ...]) -> list[str]:
        kpis = {account.demand.check.name for account in self._plan.accounts if account.demand.may_block}
        warned = [result for result in checks if result.check in kpis]
        return [
            *reasons_of(CheckStatus.WARN, warned, (), blocking=False),
            *reasons_of(CheckStatus.INCONCLUSIVE, (), rules, blocking=False),
        ]

    def _passed(self, n_cases: int) -> str:
        blocking = [account for account in self._plan.accounts if account.demand.may_block]
        tested = [account for account in blocking if account.tally.scored]
        if not blocking:
            return f"no check blocks in this policy ({n_cases} cases)"
        return f"{len(tested)} of {len(blocking)} blocking checks were tested and hold over {n_cases} cases"

    def _warnings(self, checks: tuple[CheckResult, ...], today: datetime.date | None) -> Iterator[str]:
        blocking = {account.demand.check.name for account in self._plan.accounts if account.demand.check.blocks}
        for result in checks:
            if result.status is CheckStatus.NOT_APPLICABLE and result.check in blocking:
                yield f"{result.check}: {result.reason}"
        for group in self.policy.groups:
            if group not in self._groups:
                yield f"no case is in group {group!r} of the policy"
        if self._informed_only.count:
            yield f"only informing checks apply to {self._informed_only.count} cases ({self._informed_only})"
        for shadow in self.policy.shadow:
            if today is not None and today.isoformat() > shadow.until:
                yield f"shadow check {shadow.check.name!r} was due on {shadow.until}: make it a check or remove it"
