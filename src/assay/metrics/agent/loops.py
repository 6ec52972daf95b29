"""How often a run repeated itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice
from assay.records import Direction, Item, MetricResult, Range
from assay.records.canonical import canonical_json
from assay.records.message import ToolCall


@dataclass(frozen=True)
class Loops(Metric):
    """Number of tool calls that repeat an earlier one: same name, same arguments as canonical JSON.

    `within`: `run` counts a repetition of any earlier call, `row` only of the call just before it. Key order does
    not matter; 1, 1.0 and "1" differ. Arguments that are no JSON object are compared as text.

    Input: `tool_calls` (from the target, or the calls in its messages). From 0, lower is better, unit `calls`.
    Invalid: the target
    returned no calls.

    Source: repeated actions as the sign of an agent that is stuck, for instance in AgentBench (Liu et al. 2023).

    >>> poll = {"name": "status", "args": {"id": 7}}
    >>> Loops().score(tool_calls=[poll, {"name": "wait"}, poll]).value
    1
    >>> Loops(within="row").score(tool_calls=[poll, {"name": "wait"}, poll]).value
    0
    """

    name: ClassVar[str] = "loops"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "calls"
    within: str = "run"

    def __post_init__(self) -> None:
        require_choice("within", self.within, ("run", "row"))

    def measure(self, tool_calls: tuple[ToolCall, ...]) -> MetricResult:
        """Compare each call with the ones before it."""
        seen: dict[str, int] = {}
        items: list[Item] = []
        for index, call in enumerate(tool_calls):
            key = _identity(call)
            if self.within == "row":
                seen = {name: place for name, place in seen.items() if place == index - 1}
            if key in seen:
                items.append(_repetition(call, index, seen[key]))
            seen[key] = index
        return MetricResult(
            value=len(items),
            reason=f"{len(items)} of {len(tool_calls)} tool calls repeat an earlier one",
            items=tuple(items),
        )


def _identity(call: ToolCall) -> str:
    return canonical_json([call.name, call.args, call.unparsed])


def _repetition(call: ToolCall, index: int, earlier: int) -> Item:
    return Item(
        kind="made_call",
        outcome="repeated",
        id=f"tool_calls[{index}]",
        text=str(call),
        source=f"tool_calls[{earlier}]",
    )
