"""What a statistic gives: an interval, or the reason why the quantity has no value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Undefined:
    """The input is fine, but the quantity has no value. Never replaced by 0, 1 or NaN."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """An estimate with its confidence interval; both ends are as computed, not clipped unless the method says so.

    `n` is the number of rows, or of clusters where rows are clustered. `standard_error` is None for methods without one.
    `notes` are stable words for what a reader must know: `zero_variance`, `few_clusters`.
    """

    estimate: float
    low: float
    high: float
    confidence: float
    method: str
    n: int
    standard_error: float | None = None
    notes: tuple[str, ...] = ()
