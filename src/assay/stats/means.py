"""Intervals for the mean of scores, with rows that belong together counted as such."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from enum import StrEnum
from fractions import Fraction

from assay.stats.distributions import t_quantile
from assay.stats.exact import cluster_sums, exact_numbers
from assay.stats.inputs import Number, check_numbers, check_share
from assay.stats.result import Interval, Undefined

FEW_CLUSTERS = 30


class Correction(StrEnum):
    """Whether a clustered error is widened by G / (G - 1) for a finite number of clusters G (`none`: Miller 2024)."""

    FINITE_CLUSTERS = "finite_clusters"
    NONE = "none"


def mean_interval(
    scores: Sequence[Number],
    *,
    confidence: float = 0.95,
    clusters: Sequence[Hashable] | None = None,
    correction: Correction = Correction.FINITE_CLUSTERS,
) -> Interval | Undefined:
    """The mean of scores with Student's t interval, not clipped to the scores' domain.

    Without clusters the standard error is sd / sqrt(n) with n - 1 degrees of freedom. `clusters` names the document,
    conversation or template of each row; then
    se = sqrt(G / (G - 1) · Σ_g (Σ_{i in g} (s_i - mean))²) / n with G - 1 degrees of freedom, so that copying every row three
    times leaves the interval as it was. Clusters of one row each give exactly the unclustered interval.

    Undefined for one row, and for one cluster. Scores that are all equal give an interval of no width with the note
    `zero_variance`: for passes and failures use `proportion_interval`. Fewer than 30 clusters are noted as `few_clusters`.

    Source: Miller 2024, Adding Error Bars to Evals (arXiv 2411.00640); Cameron and Miller 2015.

    Raises:
        InputError: no scores, one that is not finite, clusters of another length, a confidence outside (0, 1).

    >>> found = mean_interval([0.0, 0.5, 1.0])
    >>> round(found.low, 3), round(found.high, 3)
    (-0.742, 1.742)
    """
    return mean_bounds(
        scores, tail=(1 - check_share("confidence", confidence)) / 2, clusters=clusters, correction=correction
    )


def mean_bounds(
    scores: Sequence[Number],
    *,
    tail: float,
    clusters: Sequence[Hashable] | None = None,
    correction: Correction = Correction.FINITE_CLUSTERS,
) -> Interval | Undefined:
    """`mean_interval` with the probability left out at each end: 0.05 gives the two one-sided 95% bounds."""
    check_numbers("scores", scores)
    check_share("tail", tail)
    numbers = exact_numbers(scores)
    centre = sum(numbers, Fraction(0)) / len(numbers)
    sums = cluster_sums([number - centre for number in numbers], clusters)
    groups = len(sums)
    if groups < 2:
        return Undefined(
            code="one_cluster" if clusters is not None else "one_row",
            reason=f"one {'cluster' if clusters is not None else 'row'} has no spread to estimate an error from",
        )
    squares = sum((value**2 for value in sums), Fraction(0))
    corrected = clusters is None or correction is Correction.FINITE_CLUSTERS
    error = math.sqrt(squares * (Fraction(groups, groups - 1) if corrected else 1)) / len(scores)
    estimate, reach = float(centre), t_quantile(1 - tail, groups - 1) * error
    return Interval(
        estimate=estimate,
        low=estimate - reach,
        high=estimate + reach,
        confidence=1 - 2 * tail,
        method="t" if clusters is None else "clustered_t",
        n=groups,
        standard_error=error,
        notes=_notes(zero=squares == 0, few=clusters is not None and groups < FEW_CLUSTERS),
    )


def design_effect(*, rows_per_cluster: float, correlation: float) -> float:
    """How many times larger clustering makes the variance: 1 + (m - 1) · icc (Kish 1965).

    >>> design_effect(rows_per_cluster=5, correlation=0.1)
    1.4
    """
    check_numbers("rows_per_cluster", [rows_per_cluster])
    check_numbers("correlation", [correlation])
    return 1 + (rows_per_cluster - 1) * correlation


def _notes(*, zero: bool, few: bool) -> tuple[str, ...]:
    return (("zero_variance",) if zero else ()) + (("few_clusters",) if few else ())
