"""Share of the reference's sentences that the retrieved contexts support."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.grounding.claim_metric import SENTENCES, GroundedClaims, JudgedClaims, asked
from assay.metrics.grounding.claims import ClaimSupport, distinct
from assay.metrics.grounding.claims_prompt import SUPPORT
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages, supported_items, tally
from assay.records import Context, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge
from assay.text import sentences


@dataclass(frozen=True)
class ContextRecall(JudgedClaims):
    """Share of the reference's sentences that the retrieved contexts support: supported / sentences.

    The sentences are listed by rule and numbered, so that a judge can neither leave one out nor add one; it decides on
    each, with a quotation (see `Faithfulness` for `strict_quotes`).

    Inputs: `reference` of the case, `contexts` of the output; `input` helps to read the reference. Range 0 to 1, higher
    is better, a plain share. Not applicable: the case states no reference or must abstain. Nothing retrieved is a true
    0 without a call. Invalid: a blank reference.

    Source: S. Es et al., "RAGAS" (EACL 2024), context recall of that library, with the sentences counted by us.

    >>> ContextRecall().score(reference="Refunds take 30 days. They are free.", contexts=[], judge=None).reason
    'nothing was retrieved; supported=0; sentences=2; unknown=2'
    """

    name: ClassVar[str] = "context_recall"
    calls: ClassVar[str] = "1"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Support only: nobody splits the reference but us."""
        return (SUPPORT,)

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompt and the splitter."""
        return (SUPPORT.tag, SENTENCES)

    async def measure(
        self,
        reference: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
        input: Any = None,  # noqa: A002 - the field's name
    ) -> MetricResult:
        """Check each sentence of the reference."""
        return await recalled(self.support(judge), reference, contexts, asked(input))


@dataclass(frozen=True)
class GroundedContextRecall(GroundedClaims):
    """Share of the reference's sentences that the retrieved contexts support, as an offline grounder finds.

    Inputs, range, edges: see `ContextRecall`.

    Source: as `ContextRecall`; P. Laban et al., "SummaC", TACL 2022, for the sentence as unit.
    """

    name: ClassVar[str] = "context_recall"

    @property
    def definition(self) -> tuple[str, ...]:
        """The splitter."""
        return (SENTENCES,)

    async def measure(self, reference: str, contexts: Sequence[Context], *, grounder: Grounder) -> MetricResult:
        """Check each sentence of the reference."""
        return await recalled(self.support(grounder), reference, contexts)


async def recalled(
    support: ClaimSupport, reference: str, contexts: Sequence[Context], question: str | None = None
) -> MetricResult:
    """Supported sentences of the reference over all its sentences."""
    wanted = distinct(sentences(reference))
    if not wanted:
        raise InvalidRowError("the reference is blank", code="blank_reference")
    passages = Passages.of(contexts)
    checked = await support.check(wanted, passages.texts, question=question)
    told = tally(checked, of="sentences")
    result = MetricResult.of_ratio(
        sum(sentence.supported for sentence in checked),
        len(checked),
        reason=told if passages.texts else f"{NOTHING_RETRIEVED}; {told}",
        items=supported_items(checked, kind="sentence", passages=passages),
    )
    return support.backed(result)
