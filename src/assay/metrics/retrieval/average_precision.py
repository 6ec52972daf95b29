"""Mean, over all relevant documents, of the precision at the rank where each was found."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked, recovered, recovery_reason
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(CutoffMetric):
    """Mean, over all relevant documents, of the precision at the rank where each was found; 0 for one not found.

    AP = (1/R) · Σ over hits of (hits so far / rank), with R all relevant documents, also under a cutoff. Its mean over
    rows is the MAP. Range 0 to 1, higher is better. Computed in fractions, so a perfect ranking is exactly 1. Not to be
    confused with `context_average_precision`, which divides by the relevant documents *retrieved* and cannot see a
    missed one. Inputs, duplicates, not applicable and invalid: see `RetrievalMetric`.

    Source: Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000; `AP@k` of ir-measures.

    >>> AveragePrecision().score(retrieved_ids=["x", "a"], relevance={"a": 1, "b": 1}).value
    0.25
    """

    name: ClassVar[str] = "AP"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Sum the precision at every hit."""
        relevant = judgements.at(self.relevant_at)
        wanted = set(relevant)
        found: dict[str, Fraction] = {}
        for rank, name in ranking.top(self.cutoff).places():
            if name in wanted:
                found[name] = Fraction(len(found) + 1, rank)
        value = sum(found.values(), Fraction(0)) / len(relevant)
        return MetricResult(
            value=float(value),
            reason=recovery_reason(relevant, found, ranking),
            items=recovered(relevant, {name: float(credit) for name, credit in found.items()}),
        )
