"""Whether the tool calls of a run follow the expected trajectory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.agent.pairing import Pairing, Weights
from assay.metrics.agent.tool_calls import ToolCallMetric
from assay.metrics.parameters import require_choice
from assay.records import MetricResult, not_applicable
from assay.records.message import ExpectedCall, ToolCall

MODES = {
    "exact": "the same calls in the same order, and no others",
    "in_order": "every expected call, in the expected order; others may stand between",
    "any_order": "the same calls in any order, and no others",
    "subset": "no call that is not expected; expected ones may be missing",
    "superset": "every expected call in any order; others may be added",
}


@dataclass(frozen=True)
class TrajectoryMatch(ToolCallMetric):
    """Whether the calls made fit the expected ones: 1 or 0, by `mode`.

    `exact`: the same calls in the same order, and no others (the default). `in_order`: every expected call in the
    expected order, others may stand between. `any_order`: the same calls in any order. `subset`: no call that is
    not expected. `superset`: every expected call, others may be added. The mode decides whether order counts; the
    parameter `order` is not used.

    Inputs: `reference_tool_calls` (reviewed, from the case) and `tool_calls` (from the target, or the calls in its
    messages). Range 0 to 1, higher is better.

    Not applicable: no call expected and none made; also `in_order` and `superset` where none is expected and
    `subset` where none is made, for these would hold of anything. Invalid: the target returned no calls.

    Source: trajectory evaluation as in Google's Vertex AI (exact, in order, any order) and LangChain's agentevals
    (subset, superset).

    >>> calls = [{"name": "find", "args": {"id": 7}}, {"name": "refund", "args": {"id": 7}}]
    >>> TrajectoryMatch(mode="in_order").score(reference_tool_calls=calls[1:], tool_calls=calls).value
    1
    """

    name: ClassVar[str] = "trajectory_match"
    mode: str = "exact"

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("mode", self.mode, MODES)

    def measure(self, reference_tool_calls: tuple[ExpectedCall, ...], tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Pair the calls as the mode allows and see what is left over."""
        if (why := self._vacuous(bool(reference_tool_calls), bool(tool_calls))) is not None:
            return not_applicable(why)
        ordered = "sequence" if self.mode in ("exact", "in_order") else "any"
        pairing = self.pair(reference_tool_calls, tool_calls, order=ordered)
        return MetricResult(
            value=int(self._holds(pairing)),
            reason=f"{self.mode}: {pairing.reason()}",
            items=pairing.counted_items(Weights(matched=0, missing=0, extra=0)),
        )

    def _vacuous(self, expected: bool, made: bool) -> str | None:
        if not expected and (not made or self.mode in ("in_order", "superset")):
            return "the case expects no tool call" + ("" if made else " and none was made")
        if not made and self.mode == "subset":
            return "no tool call was made; another mode judges whether one was due"
        return None

    def _holds(self, pairing: Pairing) -> bool:
        all_expected = pairing.matched == len(pairing.expected)
        all_made = pairing.matched == len(pairing.made)
        if self.mode == "subset":
            return all_made
        return all_expected and (all_made or self.mode in ("in_order", "superset"))
