"""The question that context precision and context utilization ask of every passage."""

from __future__ import annotations

from assay.records.prompt import Example, Prompt
from assay.records.reply import BinaryReply

USEFUL = Prompt(
    name="useful_passage",
    version="1",
    instruction="""\
Somebody arrived at `answer` to `question` with the numbered passages at hand.
Decide for each passage by itself whether it was of use.
yes: the passage states something that `answer` says, or that is needed to arrive at it.
no: nothing in it contributes. Speaking of the same subject, or sharing words, is no contribution.
unknown: you cannot tell.
Judge only use, not whether `answer` is right. Give the reason first, in one sentence.""",
    inputs=("question", "answer", "passages"),
    items="passages",
    reply=BinaryReply,
    verdicts="verdicts",
    verdict="verdict",
    examples=(
        Example(
            {
                "question": "How long do refunds take?",
                "answer": "Refunds take 30 days.",
                "passages": ["A refund reaches the card after 30 days.", "Refunds are handled by the support team."],
            },
            {
                "verdicts": [
                    {"id": 1, "reason": "It gives the 30 days of the answer.", "verdict": "yes"},
                    {"id": 2, "reason": "It speaks of refunds, but of no duration.", "verdict": "no"},
                ]
            },
        ),
    ),
)
