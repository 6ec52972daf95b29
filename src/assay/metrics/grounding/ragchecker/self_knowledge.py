"""Share of the answer's claims that are right and stand in no retrieved context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices
from assay.records import Direction


@dataclass(frozen=True)
class SelfKnowledge(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_self_knowledge"
    direction: ClassVar[Direction] = Direction.NONE
    parts: ClassVar[frozenset[Part]] = frozenset({Part.RIGHT, Part.SAID_IN})
    counted: ClassVar[Counted] = Counted.ANSWER_CLAIM
    word: ClassVar[str] = "self-known"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.self_known`."""
        return found.self_known


@dataclass(frozen=True)
class RagcheckerSelfKnowledge(SelfKnowledge, JudgedShare):
    """Share of the answer's claims that are right and stand in no retrieved context.

    meanᵢ[claim i is right and no chunk entails it]: what the model knew by itself. Neither direction is better in
    general; low where the contexts must be the only source. A judge lists the claims and decides on each, with a
    quotation (see `Faithfulness` for `strict_quotes`); each chunk is judged by itself.

    Inputs: `answer`, `reference`, `contexts`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable:
    the case states no reference or must abstain, the answer abstains, or it makes no claim. A blank answer has nothing
    to count: not applicable. Invalid: a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "2 + contexts"


@dataclass(frozen=True)
class GroundedRagcheckerSelfKnowledge(SelfKnowledge, GroundedShare):
    """Share of the answer's claims that are right and stand in no retrieved context, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerSelfKnowledge`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
