"""What all offline grounders share: reading claims and passages, and answering where there is nothing to compare."""

from __future__ import annotations

from collections.abc import Sequence

from assay.embedding.grounding.evidence import ClaimWords, Evidence, EvidenceSentence
from assay.embedding.grounding.verdict import NO_CLAIM, NO_EVIDENCE, unanswerable
from assay.records.protocols import Grounding
from assay.text.function_words import guess_language
from assay.text.guards import Finding, guard_findings

GUESSED_FROM = 2000
"""Characters of claims and passages that the language is guessed from."""


class EvidenceGrounder:
    """Base of the offline grounders; subclasses write `decide`.

    Args:
        language: of claims and passages, for stop words, negations and directions; guessed from the texts where not given.
    """

    def __init__(self, *, language: str | None = None) -> None:
        self.language = language

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> list[Grounding]:
        """One grounding for each claim; see `Grounder.ground`."""
        language = self.language or guess_language(" ".join((*claims, *passages))[:GUESSED_FROM])
        evidence = Evidence(passages, language)
        asked = [ClaimWords.of(claim, language) for claim in claims]
        answerable = [claim for claim in asked if nothing_to_compare(claim, evidence) is None]
        decided = iter(await self.decide(answerable, evidence) if answerable else ())
        return [nothing_to_compare(claim, evidence) or next(decided) for claim in asked]

    async def decide(self, claims: Sequence[ClaimWords], evidence: Evidence) -> Sequence[Grounding]:
        """One grounding for each claim; every claim has words, and so has the evidence. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define decide()")

    def guarded(self, claim: ClaimWords, evidence: Evidence, nearest: EvidenceSentence) -> tuple[Finding, ...]:
        """What the guards find: figures and names in the related sentences, opposites in the nearest one."""
        return guard_findings(claim.text, evidence.related(claim), closest=nearest.text, language=evidence.language)


def nothing_to_compare(claim: ClaimWords, evidence: Evidence) -> Grounding | None:
    """The grounding of a claim without words or against passages without words; None where both have some."""
    if not claim.words:
        return unanswerable(NO_CLAIM)
    return None if evidence else unanswerable(NO_EVIDENCE)
