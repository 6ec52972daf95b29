"""The base of metrics that show a judge whatever the sample has and ask about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.metrics.judged import JudgeMetric
from assay.metrics.rubric.material import material
from assay.records import Context, Message, MetricResult
from assay.records.protocols import Judge


@dataclass(frozen=True)
class RubricMetric(JudgeMetric):
    """A subclass states its prompts and `assess`, which asks the judge and reads its verdict."""

    async def measure(
        self,
        *,
        judge: Judge,
        answer: str | None = None,
        messages: tuple[Message, ...] | None = None,
        input: str | tuple[Any, ...] | None = None,  # noqa: A002 - the word of the vocabulary
        contexts: tuple[Context, ...] | None = None,
        reference_contexts: tuple[str, ...] | None = None,
        reference: str | None = None,
    ) -> MetricResult:
        """Show the judge what there is, and ask."""
        shown = material(
            answer=answer,
            input=input,
            contexts=contexts,
            reference_contexts=reference_contexts,
            reference=reference,
            messages=messages,
        )
        return await self.assess(judge, shown)

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask the judge about what is shown (`assay.metrics.rubric.material.MATERIAL`). Subclasses define it."""
        raise TypeError(f"{type(self).__name__} does not define assess()")
