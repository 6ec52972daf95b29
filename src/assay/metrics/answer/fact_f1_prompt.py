"""The prompt of `fact_f1`: which facts of an answer belong to the question."""

from __future__ import annotations

from assay.records.prompt import Prompt
from assay.records.reply import BinaryReply

RELEVANCE = Prompt(
    name="fact_relevance",
    version="1",
    instruction="""\
Decide for each numbered fact, taken from an answer to `question`, whether it belongs to an answer to that question.
yes: it is about what was asked, or about something that the question names or asks to describe.
no: it is about something else, or about the answer itself.
unknown: you cannot tell.
Whether the fact is true does not matter. Give the reason first, in one sentence, then the verdict.""",
    inputs=("question", "facts"),
    items="facts",
    verdicts="verdicts",
    verdict="verdict",
    reply=BinaryReply,
)
