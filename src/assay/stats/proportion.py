"""Intervals and bounds for a pass rate: `passes` of `n` rows."""

from __future__ import annotations

import math
from enum import StrEnum

from assay.stats.distributions import beta_quantile, normal_quantile
from assay.stats.inputs import check_counts, check_share
from assay.stats.result import Interval


class ProportionMethod(StrEnum):
    """How an interval of a pass rate is built. The normal (Wald) interval is not offered: it covers far too seldom.

    `wilson` inverts the score test (Wilson 1927). `clopper_pearson` never covers less than it says (Clopper and Pearson 1934).
    `agresti_coull` adds z²/2 passes and failures (Agresti and Coull 1998), clipped to [0, 1]. `jeffreys` takes the quantiles of
    Beta(k + 1/2, n - k + 1/2), with 0 at no pass and 1 at no failure (Brown, Cai and DasGupta 2001).
    """

    WILSON = "wilson"
    CLOPPER_PEARSON = "clopper_pearson"
    AGRESTI_COULL = "agresti_coull"
    JEFFREYS = "jeffreys"


def proportion_interval(
    passes: int, n: int, *, confidence: float = 0.95, method: ProportionMethod = ProportionMethod.WILSON
) -> Interval:
    """The two-sided interval of a pass rate.

    Raises:
        InputError: no rows, counts that are not whole or do not fit, a confidence outside (0, 1).

    >>> found = proportion_interval(45, 50)
    >>> round(found.low, 4), round(found.high, 4)
    (0.7864, 0.9565)
    """
    check_counts(passes=passes, n=n)
    tail = (1 - check_share("confidence", confidence)) / 2
    return Interval(
        estimate=passes / n,
        low=_lower(passes, n, tail, method),
        high=1 - _lower(n - passes, n, tail, method),
        confidence=float(confidence),
        method=str(method),
        n=n,
    )


def proportion_lower_bound(
    passes: int, n: int, *, confidence: float = 0.95, method: ProportionMethod = ProportionMethod.WILSON
) -> float:
    """The one-sided lower bound of a pass rate: what a floor is compared with.

    Raises:
        InputError: as `proportion_interval`.

    >>> round(proportion_lower_bound(60, 60, method=ProportionMethod.CLOPPER_PEARSON), 4)
    0.9513
    """
    check_counts(passes=passes, n=n)
    return _lower(passes, n, 1 - check_share("confidence", confidence), method)


def proportion_upper_bound(
    passes: int, n: int, *, confidence: float = 0.95, method: ProportionMethod = ProportionMethod.WILSON
) -> float:
    """The one-sided upper bound of a pass rate; the mirror image of the lower bound.

    Raises:
        InputError: as `proportion_interval`.
    """
    check_counts(passes=passes, n=n)
    return 1 - _lower(n - passes, n, 1 - check_share("confidence", confidence), method)


def rows_to_prove_floor(floor: float, *, confidence: float = 0.95) -> int:
    """How many rows, all of them passing, prove a floor: the least n with floor^n at or below 1 - confidence.

    >>> [rows_to_prove_floor(floor) for floor in (0.90, 0.95, 0.99, 0.999)]
    [29, 59, 299, 2995]
    """
    return math.ceil(math.log(1 - check_share("confidence", confidence)) / math.log(check_share("floor", floor)))


def _lower(passes: int, n: int, tail: float, method: ProportionMethod) -> float:
    if method is ProportionMethod.WILSON:
        return _wilson(passes, n, normal_quantile(1 - tail))
    if method is ProportionMethod.AGRESTI_COULL:
        return _agresti_coull(passes, n, normal_quantile(1 - tail))
    if passes == 0:
        return 0.0
    half = 0.5 if method is ProportionMethod.JEFFREYS else 0.0
    return beta_quantile(tail, passes + half, n - passes + 1 - half)


def _wilson(passes: int, n: int, z: float) -> float:
    if passes == 0 and z > 0:
        return 0.0
    p, square = passes / n, z * z
    half_width = z * math.sqrt(p * (1 - p) / n + square / (4 * n * n))
    return max(0.0, (p + square / (2 * n) - half_width) / (1 + square / n))


def _agresti_coull(passes: int, n: int, z: float) -> float:
    rows = n + z * z
    p = (passes + z * z / 2) / rows
    return min(1.0, max(0.0, p - z * math.sqrt(p * (1 - p) / rows)))
