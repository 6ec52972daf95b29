"""Pairs are asked in both orders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal

import pytest

from assay.records.pairwise import PairVerdict, ask_both_orders
from assay.records.prompt import Prompt
from assay.records.protocols import Verdict
from assay.records.reply import JudgeReply


class Better(JudgeReply):
    reason: str
    winner: Literal["one", "two", "tie"]


PAIR = Prompt(
    name="pair", version="1", instruction="", inputs=("one", "two", "question"), reply=Better, verdict="winner"
)


class Fixed:
    """A judge that decides by a function of the two texts."""

    identity, runs = "fixed", 1

    def __init__(self, decide: Callable[[str, str], str]) -> None:
        self._decide = decide

    async def ask(self, prompt: Prompt[Any], **inputs: Any) -> Verdict[Any]:
        winner = self._decide(inputs["one"], inputs["two"])
        return Verdict(reply=Better.model_validate({"reason": inputs["question"], "winner": winner}), calls=(winner,))


def pair(decide: Callable[[str, str], str]) -> PairVerdict:
    asked = ask_both_orders(Fixed(decide), PAIR, first=("one", "long text"), second=("two", "short"), question="q")
    return asyncio.run(asked)


@pytest.mark.parametrize(
    ("decide", "winner", "consistent", "first_slot"),
    [
        (lambda one, two: "one" if len(one) > len(two) else "two", "one", True, 1),
        (lambda one, two: "one" if len(one) < len(two) else "two", "two", True, 1),
        (lambda one, two: "one", "tie", False, 2),
        (lambda one, two: "two", "tie", False, 0),
        (lambda one, two: "tie", "tie", True, 0),
    ],
)
def test_both_orders(decide: Callable[[str, str], str], winner: str, consistent: bool, first_slot: int) -> None:
    """The same winner in both orders wins; a judge that follows the place gives a tie and is shown as inconsistent."""
    found = pair(decide)
    assert (found.winner, found.consistent, found.first_slot) == (winner, consistent, first_slot)
    assert found.reasons == ("q", "q")
    assert len(found.calls) == 2
