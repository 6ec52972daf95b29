"""How much of what the question needs the retrieved contexts hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.dual_rating import mean_rating
from assay.metrics.grounding.context_relevance_prompt import RELEVANCE, SUFFICIENCY
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import JudgeMetric
from assay.metrics.stated import stated_question
from assay.metrics.unanswered import AnswerMetric, nothing
from assay.records import Context, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class ContextRelevance(AnswerMetric, JudgeMetric):
    """How much of what the question needs the retrieved contexts hold: mean of two ratings, 0 nothing, 1 a part, 2 all, halved.

    A judge rates the contexts together under two wordings: how far they help, and how much a reader of them alone could
    answer.

    Inputs: `input` of the case, `contexts` of the output. Values 0, 0.25, 0.5, 0.75, 1 (between them with several
    runs), higher is better. Not applicable: the case must abstain. Nothing retrieved is a true 0 without a call.
    Invalid: a blank question. Error: either rating is missing; one never stands for both.

    Source: the dual-judge context relevance that NVIDIA contributed to the ragas library.

    >>> ContextRelevance().score(input="How long?", contexts=[], judge=None).value
    0.0
    """

    name: ClassVar[str] = "context_relevance"
    calls: ClassVar[str] = "2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Both wordings."""
        return (RELEVANCE, SUFFICIENCY)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        contexts: Sequence[Context],
        *,
        judge: Judge,
    ) -> MetricResult:
        """Rate twice."""
        question = stated_question(input)
        passages = list(Passages.of(contexts).texts)
        if not passages:
            return nothing("context", NOTHING_RETRIEVED)
        shown = {"question": question, "passages": passages}
        return await mean_rating(Inquiry(judge), [(prompt, shown) for prompt in (RELEVANCE, SUFFICIENCY)])
