"""Expected and made calls side by side: the pairs found, what differs in each, and the evidence for a score."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from assay.metrics.agent.arguments import Comparison
from assay.records import Item
from assay.records.message import ExpectedCall, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What an exact pair, an expected call without one, and a made call without one add to a denominator; 0 is not counted."""

    matched: float
    missing: float
    extra: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """Each call in at most one pair: expected position → made position and how the two compare."""

    expected: tuple[ExpectedCall, ...]
    made: tuple[ToolCall, ...]
    pairs: dict[int, tuple[int, Comparison]]

    @property
    def matched(self) -> int:
        """Pairs in which nothing differs."""
        return sum(comparison.same for _, comparison in self.pairs.values())

    @property
    def total_share(self) -> Fraction:
        """The sum of the argument shares of all pairs."""
        return sum((comparison.share for _, comparison in self.pairs.values()), Fraction(0))

    @property
    def extra(self) -> tuple[int, ...]:
        """Positions of made calls that stand in no pair."""
        taken = {made for made, _ in self.pairs.values()}
        return tuple(index for index in range(len(self.made)) if index not in taken)

    def reason(self) -> str:
        """`matched=1; expected=2; made=1; missing=refund(order=7)`, with what differs in each pair."""
        parts = [f"matched={self.matched}", f"expected={len(self.expected)}", f"made={len(self.made)}"]
        parts += [
            f"wrong={self.expected[index].name}: {', '.join(comparison.differences)}"
            for index, (_, comparison) in self.pairs.items()
            if not comparison.same
        ]
        parts += [f"missing={call}" for index, call in enumerate(self.expected) if index not in self.pairs]
        parts += [f"extra={self.made[index]}" for index in self.extra]
        return "; ".join(parts)

    def counted_items(self, weights: Weights) -> tuple[Item, ...]:
        """All or nothing: an exact pair is one item; a pair that differs is an expected call missed and a made call too many."""
        expected = [self._expected_item(index, weights) for index in range(len(self.expected))]
        wrong = [made for made, comparison in self.pairs.values() if not comparison.same]
        return (*expected, *(self.made_item(index, weights.extra) for index in sorted((*self.extra, *wrong))))

    def _expected_item(self, index: int, weights: Weights) -> Item:
        same = index in self.pairs and self.pairs[index][1].same
        return self.expected_item(index, float(same), weights.matched if same else weights.missing)

    def expected_item(self, index: int, credit: float, weight: float) -> Item:
        """The evidence of one expected call, resting on the made call that it is paired with."""
        made, comparison = self.pairs.get(index, (None, None))
        return Item(
            kind="expected_call",
            outcome="missing" if comparison is None else "matched" if comparison.same else "wrong_arguments",
            id=f"reference_tool_calls[{index}]",
            text=str(self.expected[index]),
            reason=", ".join(comparison.differences) if comparison and comparison.differences else None,
            source=None if made is None else f"tool_calls[{made}]",
            **_counted(credit, weight),
        )

    def made_item(self, index: int, weight: float) -> Item:
        """The evidence of one made call that nothing expected equals."""
        return Item(
            kind="made_call",
            outcome="extra" if index in self.extra else "wrong_arguments",
            id=f"tool_calls[{index}]",
            text=str(self.made[index]),
            **_counted(0.0, weight),
        )


def _counted(credit: float, weight: float) -> dict[str, Any]:
    return {"credit": credit, "weight": weight} if weight else {}
