"""Precision and recall of tool calls in one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.agent.pairing import Weights
from assay.metrics.agent.tool_calls import ToolCallMetric
from assay.records import MetricResult, not_applicable
from assay.records.message import ExpectedCall, ToolCall


@dataclass(frozen=True)
class ToolCallF1(ToolCallMetric):
    """Agreement of expected and made calls: 2 · matched / (expected + made).

    Inputs: `reference_tool_calls` (reviewed, from the case) and `tool_calls` (from the target, or the calls in its messages).
    A call matches when nothing differs (see `ToolCallMetric` for what counts). Calls are paired one to one so that most of them
    match; each call counts as often as it stands there. Range 0 to 1, higher is better.

    Not applicable: no call expected and none made. Calls on one side only are 0. Invalid: the target returned no calls.

    Source: precision, recall and F1 (van Rijsbergen 1979) over multisets; parallel calls by maximum matching, as the Berkeley
    Function-Calling Leaderboard defines them.

    >>> ToolCallF1().score(
    ...     reference_tool_calls=[{"name": "find", "args": {"id": 7}}],
    ...     tool_calls=[{"name": "find", "args": {"id": 7}}, {"name": "find", "args": {"id": 8}}],
    ... ).value
    0.6666666666666666
    """

    name: ClassVar[str] = "tool_call_f1"

    def measure(self, reference_tool_calls: tuple[ExpectedCall, ...], tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Count the matched calls."""
        calls = len(reference_tool_calls) + len(tool_calls)
        if not calls:
            return not_applicable("no tool call is expected and none was made")
        pairing = self.pair(reference_tool_calls, tool_calls)
        return MetricResult.of_ratio(
            2 * pairing.matched,
            calls,
            reason=pairing.reason(),
            items=pairing.counted_items(Weights(matched=2, missing=1, extra=1)),
        )
