"""How right the tool calls of a run are, argument by argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.agent.pairing import Pairing
from assay.metrics.agent.tool_calls import ToolCallMetric
from assay.records import Item, MetricResult, not_applicable
from assay.records.message import ExpectedCall, ToolCall


@dataclass(frozen=True)
class ToolCallAccuracy(ToolCallMetric):
    """Share of right arguments over all calls: sum of argument shares of the best pairs / max(expected calls, made calls).

    Inputs: `reference_tool_calls` (reviewed, from the case) and `tool_calls` (from the target, or the calls in its messages).
    Calls are paired one to one so that the sum is largest; a pair has equal names and earns right arguments / arguments counted
    (see `ToolCallMetric` for what counts). A call with no pair earns 0, a call too many makes the denominator larger.
    Range 0 to 1, higher is better.

    Not applicable: no call expected and none made. No call expected and some made is 0. Invalid: the target returned no calls.

    Source: ragas' ToolCallAccuracy for the idea of graded arguments; the pairing is Kuhn's assignment problem (1955).

    >>> ToolCallAccuracy().score(
    ...     reference_tool_calls=[{"name": "refund", "args": {"order": 7, "fast": True}}],
    ...     tool_calls=[{"name": "refund", "args": {"order": 7, "fast": False}}],
    ... ).value
    0.5
    """

    name: ClassVar[str] = "tool_call_accuracy"

    def measure(self, reference_tool_calls: tuple[ExpectedCall, ...], tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Sum the argument shares of the best pairs."""
        pairing = self.pair(reference_tool_calls, tool_calls, partial=True)
        calls = max(len(pairing.expected), len(pairing.made))
        if not calls:
            return not_applicable("no tool call is expected and none was made")
        value = pairing.total_share / calls
        return MetricResult(value=float(value), reason=pairing.reason(), items=_items(pairing))


def _items(pairing: Pairing) -> tuple[Item, ...]:
    """Every expected call, and every extra one; as many extra ones count as there are more made than expected calls."""
    surplus = max(0, len(pairing.made) - len(pairing.expected))
    shares = [float(pairing.pairs[i][1].share) if i in pairing.pairs else 0.0 for i in range(len(pairing.expected))]
    expected = [pairing.expected_item(index, share, 1) for index, share in enumerate(shares)]
    uncounted = len(pairing.extra) - surplus
    extra = [pairing.made_item(index, float(place >= uncounted)) for place, index in enumerate(pairing.extra)]
    return (*expected, *extra)
