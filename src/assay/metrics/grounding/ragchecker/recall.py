"""Share of the reference's claims that the answer supports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices


@dataclass(frozen=True)
class Recall(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_recall"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.TOLD})
    counted: ClassVar[Counted] = Counted.REFERENCE_CLAIM
    word: ClassVar[str] = "told"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.told`."""
        return found.told


@dataclass(frozen=True)
class RagcheckerRecall(Recall, JudgedShare):
    """Share of the reference's claims that the answer supports.

    meanⱼ[answer entails claim j]. A judge lists the claims and decides on each, with a quotation (see `Faithfulness`
    for `strict_quotes`).

    Inputs: `answer`, `reference`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable: the case
    states no reference or must abstain, the answer abstains, or the reference makes no claim. A blank answer is a true
    0. Invalid: a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "2"


@dataclass(frozen=True)
class GroundedRagcheckerRecall(Recall, GroundedShare):
    """Share of the reference's claims that the answer supports, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerRecall`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
