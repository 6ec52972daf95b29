"""Answering: the sentences of the best passages that have most to do with the question, or an abstention."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .corpus import Passage, passages
from .search import Index, words

RETRIEVED, SENTENCES, MIN_SCORE, MIN_SHARED = 6, 3, 7.0, 0.5
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"(])")


@dataclass(frozen=True)
class Answer:
    """What the application gives back; `sources` are the passages that the sentences were taken from."""

    text: str
    retrieved: tuple[tuple[Passage, float], ...]
    sources: tuple[Passage, ...]
    abstained: bool


INDEX = Index(passages())
"""Built once, when the application is loaded."""


def answer(question: str) -> Answer:
    """Answer a question from the language reference."""
    found = tuple(INDEX.search(question, RETRIEVED))
    asked = set(words(question))
    if not found or found[0][1] < MIN_SCORE or _shared(asked, found[0][0].text) < MIN_SHARED:
        return Answer("The language reference does not say.", found, (), abstained=True)
    candidates = [
        (_shared(asked, sentence) + 0.02 * score, -rank, -place, sentence, passage)
        for rank, (passage, score) in enumerate(found[:3])
        for place, sentence in enumerate(_SENTENCE.split(passage.text))
    ]
    best = sorted(candidates, key=lambda candidate: candidate[:3], reverse=True)[:SENTENCES]
    sources = tuple(dict.fromkeys(passage for *_, passage in best))
    return Answer(" ".join(sentence for *_, sentence, _ in best), found, sources, abstained=False)


def _shared(asked: set[str], text: str) -> float:
    """The share of the question's words that the text holds, endings of five letters and more cut."""
    stems = {word[:5] for word in words(text)}
    return sum(word[:5] in stems for word in asked) / len(asked) if asked else 0.0
