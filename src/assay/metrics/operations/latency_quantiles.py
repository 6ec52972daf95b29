"""Latency quantiles of a run, each with its rule, its interval and its counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.records import Aggregate, Score, Status, Tally
from assay.stats.descriptive import QuantileRule, quantile, quantile_interval, quantile_upper_bound
from assay.stats.result import Undefined

USUAL = (0.5, 0.95, 0.99)


def latency_quantiles(
    scores: Iterable[Score], *, shares: Sequence[float] = USUAL, confidence: float = 0.95
) -> tuple[Aggregate, ...]:
    """Quantiles of the scored values of one metric (`latency`, `tokens`, `cost`), by nearest rank.

    Nearest rank names a value that was really measured. `details` holds the `rule`, the two-sided `interval` and the
    one-sided `upper_bound` at `confidence`, both by order statistics, or under `no_interval` and `no_bound` why there
    is none: an upper 95 % bound of the 95 % quantile needs 59 rows. Without a scored row a quantile is undefined.

    >>> from assay.metrics.operations.latency import Latency
    >>> rows = [Latency().score(latency_ms=float(value)) for value in range(1, 101)]
    >>> median = latency_quantiles(rows)[0]
    >>> median.statistic, median.value, median.details["interval"]
    ('p50', 50.0, (40.0, 61.0))
    """
    tally = Tally()
    values: list[float] = []
    metric = "latency"
    for score in scores:
        tally, metric = tally.plus(score.status), score.metric
        if score.status is Status.SCORED and isinstance(score.value, (int, float)):
            values.append(score.value)
    return tuple(_aggregate(metric, tally, values, share, confidence) for share in shares)


def _aggregate(metric: str, tally: Tally, values: list[float], share: float, confidence: float) -> Aggregate:
    name = f"p{share * 100:g}"
    if not values:
        return Aggregate(metric=metric, statistic=name, tally=tally, reason="no row is scored")
    interval = quantile_interval(values, share, confidence=confidence)
    bound = quantile_upper_bound(values, share, confidence=confidence)
    return Aggregate(
        metric=metric,
        statistic=name,
        tally=tally,
        value=quantile(values, share, rule=QuantileRule.NEAREST_RANK),
        details={
            "rule": QuantileRule.NEAREST_RANK.value,
            "confidence": confidence,
            **(
                {"no_interval": interval.reason}
                if isinstance(interval, Undefined)
                else {"interval": (interval.low, interval.high)}
            ),
            **({"no_bound": bound.reason} if isinstance(bound, Undefined) else {"upper_bound": bound}),
        },
    )
