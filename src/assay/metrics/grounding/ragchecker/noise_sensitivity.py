"""The two noise sensitivities of the set, one name each; `noise_sensitivity` has both under one name with a mode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.grounding.ragchecker.claim_share import GroundedShare, JudgedShare
from assay.metrics.grounding.ragchecker.noise import IrrelevantNoise, RelevantNoise


@dataclass(frozen=True)
class RagcheckerNoiseSensitivityRelevant(RelevantNoise, JudgedShare):
    """Share of the answer's claims that are wrong and supported by a relevant context.

    The same value as `noise_sensitivity(mode=relevant)`, whose documentation holds.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "3 + 2 × contexts"


@dataclass(frozen=True)
class GroundedRagcheckerNoiseSensitivityRelevant(RelevantNoise, GroundedShare):
    """Share of the answer's clauses that are wrong and supported by a relevant context, as an offline grounder finds.

    Formula, inputs, range and edges: see `NoiseSensitivity`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """


@dataclass(frozen=True)
class RagcheckerNoiseSensitivityIrrelevant(IrrelevantNoise, JudgedShare):
    """Share of the answer's claims that are wrong, supported by an irrelevant context and by no relevant one.

    The same value as `noise_sensitivity(mode=irrelevant)`, whose documentation holds.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """

    calls: ClassVar[str] = "3 + 2 × contexts"


@dataclass(frozen=True)
class GroundedRagcheckerNoiseSensitivityIrrelevant(IrrelevantNoise, GroundedShare):
    """Share of the answer's clauses that are wrong, supported by an irrelevant context only, as an offline grounder finds.

    Formula, inputs, range and edges: see `NoiseSensitivity`.

    Source: D. Ru et al., "RAGChecker", NeurIPS 2024.
    """
