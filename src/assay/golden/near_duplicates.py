"""Texts that are nearly the same, found without comparing every pair.

Candidates come from a prefix filter on character trigrams (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search",
WWW 2007): two sets whose Jaccard similarity is at least t share one of their ⌊(1 − t)·n⌋ + 1 rarest members. What they share
is then measured by edits (rapidfuzz).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

SIMILAR = 92.0
"""From which normalised Indel similarity (0 to 100) on two texts are near duplicates: about one letter in twelve changed."""
SHARED = 0.6
"""Jaccard similarity of trigrams that near duplicates have at least."""
MOST_CANDIDATES = 500
"""About how many candidates are measured for one text, those with the rarest trigrams and the latest first. A form with
thousands of fillings reaches it."""


def near_duplicates(texts: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """For each text the most similar earlier one, when it is at least `SIMILAR`: both positions and the similarity.

    Time grows with the number of texts that share rare trigrams, not with the number of pairs.

    >>> [(one, two) for one, two, _ in near_duplicates(["how do refunds work?", "where are you?", "how do refunds work"])]
    [(0, 2)]
    """
    frequency = Counter(gram for text in texts for gram in _trigrams(text))
    index: defaultdict[str, list[int]] = defaultdict(list)
    for position, text in enumerate(texts):
        members = _trigrams(text)
        rarest = sorted(members, key=lambda gram: (frequency[gram], gram))[: int((1 - SHARED) * len(members)) + 1]
        candidates: dict[int, None] = {}
        for gram in rarest:
            if len(candidates) < MOST_CANDIDATES:
                candidates.update(dict.fromkeys(index[gram][-MOST_CANDIDATES:]))
            index[gram].append(position)
        best = _best(text, {at: texts[at] for at in candidates})
        if best is not None:
            yield best[0], position, best[1]


def _best(text: str, candidates: dict[int, str]) -> tuple[int, float] | None:
    found = process.extractOne(text, candidates, scorer=fuzz.ratio, score_cutoff=SIMILAR)
    return (found[2], found[1]) if found else None


def _trigrams(text: str) -> frozenset[str]:
    padded = f"  {text} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))
