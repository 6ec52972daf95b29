"""How finely, and how completely, factual correctness takes a text apart."""

from __future__ import annotations

from functools import cache

from assay.metrics.grounding.claims_prompt import STATEMENTS, Statements
from assay.records.prompt import Example, Prompt

LEVELS = ("low", "high")

_ATOMICITY = {
    "low": "Keep together what one sentence says: at most one statement for each sentence.",
    "high": "A statement is one assertion that is true or false by itself. Split sentences that assert several things.",
}
_COVERAGE = {
    "low": "List only the main statements: those that reply to `question` if it is given, else those of a summary.",
    "high": "Leave out nothing that `text` asserts.",
}
_TEXT = "Marie Curie, born in Warsaw, was a physicist and chemist. She won two Nobel Prizes. She also liked to cycle."
_SPLIT = {
    ("low", "low"): ["Marie Curie won two Nobel Prizes."],
    ("low", "high"): [
        "Marie Curie, born in Warsaw, was a physicist and chemist.",
        "Marie Curie won two Nobel Prizes.",
        "Marie Curie liked to cycle.",
    ],
    ("high", "low"): [
        "Marie Curie was a physicist.",
        "Marie Curie was a chemist.",
        "Marie Curie won two Nobel Prizes.",
    ],
}


@cache
def statements_prompt(atomicity: str, coverage: str) -> Prompt[Statements]:
    """The prompt of two levels; `high` and `high` is the one that all other claim metrics ask.

    >>> statements_prompt("high", "high").name, statements_prompt("low", "high").name
    ('statements', 'statements_low_high')
    """
    if (atomicity, coverage) == ("high", "high"):
        return STATEMENTS
    return Prompt(
        name=f"statements_{atomicity}_{coverage}",
        version="1",
        instruction=f"""\
List statements that `text` makes, in its order.
{_ATOMICITY[atomicity]}
{_COVERAGE[coverage]}
Make each statement readable alone: put names in place of pronouns, using `text` and, where it is given, the `question` that
`text` answers. Keep every qualification (numbers, dates, units, negations, conditions). Add nothing and correct nothing.
Write the statements in the language of `text`. If it makes none, the list is empty.""",
        inputs=("question", "text"),
        reply=Statements,
        examples=(Example({"text": _TEXT}, {"statements": _SPLIT[atomicity, coverage]}),),
    )
