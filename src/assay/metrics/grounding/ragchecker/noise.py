"""Share of the answer's claims that are wrong and come from the retrieved contexts: what both names for it share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import ClaimShare, Counted
from assay.metrics.grounding.ragchecker.examination import Part
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices
from assay.records import Direction


@dataclass(frozen=True)
class Noise(ClaimShare):
    """Wrong claims of the answer that the contexts support; lower is better."""

    direction: ClassVar[Direction] = Direction.LOWER
    parts: ClassVar[frozenset[Part]] = frozenset({Part.RIGHT, Part.SAID_IN, Part.WANTED_IN})
    counted: ClassVar[Counted] = Counted.ANSWER_CLAIM
    word: ClassVar[str] = "misled"


@dataclass(frozen=True)
class RelevantNoise(Noise):
    """Misled by a relevant context."""

    name: ClassVar[str] = "ragchecker_noise_sensitivity_relevant"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.relevant_noise`."""
        return found.relevant_noise


@dataclass(frozen=True)
class IrrelevantNoise(Noise):
    """Misled by an irrelevant context."""

    name: ClassVar[str] = "ragchecker_noise_sensitivity_irrelevant"

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.irrelevant_noise`."""
        return found.irrelevant_noise
