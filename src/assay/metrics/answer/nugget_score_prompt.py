"""The prompt of `nugget_score`."""

from __future__ import annotations

from typing import Literal

from assay.records.prompt import Example, Prompt
from assay.records.reply import JudgeReply


class AssignedNugget(JudgeReply):
    """How far the answer states the nugget with this number."""

    id: int
    reason: str
    verdict: Literal["support", "partial_support", "not_support", "unknown"]


class AssignReply(JudgeReply):
    """One verdict for each numbered nugget."""

    verdicts: list[AssignedNugget]


ASSIGN = Prompt(
    name="nugget_assignment",
    version="1",
    instruction="""\
A nugget is one fact that a right answer states (to `question`, where it is given).
Decide for each numbered nugget whether `answer` states it.
support: the answer states the whole fact; another wording is fine.
partial_support: the answer states a part of the fact, or a weaker form of it.
not_support: the answer does not state it, or states the opposite.
unknown: you cannot tell.
Judge by what the answer says, not by what is true.
A nugget with a number, date, name, negation or condition is supported only if exactly that is stated.
Give the reason first, in one sentence, then the verdict.""",
    inputs=("question", "answer", "nuggets"),
    items="nuggets",
    verdicts="verdicts",
    verdict="verdict",
    reply=AssignReply,
    examples=(
        Example(
            {
                "question": "How do refunds work?",
                "answer": "Refunds go back to your card.",
                "nuggets": ["Refunds are paid to the card used.", "Refunds take 30 days."],
            },
            {
                "verdicts": [
                    {
                        "id": 1,
                        "reason": "It names the card, not that it is the one used.",
                        "verdict": "partial_support",
                    },
                    {"id": 2, "reason": "No time is given.", "verdict": "not_support"},
                ]
            },
        ),
    ),
)
