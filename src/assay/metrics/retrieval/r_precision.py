"""Precision at R, the number of relevant documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.precision import Precision
from assay.metrics.retrieval.ranking import BinaryMetric, Judgements, Ranked
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class RPrecision(BinaryMetric):
    """Precision at R, the number of relevant documents; at this rank precision equals recall.

    Range 0 to 1, higher is better. Inputs, duplicates, not applicable and invalid: see `RetrievalMetric`.

    Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval, ch. 8; `Rprec` of ir-measures.

    >>> RPrecision().score(retrieved_ids=["a", "x", "b"], relevance={"a": 1, "b": 1}).value
    0.5
    """

    name: ClassVar[str] = "Rprec"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Precision with the number of relevant documents as the cutoff."""
        size = len(judgements.at(self.relevant_at))
        return Precision(relevant_at=self.relevant_at, cutoff=size).compute(ranking, judgements)
