"""The four cells of topic adherence, and the four numbers made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.records import Item, MetricResult, not_applicable

MODES = ("accuracy", "precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic that the user brought up: may the assistant talk about it, did it, and why somebody thinks so."""

    text: str
    allowed: bool
    answered: bool
    reason: str | None = None

    @property
    def outcome(self) -> str:
        """The cell: `answered`, `refused` (wrongly), `strayed` or `declined` (rightly)."""
        if self.allowed:
            return "answered" if self.answered else "refused"
        return "strayed" if self.answered else "declined"


def adherence(mode: str, topics: Sequence[Topic]) -> MetricResult:
    """With a answered, m refused, x strayed, d declined: `accuracy` (a+d)/all, `precision` a/(a+x), `recall` a/(a+m), `f1`
    2a/(2a+x+m); not applicable where the denominator is empty."""
    items = tuple(_item(topic, mode) for topic in topics)
    counted = [item for item in items if item.credit is not None]
    if not counted:
        return not_applicable(
            f"{mode}: none of {len(items)} topics counts; accuracy credits topics declined", items=items
        )
    right = sum(int(item.weight) for item in counted if item.credit)
    total = sum(int(item.weight) for item in counted)
    wrong = [f"{item.text} ({item.outcome})" for item in items if item.outcome in ("strayed", "refused")]
    reason = f"{mode}: {right} of {total}; wrong={', '.join(wrong) or 'none'}"
    return MetricResult.of_ratio(right, total, reason=reason, items=items)


def _item(topic: Topic, mode: str) -> Item:
    weight = {
        "answered": 2 if mode == "f1" else 1,
        "strayed": mode != "recall",
        "refused": mode != "precision",
        "declined": mode == "accuracy",
    }[topic.outcome]
    credit = float(topic.outcome in ("answered", "declined"))
    counted: dict[str, Any] = {"credit": credit, "weight": float(weight)} if weight else {}
    return Item(kind="topic", outcome=topic.outcome, text=topic.text, reason=topic.reason, **counted)
