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
"""Share of the distinct content words that a passage of one or two sentences must hold to say the same."""

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
        if not text.strip():
            return None
        for where, source, ids in sources:
            found = find_quote(text, source)
            if found is not None:
                return Place(where, source[found.start : found.end], "quotation", ids)
        for where, source, ids in sources:
            said = says_the_same(text, source)
            if said is not None:
                return Place(where, said, "lexical", ids)
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


def says_the_same(text: str, source: str) -> str | None:
    """The one or two sentences of `source` that hold most of the words of `text`, or None.

    At least `ENOUGH_WORDS` of the distinct content words must stand there (inflected forms count), every figure must, and no word
    may be negated on one side only.

    >>> says_the_same("Refunds are accepted for 30 days.", "Shipping is free. We accept a refund for 30 days.")
    'We accept a refund for 30 days.'
    >>> says_the_same("Refunds are accepted for 30 days.", "We accept a refund for 90 days.") is None
    True
    """
    wanted = list(dict.fromkeys(content_tokens(text)))
    best, found = ENOUGH_WORDS, None
    for window in windows_of(source):
        there = set(content_tokens(window))
        share = sum(any(_same_word(token, other) for other in there) for token in wanted) / len(wanted) if wanted else 0
        if (share > best or (share == best and found is None)) and len(wanted) > 1 and _agree(text, window):
            best, found = share, window
    return found


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
