"""Paired differences one at a time: the non-inferiority verdict over any number of rows in constant memory."""

from __future__ import annotations

import math
from fractions import Fraction

from assay.stats.distributions import t_quantile
from assay.stats.exact_sum import ExactSum
from assay.stats.inputs import Number, check_share
from assay.stats.noninferiority import Comparison, compare_passes, comparison, no_change
from assay.stats.result import Undefined


class PairedDifferences:
    """Candidate minus baseline, row by row; above zero is better.

    >>> rows = PairedDifferences()
    >>> for difference in [1] * 8 + [-1] * 12 + [0] * 480:
    ...     rows.add(Fraction(difference))
    >>> rows.compare(margin=0.03, span=1).verdict.value
    'non_inferior'
    """

    __slots__ = ("_between", "_squares", "_sum", "better", "worse")

    def __init__(self) -> None:
        self.better = self.worse = self._between = 0
        self._sum, self._squares = ExactSum(), ExactSum()

    @property
    def count(self) -> int:
        """The number of rows."""
        return self._sum.count

    @property
    def mean(self) -> Fraction | None:
        """The exact mean difference, or None without rows."""
        return self._sum.mean

    def add(self, difference: Fraction) -> None:
        """Add one row."""
        self.better += difference > 0
        self.worse += difference < 0
        self._between += abs(difference) not in {0, 1}
        self._sum.add(difference)
        self._squares.add(difference * difference)

    def compare(
        self, *, margin: Number, confidence: float = 0.95, span: Number | None = None
    ) -> Comparison | Undefined:
        """The verdict: by Tango's interval where every row passes or fails outright, else by one-sided t bounds.

        `span` is the most by which one row can change, 1 for scores in [0, 1]; Tango's interval needs it to be 1, and rows
        without any change need it to say anything at all (see `compare_means`). Undefined for fewer than two rows, and for
        equal differences where neither applies.

        Raises:
            InputError: a margin or span that is not above 0, a confidence outside (0, 1).
        """
        mean, n = self.mean, self.count
        if mean is None or n < 2:
            return Undefined(code="too_few_rows", reason=f"{n} paired rows, at least 2 are needed")
        if span == 1 and not self._between:
            return compare_passes(self.better, self.worse, n, margin=margin, confidence=confidence)
        variance = (self._squares.total - n * mean * mean) / (n - 1)
        if variance == 0:
            return no_change(n, mean, margin=margin, confidence=confidence, span=span)
        reach = t_quantile(check_share("confidence", confidence), n - 1) * math.sqrt(variance / n)
        centre = float(mean)
        return comparison(centre, centre - reach, centre + reach, n=n, method="t", margin=margin, confidence=confidence)
