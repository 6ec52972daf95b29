"""The prompt of `criteria`."""

from __future__ import annotations

from functools import cache

from assay.metrics.rubric.material import MATERIAL, SHOWN
from assay.metrics.rubric.scores import ScoreReply, score_reply
from assay.records.prompt import Prompt


@cache
def criteria_prompt(criterion: str, low: int, high: int) -> Prompt[ScoreReply]:
    """The prompt that asks for a whole number by one criterion."""
    return Prompt(
        name="criteria",
        version="1",
        instruction=(
            "Score what an assistant said by one criterion.\n"
            f"Criterion: {criterion}\n"
            f"Scale: whole numbers from {low} (does not meet the criterion at all) to {high} (meets it in full).\n"
            f"{SHOWN}\n"
            "Judge only by this criterion; length, style and confidence count for nothing unless it is about them. Give the "
            "reason first, naming the words that decide, then the score."
        ),
        inputs=MATERIAL,
        reply=score_reply(low, high),
        verdict="score",
    )
