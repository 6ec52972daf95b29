"""How many of the tool calls made were expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.agent.pairing import Weights
from assay.metrics.agent.tool_calls import ToolCallMetric
from assay.records import MetricResult, not_applicable
from assay.records.message import ExpectedCall, ToolCall


@dataclass(frozen=True)
class ToolCallPrecision(ToolCallMetric):
    """Share of the calls made that were expected: matched / made.

    Inputs: `reference_tool_calls` (reviewed, from the case) and `tool_calls` (from the target, or the calls in its messages).
    A call matches when nothing differs (see `ToolCallMetric` for what counts). Calls are paired one to one so that most of them
    match; each call counts as often as it stands there. Range 0 to 1, higher is better.

    Not applicable: no call was made (`tool_call_recall` judges that). No call expected and some made is 0. Invalid: the target
    returned no calls.

    Source: precision, recall and F1 (van Rijsbergen 1979) over multisets; parallel calls by maximum matching, as the Berkeley
    Function-Calling Leaderboard defines them.

    >>> ToolCallPrecision().score(
    ...     reference_tool_calls=[{"name": "find", "args": {"id": 7}}],
    ...     tool_calls=[{"name": "find", "args": {"id": 7}}, {"name": "find", "args": {"id": 8}}],
    ... ).value
    0.5
    """

    name: ClassVar[str] = "tool_call_precision"

    def measure(self, reference_tool_calls: tuple[ExpectedCall, ...], tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Count the matched calls."""
        if not tool_calls:
            return not_applicable("no tool call was made; tool_call_recall judges whether one was due")
        pairing = self.pair(reference_tool_calls, tool_calls)
        return MetricResult.of_ratio(
            pairing.matched,
            len(tool_calls),
            reason=pairing.reason(),
            items=pairing.counted_items(Weights(matched=1, missing=0, extra=1)),
        )
