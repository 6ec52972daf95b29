"""Which required claims an answer states, and which retrieved passage bears each out: attribution by a judge or a grounder.

An attribution is data: who decided, which document, which words of the answer. A deterministic metric
(`evidence_coverage`) counts it afterwards, now or years later, without asking again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InvalidRowError
from assay.metrics.grounding.claims import CheckedClaim, ClaimSupport, JudgeSupport
from assay.metrics.grounding.evidence import Passages
from assay.metrics.parameters import require_choice
from assay.records import Attribution, Citation, Claim, Context
from assay.records.protocols import Judge
from assay.sync import all_of
from assay.text import is_blank

EVIDENCE = ("retrieved", "cited")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributed:
    """One required claim: whether the answer states it, and what the evidence says of it."""

    claim: Claim
    stated: CheckedClaim
    evidenced: CheckedClaim
    document_id: str | None

    @property
    def supported(self) -> bool:
        """The answer states the claim, and a passage supports it."""
        return self.stated.supported and self.evidenced.supported

    @property
    def reason(self) -> str:
        """Why not, or why."""
        if not self.stated.supported:
            return f"the answer does not state it: {self.stated.reason or self.stated.outcome}"
        return self.evidenced.reason if self.supported else f"no evidence: {self.evidenced.reason}"

    def attribution(self, by: str) -> Attribution:
        """The record of it."""
        return Attribution(
            claim_id=self.claim.id,
            supported=self.supported,
            document_id=self.document_id,
            span=self.stated.quote if self.stated.supported else None,
            by=by,
            reason=self.reason,
        )


class Attributor:
    """Fills an output's attributions with a judge.

    A required claim is supported when the answer states it and a passage supports it, each shown by a quotation that is
    looked up (unless `strict_quotes` is off). `evidence="cited"` admits only passages that the answer cites.

    >>> Attributor(None, evidence="found")
    Traceback (most recent call last):
    ...
    assay.errors.ConfigurationError: parameter evidence must be one of retrieved, cited, got 'found'
    """

    def __init__(self, judge: Judge, *, evidence: str = "retrieved", strict_quotes: bool = True) -> None:
        require_choice("evidence", evidence, EVIDENCE)
        self._judge = judge
        self._evidence = evidence
        self._strict_quotes = strict_quotes

    async def attribute(
        self,
        claims: Sequence[Claim],
        answer: str,
        contexts: Sequence[Context],
        *,
        citations: Sequence[Citation] | None = None,
        question: str | None = None,
    ) -> tuple[Attribution, ...]:
        """One attribution for each claim, in order, in at most two questions; none where the answer or the evidence is empty.

        Raises:
            InvalidRowError: a claim without text, or cited evidence of an output without citations.
            JudgeError: the judge gave no valid verdict.
        """
        support = JudgeSupport(self._judge, strict_quotes=self._strict_quotes)
        evidence = admitted(contexts, citations, self._evidence)
        found = await attributed(support, claims, answer, evidence, question)
        return tuple(one.attribution(f"judge:{self._judge.identity}") for one in found)


async def attributed(
    support: ClaimSupport,
    claims: Sequence[Claim],
    answer: str,
    contexts: Sequence[Context],
    question: str | None = None,
) -> tuple[Attributed, ...]:
    """Each claim against the answer, and against the contexts taken together; nobody is asked where either is empty.

    Raises:
        InvalidRowError: a claim without text.
    """
    for claim in claims:
        if not claim.text.strip():
            raise InvalidRowError(f"required claim {claim.id!r} has no text to look for", code="blank_claim")
    texts = [claim.text for claim in claims]
    passages = Passages.of(contexts)
    both_sides = ([answer], passages.texts) if passages.texts and not is_blank(answer) else ([], [])
    stated, evidenced = await all_of(support.check(texts, side, question=question) for side in both_sides)
    return tuple(
        Attributed(claim=claim, stated=said, evidenced=found, document_id=passages.name(found.passage))
        for claim, said, found in zip(claims, stated, evidenced, strict=True)
    )


def admitted(contexts: Sequence[Context], citations: Sequence[Citation] | None, evidence: str) -> Sequence[Context]:
    """The contexts that count as evidence.

    Raises:
        InvalidRowError: only cited ones count, and the target returned no citations.
    """
    if evidence == "retrieved":
        return contexts
    if citations is None:
        raise InvalidRowError("the target returned no citations", code="missing_output")
    cited = {citation.id for citation in citations}
    return [context for context in contexts if context.id in cited or context.document_id in cited]
