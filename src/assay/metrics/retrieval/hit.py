"""Whether any relevant document is among the first k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked
from assay.records import Item, MetricResult


@dataclass(frozen=True, kw_only=True)
class Hit(CutoffMetric):
    """Whether any relevant document is among the first k: 1 or 0. Its mean over rows is the hit rate.

    Higher is better. Inputs, duplicates, not applicable and invalid: see `RetrievalMetric`.

    Source: `Success@k` of ir-measures and trec_eval.

    >>> Hit(cutoff=1).score(retrieved_ids=["x", "a"], expected_context_ids=["a"]).reason
    'no relevant document in the first 1'
    """

    name: ClassVar[str] = "hit"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Find the first relevant id."""
        first = ranking.top(self.cutoff).first(set(judgements.at(self.relevant_at)))
        if first is None:
            where = f" in the first {self.cutoff}" if self.cutoff else ""
            return MetricResult.of_ratio(0, 1, reason=f"no relevant document{where}")
        rank, name = first
        item = Item(kind="passage", id=name, outcome="relevant", credit=1.0, details={"rank": rank})
        return MetricResult.of_ratio(1, 1, reason=f"first relevant document {name} at rank {rank}", items=(item,))
