"""Numbers over the scores of one metric. Each carries its counts, and is undefined with a reason where it has no value.

*Macro* is the mean of the rows' values, each row counting the same; *micro* pools the rows' counts first, so a row
counts as much as it has to count. Which one is meant is never implied. `corpus` pools what a metric kept for that
purpose (BLEU, chrF, TER).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from assay.errors import InputError
from assay.records import Aggregate, Score, Status, Tally, exact
from assay.stats.exact_sum import ExactSum


class PooledMetric(Protocol):
    """A metric whose run-level score comes from counts that its rows keep in `details.statistics`."""

    @property
    def spec(self) -> str:
        """The metric's text."""

    def signature(self, method: str | None = None) -> str:
        """Everything that can change a value."""

    def corpus_value(self, statistics: Sequence[int]) -> float:
        """The score of summed counts."""


def macro(metric: str, scores: Iterable[Score]) -> Aggregate:
    """The mean of the rows' values, exactly.

    Args:
        metric: the text of the metric that all scores belong to.
        scores: any number of them, read once.

    Raises:
        InputError: a score of another metric.

    >>> rows = [Score(metric="m", status=Status.SCORED, value=value) for value in (0.1, 0.2)]
    >>> result = macro("m", [*rows, Score(metric="m", status=Status.INVALID)])
    >>> result.fraction, str(result.tally)
    ('3/20', '2 scored, 0 n/a, 1 invalid, 0 error')
    """
    read, total = _Read(metric), ExactSum()
    for number in read.numbers(scores):
        total.add(number)
    return read.aggregate("macro", total.mean)


def micro(metric: str, scores: Iterable[Score]) -> Aggregate:
    """The pooled ratio: the sum of the rows' numerators over the sum of their denominators.

    Undefined when a scored row keeps no counts: a mean of values is not put in its place.

    Args:
        metric: the text of the metric that all scores belong to.
        scores: any number of them, read once.

    Raises:
        InputError: a score of another metric.
    """
    read, top, bottom, uncounted = _Read(metric), 0, 0, 0
    for score in read.scored(scores):
        if score.ratio is None:
            uncounted += 1
        else:
            top, bottom = top + score.ratio.numerator, bottom + score.ratio.denominator
    if uncounted:
        return read.undefined("micro", f"{uncounted} scored rows keep no counts to pool")
    details = {"numerator": top, "denominator": bottom}
    return read.aggregate("micro", Fraction(top, bottom) if bottom else None, details)


def quantile(metric: str, scores: Iterable[Score], at: float) -> Aggregate:
    """A quantile of the rows' values, by linear interpolation between order statistics.

    Rule 7 of Hyndman and Fan, Sample quantiles in statistical packages, 1996: position (n - 1) · at, the rule of numpy
    and R. All values are held in memory, as any exact quantile needs.

    Args:
        metric: the text of the metric that all scores belong to.
        scores: any number of them, read once.
        at: from 0 (the smallest value) to 1 (the largest); 0.5 is the median.

    Raises:
        InputError: `at` outside 0 to 1, or a score of another metric.
    """
    if isinstance(at, bool) or not 0 <= at <= 1:
        raise InputError(f"a quantile lies between 0 and 1, got {at!r}", code="quantile")
    read = _Read(metric)
    values = sorted(read.numbers(scores))
    return read.aggregate(f"quantile {at}", _interpolated(values, exact(at)), {"rule": "linear, Hyndman-Fan 7"})


def corpus(metric: PooledMetric, scores: Iterable[Score]) -> Aggregate:
    """The score of all rows together, from the counts that each row keeps: corpus BLEU, chrF or TER.

    It differs from the mean of the rows' scores, because counts are summed before they are combined.

    Args:
        metric: the metric object that made the scores.
        scores: any number of them, read once.

    Raises:
        InputError: a score of another metric, or one made with another version or other options.
    """
    read, sums = _Read(metric.spec), Counter[int]()
    expected = metric.signature()
    for score in read.scored(scores):
        if score.signature != expected:
            raise InputError(f"a score was made by {score.signature!r}, not by {expected!r}", code="mixed_signatures")
        sums.update(dict(enumerate(score.details["statistics"])))
    if not read.tally.scored:
        return read.aggregate("corpus", None)
    statistics = tuple(sums[index] for index in range(len(sums)))
    value = exact(metric.corpus_value(statistics))
    return read.aggregate("corpus", value, {"statistics": statistics})


@dataclass(slots=True)
class _Read:
    """One pass over the scores of one metric, counting what it meets."""

    metric: str
    statuses: Counter[Status] = field(default_factory=Counter)
    labels: int = 0

    @property
    def tally(self) -> Tally:
        return Tally(**{status.value: count for status, count in self.statuses.items()})

    def scored(self, scores: Iterable[Score]) -> Iterator[Score]:
        for score in scores:
            if score.metric != self.metric:
                raise InputError(
                    f"expected scores of {self.metric!r}, got one of {score.metric!r}", code="mixed_metrics"
                )
            self.statuses[score.status] += 1
            if score.status is Status.SCORED:
                yield score

    def numbers(self, scores: Iterable[Score]) -> Iterator[Fraction]:
        for score in self.scored(scores):
            if score.number is None:
                self.labels += 1
            else:
                yield score.number

    def aggregate(self, statistic: str, value: Fraction | None, details: dict[str, Any] | None = None) -> Aggregate:
        if self.labels:
            return self.undefined(statistic, f"{self.labels} values are labels or rankings, not numbers")
        if value is None:
            return self.undefined(statistic, "no score has a value")
        return Aggregate(
            metric=self.metric,
            statistic=statistic,
            tally=self.tally,
            value=float(value),
            fraction=f"{value.numerator}/{value.denominator}",
            details=details or {},
        )

    def undefined(self, statistic: str, reason: str) -> Aggregate:
        return Aggregate(metric=self.metric, statistic=statistic, tally=self.tally, reason=reason)


def _interpolated(values: Sequence[Fraction], at: Fraction) -> Fraction | None:
    if not values:
        return None
    whole, part = divmod((len(values) - 1) * at, 1)
    low = values[int(whole)]
    return low + part * (values[int(whole) + 1] - low) if part else low
