"""How high the contexts that were useful for the reference answer rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.context_precision_prompt import USEFUL
from assay.metrics.grounding.useful_contexts import useful_precision
from assay.metrics.judged import JudgeMetric
from assay.metrics.unanswered import AnswerMetric
from assay.records import Context, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class ContextPrecision(AnswerMetric, JudgeMetric):
    """Average precision of the retrieved contexts: mean, over the contexts useful for the reference, of the precision at each.

    Σₖ P@k·vₖ / Σₖ vₖ, with vₖ = 1 where a judge found the context at rank k useful for arriving at the reference, P@k
    the share of useful ones among the first k. It rewards useful contexts ranked first; as an average over what was
    *retrieved* it cannot see a passage that was missed: `context_recall` does. Plain precision stands beside it in the
    details.

    Inputs: `input` and `reference` of the case, `contexts` of the output in order. Range 0 to 1, higher is better. Not
    applicable: the case states no reference or must abstain. Nothing retrieved, and nothing useful, are a true 0. A
    blank context is useless at its rank. A verdict `unknown` is not useful. Invalid: a blank question or reference.

    Source: S. Es et al., "RAGAS" (EACL 2024), context precision of that library.

    >>> ContextPrecision().score(input="How long?", reference="30 days.", contexts=[], judge=None).reason
    'nothing was retrieved'
    """

    name: ClassVar[str] = "context_precision"
    calls: ClassVar[str] = "1"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Usefulness."""
        return (USEFUL,)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        reference: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
    ) -> MetricResult:
        """Judge every context against the reference."""
        return await useful_precision(judge, input, reference, contexts)
