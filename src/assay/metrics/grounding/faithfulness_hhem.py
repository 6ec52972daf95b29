"""Share of the answer's clauses that Vectara's HHEM finds consistent with the contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.grounding.claim_metric import GroundedClaims
from assay.metrics.grounding.claims import CheckedClaim, GrounderSupport, undecided
from assay.metrics.grounding.faithfulness import faithful
from assay.metrics.parameters import require_threshold
from assay.metrics.unanswered import unanswered
from assay.records import Context, MetricResult, exact
from assay.records.protocols import Grounder, Support

MARK = "|form:hhem"


@dataclass(frozen=True)
class HhemFaithfulness(GroundedClaims):
    """Share of the answer's clauses that HHEM-2 gives a probability of at least `threshold` (0.5): consistent / clauses.

    The model's probability alone decides, as in the ragas metric of that name (faithfulness with HHEM), where the threshold is
    0.5 and hidden in a rounding. The guards' findings stand in the reasons and do not count. Clauses are cut by rule, no judge
    is asked; a clause's premise is each of the three passage sentences nearest to it and those three joined, and the best one
    counts.

    Inputs, range, edges: see `Faithfulness`. It needs the grounder `grounding:<HHEM>`, such as
    `grounding:vectara/hallucination_evaluation_model`; with any other it is an error.

    Source: Vectara, HHEM-2.1-Open model card, 2024; faithfulness with HHEM of the ragas library.

    >>> str(HhemFaithfulness(threshold=0.7))
    'faithfulness[hhem](threshold=0.7)'
    """

    name: ClassVar[str] = "faithfulness"
    variant: ClassVar[str] = "hhem"

    threshold: float = 0.5

    def __post_init__(self) -> None:
        require_threshold("threshold", self.threshold, low=0)

    async def measure(
        self, answer: str, contexts: Sequence[Context], *, grounder: Grounder, abstained: bool | None = None
    ) -> MetricResult:
        """Hold each clause's probability against the threshold."""
        if MARK not in grounder.identity:
            raise ConfigurationError(
                f"faithfulness[hhem] needs an HHEM model, and the grounder is {grounder.identity}",
                code="no_hhem",
                hint="configure the grounder grounding:vectara/hallucination_evaluation_model, or its folder",
            )
        support = ThresholdSupport(grounder, self.threshold)
        return unanswered(answer, abstained) or await faithful(support, answer, contexts)


class ThresholdSupport(GrounderSupport):
    """A claim is supported where the grounder's probability reaches a threshold, whatever its guards say."""

    def __init__(self, grounder: Grounder, threshold: float) -> None:
        super().__init__(grounder)
        self._threshold = threshold

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str | None = None
    ) -> tuple[CheckedClaim, ...]:
        """One result for each claim; see `ClaimSupport.check`."""
        if not passages:
            return undecided(claims)
        found = await self._grounder.ground(claims, passages)
        return tuple(
            CheckedClaim(
                text=claim,
                outcome=Support.SUPPORTED.value
                if exact(one.score) >= exact(self._threshold)
                else Support.UNKNOWN.value,
                reason=one.reason,
                quote=one.quote,
                passage=one.passage,
                details={"score": one.score},
            )
            for claim, one in zip(claims, found, strict=True)
        )
