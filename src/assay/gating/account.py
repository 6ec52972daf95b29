"""What one check has met so far in a run, in constant memory, and what it says about the run as a whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from assay.gating.case_result import Demand, Judgement, show_beside
from assay.records import Aggregate, CheckResult, CheckStatus, Owner, ScoredRow, Status, Tally
from assay.stats.exact_sum import ExactSum

NAMED_CASES = 5
_WORST_FIRST = (
    CheckStatus.INCOMPLETE,
    CheckStatus.FAIL,
    CheckStatus.WARN,
    CheckStatus.PASS,
    CheckStatus.NOT_APPLICABLE,
)


@dataclass
class Named:
    """Counts cases and remembers the first few of their ids."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, case_id: str) -> None:
        """Count one more case."""
        self.count += 1
        if len(self.first) < NAMED_CASES:
            self.first.append(case_id)

    def __str__(self) -> str:
        more = self.count - len(self.first)
        return ", ".join(self.first) + (f" and {more} more" if more > 0 else "")


@dataclass
class Account:
    """The running figures of one check over the blocking cases; cases that do not block are only counted."""

    demand: Demand
    counts: Counter[Status] = field(default_factory=Counter)
    total: ExactSum = field(default_factory=ExactSum)
    failing: Named = field(default_factory=Named)
    unjudged: Named = field(default_factory=Named)
    cautions: Named = field(default_factory=Named)
    first_caution: str | None = None
    not_blocking: Counter[Status] = field(default_factory=Counter)
    first_failing: CheckResult | None = None
    first_unjudged: CheckResult | None = None

    def add(self, row: ScoredRow, judged: Judgement) -> None:
        """Count one judged row."""
        if not row.blocking:
            self.not_blocking[judged.status] += 1
            return
        self.counts[judged.status] += 1
        if judged.number is not None:
            self.total.add(judged.number)
        if judged.score is not None and (caution := judged.score.details.get("caution")):
            self.cautions.add(row.case_id)
            self.first_caution = self.first_caution or str(caution)
        if judged.result.status is CheckStatus.FAIL:
            self.failing.add(row.case_id)
            self.first_failing = self.first_failing or judged.result
        elif judged.result.status is CheckStatus.INCOMPLETE:
            self.unjudged.add(row.case_id)
            self.first_unjudged = self.first_unjudged or judged.result

    @property
    def tally(self) -> Tally:
        """The counts by status."""
        return Tally(**{status.value: count for status, count in self.counts.items()})

    @property
    def warning(self) -> str | None:
        """What the scores of this check ask a person to look at, or None."""
        if not self.cautions.count:
            return None
        cases = f"{self.cautions.count} of {self.tally.total} cases ({self.cautions})"
        return f"{self.demand.title}: look at {cases}, first: {self.first_caution}"

    def result(self) -> CheckResult:
        """What the check says about the run."""
        demand, mean, tally = self.demand, self.total.mean, self.tally
        status, reason, owner, code = self._outcome(mean, tally)
        return CheckResult(
            check=demand.check.name,
            metric=demand.info.spec,
            status=status,
            reason=reason,
            group=demand.group,
            method=demand.info.method,
            proxy=demand.info.proxy,
            value=None if mean is None else float(mean),
            shown="" if mean is None else show_beside(demand, mean),
            demand=demand.words,
            blocks=demand.check.blocks
            and demand.shadow is None
            and status in (CheckStatus.FAIL, CheckStatus.INCOMPLETE),
            owner=owner,
            code=code,
            aggregate=self._aggregate(mean, tally),
        )

    def _aggregate(self, mean: Fraction | None, tally: Tally) -> Aggregate:
        return Aggregate.of_number(
            metric=self.demand.info.spec,
            statistic="mean",
            tally=tally,
            number=mean,
            reason="" if mean is not None else "no case gave a number",
            **({"not_blocking": dict(sorted(self.not_blocking.items()))} if self.not_blocking else {}),
        )

    def _outcome(self, mean: Fraction | None, tally: Tally) -> tuple[CheckStatus, str, Owner | None, str | None]:
        demand = self.demand
        if not tally.total and not self.not_blocking:
            return CheckStatus.NOT_APPLICABLE, "it met no case", None, None
        if demand.undecided is not None:
            return (
                CheckStatus.INCOMPLETE,
                demand.undecided,
                Owner.POLICY,
                "proxy" if demand.info.proxy else "uncalibrated",
            )
        check = demand.check
        decisive = [self._required(tally)] if check.required else []
        if check.kpi or not check.required:
            decisive.append(self._banded(mean, tally))
        status = min((one for one, _ in decisive), key=_WORST_FIRST.index)
        texts = [text for _, text in decisive]
        if check.required and not check.kpi and demand.has_bands:
            texts.append(f"informs: {self._banded(mean, tally)[1]}")
        reason = "; ".join(texts)
        if status is not CheckStatus.INCOMPLETE:
            return status, reason, None, None
        first = self.first_unjudged
        return status, reason, first.owner if first else Owner.TEST_DATA, first.code if first else "nothing_scored"

    def _required(self, tally: Tally) -> tuple[CheckStatus, str]:
        applicable = tally.total - tally.not_applicable
        texts = []
        if self.first_failing is not None:
            first = f", first: {self.first_failing.reason}"
            texts.append(f"{self.failing.count} of {applicable} cases fail ({self.failing}){first}")
        if self.unjudged.count:
            texts.append(self._unjudged_text(applicable))
            return CheckStatus.INCOMPLETE, "; ".join(texts)
        if texts:
            return CheckStatus.FAIL, texts[0]
        if not applicable:
            return CheckStatus.NOT_APPLICABLE, f"nothing tested: it applies to none of {tally.total} blocking cases"
        return CheckStatus.PASS, f"holds in all {applicable} cases that it applies to"

    def _banded(self, mean: Fraction | None, tally: Tally) -> tuple[CheckStatus, str]:
        applicable = tally.total - tally.not_applicable
        decides = self.demand.check.kpi
        if decides and self.unjudged.count:
            return CheckStatus.INCOMPLETE, self._unjudged_text(applicable)
        if mean is None or self.demand.scale is None:
            if decides:
                return CheckStatus.INCOMPLETE, f"nothing to average: it applies to none of {tally.total} blocking cases"
            if applicable and not tally.scored:
                return CheckStatus.INCOMPLETE, self._unjudged_text(applicable)
            return CheckStatus.NOT_APPLICABLE if not tally.scored else CheckStatus.PASS, str(tally)
        words = self.demand.scale.in_words(mean, self.demand.check)
        return self.demand.scale.band(mean, self.demand.check), f"mean {words} ({tally})"

    def _unjudged_text(self, applicable: int) -> str:
        why = f": {self.first_unjudged.reason}" if self.first_unjudged else ""
        return f"{self.unjudged.count} of {applicable} cases could not be judged ({self.unjudged}){why}"
