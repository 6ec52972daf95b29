"""Share of the answer's claims that the reference supports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices


@dataclass(frozen=True)
class Precision(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_precision"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.RIGHT})
    counted: ClassVar[Counted] = Counted.ANSWER_CLAIM
    word: ClassVar[str] = "right"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.right`."""
        return found.right


@dataclass(frozen=True)
class RagcheckerPrecision(Precision, JudgedShare):
    """Share of the answer's claims that the reference supports.

    meanᵢ[reference entails claim i]. 1 minus the wrong claims of the answer. A judge lists the claims and decides on
    each, with a quotation (see `Faithfulness` for `strict_quotes`).

    Inputs: `answer`, `reference`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable: the case
    states no reference or must abstain, the answer abstains, or it makes no claim. A blank answer is a true 0. Invalid:
    a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "2"


@dataclass(frozen=True)
class GroundedRagcheckerPrecision(Precision, GroundedShare):
    """Share of the answer's claims that the reference supports, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerPrecision`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
