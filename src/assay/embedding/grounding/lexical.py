"""The grounder that needs no model: overlap in order, overlap of content, and guards."""

from __future__ import annotations

from collections.abc import Sequence

from assay.embedding.grounding.evidence import ClaimWords, Evidence, EvidenceSentence
from assay.embedding.grounding.fitted import LEXICAL, VERSION
from assay.embedding.grounding.signals import lexical_signals
from assay.embedding.grounding.verdict import NO_CLAIM, NO_EVIDENCE, decide, unanswerable
from assay.records.protocols import Grounding
from assay.text.guards import Finding, guard_findings


class LexicalGrounder:
    """Decides by ROUGE-L precision and token coverage against all passages, and by guards against the nearest sentence.

    Args:
        language: of claims and passages, for stop words, negations and directions.
    """

    def __init__(self, *, language: str = "en") -> None:
        self._language = language

    @property
    def identity(self) -> str:
        """`lexical` with the version of its fitted numbers."""
        return f"lexical|fit:{VERSION}"

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> list[Grounding]:
        """One grounding for each claim; see `Grounder.ground`.

        >>> from assay.sync import run_sync
        >>> passages = ["Refunds are accepted for 30 days. Ask support."]
        >>> claims = ["Refunds are accepted for 30 days.", "Refunds are accepted for 90 days.", "Lunch is free."]
        >>> [str(found.support) for found in run_sync(LexicalGrounder().ground(claims, passages))]
        ['supported', 'contradicted', 'unknown']
        """
        evidence = Evidence(passages, self._language)
        return [self._ground(ClaimWords.of(claim, self._language), evidence) for claim in claims]

    def _ground(self, claim: ClaimWords, evidence: Evidence) -> Grounding:
        if (problem := nothing_to_compare(claim, evidence)) is not None:
            return problem
        nearest = evidence.nearest(claim)[0]
        findings = guarded(claim, evidence, nearest, self._language)
        signals = lexical_signals(claim, evidence, findings)
        return decide(claim, LEXICAL.probability(signals), nearest, findings, signals=signals)


def nothing_to_compare(claim: ClaimWords, evidence: Evidence) -> Grounding | None:
    """The grounding of a claim without words or against passages without words; None where both have some."""
    if not claim.words:
        return unanswerable(NO_CLAIM)
    return None if evidence else unanswerable(NO_EVIDENCE)


def guarded(claim: ClaimWords, evidence: Evidence, nearest: EvidenceSentence, language: str) -> tuple[Finding, ...]:
    """What the guards find: figures and names in the related sentences, opposites in the nearest one."""
    return guard_findings(claim.text, evidence.related(claim), closest=nearest.text, language=language)
