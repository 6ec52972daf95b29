"""Share of the answer's claims that some single retrieved context supports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices


@dataclass(frozen=True)
class ChunkFaithfulness(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_faithfulness"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.SAID_IN})
    counted: ClassVar[Counted] = Counted.ANSWER_CLAIM
    word: ClassVar[str] = "faithful"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.faithful`."""
        return found.faithful


@dataclass(frozen=True)
class RagcheckerFaithfulness(ChunkFaithfulness, JudgedShare):
    """Share of the answer's claims that some single retrieved context supports.

    meanᵢ[any chunk entails claim i]. Stricter than `faithfulness`, where contexts may support a claim jointly. A judge
    lists the claims and decides on each, with a quotation (see `Faithfulness` for `strict_quotes`); each chunk is
    judged by itself.

    Inputs: `answer`, `contexts`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable: the case must
    abstain, the answer abstains, or it makes no claim. A blank answer is a true 0. Nothing retrieved supports nothing.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "1 + contexts"


@dataclass(frozen=True)
class GroundedRagcheckerFaithfulness(ChunkFaithfulness, GroundedShare):
    """Share of the answer's claims that some single retrieved context supports, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerFaithfulness`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
