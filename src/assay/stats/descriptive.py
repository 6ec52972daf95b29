"""Mean, spread and quantiles of finite numbers."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from assay.stats.distributions import binomial_cdf
from assay.stats.exact import exact_numbers
from assay.stats.inputs import Number, check_numbers, check_share
from assay.stats.result import Interval, Undefined


class QuantileRule(StrEnum):
    """How a quantile between two values is read; a printed quantile names its rule.

    `linear` interpolates (type 7 of Hyndman and Fan 1996, the default of NumPy and spreadsheets), `nearest_rank` is the smallest
    value with at least that share of the values at or below it.
    """

    LINEAR = "linear"
    NEAREST_RANK = "nearest_rank"


def mean(values: Sequence[Number]) -> float:
    """The arithmetic mean, correctly rounded.

    Raises:
        InputError: no values, or one that is not finite.

    >>> mean([0.1] * 10)
    0.1
    """
    check_numbers("values", values)
    return float(sum(exact_numbers(values), Fraction(0)) / len(values))


def sample_sd(values: Sequence[Number]) -> float | Undefined:
    """The sample standard deviation (divisor n - 1); undefined for one value.

    Raises:
        InputError: no values, or one that is not finite.

    >>> sample_sd([0.5, 0.75, 1.0])
    0.25
    """
    check_numbers("values", values)
    if len(values) == 1:
        return Undefined(code="one_row", reason="one value has no spread")
    numbers = exact_numbers(values)
    middle = sum(numbers, Fraction(0)) / len(numbers)
    return math.sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def quantile(values: Sequence[Number], share: float, *, rule: QuantileRule = QuantileRule.LINEAR) -> float:
    """The value below which `share` of the values lies, by the named rule.

    Raises:
        InputError: no values, one that is not finite, or a share outside (0, 1).

    >>> quantile([10, 20, 30, 40], 0.5), quantile([10, 20, 30, 40], 0.5, rule=QuantileRule.NEAREST_RANK)
    (25.0, 20.0)
    """
    check_numbers("values", values)
    check_share("share", share)
    ordered, exact_share = exact_numbers(sorted(values)), exact_numbers([share])[0]
    if rule is QuantileRule.NEAREST_RANK:
        return float(ordered[math.ceil(exact_share * len(ordered)) - 1])
    position = exact_share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (position - below) * (ordered[above] - ordered[below]))


def quantile_interval(values: Sequence[Number], share: float, *, confidence: float = 0.95) -> Interval | Undefined:
    """A two-sided interval for a quantile: two of the values, whatever the distribution.

    The number of values below the true quantile is binomial, so the r-th and s-th smallest value hold it with at least the
    confidence (David and Nagaraja, Order Statistics, section 7.1). The estimate is by nearest rank. Undefined when there
    are too few values for both ends.

    Raises:
        InputError: no values, one that is not finite, or a share or confidence outside (0, 1).
    """
    estimate = quantile(values, share, rule=QuantileRule.NEAREST_RANK)
    tail = (1 - check_share("confidence", confidence)) / 2
    lower, upper = _rank_below(len(values), share, tail), _rank_above(len(values), share, 1 - tail)
    if lower is None or upper is None:
        return _too_few(len(values), share, confidence)
    ordered = sorted(values)
    return Interval(
        estimate=estimate,
        low=float(ordered[lower - 1]),
        high=float(ordered[upper - 1]),
        confidence=float(confidence),
        method="order_statistics",
        n=len(values),
    )


def quantile_upper_bound(values: Sequence[Number], share: float, *, confidence: float = 0.95) -> float | Undefined:
    """The smallest value that bounds the true quantile from above with that confidence (one-sided).

    Undefined when there are too few values: an upper 95% bound of the 95% quantile needs 59.

    Raises:
        InputError: no values, one that is not finite, or a share or confidence outside (0, 1).
    """
    check_numbers("values", values)
    check_share("share", share)
    rank = _rank_above(len(values), share, check_share("confidence", confidence))
    return _too_few(len(values), share, confidence) if rank is None else float(sorted(values)[rank - 1])


def rows_for_quantile_bound(share: float, *, confidence: float = 0.95) -> int:
    """How many rows an upper bound of a quantile needs: the least n with 1 - share^n at or above the confidence.

    >>> rows_for_quantile_bound(0.95)
    59
    """
    tail = 1 - check_share("confidence", confidence)
    return math.ceil(math.log(tail) / math.log(check_share("share", share)))


def _rank_below(n: int, share: float, tail: float) -> int | None:
    """The highest rank that lies above the quantile with at most probability `tail`."""
    ranks = range(1, n + 1)
    return bisect_left(ranks, True, key=lambda rank: binomial_cdf(rank - 1, n, share) > tail) or None


def _rank_above(n: int, share: float, confidence: float) -> int | None:
    """The lowest rank that lies at or above the quantile with at least that confidence."""
    ranks = range(1, n + 1)
    index = bisect_left(ranks, True, key=lambda rank: binomial_cdf(rank - 1, n, share) >= confidence)
    return ranks[index] if index < n else None


def _too_few(n: int, share: float, confidence: float) -> Undefined:
    return Undefined(
        code="too_few_rows",
        reason=f"{n} values are too few to bound the {share:g} quantile with confidence {confidence:g}",
    )
