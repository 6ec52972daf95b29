"""Share of the first k retrieved documents that are relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked, passage
from assay.records import Item, MetricResult


@dataclass(frozen=True, kw_only=True)
class Precision(CutoffMetric):
    """Share of the first k retrieved documents that are relevant: hits / k.

    With a cutoff the denominator stays k when fewer are returned. Without one it is the number of distinct documents
    returned, and an empty ranking is 0. Range 0 to 1, higher is better. Unjudged documents count as not relevant; see
    `judged`. Inputs, duplicates, not applicable and invalid: see `RetrievalMetric`.

    Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval, ch. 8; `P@k` of trec_eval and
    ir-measures.

    >>> Precision(cutoff=5).score(retrieved_ids=["a", "x"], relevance={"a": 1, "b": 1}).value
    0.2
    """

    name: ClassVar[str] = "precision"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Count the relevant ids among the first k."""
        relevant = set(judgements.at(self.relevant_at))
        found = ranking.top(self.cutoff).distinct
        hits = [name for name in found if name in relevant]
        slots = self.cutoff or len(found)
        if not slots:
            return MetricResult(value=0.0, reason="nothing was retrieved")
        items = [passage(name, judgements, relevant=name in relevant, credit=float(name in relevant)) for name in found]
        if slots > len(found):
            items.append(Item(kind="place", outcome="empty", credit=0.0, weight=float(slots - len(found))))
        return MetricResult.of_ratio(
            len(hits),
            slots,
            reason=f"relevant={len(hits)}; of={slots}; hits={','.join(hits) or 'none'}{ranking.note()}",
            items=tuple(items),
        )
