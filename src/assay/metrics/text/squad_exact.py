"""Whether answer and reference are the same after SQuAD's normalisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text, holds
from assay.metrics.text.squad import squad_tokens
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class SquadExact(Metric):
    """Whether answer and reference are the same after SQuAD's normalisation: 1 or 0, higher is better.

    Lower case, no punctuation, no English articles, single spaces. Both empty: 1; exactly one: 0. A lexical proxy of a
    right answer. Inputs: `answer` and `reference`, text. Not applicable: no reference. Invalid: a value that is not
    text.

    Source: Rajpurkar et al., SQuAD, EMNLP 2016; punctuation of all scripts is dropped, and articles are kept where
    nothing else is left.

    >>> SquadExact().score(answer="the Eiffel Tower.", reference="Eiffel tower").value
    1.0
    """

    name: ClassVar[str] = "squad_exact"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    def measure(self, answer: Any, reference: Any) -> MetricResult:
        """Normalise both and compare."""
        same = squad_tokens(as_text(answer, "answer")) == squad_tokens(as_text(reference, "reference"))
        return holds(same, "same after normalisation" if same else "differs after normalisation")
