"""The base of the set: a share of claims or chunks, read off the matrices; by a judge or by an offline grounder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked, no_claims, no_reference_claims
from assay.metrics.grounding.claims import ClaimSupport
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages
from assay.metrics.grounding.ragchecker.examination import Examination, Part, examine
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices
from assay.metrics.grounding.ragchecker.share_items import share_items
from assay.metrics.signature import Inputs
from assay.metrics.stated import require_reference
from assay.metrics.unanswered import abstains, nothing, unanswered
from assay.records import Context, Direction, MetricResult, not_applicable
from assay.records.protocols import Grounder, Judge
from assay.text import is_blank


class Counted(StrEnum):
    """What a share counts."""

    ANSWER_CLAIM = "answer_claim"
    REFERENCE_CLAIM = "reference_claim"
    CONTEXT = "context"


_READS = {
    Part.RIGHT: ("answer", "reference"),
    Part.TOLD: ("answer", "reference"),
    Part.SAID_IN: ("answer", "contexts"),
    Part.WANTED_IN: ("reference", "contexts"),
}


@dataclass(frozen=True)
class ClaimShare(Metric):
    """A share of true flags.

    Class attributes:
        parts: the verdict tables that it needs; they decide its inputs.
        counted: what it counts. `word`: what is said of one that counts.
    """

    parts: ClassVar[frozenset[Part]]
    counted: ClassVar[Counted]
    word: ClassVar[str]

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """One flag for each thing counted; None leaves one out."""
        raise TypeError(f"{type(self).__name__} does not define flags()")

    @property
    def needs(self) -> Inputs:
        """The inputs of its tables."""
        read = {name for part in self.parts for name in _READS[part]}
        every = super().needs
        return replace(
            every,
            required=tuple(name for name in ("answer", "reference", "contexts") if name in read),
            optional=tuple(
                name for name in every.optional if name == "input" or (name == "abstained" and "answer" in read)
            ),
        )

    async def share(
        self,
        support: ClaimSupport,
        *,
        answer: str,
        reference: str,
        contexts: Sequence[Context],
        question: str | None,
        abstained: bool | None,
    ) -> MetricResult:
        """List the claims, fill the tables, count."""
        reads = self.needs.required
        if "reference" in reads:
            require_reference(reference)
        if "answer" in reads and (early := self._unanswered(answer, abstained)):
            return early
        passages = Passages.of(contexts)
        if self.counted is Counted.CONTEXT and not passages.texts:
            return nothing("context", NOTHING_RETRIEVED)
        said = await support.split(answer, question=question) if self.parts & {Part.RIGHT, Part.SAID_IN} else None
        wanted = await support.split(reference, question=question) if self.parts & {Part.TOLD, Part.WANTED_IN} else None
        if said == () or wanted == ():
            return support.backed(no_claims() if said == () else no_reference_claims())
        found = await examine(
            support,
            parts=self.parts,
            said=said or (),
            wanted=wanted or (),
            answer=answer,
            reference=reference,
            passages=passages,
        )
        return support.backed(self._counted(found))

    def _unanswered(self, answer: str, abstained: bool | None) -> MetricResult | None:
        """A blank answer is a true 0 only where 0 is the worst value."""
        if not is_blank(answer) or abstains(answer, abstained) or self.direction is Direction.HIGHER:
            return unanswered(answer, abstained)
        return no_claims()

    def _counted(self, found: Examination) -> MetricResult:
        flags = self.flags(found.matrices)
        items = share_items(found, self.counted, flags, self.word)
        kept = [flag for flag in flags if flag is not None]
        if not kept:
            return not_applicable(f"none of {len(flags)} is there to be counted", code="nothing_to_count", items=items)
        told = f"{self.word}={sum(kept)}; of={len(kept)}"
        return MetricResult.of_ratio(sum(kept), len(kept), reason=told, items=items)


@dataclass(frozen=True)
class JudgedShare(ClaimShare, JudgedClaims):
    """Asks a judge for the verdicts."""

    async def measure(
        self,
        answer: str = "",
        reference: str = "",
        contexts: Sequence[Context] = (),
        *,
        judge: Judge,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Count by a judge's verdicts."""
        return await self.share(
            self.support(judge),
            answer=answer,
            reference=reference,
            contexts=contexts,
            question=asked(input),
            abstained=abstained,
        )


@dataclass(frozen=True)
class GroundedShare(ClaimShare, GroundedClaims):
    """Asks an offline grounder for the verdicts; the claims are clauses."""

    async def measure(
        self,
        answer: str = "",
        reference: str = "",
        contexts: Sequence[Context] = (),
        *,
        grounder: Grounder,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Count by a grounder's verdicts."""
        return await self.share(
            self.support(grounder),
            answer=answer,
            reference=reference,
            contexts=contexts,
            question=None,
            abstained=abstained,
        )
