"""Share of the retrieved contexts that match a reference context as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.context_matching import ContextMatching, match_item
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class ContextPrecisionText(ContextMatching):
    """Share of the retrieved contexts that match a reference context as text. Plain precision: the order does not count.

    Range 0 to 1, higher is better. Parameters, inputs, not applicable and edge cases: see `ContextMatching`. For the
    form that rewards good order see `context_average_precision[text]`.

    Source: set precision; the matching is that of ragas' `NonLLMContextPrecisionWithReference`.

    >>> metric = ContextPrecisionText()
    >>> metric.score(contexts=["Lunch is at one.", "Refunds: 30 days"], reference_contexts=["Refunds: 30 days."]).value
    0.5
    """

    name: ClassVar[str] = "context_precision"
    variant: ClassVar[str] = "text"

    def compute(self, contexts: list[str], references: list[str]) -> MetricResult:
        """Count the contexts with a counterpart."""
        if not contexts:
            return MetricResult(value=0.0, reason="nothing was retrieved")
        matches = self.matches(contexts, references)
        hits = sum(match.enough for match in matches)
        return MetricResult.of_ratio(
            hits,
            len(matches),
            reason=f"matched={hits}; of={len(matches)}; {self.by}>={self.threshold}",
            items=tuple(match_item(match, credit=float(match.enough)) for match in matches),
        )
