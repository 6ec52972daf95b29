"""F-score of the character n-grams that answer and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.text.sacrebleu_scorer import SacrebleuMetric
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class Chrf(SacrebleuMetric):
    """F-score of the character n-grams that answer and reference share: chrF of the whole texts, spaces left out.

    Precision and recall are averaged over the orders 1 to `char_order` (and words 1 to `word_order`) that both texts
    have, then F = (1 + beta²) · P · R / (beta² · P + R). sacrebleu's 0 to 100 is scaled to 0 to 1; higher is better;
    identical texts in any script are exactly 1. A run's corpus chrF comes from the pooled counts. Inputs, not
    applicable and invalid: see `ReferenceMetric`. A blank answer is 0.

    Needs the extra `text`. Source: Popović, chrF, WMT 2015; computed by sacrebleu.

    >>> Chrf().score(answer="退款需要三十天", reference="退款需要三十天").value
    1.0
    """

    name: ClassVar[str] = "chrf"
    kind: ClassVar[str] = "CHRF"

    char_order: int = 6
    word_order: int = 0
    beta: int = 2
    lowercase: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for field, low in (("char_order", 1), ("word_order", 0), ("beta", 1)):
            value = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise ConfigurationError(f"{self.name}: {field} must be a whole number from {low}, got {value!r}")

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Count the n-grams and combine precision and recall."""
        statistics = self.statistics(answer, reference)
        value = self.row_value(statistics)
        return MetricResult(
            value=value,
            reason=f"characters={statistics[0]}; reference={statistics[1]}; shared={statistics[2]}; beta={self.beta}",
            details={"statistics": statistics},
        )
