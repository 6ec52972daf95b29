"""The base of metrics that show a judge whatever the sample has and ask about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.judged import JudgeMetric
from assay.metrics.rubric.material import material
from assay.metrics.signature import Inputs
from assay.records import Item, MetricResult, Range
from assay.records.protocols import Judge
from assay.text import is_blank

FIELDS = ("answer", "messages", "input", "contexts", "reference_contexts", "reference")

BLANK = "the answer is blank"


@dataclass(frozen=True)
class RubricMetric(JudgeMetric):
    """A subclass states its prompts and `assess`, which asks the judge and reads its verdict.

    The fields that its judge is shown are optional inputs; `required` names those that the metric cannot do without. Of a blank
    answer no judge is asked: it has the lowest value of the range.
    """

    required: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = FIELDS

    @property
    def needs(self) -> Inputs:
        """The judge, and what it is shown."""
        return Inputs(required=self.required, optional=self.optional, resources=("judge",), is_async=True)

    async def measure(self, *, judge: Judge, **fields: Any) -> MetricResult:
        """Show the judge what there is, and ask."""
        shown = material(**fields)
        return self.blank() if no_answer(shown) else await self.assess(judge, shown)

    def blank(self) -> MetricResult:
        """The result of a blank answer: the low end of the scale. A subclass without a scale defines its own."""
        low = self.domain.low if isinstance(self.domain, Range) else None
        if low is None:
            raise TypeError(f"{type(self).__name__} does not define blank()")
        return MetricResult(value=low, reason=BLANK, items=(Item(kind="answer", outcome="blank", credit=float(low)),))

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask the judge about what is shown (`assay.metrics.rubric.material.MATERIAL`). Subclasses define it."""
        raise TypeError(f"{type(self).__name__} does not define assess()")


def no_answer(shown: Mapping[str, object]) -> bool:
    """Whether an answer is shown and is blank."""
    answer = shown["answer"]
    return isinstance(answer, str) and is_blank(answer)
