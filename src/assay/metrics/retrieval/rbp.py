"""Expected rate at which a patient reader meets relevant documents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.retrieval.ranking import CutoffMetric, Judgements, Ranked, passage
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class RBP(CutoffMetric):
    """Expected rate at which a reader with patience `p` meets relevant documents: (1 - p) · Σ rel_i · p^(i - 1).

    Relevance is binary from `relevant_at` on, so the value stays within its bound. `details.residual` is p^depth, what
    the positions never seen could still add; `details.unjudged` is what the unjudged documents that were seen could
    add. Range 0 to 1, higher is better; a finite ranking stays below 1 by its residual. Inputs, duplicates, not
    applicable and invalid: see `RetrievalMetric`.

    Source: Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 27(1), 2008.

    >>> RBP(p=0.5).score(retrieved_ids=["a", "x"], expected_context_ids=["a"]).value
    0.5
    """

    name: ClassVar[str] = "RBP"

    p: float = 0.8

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.p < 1:
            raise ConfigurationError(f"RBP: p must lie between 0 and 1, both excluded, got {self.p!r}")

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Add up the weights of the relevant positions."""
        relevant = set(judgements.at(self.relevant_at))
        top = ranking.top(self.cutoff)
        weights = {name: (1 - self.p) * self.p ** (rank - 1) for rank, name in top.places()}
        value = math.fsum(weight for name, weight in weights.items() if name in relevant)
        unjudged = math.fsum(weight for name, weight in weights.items() if name not in judgements.grades)
        residual = self.p ** len(top.ids)
        return MetricResult(
            value=value,
            reason=f"relevant={len(relevant & weights.keys())}; seen={len(top.ids)}; residual={residual:.4f}{ranking.note()}",
            items=tuple(
                passage(name, judgements, relevant=name in relevant, details={"weight": weight})
                for name, weight in weights.items()
            ),
            details={"residual": residual, "unjudged": unjudged},
        )
