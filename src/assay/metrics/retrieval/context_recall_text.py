"""Share of the reference contexts that a retrieved context matches as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.context_matching import ContextMatching, match_item
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class ContextRecallText(ContextMatching):
    """Share of the reference contexts that a retrieved context matches as text.

    Range 0 to 1, higher is better. Parameters, inputs, not applicable and edge cases: see `ContextMatching`. The
    comparison is `>=`, as in `context_precision[text]`.

    Source: set recall; the matching is that of ragas' `NonLLMContextRecall`, whose threshold is exclusive.

    >>> ContextRecallText().score(contexts=["Refunds: 30 days"], reference_contexts=["Refunds: 30 days.", "Ask support."]).value
    0.5
    """

    name: ClassVar[str] = "context_recall"
    variant: ClassVar[str] = "text"

    def compute(self, contexts: list[str], references: list[str]) -> MetricResult:
        """Count the references with a counterpart."""
        matches = self.matches(references, contexts)
        hits = sum(match.enough for match in matches)
        return MetricResult.of_ratio(
            hits,
            len(matches),
            reason=f"matched={hits}; references={len(matches)}; {self.by}>={self.threshold}",
            items=tuple(match_item(match, credit=float(match.enough)) for match in matches),
        )
