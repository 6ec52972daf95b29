"""The two questions that answer relevancy asks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from assay.records.prompt import Example, Prompt
from assay.records.reply import JudgeReply


class Evasion(JudgeReply):
    """Whether an answer commits itself."""

    reason: str
    verdict: Literal["committed", "evasive", "unknown"]


class WrittenQuestion(JudgeReply):
    """One question that the answer would answer."""

    id: int
    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class WrittenQuestions(JudgeReply):
    """One question for each numbered way of asking."""

    questions: list[WrittenQuestion]


EVASION = Prompt(
    name="answer_evasion",
    version="1",
    instruction="""\
Decide whether `answer` commits itself.
committed: it states something that could be right or wrong, even if only in part, and even if it is wrong.
evasive: it states nothing of the kind. It avoids the matter, stays noncommittal, only asks back, or says that it does not know
or cannot help.
unknown: you cannot tell.
Give the reason first, in one sentence.""",
    inputs=("answer",),
    reply=Evasion,
    verdict="verdict",
    examples=(
        Example(
            {"answer": "It depends on many things, and opinions differ."},
            {"reason": "It names nothing that could be checked.", "verdict": "evasive"},
        ),
        Example({"answer": "Paris."}, {"reason": "It names a city.", "verdict": "committed"}),
    ),
)

QUESTIONS = Prompt(
    name="answer_questions",
    version="1",
    instruction="""\
Write questions to which `answer` would be a complete and direct answer. You do not see the question that was really asked.
Write one question for each number under `ways`, asked in that way. Each must be answered by the whole of `answer`, not by a
detail of it, and must be worded unlike the others. Use only what stands in `answer`. Write in its language.""",
    inputs=("answer", "ways"),
    items="ways",
    reply=WrittenQuestions,
    verdicts="questions",
    examples=(
        Example(
            {
                "answer": "Refunds are paid within 30 days.",
                "ways": ["as a customer would put it", "in other words"],
            },
            {
                "questions": [
                    {"id": 1, "question": "When do I get my refund?"},
                    {"id": 2, "question": "How long does it take until a refund is paid?"},
                ]
            },
        ),
    ),
)

WAYS = (
    "as a person who needs the answer would first put it",
    "in as few words as possible",
    "in full, naming everything",
)
FURTHER = "in words unlike those of the questions before it"
