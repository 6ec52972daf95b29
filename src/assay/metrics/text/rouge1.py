"""Words that answer and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.text.rouge import Overlap, Rouge, ngram_overlap
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class Rouge1(Rouge):
    """Words that answer and reference share: ROUGE-1.

    Parameters, inputs, range and edge cases: see `Rouge`.

    Source: Lin, ROUGE: a package for automatic evaluation of summaries, 2004.

    >>> Rouge1(mode="recall").score(answer="the cat sat", reference="the cat sat down").ratio
    Ratio(numerator=3, denominator=4)
    """

    name: ClassVar[str] = "rouge1"

    def overlap(self, answer: str, reference: str) -> Overlap:
        """Count the shared words."""
        return ngram_overlap(words(answer), words(reference), 1)
