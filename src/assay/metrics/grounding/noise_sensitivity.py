"""Share of the answer's claims that are wrong and come from the retrieved contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices
from assay.metrics.grounding.ragchecker.noise import Noise
from assay.metrics.parameters import require_choice

MODES = ("relevant", "irrelevant")


@dataclass(frozen=True)
class ModalNoise(Noise):
    """The mode that both methods share."""

    name: ClassVar[str] = "noise_sensitivity"

    mode: str = "relevant"

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("mode", self.mode, MODES)

    def flags(self, found: ClaimMatrices) -> Sequence[bool | None]:
        """See `ClaimMatrices.relevant_noise` and `ClaimMatrices.irrelevant_noise`."""
        return found.relevant_noise if self.mode == "relevant" else found.irrelevant_noise


@dataclass(frozen=True)
class NoiseSensitivity(ModalNoise, JudgedShare):
    """Share of the answer's claims that are wrong and supported by a retrieved context: how far noise misled the answer.

    A claim of the answer is wrong when the reference does not support it; a context is relevant when it supports at
    least one claim of the reference. `mode=relevant` (default): meanᵢ[claim i is wrong and some relevant context
    supports it]. `mode=irrelevant`: meanᵢ[claim i is wrong, some irrelevant context supports it, and no relevant one
    does]. A wrong claim that no context supports is a hallucination and counts in neither. A judge decides on each
    claim against each context by itself, with a quotation (see `Faithfulness` for `strict_quotes`).

    Inputs: `answer`, `reference`, `contexts`; `input` helps to read them. Range 0 to 1, lower is better, a plain share.
    Not applicable: the case states no reference or must abstain, the answer is blank, abstains or makes no claim, or
    the reference makes none. Invalid: a blank reference.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024; noise sensitivity of the ragas library.

    >>> str(NoiseSensitivity(mode="irrelevant"))
    'noise_sensitivity(mode=irrelevant)'
    """

    calls: ClassVar[str] = "3 + 2 × contexts"


@dataclass(frozen=True)
class GroundedNoiseSensitivity(ModalNoise, GroundedShare):
    """Share of the answer's clauses that are wrong and supported by a context, as an offline grounder finds.

    Formula, mode, inputs, range and edges: see `NoiseSensitivity`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
