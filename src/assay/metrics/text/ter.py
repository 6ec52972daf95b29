"""Edits that turn the answer into the reference, per word of the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.text.sacrebleu_scorer import SacrebleuMetric
from assay.records import Direction, MetricResult, Range


@dataclass(frozen=True, kw_only=True)
class Ter(SacrebleuMetric):
    """Edits that turn the answer into the reference, per word of the reference: translation edit rate. Lower is better.

    TER = (insertions + deletions + substitutions + shifts of a block) / words of the reference. From 0 (identical)
    upwards; it can exceed 1 when the answer is longer. sacrebleu's percentage is divided by 100; letter case does not
    count unless `case_sensitive`. Scripts without spaces need `asian_support` (each character a word). A run's corpus
    TER comes from the pooled counts. Inputs, not applicable and invalid: see `ReferenceMetric`. A blank answer is 1:
    every word is missing.

    Needs the extra `text`. Source: Snover et al., A study of translation edit rate, AMTA 2006; computed by sacrebleu.

    >>> Ter().score(answer="a b c", reference="a c d").reason
    'edits=2; words=3'
    """

    name: ClassVar[str] = "ter"
    kind: ClassVar[str] = "TER"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.LOWER
    unit: ClassVar[str] = "edits per word"

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Count the edits."""
        statistics = self.statistics(answer, reference)
        edits, length = statistics
        details: dict[str, Any] = {"statistics": statistics}
        if not length:
            return MetricResult(value=self.row_value(statistics), reason="the reference has no words", details=details)
        return MetricResult.of_ratio(edits, length, reason=f"edits={edits}; words={length}", details=details)
