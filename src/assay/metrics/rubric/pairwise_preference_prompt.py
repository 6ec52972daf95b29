"""The prompt of `pairwise_preference`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


class PreferenceReply(JudgeReply):
    """A reason, then which answer is better."""

    reason: str
    verdict: Literal["answer_1", "answer_2", "tie"]


@cache
def preference_prompt(criteria: str) -> Prompt[PreferenceReply]:
    """The prompt that compares two answers by criteria."""
    return Prompt(
        name="pairwise_preference",
        version="1",
        instruction=(
            "Two assistants were asked the same. Decide which of `answer_1` and `answer_2` is better.\n"
            f"Criteria: {criteria}\n"
            "Shown are also, as far as there are any: `input`, what was asked, and `reference`, a right answer written by a "
            "person. The order of the two answers says nothing, and a longer answer is not better for being longer. Give the "
            "reason first. The verdict is `answer_1`, `answer_2`, or `tie` where neither is better by the criteria."
        ),
        inputs=("input", "reference", "answer_1", "answer_2"),
        reply=PreferenceReply,
        verdict="verdict",
    )
