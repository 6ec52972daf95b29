"""The regression gate: is the candidate worse than the baseline by more than a margin?"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.stats.distributions import bisect, normal_quantile
from assay.stats.inputs import Number, check_counts, check_numbers, check_positive, check_share
from assay.stats.means import mean_bounds
from assay.stats.result import Undefined


class Verdict(StrEnum):
    """`non_inferior`: worse by less than the margin. `regression`: worse by more. `inconclusive`: these rows cannot tell."""

    NON_INFERIOR = "non_inferior"
    INCONCLUSIVE = "inconclusive"
    REGRESSION = "regression"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Candidate minus baseline with its two one-sided bounds, against minus the margin.

    `worse` says that the candidate is worse than the baseline beyond chance, which a non-inferior candidate can be, too.
    """

    verdict: Verdict
    difference: float
    low: float
    high: float
    margin: float
    confidence: float
    n: int
    method: str

    @property
    def worse(self) -> bool:
        """Whether the upper bound lies below zero."""
        return self.high < 0


def compare_passes(
    only_candidate: int, only_baseline: int, n: int, *, margin: Number, confidence: float = 0.95
) -> Comparison:
    """The verdict on paired passes and failures, by Tango's score interval.

    Of `n` rows, b pass only with the candidate and c only with the baseline; d = (b - c) / n. The bounds are where the score
    statistic, with the baseline-only rate estimated under the constraint, equals the normal quantile; they hold where b = c = 0,
    too. Non-inferior when the lower bound lies above -margin, a regression when the upper bound lies below it.

    Source: Tango 1998, Statistics in Medicine 17, 891-908.

    Raises:
        InputError: counts that do not fit, a margin that is not above 0, a confidence outside (0, 1).

    >>> compare_passes(8, 12, 500, margin=0.03).verdict.value
    'non_inferior'
    >>> compare_passes(3, 3, 150, margin=0.02).verdict.value
    'inconclusive'
    """
    check_counts(passes=only_candidate, n=n)
    check_counts(passes=only_baseline, n=n)
    check_counts(passes=only_candidate + only_baseline, n=n)
    low, high = tango_bounds(only_candidate, only_baseline, n, confidence=confidence)
    difference = (only_candidate - only_baseline) / n
    return comparison(difference, low, high, n=n, method="tango", margin=margin, confidence=confidence)


def tango_bounds(only_candidate: int, only_baseline: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    """The two one-sided bounds of the paired difference of pass rates (see `compare_passes`).

    >>> [round(bound, 4) for bound in tango_bounds(0, 0, 60)]
    [-0.0431, 0.0431]
    """
    z = normal_quantile(check_share("confidence", confidence))

    def bound(goal: float) -> float:
        return bisect(lambda d0: goal - _score(only_candidate, only_baseline, n, d0), -1.0, 1.0)

    low = -1.0 if only_baseline == n else bound(z)
    high = 1.0 if only_candidate == n else bound(-z)
    return low, high


def _score(b: int, c: int, n: int, d0: float) -> float:
    """Tango's statistic for the difference d0; it falls as d0 rises."""
    linear = -b - c + (2 * n - b + c) * d0
    root = math.sqrt(max(0.0, linear * linear + 8 * n * c * d0 * (1 - d0)))
    rate = max(0.0, (root - linear) / (4 * n))
    variance = n * (2 * rate + d0 * (1 - d0))
    distance = b - c - n * d0
    if variance <= 0:
        return 0.0 if distance == 0 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def compare_means(
    differences: Sequence[Number],
    *,
    margin: Number,
    confidence: float = 0.95,
    clusters: Sequence[Hashable] | None = None,
    span: Number | None = None,
) -> Comparison | Undefined:
    """The verdict on paired scores: the mean of candidate minus baseline with one-sided (clustered) t bounds.

    `differences` are oriented so that above zero is better. When every difference is zero, t has no width and would call any
    number of rows enough; `span`, the most by which one row can change (1 for scores in [0, 1]), then gives the bounds of no
    change among n rows (Tango's with b = c = 0, times the span; n counts clusters where there are any). Undefined for one row
    or cluster, and for differences that are all equal where that does not apply.

    Raises:
        InputError: no differences, one that is not finite, a margin or span that is not above 0, a confidence outside (0, 1).
    """
    check_numbers("differences", differences)
    found = mean_bounds(differences, tail=1 - check_share("confidence", confidence), clusters=clusters)
    if isinstance(found, Undefined):
        return found
    if "zero_variance" not in found.notes:
        ends = (found.estimate, found.low, found.high)
        return comparison(*ends, n=found.n, method=found.method, margin=margin, confidence=confidence)
    difference = 0 if not any(differences) else found.estimate
    return no_change(found.n, difference, margin=margin, confidence=confidence, span=span)


def no_change(
    n: int, difference: Number, *, margin: Number, confidence: float, span: Number | None
) -> Comparison | Undefined:
    """The verdict on `n` rows (or clusters) whose differences are all equal: known only where nothing changed at all."""
    if span is None or difference != 0:
        return Undefined(code="zero_variance", reason="all differences are equal, so their spread says nothing")
    low, high = (check_positive("span", span) * bound for bound in tango_bounds(0, 0, n, confidence=confidence))
    return comparison(0.0, low, high, n=n, method="no_change", margin=margin, confidence=confidence)


def comparison(
    difference: float, low: float, high: float, *, n: int, method: str, margin: Number, confidence: float
) -> Comparison:
    """The bounds `low` and `high` of a difference, held against minus the margin."""
    allowed = check_positive("margin", margin)
    return Comparison(
        verdict=_verdict(low, high, -allowed),
        difference=difference,
        low=low,
        high=high,
        margin=allowed,
        confidence=float(confidence),
        n=n,
        method=method,
    )


def _verdict(low: float, high: float, limit: float) -> Verdict:
    if low > limit:
        return Verdict.NON_INFERIOR
    return Verdict.REGRESSION if high < limit else Verdict.INCONCLUSIVE
