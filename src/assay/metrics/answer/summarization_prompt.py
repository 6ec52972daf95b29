"""The prompts of `summarization`: questions from the source, and their answers from a text."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from assay.records.prompt import Example, Prompt
from assay.records.reply import BinaryReply, JudgeReply

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Questions(JudgeReply):
    """The key phrases of a text, and questions that it answers with yes."""

    keyphrases: list[Line]
    questions: list[Line] = Field(min_length=1)


QUESTIONS = Prompt(
    name="summary_questions",
    version="1",
    instruction="""\
Somebody will judge a summary of `source` by whether it keeps what matters.
First list the key phrases of the source: who, what, where, when, how much, and what it concludes.
Then write at most ten questions about them that the source answers with yes, the most important first. Each asks for one fact,
names what it is about, and can be understood without the source. Ask only what a good summary would keep.
Write in the language of the source.""",
    inputs=("source",),
    reply=Questions,
    examples=(
        Example(
            {
                "source": [
                    "Apple was founded by Steve Jobs, Steve Wozniak and Ronald Wayne in April 1976 to sell the Apple I."
                ]
            },
            {
                "keyphrases": ["Apple", "Steve Jobs, Steve Wozniak and Ronald Wayne", "April 1976", "Apple I"],
                "questions": [
                    "Was Apple founded by Steve Jobs, Steve Wozniak and Ronald Wayne?",
                    "Was Apple founded in April 1976?",
                    "Was Apple founded to sell the Apple I?",
                ],
            },
        ),
    ),
)

ANSWERS = Prompt(
    name="summary_answers",
    version="1",
    instruction="""\
Answer each numbered question from `text` alone, whatever you know otherwise.
yes: the text says so, or it follows plainly from what it says. no: the text says otherwise, or says nothing about it.
unknown: you cannot tell.
Give the reason first, naming the words that decide, then the verdict.""",
    inputs=("text", "questions"),
    items="questions",
    verdicts="verdicts",
    verdict="verdict",
    reply=BinaryReply,
)
