"""Share of the answer's claims that the retrieved contexts support."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked, no_claims
from assay.metrics.grounding.claims import ClaimSupport
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages, supported_items, tally
from assay.metrics.unanswered import nothing, unanswered
from assay.records import Context, MetricResult
from assay.records.protocols import Grounder, Judge


@dataclass(frozen=True)
class Faithfulness(JudgedClaims):
    """Share of the answer's claims that the retrieved contexts support: supported / claims.

    A judge lists the answer's claims, then decides for each whether the contexts taken together support, contradict or
    leave it open, and quotes them. Only `supported` counts, and (with `strict_quotes`, the default) only where the
    quotation stands in a context. Nothing is asked twice: other metrics of the same answer share the list of claims.

    Inputs: `answer` and `contexts` of the output; `input` of the case helps to read the answer. Range 0 to 1, higher is
    better, a plain share. Not applicable: the case must abstain, the answer abstains, or it makes no claim. A blank
    answer, and an answer where nothing was retrieved, are a true 0 without a call. Error: the judge gave no valid
    verdict for a claim.

    Source: S. Es et al., "RAGAS: Automated Evaluation of Retrieval Augmented Generation", EACL 2024.

    >>> Faithfulness().score(answer="", contexts=["Refunds take 30 days."], judge=None).reason
    'the answer is blank'
    """

    name: ClassVar[str] = "faithfulness"
    calls: ClassVar[str] = "2"

    async def measure(
        self,
        answer: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """List the claims and check each."""
        return unanswered(answer, abstained) or await faithful(self.support(judge), answer, contexts, asked(input))


@dataclass(frozen=True)
class GroundedFaithfulness(GroundedClaims):
    """Share of the answer's clauses that the retrieved contexts support, as an offline grounder finds: supported / clauses.

    Inputs, range, edges: see `Faithfulness`. The grounder's name is the score's method. What it is worth against people, as
    the mean of three labelled sets that nothing was fitted on: balanced accuracy 0.76 with the grounder `lexical` or `fusion`
    (0.74 for `faithfulness[lexical]`'s rule of covered sentences), AUROC 0.83 and 0.84 (0.75). By set: docs/grounding.md.

    Source: P. Laban et al., "SummaC: Re-Visiting NLI-based Models for Inconsistency Detection", TACL 2022.
    """

    name: ClassVar[str] = "faithfulness"

    async def measure(
        self, answer: str, contexts: Sequence[Context], *, grounder: Grounder, abstained: bool | None = None
    ) -> MetricResult:
        """Check each sentence."""
        return unanswered(answer, abstained) or await faithful(self.support(grounder), answer, contexts)


async def faithful(
    support: ClaimSupport, answer: str, contexts: Sequence[Context], question: str | None = None
) -> MetricResult:
    """Supported claims of an answer over all its claims."""
    passages = Passages.of(contexts)
    if not passages.texts:
        return nothing("answer", NOTHING_RETRIEVED)
    claims = await support.split(answer, question=question)
    if not claims:
        return support.backed(no_claims())
    checked = await support.check(claims, passages.texts)
    return support.backed(
        MetricResult.of_ratio(
            sum(claim.supported for claim in checked),
            len(checked),
            reason=tally(checked),
            items=supported_items(checked, passages=passages),
        )
    )
