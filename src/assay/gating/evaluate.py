"""The gate: scored rows in, one at a time; a decision out. Pure, and in constant memory.

Each required check judges each case by itself; a kpi is judged on the run's exact mean; everything else informs. Missing
evidence is never a pass: whatever could not be judged makes the run incomplete, and incomplete outranks failed.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence

from assay.gating.baseline import BaselineRows, Comparison
from assay.gating.calibration import Calibration
from assay.gating.case_result import judge_case
from assay.gating.lint import NO_CHECK_BLOCKS
from assay.gating.older_rule import OlderRule
from assay.gating.outcome import counted, outcome, reasons_of
from assay.gating.plan import Plan
from assay.gating.rows import Judged, Rows
from assay.gating.run_rules import limit_results
from assay.records import (
    Catalog,
    CheckResult,
    CheckStatus,
    Decision,
    InvalidInput,
    Policy,
    RuleResult,
    RunStatus,
    ScoredRow,
    Status,
)
from assay.records.frozen import EMPTY


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
        self._plan = Plan.of(policy, catalog, calibrations)
        self._older = OlderRule.of(policy, catalog)
        self._baseline = baseline
        rule = policy.run.baseline
        kpis = [account for account in self._plan.accounts if account.demand.check.kpi]
        self._comparisons = (
            {id(account): Comparison(account.demand, rule, baseline.identity) for account in kpis}
            if rule is not None and baseline is not None
            else {}
        )
        self._rows = Rows(watched=frozenset(policy.groups))

    def add(self, row: ScoredRow) -> tuple[CheckResult, ...]:
        """Judge one row by every check that its group has. The results are those of this case alone."""
        judged = [(account, judge_case(account.demand, row)) for account in self._plan.accounts_for(row.group)]
        shadowed = [(account, judge_case(account.demand, row)) for account in self._plan.shadow]
        for account, judgement in (*judged, *shadowed):
            account.add(row, judgement)
        self._compare(row, judged)
        if self._older is not None:
            self._older.add(row)
        results = [judgement.result for _, judgement in (*judged, *shadowed)]
        untested = self._rows.untested_result(row, judged)
        if untested is not None:
            results.append(untested)
        self._rows.add(row, judged, results)
        return tuple(results)

    def decide(
        self, *, run_status: RunStatus, invalid_inputs: Sequence[InvalidInput] = (), today: datetime.date | None = None
    ) -> Decision:
        """The decision over the rows added so far.

        `invalid_inputs` are rows of the golden set or of the outputs that could not be read. `today` is only used to say
        that a shadow check is past its date.
        """
        checks = tuple(account.result() for account in (*self._plan.accounts, *self._plan.shadow))
        rules = (*self._limits(len(invalid_inputs)), *self._baseline_results())
        stopping = [rule for rule in rules if rule.blocks]
        deciding = [result for result in checks if result.blocks]
        problems = [
            *self._rows.problems(run_status, invalid_inputs),
            *reasons_of(CheckStatus.INCOMPLETE, deciding, stopping),
        ]
        problems += [] if problems else self._nothing_decided()
        failures = [
            *reasons_of(CheckStatus.FAIL, deciding, stopping),
            *reasons_of(CheckStatus.INCONCLUSIVE, (), stopping),
        ]
        status, exit_code, reason = outcome(
            problems=problems, failures=failures, doubts=self._doubts(rules), passed=self._passed()
        )
        return Decision(
            status=status,
            exit_code=exit_code,
            reason=reason,
            policy_version=self.policy.version,
            policy_hash=self.policy.content_hash,
            checks=checks,
            cases=self._rows.listed,
            case_counts=dict(self._rows.outcomes),
            rules=rules,
            older_rule=self._older.result() if self._older is not None else None,
            unreadable=tuple(invalid_inputs),
            problems=tuple(problems),
            warnings=tuple(self._warnings(today)),
            rows=self._rows.tally(len(invalid_inputs)),
            n_cases=self._rows.count,
        )

    def _compare(self, row: ScoredRow, judged: Judged) -> None:
        if self._baseline is None or not self._comparisons or not row.blocking:
            return
        earlier = self._baseline.row(row.case_id)
        for account, judgement in judged:
            if (comparison := self._comparisons.get(id(account))) is not None:
                comparison.add(row, judgement, earlier)

    def _limits(self, unreadable: int) -> Iterator[RuleResult]:
        having = self._rows.having
        return limit_results(
            self.policy.run,
            invalid=having[Status.INVALID] + unreadable,
            error=having[Status.ERROR],
            n_blocking=self._rows.n_blocking,
            accounts=self._plan.accounts,
        )

    def _baseline_results(self) -> tuple[RuleResult, ...]:
        rule = self.policy.run.baseline
        if rule is None:
            return ()
        if self._baseline is None:
            missing = f"the baseline run {rule.run!r} was not found"
            return (RuleResult(rule="baseline", status=CheckStatus.INCOMPLETE, reason=missing),)
        if not self._comparisons:
            reason, run = "no check is a kpi, so there is nothing to compare", {"run": self._baseline.identity}
            return (RuleResult(rule="baseline", status=CheckStatus.INCOMPLETE, reason=reason, details=run),)
        return tuple(comparison.result() for comparison in self._comparisons.values())

    def _doubts(self, rules: tuple[RuleResult, ...]) -> list[str]:
        """Warnings that show in the decision's status: a kpi in its warn band, a comparison that cannot tell."""
        deciding = [account.result() for account in self._plan.accounts if account.demand.may_block]
        tolerated = [rule for rule in rules if not rule.blocks]
        return [*reasons_of(CheckStatus.WARN, deciding), *reasons_of(CheckStatus.INCONCLUSIVE, (), tolerated)]

    def _nothing_decided(self) -> Iterator[str]:
        """No check that blocks has scored a case that blocks: nothing was found bad, and nothing good."""
        blocking = [account for account in self._plan.accounts if account.demand.check.blocks]
        if not blocking:
            yield f"no check of the policy blocks, so nothing was decided ({NO_CHECK_BLOCKS})"
        elif not any(account.tally.scored for account in blocking):
            titles = ", ".join(account.demand.title for account in blocking)
            yield f"no check that blocks ({titles}) has scored a blocking case, so nothing was decided"

    def _passed(self) -> str:
        blocking = [account for account in self._plan.accounts if account.demand.may_block]
        tested = [account for account in blocking if account.tally.scored]
        over, others = counted(self._rows.count, "case"), self._rows.count - self._rows.n_blocking
        if others:
            verb = "does" if others == 1 else "do"
            over = f"{counted(self._rows.n_blocking, 'blocking case')} ({others} {verb} not block)"
        share = f"all {len(blocking)}" if len(tested) == len(blocking) else f"{len(tested)} of {len(blocking)}"
        rest = "" if len(tested) == len(blocking) else "; the others had nothing to check"
        return f"{share} blocking checks hold over {over}{rest}"

    def _warnings(self, today: datetime.date | None) -> Iterator[str]:
        for account in self._plan.accounts:
            result = account.result()
            if account.demand.check.blocks and not account.tally.scored and result.status is not CheckStatus.INCOMPLETE:
                yield f"{account.demand.title}: {result.reason}"
            if (caution := account.warning) is not None:
                yield caution
        yield from self._rows.warnings()
        for shadow in self.policy.shadow:
            if today is not None and today.isoformat() > shadow.until:
                yield f"shadow check {shadow.check.name!r} was due on {shadow.until}: make it a check or remove it"
