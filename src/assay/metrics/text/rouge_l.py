"""Words that answer and reference share in the same order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.text.rouge import Overlap, Rouge
from assay.text.lcs import lcs_length
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class RougeL(Rouge):
    """Words that answer and reference share in the same order, gaps allowed: ROUGE-L over the whole texts.

    The shared units are the longest common subsequence. Parameters, inputs, range and edge cases: see `Rouge`.

    Source: Lin, ROUGE: a package for automatic evaluation of summaries, 2004.

    >>> RougeL().score(answer="Refunds take 30 days", reference="Refunds usually take 30 days").ratio
    Ratio(numerator=8, denominator=9)
    """

    name: ClassVar[str] = "rougeL"

    def overlap(self, answer: str, reference: str) -> Overlap:
        """The longest common subsequence."""
        ours, theirs = words(answer), words(reference)
        return Overlap(len(ours), len(theirs), lcs_length(ours, theirs))
