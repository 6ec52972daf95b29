"""How high the contexts that were useful for the answer given rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.context_precision_prompt import USEFUL
from assay.metrics.grounding.useful_contexts import useful_precision
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.unanswered import unanswered
from assay.records import Context, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class ContextUtilization(JudgedAnswer):
    """Average precision of the retrieved contexts by their use for the answer given, where no reference is needed.

    Formula, range and details: see `ContextPrecision`, with the output's `answer` in place of the reference. A wrong
    answer that follows a wrong passage scores high: it is about use, not truth.

    Not applicable: the case must abstain, or the answer abstains. A blank answer, and nothing retrieved, are a true 0
    without a call.

    Source: S. Es et al., "RAGAS" (EACL 2024), context utilization of that library.

    >>> ContextUtilization().score(input="How long?", answer="I don't know.", contexts=["a"], judge=None).code
    'abstained'
    """

    name: ClassVar[str] = "context_utilization"
    calls: ClassVar[str] = "1"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Usefulness."""
        return (USEFUL,)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        answer: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Judge every context against the answer."""
        return unanswered(answer, abstained) or await useful_precision(judge, input, answer, contexts)
