"""How many tool calls a run took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.records import Direction, MetricResult, Range
from assay.records.message import ToolCall


@dataclass(frozen=True)
class StepCount(Metric):
    """Number of tool calls made.

    Input: `tool_calls` (from the target, or the calls in its messages). From 0, lower is better, unit `calls`. No
    call is 0 calls. Invalid: the target returned no calls.

    Source: plain count; the step budget of agent benchmarks such as AgentBench (Liu et al. 2023).

    >>> StepCount().score(tool_calls=[{"name": "find"}, {"name": "find"}, {"name": "refund"}]).reason
    '3 tool calls: find 2, refund 1'
    """

    name: ClassVar[str] = "step_count"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "calls"

    def measure(self, tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Count the calls, by name."""
        names = [call.name for call in tool_calls]
        listing = ", ".join(f"{name} {names.count(name)}" for name in dict.fromkeys(names))
        noun = "tool call" if len(names) == 1 else "tool calls"
        return MetricResult(value=len(names), reason=f"{len(names)} {noun}{': ' if names else ''}{listing}")
