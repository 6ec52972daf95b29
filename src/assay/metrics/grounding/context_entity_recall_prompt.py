"""The question that context entity recall asks of a text."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from assay.records.prompt import Example, Prompt
from assay.records.reply import JudgeReply


class Entities(JudgeReply):
    """The named things of a text."""

    entities: list[Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]]


ENTITIES = Prompt(
    name="entities",
    version="1",
    instruction="""\
List the named entities of `text`: people, organisations, places, products, works, events, laws, dates, times, amounts of money,
percentages and other quantities with their unit. Each once, by its fullest name in `text`, copied letter for letter.
No general nouns, no pronouns. If `text` names none, the list is empty.""",
    inputs=("text",),
    reply=Entities,
    examples=(
        Example(
            {"text": "Marie Curie won the Nobel Prize in 1903; in Paris, Curie earned 3% of it."},
            {"entities": ["Marie Curie", "Nobel Prize", "1903", "Paris", "3%"]},
        ),
    ),
)
