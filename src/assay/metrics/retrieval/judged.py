"""Share of the first k retrieved documents that somebody judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.ranking import Judgements, Ranked, RetrievalMetric, check_cutoff
from assay.records import Item, MetricResult, not_applicable


@dataclass(frozen=True, kw_only=True)
class Judged(RetrievalMetric):
    """Share of the first k retrieved documents that somebody judged, relevant or not.

    Tells whether a low score is evidence or only a gap in the judgements. The denominator is the distinct documents
    among the first k positions. Range 0 to 1, higher is better. Not applicable when only `expected_context_ids` are
    stated, and when nothing was retrieved (`precision` and `recall` are 0 on such a row). Inputs, duplicates and
    invalid: see `RetrievalMetric`.

    Source: `Judged@k` of ir-measures.

    >>> Judged(cutoff=2).score(retrieved_ids=["a", "x", "y"], relevance={"a": 1, "y": 0}).reason
    'judged=1; of=2; unjudged=x'
    """

    name: ClassVar[str] = "judged"

    cutoff: int | None = None

    def __post_init__(self) -> None:
        check_cutoff(self.name, self.cutoff)

    def gap(self, judgements: Judgements) -> str | None:
        """Graded judgements are needed; whether any is relevant does not matter."""
        if not judgements.graded:
            return "expected_context_ids name relevant documents only, so nothing tells which others were judged"
        return None

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Look up every id among the first k."""
        seen = ranking.top(self.cutoff).distinct
        if not seen:
            return not_applicable("nothing was retrieved")
        unjudged = [name for name in seen if name not in judgements.grades]
        return MetricResult.of_ratio(
            len(seen) - len(unjudged),
            len(seen),
            reason=f"judged={len(seen) - len(unjudged)}; of={len(seen)}; "
            f"unjudged={','.join(unjudged) or 'none'}{ranking.note()}",
            items=tuple(
                Item(
                    kind="passage",
                    id=name,
                    outcome="judged" if name in judgements.grades else "unjudged",
                    credit=float(name in judgements.grades),
                )
                for name in seen
            ),
        )
