"""Share of the retrieved claims of the reference that the answer took up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted, GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices


@dataclass(frozen=True)
class Utilised(ClaimShare):
    """The definition that both methods share."""

    name: ClassVar[str] = "ragchecker_context_utilization"
    parts: ClassVar[frozenset[Part]] = frozenset({Part.TOLD, Part.WANTED_IN})
    counted: ClassVar[Counted] = Counted.REFERENCE_CLAIM
    word: ClassVar[str] = "used"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.utilised`."""
        return found.utilised


@dataclass(frozen=True)
class RagcheckerContextUtilization(Utilised, JudgedShare):
    """Share of the retrieved claims of the reference that the answer took up.

    |claims j that some chunk and the answer entail| / |claims j that some chunk entails|. A judge lists the claims and
    decides on each, with a quotation (see `Faithfulness` for `strict_quotes`); each chunk is judged by itself.

    Inputs: `answer`, `reference`, `contexts`; `input` helps to read them. Range 0 to 1, a plain share. Not applicable:
    the case states no reference or must abstain, the answer abstains, or the reference makes no claim. A blank answer
    is a true 0. Not applicable where no claim of the reference was retrieved: `ragchecker_claim_recall` judges that.
    Invalid: a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "2 + contexts"


@dataclass(frozen=True)
class GroundedRagcheckerContextUtilization(Utilised, GroundedShare):
    """Share of the retrieved claims of the reference that the answer took up, offline.

    A grounder decides on each clause. Formula, inputs, range and edges: see `RagcheckerContextUtilization`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
