"""Share of the retrieved contexts that support at least one claim of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices


@dataclass(frozen=True)
class RelevantContexts(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_context_precision"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.WANTED_IN})
    counted: ClassVar[Counted] = Counted.CONTEXT
    word: ClassVar[str] = "relevant"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.relevant`."""
        return found.relevant


@dataclass(frozen=True)
class RagcheckerContextPrecision(RelevantContexts, JudgedShare):
    """Share of the retrieved contexts that support at least one claim of the reference.

    meanₖ[chunk k entails some claim of the reference]; the order does not count. A measure of the retriever: the answer
    is not read. A judge lists the claims and decides on each, with a quotation (see `Faithfulness` for
    `strict_quotes`); each chunk is judged by itself.

    Inputs: `reference`, `contexts`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable: the case
    states no reference or must abstain, or the reference makes no claim. Nothing retrieved is a true 0 without a call.
    Invalid: a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "1 + contexts"


@dataclass(frozen=True)
class GroundedRagcheckerContextPrecision(RelevantContexts, GroundedShare):
    """Share of the retrieved contexts that support at least one claim of the reference, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerContextPrecision`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
