"""The prompt of `truthfulness`."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import create_model

from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply

_MEANINGS = {
    "perfect": "it answers the question rightly, agrees with the reference, and states nothing false.",
    "acceptable": "it answers the question usefully, with errors so small that they do not mislead.",
    "correct": "it answers the question rightly and agrees with the reference, small errors that mislead nobody aside.",
    "missing": "it does not answer: it declines, says that it does not know, or says nothing about what was asked.",
    "incorrect": "it answers the question wrongly, contradicts the reference, or states something false that misleads.",
}


class GradeReply(JudgeReply):
    """A reason, then a grade."""

    reason: str
    verdict: str


@cache
def truthfulness_prompt(grades: tuple[str, ...]) -> Prompt[GradeReply]:
    """The prompt that grades an answer by its reference."""
    meanings = "\n".join(f"{grade}: {_MEANINGS[grade]}" for grade in grades)
    word: Any = Literal.__getitem__(grades)
    return Prompt(
        name="truthfulness",
        version="1",
        instruction=(
            "Grade how truthful `answer` is as an answer to `question`, held against `reference`, a right answer written by a "
            f"person.\n{meanings}\n"
            "A right answer may be worded otherwise and may be longer or shorter than the reference. Confidence and style "
            "count for nothing. Give the reason first, then the grade."
        ),
        inputs=("question", "reference", "answer"),
        reply=create_model("Reply", __base__=GradeReply, verdict=(word, ...)),
        verdict="verdict",
    )
