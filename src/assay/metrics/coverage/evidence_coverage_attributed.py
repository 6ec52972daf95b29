"""Share of the required claims that an attribution made now finds supported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.coverage.evidence_coverage import EvidenceCoverage
from assay.metrics.grounding.attribution import EVIDENCE, Attributed, admitted, attributed
from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked
from assay.metrics.grounding.claims import ClaimSupport
from assay.metrics.grounding.claims_prompt import SUPPORT
from assay.metrics.parameters import require_choice
from assay.metrics.unanswered import MARKERS, abstains
from assay.records import Citation, Claim, Context, Item, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge
from assay.records.score import as_details


@dataclass(frozen=True)
class AttributedCoverage(Metric):
    """The parameter and the counting that both methods share."""

    name: ClassVar[str] = "evidence_coverage"

    evidence: str = "retrieved"

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("evidence", self.evidence, EVIDENCE)

    async def coverage(
        self,
        support: ClaimSupport,
        required_claims: Sequence[Any],
        answer: str,
        contexts: Sequence[Context],
        *,
        citations: Sequence[Citation] | None,
        abstained: bool | None,
        question: str | None = None,
    ) -> MetricResult:
        """Attribute, then count as `evidence_coverage` does, which also refuses a broken requirement before anything is asked."""
        claims = _claims(required_claims)
        required = [claim.id for claim in claims]
        EvidenceCoverage().measure(required_claim_ids=required, supported_claim_ids=[])
        said = "" if abstains(answer, abstained) else answer
        found = await attributed(support, claims, said, admitted(contexts, citations, self.evidence), question)
        counted = EvidenceCoverage().measure(
            required_claim_ids=required,
            supported_claim_ids=[one.claim.id for one in found if one.supported],
        )
        items = tuple(_with_evidence(item, one) for item, one in zip(counted.items, found, strict=True))
        return support.backed(counted.replace(items=items))


@dataclass(frozen=True)
class JudgedEvidenceCoverage(AttributedCoverage, JudgedClaims):
    """Share of the required claims that the answer states and a passage supports, as a judge attributes.

    |supported| / |required|. The judge decides for each required claim whether the answer states it and whether the
    passages support it, each with a quotation (see `Faithfulness` for `strict_quotes`); `evidence_coverage` then counts
    the ids. `evidence=cited` admits only passages that the answer cites; by default all that were retrieved count.

    Inputs: `required_claims` (id and text) of the case; `answer`, `contexts` and `citations` of the output; `input`
    helps to read the answer. Range 0 to 1, higher is better. A blank or abstaining answer states nothing, so it is a
    true 0. Not applicable: the case states no required claims or must abstain. Invalid: an empty requirement, a blank
    or doubled id, a claim without text.

    Source: the evidence-coverage contract of the Assay design; verdicts as in D. Ru et al., "RAGChecker", NeurIPS 2024.

    >>> metric = JudgedEvidenceCoverage()
    >>> metric.score(required_claims=[{"id": "a", "text": "It is free."}], answer="", contexts=[], judge=None).reason
    'supported=0; required=1; missing=a'
    """

    variant: ClassVar[str] = "judge"
    calls: ClassVar[str] = "2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Support; the claims are the case's."""
        return (SUPPORT,)

    async def measure(
        self,
        required_claims: Sequence[Claim],
        answer: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
        citations: Sequence[Citation] | None = None,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Attribute by a judge and count."""
        support = self.support(judge)
        return await self.coverage(
            support, required_claims, answer, contexts, citations=citations, question=asked(input), abstained=abstained
        )


@dataclass(frozen=True)
class GroundedEvidenceCoverage(AttributedCoverage, GroundedClaims):
    """Share of the required claims that the answer states and a passage supports, as an offline grounder attributes.

    Formula, parameter, inputs, range and edges: see `JudgedEvidenceCoverage`.

    Source: as `JudgedEvidenceCoverage`.
    """

    @property
    def definition(self) -> tuple[str, ...]:
        """The abstention markers."""
        return (MARKERS,)

    async def measure(
        self,
        required_claims: Sequence[Claim],
        answer: str,
        contexts: Sequence[Context],
        *,
        grounder: Grounder,
        citations: Sequence[Citation] | None = None,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Attribute by a grounder and count."""
        support = self.support(grounder)
        return await self.coverage(support, required_claims, answer, contexts, citations=citations, abstained=abstained)


def _claims(values: Sequence[Any]) -> list[Claim]:
    if not isinstance(values, (list, tuple)):
        raise InvalidRowError(f"required_claims must be a list, got {type(values).__name__}", code="not_a_list")
    return [Claim.from_dict(value) if isinstance(value, Mapping) else value for value in values]


def _with_evidence(item: Item, found: Attributed) -> Item:
    """The counted id with its text, the answer's words, the passage's words and where they stand."""
    return item.replace(
        text=found.claim.text,
        reason=found.reason,
        quote=found.evidenced.quote,
        source=found.document_id,
        details=as_details(
            {"span": found.stated.quote, "stated": found.stated.outcome, "evidence": found.evidenced.outcome}
        ),
    )
