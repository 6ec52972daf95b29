"""Tokens that an answer took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.operations.usage import as_usage
from assay.metrics.parameters import require_choice
from assay.records import Direction, MetricResult, Range, Usage


@dataclass(frozen=True)
class Tokens(Metric):
    """Number of tokens that the target used for the answer, as it reports them: `kind` is `total`, `input` or `output`.

    Input: `usage` of the output. From 0, lower is better, unit `tokens`. Nothing is estimated from the text: invalid
    where the target reported no usage, or not the number asked for (both for `total`).

    Source: the usage that the target or its provider reports; OpenTelemetry names it `gen_ai.usage.input_tokens` and
    `gen_ai.usage.output_tokens`.

    >>> Tokens().score(usage={"input_tokens": 900, "output_tokens": 100}).value
    1000
    """

    name: ClassVar[str] = "tokens"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "tokens"
    kind: str = "total"

    def __post_init__(self) -> None:
        require_choice("kind", self.kind, ("total", "input", "output"))

    def measure(self, usage: Usage) -> MetricResult:
        """Add up what was reported."""
        record = as_usage(usage)
        parts = {"input": record.input_tokens, "output": record.output_tokens}
        counted = [parts[name] for name in parts if self.kind in (name, "total")]
        known = [count for count in counted if count is not None]
        if len(known) < len(counted):
            raise InvalidRowError(f"the target did not report its {self.kind} tokens", code="missing_output")
        return MetricResult(value=sum(known), reason=f"{sum(known)} {self.kind} tokens")
