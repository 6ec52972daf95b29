"""Money that an answer took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.operations.usage import as_usage
from assay.records import Direction, MetricResult, Range, Usage


@dataclass(frozen=True)
class Cost(Metric):
    """US dollars that the target spent on the answer, as it reports them.

    Input: `usage` of the output. From 0, lower is better, unit `USD`. Nothing is estimated from tokens: invalid where
    the target reported no money.

    Source: the usage that the target or its provider reports; money in US dollars as stated there, never computed from a guess.

    >>> Cost().score(usage={"usd": 0.0042}).value
    0.0042
    """

    name: ClassVar[str] = "cost"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "USD"

    def measure(self, usage: Usage) -> MetricResult:
        """The money as reported."""
        usd = as_usage(usage).usd
        if usd is None:
            raise InvalidRowError("the target did not report what the answer cost", code="missing_output")
        return MetricResult(value=usd, reason=f"{usd} USD")
