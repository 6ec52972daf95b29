"""One over the rank of the first relevant document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked
from assay.records import Item, MetricResult


@dataclass(frozen=True, kw_only=True)
class ReciprocalRank(CutoffMetric):
    """One over the rank of the first relevant document, 0 when there is none. Its mean over rows is the MRR.

    Range 0 to 1, higher is better. Repetitions keep their positions and so count as ranks passed. Inputs, duplicates,
    not applicable and invalid: see `RetrievalMetric`.

    Source: Voorhees, The TREC-8 Question Answering Track Report, 1999; `RR` of ir-measures.

    >>> ReciprocalRank().score(retrieved_ids=["x", "a"], expected_context_ids=["a"]).value
    0.5
    """

    name: ClassVar[str] = "RR"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Find the first relevant id and its rank."""
        first = ranking.top(self.cutoff).first(set(judgements.at(self.relevant_at)))
        if first is None:
            return MetricResult(value=0.0, reason=f"no relevant document among {len(ranking.top(self.cutoff).ids)}")
        rank, name = first
        item = Item(kind="passage", id=name, outcome="relevant", credit=1 / rank, details={"rank": rank})
        return MetricResult(value=1 / rank, reason=f"first relevant document {name} at rank {rank}", items=(item,))
