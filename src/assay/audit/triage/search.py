"""Looks for evidence in text: as a quotation, by its words, and by an embedder where one is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from assay.audit.triage.diagnosis import Clue, clue
from assay.records import Context
from assay.records.protocols import Embedder
from assay.sync import run_sync
from assay.text import contradicts, find_quote, number_words, sentences
from assay.text.tokens import canonical_number, content_tokens

ENOUGH_WORDS = 0.6
"""Share of the distinct content words of a text that one or two sentences must hold to say the same."""

ENOUGH_LIKENESS = 0.7
"""Cosine similarity at which an embedder is believed, once figures and negations agree."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text was found, the words that stand there, and how they were found; `sure` where ids prove it."""

    where: str
    quote: str
    method: str
    ids: tuple[str, ...] = ()
    sure: bool = False

    def as_clue(self, kind: str) -> Clue:
        """The place as evidence."""
        return clue(kind, self.quote, ids=self.ids, where=self.where, method=self.method)


@dataclass(frozen=True, slots=True)
class Finder:
    """Looks in one answer and in the passages retrieved for it."""

    answer: str
    contexts: Sequence[Context]
    embedder: Embedder | None = None

    def in_answer(self, text: str) -> Place | None:
        """Where the answer says what `text` says."""
        return self._look(text, [("answer", self.answer, ())])

    def in_contexts(self, text: str) -> Place | None:
        """The first retrieved passage that says what `text` says; a quotation wins over similar words."""
        return self._look(
            text,
            [
                (
                    f"contexts[{index}]",
                    context.text,
                    tuple(name for name in (context.id, context.document_id) if name is not None),
                )
                for index, context in enumerate(self.contexts)
            ],
        )

    def _look(self, text: str, sources: Sequence[tuple[str, str, tuple[str, ...]]]) -> Place | None:
        if not text.strip() or not sources:
            return None
        for where, source, ids in sources:
            found = find_quote(text, source)
            if found is not None:
                return Place(where, source[found.start : found.end], "quotation", ids)
        matches = [(best_match(text, source), place) for place, (_, source, _) in enumerate(sources)]
        match, place = max(matches, key=lambda found: (found[0].share, -found[1]))
        if match.share >= ENOUGH_WORDS:
            where, _, ids = sources[place]
            return Place(where, match.words, "lexical", ids)
        return self._by_likeness(text, sources) if self.embedder is not None else None

    def _by_likeness(self, text: str, sources: Sequence[tuple[str, str, tuple[str, ...]]]) -> Place | None:
        windows = [(where, piece, ids) for where, source, ids in sources for piece in windows_of(source)]
        agreeing = [window for window in windows if _agree(text, window[1])]
        if not agreeing or self.embedder is None:
            return None
        vector, *others = run_sync(_embed(self.embedder, [text, *(piece for _, piece, _ in agreeing)]))
        likeness, best = max((_cosine(vector, other), -index) for index, other in enumerate(others))
        where, piece, ids = agreeing[-best]
        return Place(where, piece, "embedding", ids) if likeness >= ENOUGH_LIKENESS else None


async def _embed(embedder: Embedder, texts: list[str]) -> Sequence[Sequence[float]]:
    return await embedder.embed(texts)


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


@dataclass(frozen=True, slots=True)
class Match:
    """The words of a source closest to a text, and the share of the text's content words that stand there."""

    share: float
    words: str


def best_match(text: str, source: str) -> Match:
    """The one or two sentences of `source` that hold most of the words of `text`.

    Inflected forms count as the word. A sentence with other figures, or where a word is negated on one side only, is no match,
    and neither is anything for a text of a single word, which only a quotation can find.

    >>> best_match("Refunds are accepted for 30 days.", "Shipping is free. We accept a refund for 30 days.")
    Match(share=1.0, words='We accept a refund for 30 days.')
    >>> best_match("Refunds are accepted for 30 days.", "We accept a refund for 90 days.").share
    0.0
    """
    wanted = list(dict.fromkeys(content_tokens(text)))
    best = Match(0.0, "")
    for window in windows_of(source) if len(wanted) > 1 else ():
        there = set(content_tokens(window))
        share = sum(any(_same_word(token, other) for other in there) for token in wanted) / len(wanted)
        if share > best.share and _agree(text, window):
            best = Match(share, window)
    return best


def windows_of(source: str) -> Iterator[str]:
    """Each sentence, then each pair of neighbours."""
    pieces = sentences(source)
    yield from pieces
    for first, second in pairwise(pieces):
        yield f"{first} {second}"


def _agree(text: str, window: str) -> bool:
    return set(number_words(text)) <= set(number_words(window)) and not contradicts(text, window)


def _same_word(first: str, second: str) -> bool:
    """Equal, or one is the other with an ending of up to three letters."""
    if first == second:
        return True
    shorter, longer = sorted((first, second), key=len)
    inflected = len(shorter) >= 4 and len(longer) - len(shorter) <= 3 and longer.startswith(shorter)
    return inflected and canonical_number(first) is None and canonical_number(second) is None
