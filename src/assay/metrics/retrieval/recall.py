"""Share of the relevant documents that are among the first k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked, recovered, recovery_reason
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class Recall(CutoffMetric):
    """Share of the relevant documents that are among the first k: hits / R, R being all relevant ones.

    Range 0 to 1, higher is better. With k below R the value cannot reach 1. Inputs, duplicates, not applicable and
    invalid: see `RetrievalMetric`.

    Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval, ch. 8; `R@k` of ir-measures.

    >>> Recall(cutoff=2).score(retrieved_ids=["a", "a"], relevance={"a": 1, "b": 1}).reason
    'found=1; relevant=2; missing=b; duplicates=a'
    """

    name: ClassVar[str] = "recall"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Look up every relevant id among the first k."""
        relevant = judgements.at(self.relevant_at)
        found = dict.fromkeys(ranking.top(self.cutoff).distinct, 1.0)
        return MetricResult.of_ratio(
            sum(name in found for name in relevant),
            len(relevant),
            reason=recovery_reason(relevant, found, ranking),
            items=recovered(relevant, found),
        )
