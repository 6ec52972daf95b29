"""Compares the mean of each kpi with an earlier run, case by case."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from assay.gating.case_result import Demand, Judgement, judge_case
from assay.records import BaselineRule, CheckStatus, Direction, RuleResult, ScoredRow, exact, show
from assay.records.definition import OTHER_CONTRACT, Incomparable, incomparable
from assay.stats.distributions import t_quantile
from assay.stats.exact_sum import ExactSum
from assay.stats.noninferiority import tango_bounds


class BaselineRows(Protocol):
    """The rows of an earlier run, found by case id."""

    @property
    def identity(self) -> str:
        """The run's name."""
        ...

    def row(self, case_id: str) -> ScoredRow | None:
        """The row of a case, or None where that run does not have it."""
        ...


@dataclass
class Comparison:
    """Paired differences of one kpi, in constant memory; positive is better.

    Non-inferior when the lower one-sided bound of the mean difference lies above minus the margin, a regression when the upper
    one lies below it. Only cases with one id and one contract version, scored in both runs, form a pair. Scores with different
    signatures (another metric version, judge or prompt) cannot be compared. `run` is the run that is really compared with,
    whatever the rule calls it.
    """

    demand: Demand
    rule: BaselineRule
    run: str
    differences: ExactSum = field(default_factory=ExactSum)
    squares: ExactSum = field(default_factory=ExactSum)
    unpaired: int = 0
    other_contract: int = 0
    refused: Incomparable | None = None

    def add(self, row: ScoredRow, judged: Judgement, earlier: ScoredRow | None) -> None:
        """Pair one row with its row in the baseline."""
        if judged.number is None or judged.score is None:
            return
        if earlier is not None and earlier.contract != row.contract:
            self.other_contract += 1
            earlier = None
        before = judge_case(self.demand, earlier) if earlier is not None else None
        if before is None or before.number is None or before.score is None:
            self.unpaired += 1
            return
        refused = incomparable(before.score, judged.score)
        if refused is not None:
            self.refused = refused
            return
        scale = self.demand.scale
        lower = scale is not None and scale.direction is Direction.LOWER
        difference = before.number - judged.number if lower else judged.number - before.number
        self.differences.add(difference)
        self.squares.add(difference * difference)

    def result(self) -> RuleResult:
        """No drop beyond the margin, a proven one, or not enough evidence to tell."""
        status, reason = self._verdict()
        return RuleResult(
            rule=f"baseline:{self.demand.title}",
            status=status,
            reason=reason,
            blocks=status in (CheckStatus.FAIL, CheckStatus.INCOMPLETE) or self.rule.inconclusive == "fail",
            details={
                "pairs": self.differences.count,
                "unpaired": self.unpaired,
                "other_contract": self.other_contract,
                "run": self.run,
            },
        )

    def _verdict(self) -> tuple[CheckStatus, str]:
        mean, count = self.differences.mean, self.differences.count
        if self.refused is not None:
            return CheckStatus.INCOMPLETE, f"the baseline {self.run} cannot be compared with: {self.refused}"
        if mean is None or count < 2:
            other = f"; {self.other_contract} are of another contract version ({OTHER_CONTRACT})" * bool(
                self.other_contract
            )
            return (
                CheckStatus.INCOMPLETE,
                f"{count} cases are comparable with the baseline, at least 2 are needed{other}",
            )
        half, limit = self._half_width(mean, count), -exact(self.rule.margin)
        found = f"mean change {show(mean, beside=limit)} over {count} pairs, margin {self.rule.margin}"
        if half is None:
            if mean < limit:
                return CheckStatus.FAIL, f"{found}: worse than the baseline in every case"
            return CheckStatus.INCONCLUSIVE, f"{found}: cannot tell, every case changed alike"
        found = f"{found}, ± {half:.3f} at confidence {self.rule.confidence}"
        if mean - exact(half) > limit:
            return CheckStatus.PASS, found
        if mean + exact(half) < limit:
            return CheckStatus.FAIL, f"{found}: worse than the baseline"
        return CheckStatus.INCONCLUSIVE, f"{found}: cannot tell; the smallest drop these cases can show is {half:.3f}"

    def _half_width(self, mean: Fraction, count: int) -> float | None:
        """Half the two-sided width of the one-sided t bounds.

        Where no case changed, t has no width; the bounds of no change among `count` paired passes times the width of the
        metric's range stand in. None where every case changed by the same amount, or the range is open.
        """
        squares = self.squares.mean
        spread = squares - mean * mean if squares is not None else Fraction(0)
        confidence = float(self.rule.confidence)
        if spread:
            return t_quantile(confidence, count - 1) * math.sqrt(spread / (count - 1))
        width = self.demand.scale.width if self.demand.scale is not None else None
        return None if mean or width is None else float(width) * tango_bounds(0, 0, count, confidence=confidence)[1]
