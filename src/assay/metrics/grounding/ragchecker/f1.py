"""F1 of the answer's precision and recall against the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked
from assay.metrics.grounding.two_sided import claim_f_beta
from assay.metrics.unanswered import unanswered
from assay.records import MetricResult
from assay.records.protocols import Grounder, Judge


@dataclass(frozen=True)
class RagcheckerF1(JudgedClaims):
    """F1 of the answer's precision and recall against the reference, of one row: 2PR / (P + R).

    P and R as in `ragchecker_precision` and `ragchecker_recall`. The mean of this over rows is not the F1 of the mean P
    and R. The same value as `factual_correctness` with its default parameters, whose documentation holds.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    name: ClassVar[str] = "ragchecker_f1"
    calls: ClassVar[str] = "4"

    async def measure(
        self,
        answer: str,
        reference: str,
        *,
        judge: Judge,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Compare answer and reference."""
        support = self.support(judge)
        return unanswered(answer, abstained) or await claim_f_beta(support, answer, reference, asked(input))


@dataclass(frozen=True)
class GroundedRagcheckerF1(GroundedClaims):
    """F1 of the answer's precision and recall against the reference, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerF1`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    name: ClassVar[str] = "ragchecker_f1"

    async def measure(
        self, answer: str, reference: str, *, grounder: Grounder, abstained: bool | None = None
    ) -> MetricResult:
        """Compare answer and reference."""
        return unanswered(answer, abstained) or await claim_f_beta(self.support(grounder), answer, reference)
