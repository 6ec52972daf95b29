"""F1 of the words that answer and reference share, in any order and any script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.records import MetricResult
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class TokenF1(Metric):
    """F1 of the words that answer and reference share: 2 · shared / (answer + reference), each occurrence once.

    Words are Unicode words after loose normalisation, one per character in scripts without spaces; no word is dropped.
    Range 0 to 1, higher is better. Both texts without words: 1; exactly one: 0. So a reference that is reviewed and
    empty asks for an empty answer. A lexical proxy: it does not see a missing "not". Inputs: `answer` and `reference`,
    text. Not applicable: no reference. Invalid: a value that is not text.

    Source: the token F1 of Rajpurkar et al., SQuAD, EMNLP 2016, with Unicode words.

    >>> TokenF1().score(answer="It takes 30 days.", reference="30 days").ratio
    Ratio(numerator=4, denominator=6)
    """

    name: ClassVar[str] = "token_f1"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    def measure(self, answer: Any, reference: Any) -> MetricResult:
        """Count the shared words."""
        return multiset_f1(words(as_text(answer, "answer")), words(as_text(reference, "reference")))


def multiset_f1(answer: Sequence[str], reference: Sequence[str]) -> MetricResult:
    """F1 of two token multisets; two empty ones agree, one empty one shares nothing."""
    shared = (Counter(answer) & Counter(reference)).total()
    reason = f"shared={shared}; answer={len(answer)}; reference={len(reference)}"
    if not answer and not reference:
        return MetricResult(value=1.0, reason="both texts are empty")
    return MetricResult.of_ratio(2 * shared, len(answer) + len(reference), reason=reason)
