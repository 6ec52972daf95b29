"""How alike two texts are, character by character."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rapidfuzz.distance import DamerauLevenshtein, Hamming, Jaro, JaroWinkler, Levenshtein


def similarity(first: str, second: str, *, by: str) -> Fraction:
    """Similarity of two texts from 0 to 1, as an exact fraction; two empty texts are alike (1).

    Args:
        first: one text, compared code point by code point; normalise before.
        second: the other.
        by: `levenshtein`, `damerau` (also transpositions, without restriction) or `hamming` (the shorter text padded), each
            1 - edits / length of the longer text; `jaro`, or `jaro_winkler` (prefix weight 0.1).

    Raises:
        ValueError: a similarity that does not exist.

    >>> similarity("kitten", "sitting", by="levenshtein")
    Fraction(4, 7)
    """
    edits = _EDITS.get(by)
    if edits is not None:
        longest = max(len(first), len(second))
        return Fraction(longest - edits(first, second), longest) if longest else Fraction(1)
    rate = _RATES.get(by)
    if rate is None:
        raise ValueError(f"unknown similarity {by!r}; choose one of {', '.join(SIMILARITIES)}")
    return Fraction(repr(rate(first, second))) if first or second else Fraction(1)


_EDITS: dict[str, Callable[[str, str], int]] = {
    "levenshtein": Levenshtein.distance,
    "damerau": DamerauLevenshtein.distance,
    "hamming": Hamming.distance,
}
_RATES: dict[str, Callable[[str, str], float]] = {
    "jaro": Jaro.similarity,
    "jaro_winkler": JaroWinkler.similarity,
}
SIMILARITIES = (*_EDITS, *_RATES)
