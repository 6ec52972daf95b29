"""The two wordings of context relevance."""

from __future__ import annotations

from assay.metrics.dual_rating import Rating
from assay.records.prompt import Prompt

RELEVANCE = Prompt(
    name="context_relevance",
    version="1",
    instruction="""\
Rate how far the passages, taken together, help to answer the question.
0: nothing in them helps; they may share its words or subject.
1: they hold a part of what an answer needs, and leave another part open.
2: they hold everything that a complete answer needs. What they hold besides does not matter.
Judge by the passages alone. Give the reason first, in one sentence.""",
    inputs=("question", "passages"),
    reply=Rating,
    verdict="rating",
)

SUFFICIENCY = Prompt(
    name="context_sufficiency",
    version="1",
    instruction="""\
Imagine a careful person who knows nothing of the matter and may read only the passages.
How much of the question could this person answer?
2: all of it, without a guess.
1: some of it; for the rest this person would have to guess.
0: none of it.
Give the reason first, in one sentence that names what the passages hold or lack.""",
    inputs=("question", "passages"),
    reply=Rating,
    verdict="rating",
)
