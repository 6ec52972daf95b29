"""The prompts of the `rubric` metrics."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from assay.metrics.rubric.material import MATERIAL, SHOWN
from assay.metrics.rubric.scores import ScoreReply, score_reply
from assay.records.frozen import FrozenMap
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply

_HOW = (
    "Choose the level whose description fits best as a whole; between two, take the lower one. Length, style and confidence "
    "count for nothing unless the rubric is about them. Give the reason first, naming the words that decide, then the level."
)


class GradedRubric(JudgeReply):
    """The level by the rubric with this number."""

    id: int
    reason: str
    score: int


class RubricsReply(JudgeReply):
    """One level for each numbered rubric."""

    verdicts: list[GradedRubric]


@cache
def rubric_prompt(levels: FrozenMap) -> Prompt[ScoreReply]:
    """The prompt that grades by one fixed rubric."""
    numbers = [int(level) for level in levels]
    described = "\n".join(f"{level}: {text}" for level, text in levels.items())
    return Prompt(
        name="rubric",
        version="1",
        instruction=f"Grade what an assistant said by a rubric.\nRubric:\n{described}\n{SHOWN}\n{_HOW}",
        inputs=MATERIAL,
        reply=score_reply(min(numbers), max(numbers)),
        verdict="score",
    )


@cache
def rubrics_prompt(low: int, high: int) -> Prompt[RubricsReply]:
    """The prompt that grades by the rubrics of a case, each by its number."""

    class Graded(GradedRubric):
        """The level by the rubric with this number."""

        score: int = Field(ge=low, le=high)

    class Reply(RubricsReply):
        """One level for each numbered rubric."""

        verdicts: list[Graded]  # type: ignore[assignment]  # a narrower entry

    return Prompt(
        name="case_rubrics",
        version="1",
        instruction=(
            "Grade what an assistant said by each of the numbered `rubrics`, and by each on its own: what one rubric is about "
            f"counts for nothing in another.\n{SHOWN}\n{_HOW}"
        ),
        inputs=("rubrics", *MATERIAL),
        trusted=("rubrics",),
        items="rubrics",
        verdicts="verdicts",
        reply=Reply,
        verdict="score",
    )
