"""The prompt of `aspect_critic`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from assay.metrics.rubric.material import MATERIAL, SHOWN
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


class AspectReply(JudgeReply):
    """A reason, then yes or no."""

    reason: str
    verdict: Literal["yes", "no", "unknown"]


@cache
def aspect_prompt(question: str) -> Prompt[AspectReply]:
    """The prompt that asks one yes/no question about an answer."""
    return Prompt(
        name="aspect_critic",
        version="1",
        instruction=(
            "Answer one question about what an assistant said.\n"
            f"Question: {question}\n"
            f"{SHOWN}\n"
            "Judge only this question, by what is shown; length, style and confidence count for nothing unless the question is "
            "about them. Give the reason first, naming the words that decide. The verdict is `yes` or `no`; `unknown` only where "
            "what is shown does not allow to tell."
        ),
        inputs=MATERIAL,
        reply=AspectReply,
        verdict="verdict",
    )
