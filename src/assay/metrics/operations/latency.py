"""Milliseconds from question to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.records import Direction, MetricResult, Range, show


@dataclass(frozen=True)
class Latency(Metric):
    """The time that the target took for the answer, as it was measured or as the target's record states it.

    Input: `latency_ms` of the output. Unit milliseconds, range 0 and up, lower is better. Applies to every case. Invalid: the
    target's record has no latency, or a negative one. A target that gave no output has no latency either: error.

    Source: client-observed response time, as OpenTelemetry's GenAI conventions define `gen_ai.client.operation.duration`.

    >>> Latency().score(latency_ms=412.5).value
    412.5
    """

    name: ClassVar[str] = "latency"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "ms"

    def measure(self, latency_ms: float) -> MetricResult:
        """The latency as given."""
        return MetricResult(value=latency_ms, reason=f"{_text(latency_ms)} ms")


def _text(latency_ms: object) -> str:
    return show(latency_ms, digits=1) if isinstance(latency_ms, (int, float)) else repr(latency_ms)
