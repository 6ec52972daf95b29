"""The older mean rule, computed beside the decision so that a team can see both. It never decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from assay.gating.account import Named
from assay.records import CaseMean, Catalog, CheckStatus, MetricInfo, Policy, RuleResult, ScoredRow, Status, exact


@dataclass
class OlderRule:
    """Counts the blocking cases whose mean over the listed metrics misses the minimum.

    A metric with nothing to check counts as `empty`; that convention is what the rule is shown for. A score that is missing,
    invalid or an error is refused: the case has no mean.
    """

    rule: CaseMean
    infos: tuple[MetricInfo, ...]
    cases: int = 0
    failing: Named = field(default_factory=Named)
    refused: Named = field(default_factory=Named)

    @classmethod
    def of(cls, policy: Policy, catalog: Catalog) -> OlderRule | None:
        """The rule of a policy, or None where it has none."""
        if policy.case_mean is None:
            return None
        infos = [catalog.info(*policy.metric_of(name)) for name in policy.case_mean.metrics]
        return cls(policy.case_mean, tuple(infos))

    def add(self, row: ScoredRow) -> None:
        """Judge one row; rows that do not block are left out."""
        if not row.blocking:
            return
        self.cases += 1
        mean = self.mean_of(row)
        if mean is None:
            self.refused.add(row.case_id)
        elif mean < exact(self.rule.minimum):
            self.failing.add(row.case_id)

    def mean_of(self, row: ScoredRow) -> Fraction | None:
        """The exact mean of one case, or None when a score is missing or has no number."""
        numbers = [self._number(row, info) for info in self.infos]
        known = [number for number in numbers if number is not None]
        return sum(known, Fraction(0)) / len(known) if known and len(known) == len(numbers) else None

    def _number(self, row: ScoredRow, info: MetricInfo) -> Fraction | None:
        score = row.score(info.spec)
        if score is None:
            return None
        if score.status is Status.NOT_APPLICABLE:
            return exact(self.rule.empty)
        if score.status is not Status.SCORED or info.domain.problem(score.value) is not None:
            return None
        return info.number_of(score)

    def result(self) -> RuleResult:
        """What the rule would have decided."""
        minimum = self.rule.minimum
        if self.refused.count or not self.cases:
            status = CheckStatus.INCOMPLETE
            what = (
                f"{self.refused.count} of {self.cases} cases have no mean ({self.refused})"
                if self.cases
                else "no cases"
            )
            reason = f"the mean rule could not decide: {what}"
        elif self.failing.count:
            status = CheckStatus.FAIL
            reason = f"the mean rule would have failed {self.failing.count} of {self.cases} cases at {minimum} ({self.failing})"
        else:
            status = CheckStatus.PASS
            reason = f"the mean rule would have passed all {self.cases} cases at {minimum}"
        details = {
            "cases": self.cases,
            "failing": self.failing.count,
            "refused": self.refused.count,
            "minimum": str(minimum),
            "empty": str(self.rule.empty),
        }
        return RuleResult(rule="case_mean", status=status, reason=reason, blocks=False, details=details)
