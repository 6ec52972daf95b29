"""A score: the result of a metric on a sample. Never a number standing in for a crash."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

from assay.errors import InvalidRowError
from assay.records.domain import Value
from assay.records.frozen import EMPTY
from assay.records.number import Ratio, exact
from assay.records.record import Record, require_finite
from assay.records.words import Status


class Item(Record, frozen=True):
    """One thing that a metric counted: a claim, a citation, a statement, a passage.

    `credit` is what the item adds to the numerator and `weight` what it adds to the denominator, so that for every ratio
    metric `sum(credit * weight) / sum(weight)` over the items with a credit equals the value. `outcome` is a word of the
    metric's own closed set (`supported`, `missing`, …). `source` names the context or document that it rests on.
    """

    kind: str
    outcome: str
    id: str | None = None
    text: str | None = None
    credit: float | None = None
    weight: float = 1.0
    reason: str | None = None
    quote: str | None = None
    source: str | None = None
    details: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        require_finite("credit", self.credit)
        require_finite("weight", self.weight)
        self._freeze("details")


class MetricResult(Record, frozen=True):
    """What a metric's `measure` returns when it can answer: a value, the reason, and the items counted.

    A plain value may be returned instead. To say that there is nothing to check, return `not_applicable(reason)`; for a row
    that breaks the metric's contract raise `InvalidRowError`; where the evaluation could not be carried out an `EvaluationError`
    is raised. `method` overrides the metric's own method for this row (a judge's name, say).

    Raises:
        InvalidRowError: the value is NaN or infinite; raised inside `measure` it makes the score invalid.
    """

    value: Any = None
    reason: str = ""
    ratio: Ratio | None = None
    items: tuple[Item, ...] = ()
    status: Status | None = None
    code: str | None = None
    method: str | None = None
    calls: tuple[str, ...] = ()
    details: dict[str, Any] = EMPTY
    traces: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        self._freeze("details")
        if _is_nan_or_infinite(self.value):
            raise InvalidRowError(f"expected a finite value, got {self.value!r}", code="outside_domain")
        if self.traces is not None and set(self.traces) - {"input", "output"}:
            raise ValueError(f"traces may hold only 'input' and 'output', got {sorted(self.traces)}")

    @classmethod
    def of_ratio(cls, numerator: int, denominator: int, *, reason: str, **rest: Any) -> MetricResult:
        """A counted ratio; the value is numerator / denominator and both stay on the score."""
        ratio = Ratio(numerator=numerator, denominator=denominator)
        return cls(value=float(ratio), ratio=ratio, reason=reason, **rest)


def _is_nan_or_infinite(value: Any) -> bool:
    is_number = isinstance(value, Real)
    return is_number and not -math.inf < value < math.inf


def not_applicable(reason: str, *, code: str = "nothing_to_check", **rest: Any) -> MetricResult:
    """The result of a metric that the sample gives nothing to check."""
    return MetricResult(status=Status.NOT_APPLICABLE, reason=reason, code=code, **rest)


class Score(Record, frozen=True):
    """Status, value, reason and evidence of one metric on one sample.

    `value` is present exactly when the status is `scored`. `signature` holds everything that can change the value
    (metric, version, parameters, method); `key` is the hash of the signature and of exactly the inputs read.
    `calls` are the hashes of the judge attempts behind it. `code` is a stable machine-readable word for a status that is
    not `scored`.
    """

    metric: str
    status: Status
    value: Value | None = None
    ratio: Ratio | None = None
    reason: str = ""
    items: tuple[Item, ...] = ()
    method: str = "exact"
    version: str = "1"
    signature: str = ""
    key: str | None = None
    code: str | None = None
    calls: tuple[str, ...] = ()
    details: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("details")
        if (self.status is Status.SCORED) != (self.value is not None):
            raise InvalidRowError(
                f"a score that is {self.status.value} cannot have the value {self.value!r}", code="score_value"
            )
        if isinstance(self.value, (int, float)):
            require_finite("value", self.value)
        if self.ratio is not None and self.value != float(self.ratio):
            raise InvalidRowError(f"value {self.value!r} is not the ratio {self.ratio}", code="score_ratio")

    @property
    def number(self) -> Any:
        """The value as an exact Fraction (from the ratio where there is one), or None for labels and rankings."""
        if self.ratio is not None:
            return self.ratio.exact
        if isinstance(self.value, (int, float)):
            return exact(self.value)
        return None


def recompute(items: tuple[Item, ...]) -> float | None:
    """The value that the items alone add up to, or None when none carries a credit."""
    counted = [item for item in items if item.credit is not None]
    weight = sum(item.weight for item in counted)
    return sum((item.credit or 0.0) * item.weight for item in counted) / weight if weight else None


def as_details(values: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping without its None entries, for `details`."""
    return {key: value for key, value in values.items() if value is not None}
