"""The two questions that all claim metrics share, so that a judge is asked each of them once for the same texts."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from assay.records.prompt import Example, Prompt
from assay.records.reply import JudgeReply, SupportReply

Statement = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Statements(JudgeReply):
    """The statements of a text, in its order; empty where it states nothing."""

    statements: list[Statement]


STATEMENTS = Prompt(
    name="statements",
    version="1",
    instruction="""\
List the statements that `text` makes, in its order.
A statement is one assertion that is true or false by itself. Split sentences that assert several things.
Make each statement readable alone: put names in place of pronouns and of "this" or "there", using `text` and, where it is
given, the `question` that `text` answers. A "Yes" or "No" states, or denies, what the question asks.
Keep every qualification: numbers, dates, units, negations, conditions, "may" and "must". Add nothing that `text` does not say,
correct nothing, and leave nothing out that it asserts.
Greetings, offers of help, questions, and remarks about the writer or the sources ("according to the document") are no statements.
Write the statements in the language of `text`. If it makes none, the list is empty.""",
    inputs=("question", "text"),
    reply=Statements,
    examples=(
        Example(
            {
                "question": "Who was Ada Lovelace and did she work alone?",
                "text": "She was an English mathematician, born in 1815. No, she worked with Charles Babbage [1]. Anything else?",
            },
            {
                "statements": [
                    "Ada Lovelace was an English mathematician.",
                    "Ada Lovelace was born in 1815.",
                    "Ada Lovelace did not work alone.",
                    "Ada Lovelace worked with Charles Babbage.",
                ]
            },
        ),
    ),
)

SUPPORT = Prompt(
    name="claim_support",
    version="1",
    instruction="""\
For each numbered claim decide whether the passages, taken together, support it. Use only the passages, not what you know.
supported: whoever accepts the passages must accept the whole claim. Another wording is fine; a plain inference is fine.
contradicted: the passages say something that cannot be true together with the claim.
unknown: everything else. The passages are silent, support only a part, speak of another thing or time, or you cannot tell.
A claim with a number, date, name, negation or condition is supported only if the passages support exactly that.
Where a `question` is given, it only helps to read a claim that answers it.
For every claim give first the reason, in one sentence; then `quote`, the words of one passage that decide the matter, copied
letter for letter (join pieces of the same passage with …; an empty text where nothing decides it); then the verdict.""",
    inputs=("question", "passages", "claims"),
    items="claims",
    reply=SupportReply,
    verdicts="verdicts",
    verdict="verdict",
    examples=(
        Example(
            {
                "passages": [
                    "Refunds are paid to the card within 30 days of the return.",
                    "Support is open on weekdays.",
                ],
                "claims": [
                    "A refund is paid no later than 30 days after the return.",
                    "Support can be reached on Sundays.",
                    "Refunds are free of charge.",
                ],
            },
            {
                "verdicts": [
                    {
                        "id": 1,
                        "reason": "The first passage gives 30 days as the limit.",
                        "quote": "within 30 days of the return",
                        "verdict": "supported",
                    },
                    {
                        "id": 2,
                        "reason": "Open on weekdays means not open on Sundays.",
                        "quote": "open on weekdays",
                        "verdict": "contradicted",
                    },
                    {"id": 3, "reason": "No passage speaks of charges.", "quote": "", "verdict": "unknown"},
                ]
            },
        ),
    ),
)
