"""Numbers that say how well passages bear out a claim, without a model: overlap in order, overlap of content, guards."""

from __future__ import annotations

from collections.abc import Sequence

from assay.embedding.grounding.evidence import ClaimWords, Evidence
from assay.text import lcs_length
from assay.text.guards import Finding, Guard


def rouge_l_precision(claim: ClaimWords, evidence: Evidence) -> float:
    """Length of the longest common subsequence of the claim's words and all words of the evidence, over the claim's length.

    Source: ROUGE-L precision, C.-Y. Lin, "ROUGE", 2004.
    """
    return lcs_length(claim.words, evidence.words) / len(claim.words) if claim.words else 0.0


def token_coverage(claim: ClaimWords, evidence: Evidence) -> float:
    """Share of the claim's distinct content tokens that stand anywhere in the evidence."""
    return len(claim.tokens & evidence.tokens) / len(claim.tokens) if claim.tokens else 0.0


def guard_counts(findings: Sequence[Finding]) -> dict[str, float]:
    """How many findings speak of figures (number, unit, date), of names, and of the opposite (negation, comparison)."""
    kinds = {
        "figures": (Guard.NUMBER, Guard.UNIT, Guard.DATE),
        "names": (Guard.NAME,),
        "opposites": (Guard.NEGATION, Guard.COMPARISON),
    }
    return {name: float(sum(found.guard in guards for found in findings)) for name, guards in kinds.items()}


def lexical_signals(claim: ClaimWords, evidence: Evidence, findings: Sequence[Finding]) -> dict[str, float]:
    """The signals of a claim that need no model."""
    return {
        "rouge_l": rouge_l_precision(claim, evidence),
        "coverage": token_coverage(claim, evidence),
        **guard_counts(findings),
    }
