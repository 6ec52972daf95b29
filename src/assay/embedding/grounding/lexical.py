"""The grounder that needs no model: overlap in order, overlap of content, and guards."""

from __future__ import annotations

from collections.abc import Sequence

from assay.embedding.grounding.base import EvidenceGrounder
from assay.embedding.grounding.evidence import ClaimWords, Evidence
from assay.embedding.grounding.fitted import LEXICAL, VERSION
from assay.embedding.grounding.signals import lexical_signals
from assay.embedding.grounding.verdict import decide
from assay.records.protocols import Grounding


class LexicalGrounder(EvidenceGrounder):
    """Decides by ROUGE-L precision and token coverage against all passages, and by guards against the nearest sentence.

    >>> from assay.sync import run_sync
    >>> passages = ["Refunds are accepted for 30 days. Ask support."]
    >>> claims = ["Refunds are accepted for 30 days.", "Refunds are accepted for 90 days.", "Lunch is free."]
    >>> [str(found.support) for found in run_sync(LexicalGrounder().ground(claims, passages))]
    ['supported', 'contradicted', 'unknown']
    """

    @property
    def identity(self) -> str:
        """`lexical` with the version of its fitted numbers."""
        return f"lexical|fit:{VERSION}"

    async def decide(self, claims: Sequence[ClaimWords], evidence: Evidence) -> list[Grounding]:
        """By words alone."""
        return [self._ground(claim, evidence) for claim in claims]

    def _ground(self, claim: ClaimWords, evidence: Evidence) -> Grounding:
        nearest = evidence.nearest(claim)[0]
        findings = self.guarded(claim, evidence, nearest)
        signals = lexical_signals(claim, evidence, findings)
        return decide(claim, LEXICAL.probability(signals), nearest, findings, signals=signals)
