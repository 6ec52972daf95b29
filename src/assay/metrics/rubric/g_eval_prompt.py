"""The prompts of `g_eval`: from criteria to steps, and from steps to a score."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from assay.metrics.rubric.material import MATERIAL, SHOWN
from assay.metrics.rubric.scores import ScoreReply, score_reply
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


class StepsReply(JudgeReply):
    """The steps of an evaluation, in order."""

    steps: list[str] = Field(min_length=1)


STEPS = Prompt(
    name="g_eval_steps",
    version="1",
    instruction=(
        "Write down the steps by which somebody who sees one answer should score it by the `criteria`, on the `scale`. Three to "
        "six short steps, in order: what to read, what to look for, what costs points. The last step chooses the score. No step "
        "may ask for anything that the criteria do not ask for."
    ),
    inputs=("criteria", "scale"),
    trusted=("criteria", "scale"),
    reply=StepsReply,
)


@cache
def g_eval_prompt(criteria: str, low: int, high: int, scale: tuple[str, ...]) -> Prompt[ScoreReply]:
    """The prompt that scores by criteria and steps. `scale`: the verdict's texts where probabilities are wanted."""
    return Prompt(
        name="g_eval",
        version="1",
        instruction=(
            "Score what an assistant said by the criteria, following the `steps` one by one.\n"
            f"Criteria: {criteria}\n"
            f"Scale: whole numbers from {low} (worst) to {high} (best).\n"
            f"{SHOWN}\n"
            "Give the reason first: what each step found. Then the score."
        ),
        inputs=("steps", *MATERIAL),
        trusted=("steps",),
        reply=score_reply(low, high),
        verdict="score",
        scale=scale,
    )
