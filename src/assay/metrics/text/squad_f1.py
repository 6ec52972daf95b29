"""F1 of the words that answer and reference share after SQuAD's normalisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.metrics.text.squad import squad_tokens
from assay.metrics.text.token_f1 import multiset_f1
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class SquadF1(Metric):
    """F1 of the words that answer and reference share after SQuAD's normalisation; range 0 to 1, higher is better.

    Words are what white space separates, so a text in a script without spaces is one word: use `token_f1` there. Both
    empty: 1; exactly one: 0. A lexical proxy: it does not see a missing "not". Inputs: `answer` and `reference`, text.
    Not applicable: no reference. Invalid: a value that is not text.

    Source: Rajpurkar et al., SQuAD, EMNLP 2016; punctuation of all scripts is dropped, and articles are kept where
    nothing else is left.

    >>> SquadF1().score(answer="in the city of Paris", reference="Paris").ratio
    Ratio(numerator=2, denominator=5)
    """

    name: ClassVar[str] = "squad_f1"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    def measure(self, answer: Any, reference: Any) -> MetricResult:
        """Count the shared words."""
        return multiset_f1(squad_tokens(as_text(answer, "answer")), squad_tokens(as_text(reference, "reference")))
