"""Asking a judge which of two is better, in both orders, because judges favour a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.records.prompt import Prompt
from assay.records.protocols import Judge

TIE = "tie"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairVerdict:
    """Which of the two won. `consistent` is false where the two orders named different winners, which counts as a tie.

    `first_slot` counts the orders in which whatever stood first won: 2 or 0 of an inconsistent pair show the judge's bias.
    """

    winner: str
    consistent: bool
    first_slot: int
    reasons: tuple[str, str]
    calls: tuple[str, ...]
    details: dict[str, Any]


async def ask_both_orders(
    judge: Judge, prompt: Prompt[Any], *, first: tuple[str, object], second: tuple[str, object], **inputs: object
) -> PairVerdict:
    """Ask with the two texts as given and exchanged.

    Args:
        judge: whom to ask. `prompt`: its verdict is the name of the better input, or `tie`; its reply has a `reason`.
        first, second: name of the input and text, `("response_1", "…")`.
        inputs: all other inputs.

    Returns:
        The verdict; `winner` is the name under which the winner was given here, or `tie`.

    Source: Zheng et al., "Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena", NeurIPS 2023, section 3.4.
    """
    (one, text_one), (two, text_two) = first, second
    straight = await judge.ask(prompt, **{one: text_one, two: text_two}, **inputs)
    crossed = await judge.ask(prompt, **{one: text_two, two: text_one}, **inputs)
    field = str(prompt.verdict)
    said, said_crossed = str(getattr(straight.reply, field)), str(getattr(crossed.reply, field))
    uncrossed = {one: two, two: one}.get(said_crossed, said_crossed)
    consistent = said == uncrossed
    return PairVerdict(
        winner=said if consistent else TIE,
        consistent=consistent,
        first_slot=[said, said_crossed].count(one),
        reasons=(str(straight.reply.reason), str(crossed.reply.reason)),
        calls=(*straight.calls, *crossed.calls),
        details={"straight": straight.details, "crossed": crossed.details},
    )
