"""How a metric's scores are compared: which numbers a threshold may be, which way is better, what misses a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from assay.records import Check, CheckStatus, Direction, Labels, MetricInfo, Range, exact, show


@dataclass(frozen=True, slots=True)
class Scale:
    """The range and direction in which a metric is aggregated; a label metric is the share of labels that hold."""

    range: Range
    direction: Direction

    @classmethod
    def of(cls, info: MetricInfo) -> Scale | None:
        """The scale of a metric, or None for a ranking, which has no mean."""
        if isinstance(info.domain, Labels):
            return cls(Range(low=0, high=1), Direction.HIGHER)
        return cls(info.domain, info.direction) if isinstance(info.domain, Range) else None

    @property
    def width(self) -> Fraction | None:
        """The most by which one value can differ from another; None where the range is open."""
        low, high = self.range.low, self.range.high
        return None if low is None or high is None else exact(high) - exact(low)

    @property
    def sign(self) -> str:
        """The comparison that a good value meets."""
        return "<=" if self.direction is Direction.LOWER else ">="

    def misses(self, value: Fraction, threshold: Decimal) -> bool:
        """Whether `value` is on the wrong side of `threshold`; equality always meets it."""
        limit = exact(threshold)
        return value > limit if self.direction is Direction.LOWER else value < limit

    def band(self, value: Fraction, check: Check) -> CheckStatus:
        """The band of an unrounded value: worse than `fail` fails, worse than `warn` warns, anything else passes."""
        if check.fail is not None and self.misses(value, check.fail):
            return CheckStatus.FAIL
        if check.warn is not None and self.misses(value, check.warn):
            return CheckStatus.WARN
        return CheckStatus.PASS

    def in_words(self, value: Fraction, check: Check) -> str:
        """Where a value lies among the bands, with enough digits: `0.749951 is below fail 0.75`."""
        beyond = "above" if self.direction is Direction.LOWER else "below"
        bands = (("fail", check.fail), ("warn", check.warn), ("target", check.target))
        for name, threshold in bands:
            if threshold is not None and self.misses(value, threshold):
                return f"{show(value, beside=threshold)} is {beyond} {name} {threshold}"
        met = [(name, threshold) for name, threshold in bands if threshold is not None]
        return f"{show(value)} meets {met[-1][0]} {met[-1][1]}" if met else show(value)
