"""Facts of a long answer: how many are supported, and are there enough of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.answer.fact_f1_prompt import RELEVANCE
from assay.metrics.answer.source import source_passages
from assay.metrics.grounding.claim_metric import JudgedClaims, no_claims
from assay.metrics.grounding.evidence import claim_item
from assay.metrics.parameters import require_whole
from assay.metrics.stated import question_text
from assay.metrics.unanswered import unanswered
from assay.records import Item, MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class FactF1(JudgedClaims):
    """F1@K of an answer's facts: precision S/(S+N), recall min(1, S/K), their harmonic mean; 0 where S is 0.

    S counts the supported facts, N the others; facts that do not belong to an answer to the question are left out. K, the
    `cutoff`, is how many facts a reader wants. As one ratio: 2S / (S + N + max(K, S)). `details` hold `supported`,
    `not_supported`, `irrelevant`, `precision` and `recall`.

    Inputs: `answer` of the output, `input` and `reference_contexts` (the source that facts are held against) of the case.
    Range 0 to 1, higher is better. Calls: one lists the facts, one says which belong, one checks those that do. A fact
    whose relevance is unknown counts as relevant; one whose support is unknown as not supported.

    Not applicable: the case must abstain or states no source, the answer abstains, states no fact or none that belongs. A blank
    answer is a true 0. Invalid: the source is blank. Error: a fact without a verdict.

    Source: J. Wei et al., "Long-form factuality in large language models" (SAFE, LongFact), NeurIPS 2024.
    """

    name: ClassVar[str] = "fact_f1"
    calls: ClassVar[str] = "3"

    cutoff: int = 64

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole("cutoff", self.cutoff, low=1)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Statements, relevance, support."""
        return (*super().prompts, RELEVANCE)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        reference_contexts: Sequence[str],
        answer: str,
        judge: Judge,
        *,
        abstained: bool | None = None,
    ) -> MetricResult:
        """List the facts, leave out those that do not belong, check the rest."""
        passages = source_passages(reference_contexts)
        if (result := unanswered(answer, abstained)) is not None:
            return result
        support, question = self.support(judge), question_text(input)
        facts = await support.split(answer, question=question)
        if not facts:
            return support.backed(no_claims())
        relevance = await support.inquiry.ask(RELEVANCE, question=question, facts=list(facts))
        off = {fact: v.reason for fact, v in zip(facts, relevance.reply.verdicts, strict=True) if v.verdict == "no"}
        aside = tuple(Item(kind="fact", text=fact, outcome="irrelevant", reason=why) for fact, why in off.items())
        kept = [fact for fact in facts if fact not in off]
        if not kept:
            told = not_applicable("no fact of the answer belongs to the question", code="no_claims", items=aside)
            return support.backed(told)
        checked = await support.check(kept, passages.texts, question=question)
        items = (
            claim_item(fact, kind="fact", passages=passages, credit=float(fact.supported)).replace(
                weight=2.0 if fact.supported else 1.0
            )
            for fact in checked
        )
        result = self._scored(sum(fact.supported for fact in checked), len(kept), len(aside))
        return support.backed(result.replace(items=(*items, *result.items, *aside)))

    def _scored(self, supported: int, relevant: int, irrelevant: int) -> MetricResult:
        """The ratio, and an item for the facts that are missing from K."""
        short = self.cutoff - supported
        counts = (
            f"supported={supported}; not_supported={relevant - supported}; irrelevant={irrelevant}; K={self.cutoff}"
        )
        return MetricResult.of_ratio(
            2 * supported,
            relevant + max(self.cutoff, supported),
            reason=counts,
            items=(Item(kind="place", outcome="empty", credit=0.0, weight=float(short)),) if short > 0 else (),
            details={
                "supported": supported,
                "not_supported": relevant - supported,
                "irrelevant": irrelevant,
                "precision": supported / relevant,
                "recall": min(1.0, supported / self.cutoff),
            },
        )
