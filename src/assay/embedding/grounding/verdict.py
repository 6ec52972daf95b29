"""From a probability and the guards' findings to one of three answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.embedding.grounding.evidence import ClaimWords, EvidenceSentence
from assay.embedding.grounding.fitted import SUPPORT_AT
from assay.records.protocols import Grounding, Support
from assay.text.guards import Finding, Guard

NO_EVIDENCE = "no passage has words"
NO_CLAIM = "the claim has no words"
_ABOUT_THE_SAME = 0.5


def decide(
    claim: ClaimWords,
    probability: float,
    nearest: EvidenceSentence,
    findings: Sequence[Finding],
    *,
    signals: Mapping[str, float],
    contradiction: float = 0.0,
) -> Grounding:
    """The grounding of a claim.

    * *contradicted*: a guard saw the evidence say something else in a sentence that has at least half of the claim's content
      words, or a model gives contradiction more than half of the probability;
    * *supported*: the probability reaches `SUPPORT_AT` and no guard fired, that of names aside (a name may stand there in another
      form, so it only lowers the probability);
    * *unknown*: everything else. Unknown is never support.
    """
    support, why = _verdict(claim, probability, nearest, findings, contradiction)
    return Grounding(
        support=support,
        score=probability,
        passage=nearest.passage,
        quote=nearest.text,
        start=nearest.start,
        end=nearest.end,
        guards=tuple(dict.fromkeys(finding.guard.value for finding in findings)),
        reason="; ".join((why, *map(str, findings))),
        signals=dict(signals),
    )


def _verdict(
    claim: ClaimWords, probability: float, nearest: EvidenceSentence, findings: Sequence[Finding], contradiction: float
) -> tuple[Support, str]:
    counted = f"p={probability:.2f}"
    shared = len(claim.tokens & nearest.tokens)
    if any(found.conflicts for found in findings) and shared >= _ABOUT_THE_SAME * len(claim.tokens):
        return Support.CONTRADICTED, f"{counted}; the evidence says something else"
    if contradiction > _ABOUT_THE_SAME:
        return Support.CONTRADICTED, f"{counted}; contradiction={contradiction:.2f}"
    if probability < SUPPORT_AT:
        return Support.UNKNOWN, counted
    if any(found.guard is not Guard.NAME for found in findings):
        return Support.UNKNOWN, f"{counted}; a guard bars it"
    return Support.SUPPORTED, counted


def unanswerable(reason: str) -> Grounding:
    """The grounding where there is nothing to hold against anything."""
    return Grounding(support=Support.UNKNOWN, score=0.0, reason=reason)
