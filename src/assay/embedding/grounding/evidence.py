"""The sentences of the passages that claims are held against, and which of them matter for a claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.text import content_tokens, sentence_spans, words
from assay.text.numerals import with_digits

MOST_SENTENCES = 12
"""How many evidence sentences a claim is held against in full."""


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """One sentence of a passage (counted from 1): where it stands, and its words and content tokens."""

    passage: int
    start: int
    end: int
    text: str
    words: tuple[str, ...]
    tokens: frozenset[str]


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """A claim with its words and content tokens."""

    text: str
    words: tuple[str, ...]
    tokens: frozenset[str]

    @classmethod
    def of(cls, text: str, language: str) -> ClaimWords:
        """Read a claim."""
        return cls(text, tuple(words(with_digits(text))), frozenset(content_tokens(with_digits(text), language)))


class Evidence:
    """All sentences of the passages, read once for all claims."""

    def __init__(self, passages: Sequence[str], language: str = "en") -> None:
        self.language = language
        self.sentences = [
            sentence
            for number, passage in enumerate(passages, start=1)
            for sentence in _sentences(number, passage, language)
        ]
        self.words = [word for sentence in self.sentences for word in sentence.words]
        self.tokens = frozenset(token for sentence in self.sentences for token in sentence.tokens)

    def __bool__(self) -> bool:
        return bool(self.words)

    def nearest(self, claim: ClaimWords, count: int = MOST_SENTENCES) -> list[EvidenceSentence]:
        """The sentences that share the most content tokens with the claim, best first; of equals the shorter."""
        return sorted(
            self.sentences, key=lambda sentence: (-len(sentence.tokens & claim.tokens), len(sentence.tokens))
        )[:count]

    def related(self, claim: ClaimWords) -> list[str]:
        """The texts of the sentences that share a content token with the claim, in order; all of them where none does."""
        shared = [sentence.text for sentence in self.sentences if sentence.tokens & claim.tokens]
        return shared or [sentence.text for sentence in self.sentences]


def _sentences(number: int, passage: str, language: str) -> Iterable[EvidenceSentence]:
    for start, end in sentence_spans(passage):
        text = passage[start:end]
        plain = with_digits(text)
        yield EvidenceSentence(
            number, start, end, text, tuple(words(plain)), frozenset(content_tokens(plain, language))
        )
