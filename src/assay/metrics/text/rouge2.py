"""Pairs of neighbouring words that answer and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.text.rouge import Overlap, Rouge, ngram_overlap
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class Rouge2(Rouge):
    """Pairs of neighbouring words that answer and reference share: ROUGE-2.

    Parameters, inputs, range and edge cases: see `Rouge`.

    Source: Lin, ROUGE: a package for automatic evaluation of summaries, 2004.

    >>> Rouge2().score(answer="the cat sat", reference="the cat sat down").ratio
    Ratio(numerator=4, denominator=5)
    """

    name: ClassVar[str] = "rouge2"

    def overlap(self, answer: str, reference: str) -> Overlap:
        """Count the shared pairs."""
        return ngram_overlap(words(answer), words(reference), 2)
